/** Parts of the README that are used elsewhere: its whole page, which tests build and measure, and its table of others. The demo shows both. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './entries.ts'

const PAGE = '\n## A page of your own\n'
const BESIDE = '\n## Beside others\n'

function section(heading: string): string {
  return readFileSync(join(ROOT, 'README.md'), 'utf8').split(heading)[1]?.split('\n## ')[0] ?? ''
}

/** The table of other players, as Markdown, with what leads to it. @throws Error if the README lacks it. */
export function besideOthers(): string {
  const text = section(BESIDE)
  if (!text.includes('\n| ')) throw new Error(`README.md has no table below "${BESIDE.trim()}"`)
  return text
}

/** @throws Error if the README lacks the section, or the section a block. */
export function readmeExample(): { html: string; code: string } {
  const text = section(PAGE)
  const block = (kind: string) => text.split(`\`\`\`${kind}\n`)[1]?.split('```')[0]
  const [html, code] = [block('html'), block('ts')]
  if (!html || !code) throw new Error(`README.md has no example below "${PAGE.trim()}"`)
  return { html, code }
}
