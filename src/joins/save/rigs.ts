/** Saves and restores rigs: their ids, with the masks, skins and mix durations that were made for them. */
import { OsteonError } from '../../base/errors'
import { createMask, type Mask } from '../../rig/animation/mask'
import type { RegisteredRig } from '../../world/chunks/blocks'
import { skinNumber } from '../../world/chunks/registry'
import { loadedRig } from '../../world/chunks/wardrobe'
import type { AnimationState } from '../../world/state'
import type { SpriteState } from '../sprites/state'
import { columnAt, type Decoded, damagedAt, integerAt, listAt, recordAt, textAt } from './bytes/shape'
import { laneRows } from './lanes'
import { rigPrint } from './rig-print'
import { readColumn, withoutZeros } from './tables'

/** Describes a rig: its fingerprint if skeletons use it, and everything made at run time. @param used by skeletons. */
export function describeRig(registered: RegisteredRig, used: boolean) {
  const { id, masks, mixes, pages, source: rig, skins, wardrobe } = registered
  const pairs = [...mixes.pairs]
  const told = {
    id,
    mixes:
      pairs.length > 0 || mixes.fallback !== 0
        ? {
            fallback: mixes.fallback,
            pairs: Float64Array.from(pairs, ([pair]) => pair),
            seconds: Float64Array.from(pairs, ([, seconds]) => seconds),
          }
        : undefined,
  }
  if (!used) return told
  const loaded = loadedRig(registered)
  const attachments = rig.attachments.models.slice(loaded.attachments.count)
  return {
    ...told,
    print: rigPrint(loaded),
    rows: laneRows(registered).sizes,
    made: skins.slice(loaded.skins.length).map(({ names }) => [...names]),
    added: wardrobe ? attachments.map(({ name }) => name) : [],
    masks: [...masks.values()].map(({ mask: { bones, slots } }) => ({ bones, slots })),
    pages: pages.length,
  }
}

/** The checked description of a rig. */
export interface ToldRig {
  readonly registered: RegisteredRig | null
  readonly mixes: { fallback: number; pairs: Float64Array; seconds: Float64Array }
  /** Names of the skins made at run time, in the order in which they were made. */
  readonly made: readonly (readonly string[])[]
  readonly masks: readonly Mask[]
  /** No skeleton has this rig. */
  readonly bare: boolean
}

/** Reads and checks a rig. @throws OsteonError `unknown-rig`, `unknown-skin`, `unknown-attachment`, `damaged`. */
export function readRig(state: AnimationState, given: unknown, path: string): ToldRig {
  const record = recordAt(given, path)
  const id = textAt(record.get('id'), `${path}.id`)
  const registered = state.rigsById.get(id) ?? null
  const mixes = readMixes(record, path)
  if (!record.has('print')) return { registered, mixes, made: [], masks: [], bare: true }
  const other = (what: string) => {
    const message = `rig "${id}" ${what} than in the world that was encoded`
    return new OsteonError('unknown-rig', 'decodeState', path, message)
  }
  if (!registered) {
    const message = `rig "${id}" must be registered here, as in the world that was encoded`
    throw new OsteonError('unknown-rig', 'decodeState', path, message)
  }
  const loaded = loadedRig(registered)
  if (record.get('print') !== rigPrint(loaded))
    throw other('has other bones, slots, attachments, skins or animations here, or another setup pose')
  const rows = recordAt(record.get('rows'), `${path}.rows`)
  // A section that the saving release did not have is missing.
  if (Object.entries(laneRows(registered).sizes).some(([name, size]) => (rows.get(name) ?? size) !== size))
    throw other('has other rows here')
  const added = listAt(record.get('added'), `${path}.added`).map((name) => textAt(name, `${path}.added`))
  checkAdded(registered, added, path)
  const made = listAt(record.get('made'), `${path}.made`).map((names) =>
    listAt(names, `${path}.made`).map((name) => textAt(name, `${path}.made`)),
  )
  for (const names of made) checkSkin(registered, names, path)
  const masks = listAt(record.get('masks'), `${path}.masks`).map((mask) => readMask(loaded, mask, path))
  return { registered, mixes, made, masks, bare: false }
}

