/** Baked figures in encoded saves: tables are named by their rig, skins and animations. */
import { OsteonError } from '../../../base/errors'
import { type Decoded, damagedAt, integerAt, listAt, recordAt, textAt } from '../../save/bytes/shape'
import type { Typed } from '../../save/bytes/typed-arrays'
import { checkRange, pick, readColumn, withoutZeros } from '../../save/tables'
import type { CrowdWorld } from '../component'
import { createFades } from '../figures'
import type { CrowdState, Fades, RegisteredTable } from '../state'
import { columnsOf, type SavedFigures } from './save'

/** Columns that the first tick finds again. */
const MADE = ['since', 'due', 'seen', 'fade']
/** Columns of finite numbers. The last three are those of a world with root motions. */
const FINITE = [
  ...['time', 'speed', 'red', 'green', 'blue', 'alpha', 'rate', 'cycle', 'mix'],
  ...['restX', 'restY', 'restRotation'],
]
const PATH = 'figures'
const MOST_SERIALS = 2 ** 31
const INTEGERS = new Int32Array(0)

/** Returns what a save holds of figures. */
export function tellFigures({ tables }: CrowdState, saved: SavedFigures) {
  const { columns, count, fades, ids } = saved
  const rows = Int32Array.from({ length: count }, (_, i) => i)
  const numbers = pick(columns.get('table') as Uint16Array, rows)
  const used = [...new Set(numbers)]
  const told = [...columns]
    .filter(([name]) => !MADE.includes(name))
    .map(([name, column]): [string, Typed] => [name, pick(column, rows)])
  const fading = rows.filter((row) => (columns.get('fade') as Uint32Array)[row] !== 0)
  const own = pick(columns.get('fade') as Uint32Array, fading)
  const { entity: _, ...fadeColumns } = fades
  return {
    tables: used.map((number) => nameOf(tables[number] as RegisteredTable)),
    ids: pick(ids, rows),
    columns: withoutZeros({
      ...Object.fromEntries(told),
      table: numbers.map((number) => used.indexOf(number) + 1),
    }),
    fading,
    fades: withoutZeros(
      Object.fromEntries(Object.entries(fadeColumns).map(([name, column]) => [name, pick(column, own)])),
    ),
  }
}

function nameOf({ table }: RegisteredTable) {
  const { animations, motion, print, rig, skins } = table
  const named = { rig, print, skins: [...skins], animations: animations.map(({ name }) => name) }
  return motion.bone < 0 ? named : { ...named, bone: motion.bone, moves: motion.moves }
}

/**
 * Reads and checks figures of a save.
 *
 * @throws OsteonError `unknown-table` if the world has no such table; `damaged`.
 */
export function readFigures(world: CrowdWorld, crowd: CrowdState, given: Decoded): SavedFigures {
  const tables = listAt(given.get('tables'), `${PATH}.tables`).map((each) => tableNamed(crowd, each))
  const ids = given.get('ids')
  if (!(ids instanceof Int32Array)) throw damagedAt(`${PATH}.ids`, 'expected Int32Array')
  const count = ids.length
  const told = recordAt(given.get('columns'), `${PATH}.columns`)
  const columns = new Map(
    columnsOf(world, crowd).map(([name, like]) => {
      const column = MADE.includes(name)
        ? (like.slice(0, 0) as typeof like)
        : readColumn(told, name, like.slice(0, 0) as typeof like, count, PATH)
      return [name, column.length === count ? column : new (like.constructor as typeof Uint32Array)(count)]
    }),
  )
  const column = (name: string) => columns.get(name) as Typed
  checkRange(column('table'), 1, tables.length, `${PATH}.table`)
  const numbers = column('table').map((index) => tables[index - 1].number) as Uint16Array
  checkColumns(column)
  checkAnimations(crowd, numbers, column('animation'))
  columns.set('table', numbers)
  const fading = given.get('fading') ?? INTEGERS
  if (!(fading instanceof Int32Array)) throw damagedAt(`${PATH}.fading`, 'expected Int32Array')
  checkRange(fading, 0, count - 1, `${PATH}.fading`)
  const fades = readFades(recordAt(given.get('fades'), `${PATH}.fades`), fading.length)
  checkAnimations(crowd, pick(numbers, fading), fades.animation.subarray(1))
  const fade = column('fade')
  fading.forEach((row, i) => {
    if (fade[row] !== 0) throw damagedAt(`${PATH}.fading`, 'a figure fades twice')
    fade[row] = i + 1
  })
  return { count, ids, columns, fades, fadeCount: fading.length + 1, freeFades: [] }
}

/** Reads rows of fades, from 1 on. */
function readFades(given: Decoded, count: number): Fades {
  const fades = createFades(count + 1)
  for (const [name, column] of Object.entries(fades)) {
    if (name === 'entity') continue
    column.set(readColumn(given, name, column.slice(0, 0), count, `${PATH}.fades`), 1)
    for (const value of column)
      if (!Number.isFinite(value)) throw damagedAt(`${PATH}.fades.${name}`, 'expected finite numbers')
  }
  checkRange(fades.loop, 0, 1, `${PATH}.fades.loop`)
  return fades
}

function checkColumns(column: (name: string) => Typed): void {
  checkRange(column('loop'), 0, 1, `${PATH}.loop`)
  checkRange(column('flip'), 0, 3, `${PATH}.flip`)
  checkRange(column('flags'), 0, 1, `${PATH}.flags`)
  checkRange(column('serial'), 1, MOST_SERIALS, `${PATH}.serial`)
  for (const name of FINITE)
    for (const value of column(name) ?? [])
      if (!Number.isFinite(value)) throw damagedAt(`${PATH}.${name}`, 'expected finite numbers')
}

function checkAnimations({ tables }: CrowdState, numbers: Uint16Array, animations: Typed): void {
  numbers.forEach((number, i) => {
    if (animations[i] >= (tables[number]?.table.animations.length ?? 0))
      throw damagedAt(`${PATH}.animation`, 'the table has no such animation')
  })
}

/** Returns the table of this world with that name. */
function tableNamed({ tables }: CrowdState, given: unknown): RegisteredTable {
  const path = `${PATH}.tables`
  const record = recordAt(given, path)
  const texts = (name: string) => listAt(record.get(name), path).map((text) => textAt(text, path))
  const rig = textAt(record.get('rig'), path)
  const print = integerAt(record.get('print'), path)
  const skins = texts('skins')
  const animations = texts('animations')
  const named = { rig, print, skins, animations }
  const bone = integerAt(record.get('bone') ?? -1, path, -1)
  const moves = integerAt(record.get('moves') ?? 0, path)
  const wanted = JSON.stringify(bone < 0 ? named : { ...named, bone, moves })
  const found = tables.find((registered) => registered && JSON.stringify(nameOf(registered)) === wanted)
  if (found) return found
  const message = `no table of "${rig}" with the skins ${JSON.stringify(skins)} and the animations ${animations.join(', ')} is registered`
  throw new OsteonError('unknown-table', 'decodeState', path, message)
}
