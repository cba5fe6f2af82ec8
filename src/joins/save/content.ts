/** Reads and checks the content of a save: rows fit the rigs of this world, and all names are known in it. */
import { OsteonError } from '../../base/errors'
import { LOCAL_FIELDS } from '../../base/memory/lanes'
import type { Rig } from '../../rig/rig'
import { LINK_COLUMNS } from '../../world/attached/links'
import type { RegisteredRig } from '../../world/chunks/blocks'
import { SKELETON_COLUMNS } from '../../world/skeletons'
import type { AnimationState } from '../../world/state'
import { controlsIn } from '../bone-controls/state'
import { CHILD_COLUMNS, CHILD_KIND, nestingIn } from '../nesting/state'
import { SPRITE_ROWS } from '../sprites/layout'
import { spritesIn } from '../sprites/state'
import { columnAt, type Decoded, damagedAt, integerAt, listAt, recordAt, textAt } from './bytes/shape'
import type { Typed } from './bytes/typed-arrays'
import { readEntries } from './entries'
import { readDeforms, readLanes } from './lanes'
import { MEMBER, savesOf } from './members'
import { checkRegions, readRig, skinCount, type ToldRig } from './rigs'
import { checkFinite, checkRange, readColumn, readTable, total } from './tables'

/** The largest entity id: the limit of `capacity`. */
const MOST_ENTITIES = 2 ** 24
/** The limit of serials and of tick numbers. */
const MOST_SERIALS = 2 ** 31
const CORE_KINDS = Object.values(MEMBER).reduce((sum: number, bit) => sum | bit, 0)

const INTEGERS = new Int32Array(0)
const COUNTS = new Uint32Array(0)
const FLOATS = new Float32Array(0)
const BYTES = new Uint8Array(0)
const NOTHING: Decoded = new Map()

/** Parts of an encoded state that aren't an extension's. */
const CORE_PARTS = [
  'children',
  'components',
  'entities',
  'entries',
  'events',
  'followers',
  'nextSerial',
  'others',
  'regions',
  'rigs',
  'skeletons',
  'solved',
  'sprites',
  'targets',
  'tick',
]

/** The checked content of a save. */
export type Content = ReturnType<typeof readContent>
/** Public columns of a world, by component. They give the type of each array. */
export type ColumnsLike = Readonly<Record<string, Readonly<Record<string, Typed>>>>

/**
 * Reads and checks the content. @throws OsteonError `unknown-rig`, `unknown-skin`, `unknown-attachment`,
 * `missing-region`, `unsupported-feature`, `damaged`.
 */
export function readContent(state: AnimationState, tree: Decoded, like: ColumnsLike) {
  const part = (name: string) => recordAt(tree.get(name), name)
  refuseUnused(state, tree)
  refuseSprites(state, part('sprites'))
  const regions = checkRegions(spritesIn(state), part('regions'))
  const rigs = listAt(tree.get('rigs'), 'rigs').map((rig, i) => readRig(state, rig, `rigs[${i}]`))
  const entities = readEntities(state, part('entities'))
  const components = readComponents(part('components'), like, entities, rigs, regions)
  const skeletons = readSkeletons(part('skeletons'), rigs, entities)
  const owners = new Map(Array.from(skeletons.ids, (eid, nth) => [eid, nth]))
  const registered = skeletons.told.map((told) => told.registered as RegisteredRig)
  const maskCount = (rig: RegisteredRig) => rigs.find((told) => told.registered === rig)?.masks.length ?? 0
  const { trackCount } = skeletons.table
  const entries = readEntries(part('entries'), registered, trackCount, owners, maskCount)
  const sprites = readSprites(part('sprites'), entities)
  const targets = readLinks(part('targets'), entities, MEMBER.BoneTarget, 'targets')
  if (targets.count + skeletons.offsets.what.length > 0 && controlsIn(state) === null) {
    const message = 'the state has bones that are moved: installAnimation(world, { use: [boneControls] })'
    throw new OsteonError('unsupported-feature', 'decodeState', 'boneControls', message)
  }
  const children = readChildren(
    state,
    part('children'),
    entities,
    skeletons.ids,
    registered,
    sprites.table.entity,
  )
  return {
    tick: readTick(part('tick')),
    nextSerial: integerAt(tree.get('nextSerial'), 'nextSerial', 1, MOST_SERIALS),
    solved: tree.get('solved') === true,
    rigs,
    others: listAt(tree.get('others'), 'others').map((id) => textAt(id, 'others')),
    entities,
    components,
    skeletons,
    entries,
    sprites,
    followers: readLinks(part('followers'), entities, MEMBER.BoneFollower, 'followers'),
    targets,
    children,
    events: readEvents(state, part('events'), rigs),
    joined: readJoined(state, tree, entities, (eid) => registered[owners.get(eid) ?? -1]?.source),
  }
}

