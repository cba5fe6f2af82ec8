/** The badges of the README: pictures of facts of the package, written by `npm run record`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './entries.ts'
import type { RecordedTable } from './record.ts'

/** The badges as SVG, by their paths in the project. @throws Error if a fact is gone. */
export function drawBadges(record: Record<string, RecordedTable>): Record<string, string> {
  const { license, exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const size = record.size.rows.find(([what]) => what.includes('osteon/render/webgl'))
  if (!size || !exports['.'].types) throw new Error('a badge has lost its fact')
  return {
    'docs/pictures/badge-licence.svg': badge('licence', license),
    'docs/pictures/badge-types.svg': badge('types', 'included'),
    'docs/pictures/badge-size.svg': badge('smallest game', `${size[1]} kB gzip`),
  }
}

/** Letters are taken to be 6.6 pixels wide. */
function badge(label: string, value: string): string {
  const [left, right] = [label, value].map((text) => Math.round(6.6 * text.length) + 14)
  const width = left + right
  const text = (x: number, content: string) =>
    `<text x="${x}" y="14" text-anchor="middle" fill="#fff" font-family="Verdana,sans-serif" font-size="11">${content}</text>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${label}: ${value}">
<clipPath id="r"><rect width="${width}" height="20" rx="4"/></clipPath>
<g clip-path="url(#r)"><rect width="${left}" height="20" fill="#3b2347"/><rect x="${left}" width="${right}" height="20" fill="#a4431b"/></g>
${text(left / 2, label)}
${text(left + right / 2, value)}
</svg>
`
}
