/** docs/architecture.md agrees with the sources. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DOCUMENT, drawHouse, readHouse, withGraph } from '../../scripts/draw-house'
import { ROOT } from '../../scripts/entries'

const TEXT = readFileSync(join(ROOT, DOCUMENT), 'utf8')
const HOUSE = readHouse()
const QUOTED = [...TEXT.matchAll(/`([^`\n]+)`/g)].map(([, quoted]) => quoted)

test('the picture of the house is current: `npm run house` draws it', () => {
  expect(withGraph(TEXT, drawHouse(HOUSE))).toBe(TEXT)
})

test('every folder of the house has a line about its contents', () => {
  const [, table] = TEXT.split('| folder | holds |')
  const [rows] = table.split('\n\n')
  const described = [...rows.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, names]) => names.match(/[a-z/]+/g))
  expect(described.sort()).toEqual([...HOUSE.keys()].sort())
})

test('every file and folder that is named exists', () => {
  const paths = QUOTED.filter((quoted) => /^(src|systems|components|test|scripts|docs)\/[^<>]*$/.test(quoted))
  expect(paths.length).toBeGreaterThan(50)
  expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
})

test('each step of the walk is in its file', () => {
  const steps = [...TEXT.matchAll(/^\| `(\w+)` \| `(src\/[^`]+)` \|/gm)].map(([, name, file]) => ({
    name,
    file,
  }))
  expect(steps.length).toBeGreaterThan(20)
  for (const { name, file } of steps)
    expect(readFileSync(join(ROOT, file), 'utf8'), file).toMatch(new RegExp(`function ${name}\\b`))
})

test('the walk of a tick reads downwards, with at most ten climbs', () => {
  const [, section] = TEXT.split('## One tick')
  const [walk] = section.split('Each system has')
  const folders = [...walk.matchAll(/^\| `\w+` \| `src\/([^`]+)` \|/gm)].map(
    ([, file]) => [...HOUSE.keys()].filter((folder) => file.startsWith(`${folder}/`)).at(-1) ?? '',
  )
  expect(folders.length).toBeGreaterThan(20)
  const climbs = folders.filter((folder, i) => i > 0 && reaches(folder, folders[i - 1]))
  expect(climbs.length).toBeLessThanOrEqual(10)
})

/** Whether a folder imports another one, itself or by way of others. */
function reaches(from: string, to: string): boolean {
  const passed = new Set(HOUSE.get(from))
  for (const next of passed) for (const further of HOUSE.get(next) ?? []) passed.add(further)
  return from !== to && passed.has(to)
}

test('every name of the code that is quoted is one', () => {
  const sources = ['src', 'systems', 'components', 'scripts'].flatMap((top) =>
    readdirSync(join(ROOT, top), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(join(ROOT, top, file), 'utf8')),
  )
  const words = new Set(sources.flatMap((source) => source.match(/[A-Za-z_]\w*/g)))
  const names = QUOTED.flatMap((quoted) => quoted.match(/^(?:\w+[.])?([A-Za-z]\w+)$/)?.[1] ?? [])
  expect(names.length).toBeGreaterThan(80)
  expect(names.filter((name) => !words.has(name) && !HOUSE.has(name))).toEqual([])
})
