/** Describes a saved state without addresses: its entities, and how each differs from a fresh one. */
import { LANES } from '../../base/memory/lanes'
import { readEntries } from '../../tick/doors/read'
import { LINK_COLUMNS, type LinkState } from '../../world/attached/links'
import { seatBase, worldBase } from '../../world/chunks/addresses'
import type { RegisteredRig } from '../../world/chunks/blocks'
import { chunkAt } from '../../world/chunks/blocks'
import { MIXED, SKINNED, SOLVED } from '../../world/chunks/marks'
import { isKnown } from '../../world/chunks/world-rows'
import { hasLeftRows, savedFlags } from '../../world/flags/states'
import { ACTIVITY, LEVEL, SHORTCUT_ACTIVITY, SKELETON_COLUMNS } from '../../world/skeletons'
import { type AnimationState, PLACE } from '../../world/state'
import { OFFSET_NEXT, OFFSET_POSE, OFFSET_WHAT, offsetAt } from '../bone-controls/offsets'
import { controlsIn } from '../bone-controls/state'
import { CHILD_COLUMNS, nestingIn } from '../nesting/state'
import { SPRITE_ROWS } from '../sprites/layout'
import { type SpriteState, spritesIn } from '../sprites/state'
import type { Typed } from './bytes/typed-arrays'
import { describeEntries } from './entries'
import { describeDeforms, describeLanes } from './lanes'
import { idsOf, MEMBER, type Members } from './members'
import { describeRegions, describeRig, unlessEmpty } from './rigs'
import { pick, type Table, tableOf, withoutZeros } from './tables'

/** Shortcuts are found again, and the skeletons of a loaded save are solved and skinned with the next tick. */
const KEPT_ACTIVITY = ~(ACTIVITY.asleep | ACTIVITY.moved | ACTIVITY.owesSkin | SHORTCUT_ACTIVITY)

/** Public columns by component. */
export type PublicColumns = Readonly<Record<string, Table>>

/** Describes a state, in steps. @param view is modified. @param columns by entity id. */
export function* describe(view: AnimationState, { kinds, runs }: Members, columns: PublicColumns) {
  const entities = Int32Array.from(idsOf(runs))
  const { alive, skeletons, tick } = view
  const sprites = spritesIn(view)
  const ids = alive.ids.slice(0, alive.count)
  for (const eid of ids) readEntries(view, eid)
  yield
  const used = usedRigs(view, ids)
  const rigs = view.rigs.filter(
    (rig) => rig && (used.has(rig.number) || rig.mixes.pairs.size > 0 || rig.mixes.fallback !== 0),
  ) as RegisteredRig[]
  const places = new Int32Array(view.rigs.length).fill(-1)
  rigs.forEach(({ number }, place) => {
    places[number] = place
  })
  const marks = marksOf(view, ids)
  const table = tableOf(skeletons, SKELETON_COLUMNS, ids)
  yield
  const lanes = yield* describeLanes(view, ids)
  yield
  const components = describeColumns(columns, entities, kinds, places)
  yield
  const entries = describeEntries(
    view,
    ids,
    (tick.done & (1 << PLACE.mixing)) === 0 ? marks : marks.map((bits) => bits & ~MIXED),
    rigs.map(({ masks }) => [...masks.values()]),
    places,
  )
  yield
  return {
    tick: {
      number: tick.number,
      place: tick.place,
      done: tick.done,
      samplings: tick.samplings,
      seconds: tick.seconds.slice(),
    },
    nextSerial: view.nextSerial,
    solved: view.solved,
    regions: describeRegions(sprites, columns.Sprite ? pick(columns.Sprite.region, entities) : []),
    rigs: rigs.map((registered) => describeRig(registered, used.has(registered.number))),
    others: view.rigs.flatMap((rig) => (rig && places[rig.number] < 0 ? [rig.id] : [])),
    entities: { ids: entities, kinds: pick(kinds, entities) },
    components,
    skeletons: {
      ids,
      table: withoutZeros({
        ...table,
        flags: pick(view.pool.columns.flags, ids).map(savedFlags),
        activity: pick(skeletons.activity, ids).map((bits) => bits & KEPT_ACTIVITY),
      }),
      rigs: ids.map((eid) => places[skeletons.rig[eid]]),
      skins: pick(skeletons.skin, ids),
      marks,
      lanes: unlessEmpty({ ...lanes }),
      deforms: unlessEmpty({ ...describeDeforms(view, ids) }),
      worlds: unlessEmpty(describeWorlds(view, ids)),
      colors: unlessEmpty(describeColors(view, ids)),
      offsets: unlessEmpty(describeOffsets(view, ids)),
    },
    entries,
    sprites: describeSprites(sprites),
    followers: describeLinks(view.followers),
    targets: describeLinks(controlsIn(view)?.targets),
    children: describeChildren(view),
    events: describeEvents(view, places),
  }
}

/** Returns the numbers of the rigs of skeletons and of queued events. */
function usedRigs({ events: { queue }, skeletons }: AnimationState, ids: Int32Array): ReadonlySet<number> {
  return new Set([...pick(skeletons.rig, ids), ...queue.rig.subarray(0, queue.count)])
}

/** Returns the bits of each skeleton's lane in the masks of its chunk (mix, run, skin). */
function marksOf({ arena: { i32 }, blocks, skeletons }: AnimationState, ids: Int32Array): Uint8Array {
  return Uint8Array.from(ids, (eid) => {
    const { mix, run, skin } = chunkAt(blocks, skeletons.chunk[eid])
    const block = skeletons.seat[eid] >> 2
    const bit = 1 << (skeletons.seat[eid] & (LANES - 1))
    return (
      ((i32[mix + block] & bit) !== 0 ? MIXED : 0) |
      ((i32[run + block] & bit) !== 0 ? SOLVED : 0) |
      ((i32[skin + block] & bit) !== 0 ? SKINNED : 0)
    )
  })
}

