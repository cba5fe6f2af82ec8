/** The state of shortcuts is private: only files behind the door, and its callers, name it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const KEPT =
  /\b(repeatUntil|mixUntil|cycleStart|ACTIVITY\.(repeats|oneCommand|keysColors)|oneCommand|repeats|visiblePrograms|findProgram)\b/
/** The callers, and the lists of all columns and flags. */
const MAY_NAME = [
  ...['src/tick/shortcuts/', 'src/tick/', 'src/api/', 'systems/'],
  ...[
    'src/world/entries.ts',
    'src/world/skeletons.ts',
    'src/world/chunks/blocks.ts',
    'src/world/chunks/registry.ts',
  ],
]
const ROOT = join(import.meta.dirname, '../..')

function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('wasm-bytes.ts'))
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
}

/** A file without its comments. */
function codeOf(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
}

test('only the door and its callers name the state of shortcuts', () => {
  const files = ['src', 'systems', 'components'].flatMap(sources)
  const naming = files.filter((file) => KEPT.test(codeOf(file)))
  expect(naming.filter((file) => file.startsWith('src/tick/shortcuts/')).length).toBeGreaterThan(1)
  expect(naming.filter((file) => !MAY_NAME.some((allowed) => file.startsWith(allowed)))).toEqual([])
})
