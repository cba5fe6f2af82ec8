/** Parts of the README that are used elsewhere: its whole page, which tests build and measure, and its table of others. The demo shows both. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './entries.ts'

const PAGE = '\n## A page of your own\n'
const IN_ENGINES = '\n## In your engine\n'
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

/** The examples of engines, by name: the first one of the README, and those of a section. A fence tells the language. */
const ENGINES = ['phaser', 'three', 'tag', 'react', 'bitecs'] as const

/** @throws Error if the README lacks one of the examples of engines. */
export function engineExamples(): { name: string; fence: string; code: string }[] {
  const blocks = (text: string) =>
    [...text.matchAll(/^```(tsx?|html)\n([\s\S]*?)^```/gm)].map(([, fence, code]) => ({ fence, code }))
  const [first] = blocks(readFileSync(join(ROOT, 'README.md'), 'utf8'))
  const others = blocks(section(IN_ENGINES))
  if (others.length !== ENGINES.length) throw new Error(`README.md has ${others.length} examples of engines`)
  return [{ name: 'pixi', ...first }, ...others.map((block, i) => ({ name: ENGINES[i], ...block }))]
}

/** @throws Error if the README lacks the section, or the section a block. */
export function readmeExample(): { html: string; code: string } {
  const text = section(PAGE)
  const block = (kind: string) => text.split(`\`\`\`${kind}\n`)[1]?.split('```')[0]
  const [html, code] = [block('html'), block('ts')]
  if (!html || !code) throw new Error(`README.md has no example below "${PAGE.trim()}"`)
  return { html, code }
}
