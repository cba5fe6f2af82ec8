/** Files and names that comments mention exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../../scripts/entries'

const COMMENT = /\/\*[\s\S]*?\*\/|\/\/[^\n]*/g
const FOLDERS = readdirSync(join(ROOT, 'src'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
/** Such as `src/world/state` or `world/state`; the last letter is no full stop. */
const PATH = new RegExp(`(?<![\\w/.:-])(?:src|${FOLDERS.join('|')})/[\\w./-]*\\w`, 'g')

const SOURCES = ['src', 'systems', 'components'].flatMap((top) =>
  readdirSync(join(ROOT, top), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('wasm-bytes.ts'))
    .map((name) => join(top, name)),
)

function pathsIn(file: string): string[] {
  const comments = readFileSync(join(ROOT, file), 'utf8').match(COMMENT) ?? []
  return comments.flatMap((comment) => comment.match(PATH) ?? [])
}

function isThere(path: string): boolean {
  return ['', 'src'].some((top) => ['', '.ts'].some((end) => existsSync(join(ROOT, top, path + end))))
}

test('every file and folder that a comment names exists', () => {
  const named = SOURCES.flatMap((file) => pathsIn(file).map((path) => ({ file, path })))
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter(({ path }) => !isThere(path))).toEqual([])
})
