/**
 * Reads saves of version 1, which 0.2.0 wrote: a copy of a world's memory, full of addresses. The result has the form of a present
 * save. The old layout is written down here, and must not follow the present one.
 */
import { OsteonError } from '../errors'
import type { ColumnType } from '../memory/columns'
import type { Fields } from '../memory/fields'
import { LANES, SLOT_FIELDS } from '../memory/lanes'
import { ANIMATION } from '../rig/animation/image'
import { createMask } from '../rig/animation/mask'
import { PATH_TABLE_COUNT } from '../rig/attachments/path-layout'
import type { Rig } from '../rig/rig'
import type { BlockLayout, Chunk, RegisteredProgram, RegisteredRig, WorldSkin } from '../world/chunks/blocks'
import { loadedRig } from '../world/chunks/wardrobe'
import { LAYER_FLAG } from '../world/layers'
import type { Members } from '../world/members'
import { REGION_RECORD } from '../world/sprites'
import type { AnimationState } from '../world/state'
import { HEAD_BYTES } from './bytes/envelope'
import { readOldValue } from './bytes/old-values'
import { columnAt, type Decoded, damagedAt, integerAt, listAt, recordAt, textAt } from './bytes/shape'
import { readerOf, type Typed } from './bytes/typed-arrays'
import { describe, type PublicColumns } from './describe'
import { runsOf } from './members'
import { checkSkin } from './rigs'
import { COMPONENT_NAMES } from './save'
import { bindView } from './view'

/** Names and types of columns, in their order in memory. */
function columns(text: string): Readonly<Record<string, ColumnType>> {
  return Object.fromEntries(text.split(' ').map((column) => column.split(':') as [string, ColumnType]))
}

const SKELETONS = columns(
  'serial:u32 rig:i32 chunk:i32 seat:i32 skin:i32 flags:u32 red:f32 green:f32 blue:f32 alpha:f32 sortKey:f32 timeScale:f32 x:f32 y:f32 rotation:f32 scaleX:f32 scaleY:f32 flipX:u8 flipY:u8 level:u8 rate:u8 activity:u16 lastMarked:i32 since:f64 tracks:i32 trackCount:i32 entriesChanged:u8 command:i32 vertexStart:i32 vertexRoom:i32 vertexCount:i32 indexCount:i32 unkeyedVertices:i32 unkeyedIndices:i32 tailStart:i32 tailRuns:i32 tailIndices:i32 splices:i32 frameStart:i32 frameRoom:i32 frameRun:i32 spliceStart:i32 spliceRoom:i32 frameNumber:u32 colors:i32 offsets:i32 children:i32 held:i32 slotAlpha:f32',
)
const ENTRIES = columns(
  'generation:u32 entity:u32 serial:u32 animation:i32 track:i32 flags:u32 mixBlend:u8 next:i32 previous:i32 mixingFrom:i32 mixingTo:i32 animationStart:f64 animationEnd:f64 trackEnd:f64 timeScale:f64 alpha:f64 delay:f64 mixDuration:f64 eventThreshold:f64 mixAttachmentThreshold:f64 mixDrawOrderThreshold:f64 alphaAttachmentThreshold:f64 mixInterpolation:u8 mask:i32 trackTime:f64 trackLast:f64 nextTrackLast:f64 animationLast:f64 nextAnimationLast:f64 mixTime:f64 interruptAlpha:f64 totalAlpha:f64 fraction:f64 modes:i32 modeCount:i32 fading:i32 holding:i32 mixing:i32 deforms:i32 deformRoom:i32 applyFlags:u8 applyBlend:u8 direction:u8 skipped:u8 repeatUntil:f64 mixUntil:f64 cycleStart:f64 playTimes:i32 plays:i32 fade:u8 run:u8 group:i32 replaces:u8 mixOut:f64 lastKey:i32 autoFadeOut:f64 root:i32 node:i32 above:i32 nodes:i32 nodeCount:i32 parameter:f64 left:i32 right:i32 clock:u8',
)
/** The names of a layer's flags, from bit 8 on. */
const LAYER_FLAGS = (
  [
    'resets',
    'displays',
    'reports',
    'frozen',
    'stopped',
    'begun',
    'fadedOut',
    'faded',
    'moved',
    'ranBefore',
    'overBefore',
    'alone',
    'pausesOut',
    'adopted',
    'wasFaded',
    'looped',
    'reorders',
    'acts',
    'settled',
    'atLast',
    'holdsLast',
    'fills',
    'lacksTurns',
  ] as const
).map((name, i) => [i + 8, name] as const)
const SPRITES = columns('entity:i32 serial:u32 vertex:i32 sortKey:f32 shown:u8 held:i32 slotAlpha:f32')
const LINKS = columns('entity:i32 host:u32 serial:u32 x:f32 y:f32 rotation:f32 what:i32 next:i32')
const CHILDREN = columns(
  'entity:i32 holder:i32 slot:i32 next:i32 last:i32 depth:i32 kind:u8 shown:u8 attachment:i32 fresh:u8 a:f32 c:f32 b:f32 d:f32 x:f32 y:f32 slotA:f32 slotC:f32 slotB:f32 slotD:f32 slotX:f32 slotY:f32',
)