/** Describes columns. Rigs are named by their index in the save. Columns of zeros are left out. */
function describeColumns(
  columns: PublicColumns,
  entities: Int32Array,
  kinds: Uint8Array,
  places: Int32Array,
): PublicColumns {
  const told = Object.entries(columns).map(([component, table]) => {
    const bit: number | undefined = MEMBER[component as keyof typeof MEMBER]
    // These columns also apply to entities without the component.
    const isOpen = bit === undefined || component === 'Visibility' || component === 'SortKey'
    const has = (eid: number) => isOpen || (kinds[eid] & bit) !== 0
    const values = Object.entries(table).map(([name, column]): [string, Typed] => {
      const picked = pick(column, entities)
      entities.forEach((eid, i) => {
        if (!has(eid)) picked[i] = 0
        else if (component === 'Skeleton' && name === 'rig') picked[i] = places[picked[i]] + 1
      })
      return [name, picked]
    })
    return [component, withoutZeros(Object.fromEntries(values))] as const
  })
  return Object.fromEntries(told.filter(([, table]) => Object.keys(table).length > 0))
}

/** Describes world rows that cannot be computed again. */
function describeWorlds(state: AnimationState, ids: Int32Array): Table {
  const { blocks, skeletons } = state
  const { i32 } = state.arena
  const counts = new Uint32Array(ids.length)
  const words: number[] = []
  ids.forEach((eid, nth) => {
    const chunk = chunkAt(blocks, skeletons.chunk[eid])
    const isLeft = hasLeftRows(state, eid)
    const seat = skeletons.seat[eid]
    // An unseen skeleton has the world rows of its last solved pose.
    const isUnseen = skeletons.level[eid] > LEVEL.noVertices
    // Solving a holder again would also solve what is in its slots, which may keep state.
    const holds = skeletons.carries[eid] !== 0
    if (chunk.world === 0 || !isKnown(i32, chunk, seat)) return
    if (!chunk.rig.keepsWorld && !isLeft && !isUnseen && !holds) return
    const base = worldBase(chunk, seatBase(chunk, seat))
    for (let row = 0; row < chunk.layout.worldStride; row += LANES) words.push(i32[base + row])
    counts[nth] = chunk.layout.worldStride / LANES
  })
  return { counts, words: Int32Array.from(words) }
}

/** Describes slot colours that no animation keys, for skeletons that have such colours of their own. */
function describeColors({ arena: { f32 }, rigs, skeletons }: AnimationState, ids: Int32Array): Table {
  const counts = new Uint32Array(ids.length)
  const values: number[] = []
  ids.forEach((eid, nth) => {
    const words = skeletons.colors[eid]
    if (words === 0) return
    counts[nth] = rigs[skeletons.rig[eid]]?.source.rows.fixed.length ?? 0
    for (let i = 0; i < counts[nth]; i++) values.push(f32[words + i])
  })
  return { counts, values: Float32Array.from(values) }
}

function describeOffsets(view: AnimationState, ids: Int32Array): Table {
  const controls = controlsIn(view)
  const counts = new Uint32Array(controls ? ids.length : 0)
  const what: number[] = []
  const poses: number[] = []
  ids.forEach((eid, nth) => {
    if (!controls) return
    const { arena, offsets, skeletons } = controls
    for (let row = skeletons.moved[eid]; row !== 0; ) {
      const at = offsetAt(offsets, row)
      counts[nth]++
      what.push(arena.i32[at + OFFSET_WHAT])
      for (let field = 0; field < 7; field++) poses.push(arena.f32[at + OFFSET_POSE + field])
      row = arena.i32[at + OFFSET_NEXT]
    }
  })
  return { counts, what: Uint32Array.from(what), poses: Float32Array.from(poses) }
}

function describeSprites(sprites: SpriteState | null) {
  if (sprites === null) return { count: 0, table: {} }
  const { alive, rows } = sprites
  const own = Array.from(alive.ids.subarray(0, alive.count)).filter((row) => rows.entity[row] !== 0)
  return { count: own.length, table: tableOf(rows, SPRITE_ROWS, own) }
}

function describeLinks(links: LinkState | undefined) {
  if (links === undefined) return { count: 0, table: {} }
  const { count, rows } = links
  return {
    count,
    table: tableOf(
      rows,
      LINK_COLUMNS,
      Int32Array.from({ length: count }, (_, i) => i),
    ),
  }
}

/** Children in the order in which they were put into slots. They name one another by their place in it, from 1. */
function describeChildren(state: AnimationState) {
  const nesting = nestingIn(state)
  if (nesting === null) return { count: 0, table: {}, links: undefined }
  const { places, rows } = nesting
  const own = [...places.values()]
  const placeOf = new Map(own.map((row, i) => [row, i + 1]))
  const name = (column: Int32Array) => Int32Array.from(own, (row) => placeOf.get(column[row]) ?? 0)
  return {
    count: own.length,
    table: tableOf(rows, CHILD_COLUMNS, own),
    links: unlessEmpty({ next: name(rows.next), last: name(rows.last) }),
  }
}

/** Describes events that the next tick reports. */
function describeEvents({ events: { next, queue, sampling } }: AnimationState, places: Int32Array) {
  const { count, ...columns } = queue
  const told = Object.entries(columns).map(([name, column]) => [name, column.slice(0, count)] as const)
  return {
    count,
    next,
    sampling,
    table: withoutZeros({
      ...Object.fromEntries(told),
      rig: queue.rig.slice(0, count).map((rig, i) => (queue.source[i] === 0 ? places[rig] + 1 : rig)),
    }),
  }
}