/** @throws OsteonError `unsupported-feature` for sprites in a world without them. */
function refuseSprites(state: AnimationState, given: Decoded): void {
  if (given.get('count') === 0 || spritesIn(state) !== null) return
  const message = 'the state has sprites: installAnimation(world, { use: [sprites] })'
  throw new OsteonError('unsupported-feature', 'decodeState', 'sprites', message)
}

/** The parts of extensions, by name. */
function readJoined(
  state: AnimationState,
  tree: Decoded,
  entities: Entities,
  rigOf: (eid: number) => Rig | undefined,
): Record<string, unknown> {
  const joined: Record<string, unknown> = {}
  for (const [name, { encoded, member }] of savesOf(state)) {
    if (!encoded) continue
    const { key, read } = encoded
    const own = tree.has(key) ? read(recordAt(tree.get(key), key), rigOf) : undefined
    if (member) checkOwners(entities, own?.ids ?? [], member.bit, key)
    joined[name] = own
  }
  return joined
}

/** @throws OsteonError `unsupported-feature` for a part of an extension that this world doesn't use. */
function refuseUnused(state: AnimationState, tree: Decoded): void {
  const known = new Set(CORE_PARTS)
  for (const { encoded } of savesOf(state).values()) if (encoded) known.add(encoded.key)
  for (const key of tree.keys()) {
    if (known.has(key)) continue
    const message = `the state has ${key}: install the world with the extension that saved them`
    throw new OsteonError('unsupported-feature', 'decodeState', key, message)
  }
}

function readTick(given: Decoded) {
  const number = (name: string) => integerAt(given.get(name), `tick.${name}`, 0, Number.MAX_SAFE_INTEGER)
  const seconds = columnAt(given.get('seconds'), 'tick.seconds', new Float64Array(0), 5)
  checkFinite(seconds, 'tick.seconds')
  return {
    number: integerAt(given.get('number'), 'tick.number', 0, MOST_SERIALS),
    place: number('place'),
    done: integerAt(given.get('done'), 'tick.done', 0, 255),
    samplings: number('samplings'),
    seconds,
  }
}

interface Entities {
  readonly ids: Int32Array
  readonly kinds: Uint8Array
  readonly kindOf: ReadonlyMap<number, number>
}

function readEntities(state: AnimationState, given: Decoded): Entities {
  const ids = columnAt(given.get('ids'), 'entities.ids', INTEGERS)
  checkRange(ids, 1, MOST_ENTITIES, 'entities.ids')
  for (let i = 1; i < ids.length; i++)
    if (ids[i] <= ids[i - 1]) throw damagedAt('entities.ids', 'expected ascending numbers')
  const kinds = readColumn(given, 'kinds', BYTES, ids.length, 'entities')
  let all = CORE_KINDS
  for (const { member } of savesOf(state).values()) all |= member?.bit ?? 0
  checkRange(kinds, 1, all, 'entities.kinds')
  return { ids, kinds, kindOf: new Map(Array.from(ids, (eid, i) => [eid, kinds[i]])) }
}

/** Checks that the rows of a kind are those of all entities of that kind, once each. */
function checkOwners(
  { kinds, kindOf }: Entities,
  owners: ArrayLike<number>,
  kind: number,
  path: string,
): void {
  const seen = new Set(Array.from(owners))
  const are = kinds.reduce((sum, bits) => sum + ((bits & kind) !== 0 ? 1 : 0), 0)
  if (seen.size === owners.length && are === owners.length)
    if ([...seen].every((eid) => ((kindOf.get(eid) ?? 0) & kind) !== 0)) return
  throw damagedAt(path, 'others have this component')
}

function readComponents(
  given: Decoded,
  like: ColumnsLike,
  { ids }: Entities,
  rigs: readonly ToldRig[],
  regions: ReadonlySet<number>,
): ColumnsLike {
  const components = Object.entries(like).map(([component, columns]) => {
    const record = given.has(component) ? recordAt(given.get(component), component) : NOTHING
    const table = Object.entries(columns).map(([name, column]) => {
      const empty = column.slice(0, 0) as Typed
      return [name, readColumn(record, name, empty, ids.length, `components.${component}`)] as const
    })
    return [component, Object.fromEntries(table)] as const
  })
  const made = Object.fromEntries(components)
  checkRange(made.Skeleton.rig, 0, rigs.length, 'components.Skeleton.rig')
  made.Sprite?.region.forEach((region) => {
    if (region !== 0 && !regions.has(region)) throw damagedAt('components.Sprite.region', 'no such region')
  })
  return made
}