/** Parts of a state, in the order of the file. */
const PARTS = (
  'state arena blocks pool alive active awake playback playback.pool playback.commands streams streams.pools ' +
  'streams.words streams.vertices streams.tail sprites sprites.pool sprites.records sprites.places sprites.alive ' +
  'sprites.regions followers followers.pool targets targets.pool nesting nesting.pool offsets offsets.records events ' +
  'events.queue tick'
).split(' ')

/**
 * Describes a save of version 1 as `describe` does a present state.
 *
 * @throws OsteonError `unknown-rig`, `unknown-skin`, `unknown-attachment`, `missing-region`, `damaged`.
 */
export function upgrade(state: AnimationState, bytes: Uint8Array): ReturnType<typeof describe> {
  const tree = recordAt(readOldValue(readerOf(bytes, HEAD_BYTES)), '')
  const memory = columnAt(tree.get('bytes'), 'bytes', new Uint8Array(0))
  const kinds = columnAt(tree.get('kinds'), 'kinds', new Uint8Array(0))
  checkRegions(state, tree)
  const buffer = new ArrayBuffer((memory.length + 7) & ~7)
  new Uint8Array(buffer).set(memory)
  const words = new Int32Array(buffer)
  const rigs = listAt(tree.get('rigs'), 'rigs').map((rig, number) => oldRig(state, rig, number, words))
  const members: Members = { structure: -1, kinds, removals: new Uint32Array(0), runs: runsOf(kinds) }
  try {
    const view = withEntries(bindView(oldState(state, tree), buffer, rigs, []))
    view.blocks.chunks.push(...oldChunks(view, tree))
    return describe(view, members, oldColumns(tree))
  } catch (error) {
    // An address may lead nowhere: bytes with a valid checksum can still be hostile.
    if (error instanceof OsteonError) throw error
    throw damagedAt('', `its memory is not that of a world (${String(error)})`)
  }
}

/** The present state, with the saved fields of each part in place of its own. */
function oldState(state: AnimationState, tree: Decoded): AnimationState {
  const given = listAt(tree.get('parts'), 'parts')
  const part = (name: string): Fields => {
    const record = recordAt(given[PARTS.indexOf(name)], name)
    return Object.fromEntries(record as ReadonlyMap<string, unknown>)
  }
  const pool = <P extends object>(present: P, name: string, schema: object): P => ({
    ...present,
    ...part(name),
    schema,
  })
  const { playback, sprites, followers, targets, nesting, offsets, events } = state
  return {
    ...state,
    ...part('state'),
    blocks: { chunks: [], freeIds: [], cursor: 0 },
    pool: pool(state.pool, 'pool', SKELETONS),
    alive: { ...state.alive, ...part('alive') },
    playback: {
      ...playback,
      ...part('playback'),
      pool: pool(playback.pool, 'playback.pool', ENTRIES),
      trackPool: pool(playback.trackPool, 'playback.pool', ENTRIES),
      layerPool: pool(playback.layerPool, 'playback.pool', ENTRIES),
      commands: { ...playback.commands, ...part('playback.commands') },
    },
    sprites: {
      ...sprites,
      pool: pool(sprites.pool, 'sprites.pool', SPRITES),
      places: pool(sprites.places, 'sprites.places', { row: 'i32' }),
      alive: { ...sprites.alive, ...part('sprites.alive') },
    },
    followers: { ...followers, ...part('followers'), pool: pool(followers.pool, 'followers.pool', LINKS) },
    targets: { ...targets, ...part('targets'), pool: pool(targets.pool, 'targets.pool', LINKS) },
    nesting: { ...nesting, ...part('nesting'), pool: pool(nesting.pool, 'nesting.pool', CHILDREN) },
    offsets: { ...offsets, ...part('offsets'), records: { ...offsets.records, ...part('offsets.records') } },
    events: { ...events, ...part('events'), queue: { ...events.queue, ...part('events.queue') } as never },
    tick: { ...state.tick, ...part('tick') },
  }
}