function readMixes(record: Decoded, path: string): ToldRig['mixes'] {
  const floats = new Float64Array(0)
  if (!record.has('mixes')) return { fallback: 0, pairs: floats, seconds: floats }
  const given = recordAt(record.get('mixes'), `${path}.mixes`)
  const fallback = given.get('fallback')
  if (typeof fallback !== 'number') throw damagedAt(`${path}.mixes.fallback`, 'expected a number')
  const pairs = columnAt(given.get('pairs'), `${path}.mixes.pairs`, floats)
  return { fallback, pairs, seconds: readColumn(given, 'seconds', floats, pairs.length, `${path}.mixes`) }
}

/**
 * Checks that attachments which were added at run time were added here, in the same order. There may be more by now.
 */
function checkAdded(registered: RegisteredRig, names: readonly string[], path: string): void {
  const { id, source: rig } = registered
  const here = rig.attachments.models.slice(loadedRig(registered).attachments.count)
  if (names.every((name, i) => here[i]?.name === name)) return
  const message =
    `${names.length} attachments were added to rig "${id}" in the world that was encoded; ` +
    `add the same here, in the same order, before decodeState; there are ${here.length}`
  throw new OsteonError('unknown-attachment', 'decodeState', path, message)
}

/** Checks that a skin exists if it was created by `addSkin`. Combined skins are made by the restore. */
function checkSkin({ id, source: rig }: RegisteredRig, names: readonly string[], path: string): void {
  if (names.length > 0 && names.every((name) => rig.skinIndex.has(name))) return
  const message = `rig "${id}" has no skin ${names.join(' + ')} here`
  throw new OsteonError('unknown-skin', 'decodeState', path, message)
}

/**
 * Returns the number of a saved skin in this world. A missing combination is made. @param skin number in the save; -1 =
 * none.
 */
export function skinHere({ made, registered }: ToldRig, skin: number): number {
  if (!registered) return -1
  const own = loadedRig(registered).skins.length
  return skin < own ? skin : skinNumber(registered, made[skin - own], 'decodeState')
}

/** Returns the number of skins that the save may name. */
export function skinCount({ made, registered }: ToldRig): number {
  return registered ? loadedRig(registered).skins.length + made.length : 0
}

function readMask(rig: RegisteredRig['source'], given: unknown, path: string): Mask {
  const record = recordAt(given, `${path}.masks`)
  const bits = (name: 'bones' | 'slots') =>
    rig[name].names.filter(
      (_, i) => columnAt(record.get(name), `${path}.masks`, new Uint8Array(0), rig[name].count)[i] === 1,
    )
  return createMask(rig, { bones: bits('bones'), slots: bits('slots') })
}

/** Returns names of the regions that sprites show, with their numbers. */
export function describeRegions(sprites: SpriteState | null, numbers: ArrayLike<number>) {
  const names = regionNames(sprites)
  const used = [...new Set(Array.from(numbers))].filter((number) => number > 0).sort((a, b) => a - b)
  return { numbers: Int32Array.from(used), names: used.map((number) => names[number]) }
}

/** Checks regions. @throws OsteonError `missing-region`. */
export function checkRegions(sprites: SpriteState | null, given: Decoded): ReadonlySet<number> {
  const here = regionNames(sprites)
  const numbers = columnAt(given.get('numbers'), 'regions.numbers', new Int32Array(0))
  const names = listAt(given.get('names'), 'regions.names')
  numbers.forEach((number, i) => {
    integerAt(number, 'regions.numbers', 1)
    if (here[number] === textAt(names[i], 'regions.names')) return
    const message = `region ${number} was ${JSON.stringify(names[i])}: register the same atlases in the same order as in the world that was encoded`
    throw new OsteonError('missing-region', 'decodeState', 'regions', message)
  })
  return new Set(numbers)
}

/** Returns names by region number; 0 means no region. */
function regionNames(sprites: SpriteState | null): readonly string[] {
  return [
    '',
    ...[...(sprites?.sheets.keys() ?? [])].flatMap(({ model }) => model.regions.map(({ name }) => name)),
  ]
}

/** Returns a record without its columns of zeros; undefined if none is left. */
export function unlessEmpty(
  table: Parameters<typeof withoutZeros>[0],
): ReturnType<typeof withoutZeros> | undefined {
  const left = withoutZeros(table)
  return Object.keys(left).length > 0 ? left : undefined
}