function readSkeletons(given: Decoded, rigs: readonly ToldRig[], entities: Entities) {
  const path = 'skeletons'
  const ids = columnAt(given.get('ids') ?? INTEGERS, `${path}.ids`, INTEGERS)
  const count = ids.length
  checkOwners(entities, ids, MEMBER.Skeleton, path)
  const table = readTable(recordAt(given.get('table'), path), SKELETON_COLUMNS, count, path)
  checkSerials(table.serial, path)
  checkRange(table.level, 0, 3, `${path}.level`)
  const numbers = readColumn(given, 'rigs', INTEGERS, count, path)
  const skins = readColumn(given, 'skins', INTEGERS, count, path)
  const told = Array.from(numbers, (number, i) => {
    const rig = rigs[number]
    if (!rig || rig.bare || !(skins[i] >= -1 && skins[i] < skinCount(rig)))
      throw damagedAt(`${path}.rigs`, 'no such rig or skin')
    return rig
  })
  const registered = told.map((rig) => rig.registered as RegisteredRig)
  const record = (name: string) => (given.has(name) ? recordAt(given.get(name), `${path}.${name}`) : NOTHING)
  return {
    ids,
    table,
    told,
    skins,
    marks: readColumn(given, 'marks', BYTES, count, path),
    lanes: readLanes(record('lanes'), registered, `${path}.lanes`),
    deforms: readDeforms(record('deforms'), registered, `${path}.deforms`),
    worlds: readWorlds(record('worlds'), registered),
    colors: readColors(record('colors'), registered),
    offsets: readOffsets(record('offsets'), registered),
  }
}

/** Checks that serials ascend, and are at least 1. */
function checkSerials(serials: Typed, path: string): void {
  for (let i = 0; i < serials.length; i++)
    if (!(serials[i] > (i === 0 ? 0 : serials[i - 1]) && serials[i] < MOST_SERIALS))
      throw damagedAt(`${path}.serial`, 'expected ascending numbers')
}

function readWorlds(given: Decoded, rigs: readonly RegisteredRig[]) {
  const path = 'skeletons.worlds'
  const counts = readColumn(given, 'counts', COUNTS, rigs.length, path)
  rigs.forEach(({ layout }, i) => {
    if (counts[i] !== 0 && 4 * counts[i] !== layout.worldStride) throw damagedAt(path, 'of other bones')
  })
  return { counts, words: readColumn(given, 'words', INTEGERS, total(counts), path) }
}

function readColors(given: Decoded, rigs: readonly RegisteredRig[]) {
  const path = 'skeletons.colors'
  const counts = readColumn(given, 'counts', COUNTS, rigs.length, path)
  rigs.forEach(({ source: rig }, i) => {
    if (counts[i] !== 0 && counts[i] !== rig.rows.fixed.length) throw damagedAt(path, 'of other slots')
  })
  return { counts, values: readColumn(given, 'values', FLOATS, total(counts), path) }
}

function readOffsets(given: Decoded, rigs: readonly RegisteredRig[]) {
  const path = 'skeletons.offsets'
  const counts = readColumn(given, 'counts', COUNTS, rigs.length, path)
  const what = readColumn(given, 'what', COUNTS, total(counts), path)
  let at = 0
  rigs.forEach(({ source: rig }, i) => {
    const bones = new Set<number>()
    for (const end = at + counts[i]; at < end; at++) bones.add(what[at] >> 1)
    for (const bone of bones)
      if (!(bone >= 0 && bone < rig.bones.count)) throw damagedAt(path, `no bone ${bone}`)
    if (bones.size !== counts[i]) throw damagedAt(path, 'two offsets of a bone')
  })
  return { counts, what, poses: readColumn(given, 'poses', FLOATS, LOCAL_FIELDS * what.length, path) }
}

function readSprites(given: Decoded, entities: Entities) {
  const count = integerAt(given.get('count'), 'sprites.count', 0, entities.ids.length)
  const table = readTable(recordAt(given.get('table'), 'sprites'), SPRITE_ROWS, count, 'sprites')
  checkOwners(entities, table.entity, MEMBER.Sprite, 'sprites')
  checkSerials(table.serial, 'sprites')
  return { count, table }
}