/** Splits the one old set of entry columns. Some columns meant different things for tracks and for layers: they get the present names. */
function withEntries(view: AnimationState): AnimationState {
  const { playback } = view
  const old = playback.entries as unknown as Readonly<Record<string, Typed>>
  const flags = Uint32Array.from(old.flags, (bits) =>
    LAYER_FLAGS.reduce((sum, [bit, name]) => sum | ((bits & (1 << bit)) !== 0 ? LAYER_FLAG[name] : 0), 0),
  )
  const both = { older: old.mixingFrom, newer: old.mixingTo, appliedAt: old.nextTrackLast }
  const fade = { fadeTime: old.mixTime, fadeSeconds: old.mixDuration, fadeShare: old.fraction }
  const times = { stepped: old.animationLast, second: old.nextAnimationLast, totalWeight: old.totalAlpha }
  return {
    ...view,
    playback: {
      ...playback,
      entries: Object.assign({ ...playback.entries }, both),
      layerEntries: Object.assign({ ...playback.layerEntries }, fade, times, { flags }),
    },
  }
}

/** Chunks with a stand-in for their program: an empty map of setup poses, the only field that is read. */
function oldChunks(view: AnimationState, tree: Decoded): (Chunk | null)[] {
  const { alive, rigs, skeletons } = view
  const owners = new Map<number, RegisteredRig>()
  for (const eid of alive.ids.subarray(0, alive.count)) {
    const rig = rigs[skeletons.rig[eid]]
    if (rig) owners.set(skeletons.chunk[eid], rig)
  }
  return listAt(tree.get('chunks'), 'chunks').map((given, id) => {
    const rig = owners.get(id)
    if (!rig) return null
    const fields = Object.fromEntries(recordAt(given, `chunks[${id}]`) as ReadonlyMap<string, unknown>)
    const program = { setups: new Map() } as unknown as RegisteredProgram
    return { ...fields, id, rig, program, layout: rig.layout } as Chunk
  })
}

function oldColumns(tree: Decoded): PublicColumns {
  const given = listAt(tree.get('columns'), 'columns')
  return Object.fromEntries(
    COMPONENT_NAMES.map((component, i) => [
      component,
      Object.fromEntries(recordAt(given[i], `columns[${i}]`) as ReadonlyMap<string, Typed>),
    ]),
  )
}

/** The saved rig with its masks, mixes and skins. Its images must equal those of the rig in this world. */
function oldRig(
  state: AnimationState,
  given: unknown,
  number: number,
  words: Int32Array,
): RegisteredRig | null {
  if (given === null) return null
  const path = `rigs[${number}]`
  const record = recordAt(given, path)
  const id = textAt(record.get('id'), `${path}.id`)
  const other = (what: string) => {
    const message = `rig "${id}" has other ${what} here than in the world that was encoded`
    return new OsteonError('unknown-rig', 'decodeState', path, message)
  }
  const registered = state.rigsById.get(id)
  if (!registered)
    throw new OsteonError('unknown-rig', 'decodeState', path, `rig "${id}" must be registered here`)
  const rig = loadedRig(registered)
  const layout = oldLayout(recordAt(record.get('layout'), `${path}.layout`))
  if (!hasRows(layout, rig)) throw other('rows')
  const image = integerAt(record.get('image'), `${path}.image`, 1)
  // Compares up to the attachments: behind them, kernels write into the image.
  const { paths, skinTable, words: own } = rig.image()
  const end = paths.table > 0 ? paths.table + PATH_TABLE_COUNT : skinTable
  if (!liesAt(words, image, own, end)) throw other('bones, slots or attachments')
  const animations = columnAt(record.get('animations'), `${path}.animations`, new Int32Array(0))
  if (animations.length !== rig.animations.length) throw other('animations')
  for (const [animation, start] of animations.entries()) {
    const { words: keys } = start === 0 ? { words: new Int32Array(0) } : rig.animations[animation].image()
    if (!liesAt(words, start, keys, keys.length, ANIMATION.SLICES)) throw other('keys in its animations')
  }
  checkAdded(registered, record, words, path)
  const mixes = recordAt(record.get('mixes'), `${path}.mixes`)
  const masks = listAt(record.get('masks'), `${path}.masks`).map((mask) => oldMask(rig, mask, path))
  const made = listAt(record.get('made'), `${path}.made`).map((names) => listAt(names, path) as string[])
  return {
    ...registered,
    number,
    image,
    animations,
    layout,
    mixes: {
      fallback: Number(mixes.get('fallback')),
      pairs: recordAt(mixes.get('pairs'), `${path}.mixes.pairs`) as unknown as Map<number, number>,
    },
    masks: new Map(masks.map((mask) => [mask.mask.key, mask])),
    skins: [
      ...registered.skins.slice(0, rig.skins.length),
      ...made.map((names) => combined(registered, names, path)),
    ],
  }
}

