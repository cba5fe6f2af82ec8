/** The README's example of a whole page: the one that tests build, look at and measure, and that the demo shows. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './entries.ts'

const HEADING = '\n## A page of your own\n'

/** @throws Error if the README lacks the section, or the section a block. */
export function readmeExample(): { html: string; code: string } {
  const section = readFileSync(join(ROOT, 'README.md'), 'utf8').split(HEADING)[1]?.split('\n## ')[0] ?? ''
  const block = (kind: string) => section.split(`\`\`\`${kind}\n`)[1]?.split('```')[0]
  const [html, code] = [block('html'), block('ts')]
  if (!html || !code) throw new Error(`README.md has no example below "${HEADING.trim()}"`)
  return { html, code }
}