function readLinks(given: Decoded, entities: Entities, kind: number, path: string) {
  const count = integerAt(given.get('count'), `${path}.count`, 0, entities.ids.length)
  const table = readTable(recordAt(given.get('table'), path), LINK_COLUMNS, count, path)
  checkOwners(entities, table.entity, kind, path)
  return { count, table }
}

function readChildren(
  state: AnimationState,
  given: Decoded,
  { ids, kindOf }: Entities,
  skeletons: Int32Array,
  rigs: readonly RegisteredRig[],
  sprites: Typed,
) {
  const path = 'children'
  const count = integerAt(given.get('count'), `${path}.count`, 0, ids.length)
  if (count > 0 && nestingIn(state) === null) {
    const message = 'the state has entities in slots of others: installAnimation(world, { use: [nesting] })'
    throw new OsteonError('unsupported-feature', 'decodeState', 'nesting', message)
  }
  const table = readTable(recordAt(given.get('table'), path), CHILD_COLUMNS, count, path)
  const links = given.has('links') ? recordAt(given.get('links'), path) : NOTHING
  const next = readColumn(links, 'next', INTEGERS, count, path)
  const last = readColumn(links, 'last', INTEGERS, count, path)
  const owners = new Map(Array.from(skeletons, (eid, nth) => [eid, nth]))
  const shown = new Set<number>(sprites)
  const places = new Map(Array.from(table.entity, (eid, i) => [eid, i]))
  if (places.size !== count) throw damagedAt(path, 'an entity is in two slots')
  for (let i = 0; i < count; i++) {
    const { attachment, depth, entity, holder, kind, slot } = table
    const bad = (what: string) => damagedAt(`${path}[${i}]`, what)
    const rig = rigs[owners.get(holder[i]) ?? -1]
    if (!rig || !kindOf.has(entity[i])) throw bad('no skeleton holds it')
    const isThere = kind[i] === CHILD_KIND.skeleton ? owners.has(entity[i]) : shown.has(entity[i])
    if (!isThere || kind[i] < 1 || kind[i] > CHILD_KIND.sprite) throw bad('it is of another kind')
    if (!(slot[i] >= 0 && slot[i] < rig.source.slots.count)) throw bad('no such slot')
    if (!(attachment[i] >= 0 && attachment[i] <= rig.source.attachments.count))
      throw bad('no such attachment')
    const above = places.get(holder[i])
    if (depth[i] !== (above === undefined ? 1 : depth[above] + 1)) throw bad('its depth is another')
    for (const [one, back] of [
      [next, last],
      [last, next],
    ] as const) {
      const other = one[i] - 1
      if (other === -1) continue
      if (!(other >= 0 && other < count) || back[other] !== i + 1 || holder[other] !== holder[i])
        throw bad('its neighbours are others')
    }
  }
  if (listed(next, last) !== count) throw damagedAt(path, 'a circle of slots')
  return { count, table, next, last }
}

/** Returns the number of rows in lists whose first row is there. */
function listed(next: Int32Array, last: Int32Array): number {
  let count = 0
  for (let first = 0; first < next.length; first++)
    if (last[first] === 0) for (let row = first + 1; row !== 0; row = next[row - 1]) count++
  return count
}

function readEvents({ events: { queue } }: AnimationState, given: Decoded, rigs: readonly ToldRig[]) {
  const path = 'events'
  const count = integerAt(given.get('count'), `${path}.count`, 0, 2 ** 24)
  const record = recordAt(given.get('table'), path)
  const { count: _, ...columns } = queue
  const table = Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [
      name,
      readColumn(record, name, column.slice(0, 0) as Typed, count, path),
    ]),
  )
  for (let i = 0; i < count; i++) {
    // An event of a rig that was unregistered.
    if (table.rig[i] === 0) continue
    const rig = rigs[table.rig[i] - 1]?.registered?.source
    if (!rig || table.source[i] !== 0) throw damagedAt(path, 'of no rig')
    const { animation, event } = table
    if (!(animation[i] >= -1 && animation[i] < rig.animations.length))
      throw damagedAt(path, 'of no animation')
    if (!(event[i] >= -1 && event[i] < rig.events.length)) throw damagedAt(path, 'of no event')
  }
  return {
    count,
    next: integerAt(given.get('next'), `${path}.next`, 0),
    sampling: given.get('sampling') === true,
    table,
  }
}