/** A skin that was made at run time. Only its attachments are read, for setup poses. */
function combined(registered: RegisteredRig, names: readonly string[], path: string): WorldSkin {
  checkSkin(registered, names, path)
  const { rig, skins } = registered
  const worn = names.map((name) => skins[rig.skinIndex.get(name) ?? 0])
  return { names, bones: [], constraints: [], entries: new Map(worn.flatMap(({ entries }) => [...entries])) }
}

function oldLayout(given: Decoded): BlockLayout {
  return Object.fromEntries(given) as unknown as BlockLayout
}

/** Whether the sections have the lengths that the rig needs. */
function hasRows(
  { deform, local, notedColors, order, slots, state }: BlockLayout,
  { rows, slots: table }: Rig,
): boolean {
  return (
    slots - local === rows.local * LANES &&
    order - slots === table.count * SLOT_FIELDS * LANES &&
    notedColors - order === rows.order * LANES &&
    deform - state === rows.state * LANES
  )
}

function oldMask(rig: Rig, given: unknown, path: string) {
  const record = recordAt(given, `${path}.masks`)
  const names = (kind: 'bones' | 'slots') => {
    const bits = columnAt(record.get(kind), `${path}.masks`, new Uint8Array(0), rig[kind].count)
    return rig[kind].names.filter((_, i) => bits[i] === 1)
  }
  const words = columnAt(record.get('words'), `${path}.masks`, new Int32Array(0))
  return { mask: createMask(rig, { bones: names('bones'), slots: names('slots') }), words }
}

/** Attachments that were added at run time must have been added here, too. Their images follow the skin table and its length. */
function checkAdded({ id, wardrobe }: RegisteredRig, record: Decoded, words: Int32Array, path: string): void {
  const images = listAt(record.get('added'), `${path}.added`).slice(2)
  const isHere = images.every((start, i) => {
    const image = wardrobe?.added[i]?.image
    return image !== undefined && liesAt(words, Number(start), image, image.length)
  })
  if (isHere) return
  const message =
    `${images.length} attachments were added to rig "${id}" in the world that was encoded; ` +
    `add the same here, in the same order, before decodeState; there are ${wardrobe?.added.length ?? 0}`
  throw new OsteonError('unknown-attachment', 'decodeState', path, message)
}

/** Whether `words` equals `wanted` from `start`. @param length in words. @param but index of a word that may differ. */
function liesAt(words: Int32Array, start: number, wanted: Int32Array, length: number, but = -1): boolean {
  if (!(start >= 0 && start + length <= words.length)) return false
  for (let i = 0; i < length; i++) if (words[start + i] !== wanted[i] && i !== but) return false
  return true
}

/** The world must have the same regions under the same numbers. */
function checkRegions({ arena, sprites }: AnimationState, tree: Decoded): void {
  const regions = columnAt(tree.get('regions'), 'regions', new Int32Array(0))
  const { start } = sprites.regions
  const present = arena.i32.subarray(start, start + sprites.regionCount * REGION_RECORD)
  if (regions.every((word, at) => word === present[at])) return
  const message = 'register the same atlases and rigs in the same order as in the world that was encoded'
  throw new OsteonError('missing-region', 'decodeState', 'regions', message)
}
