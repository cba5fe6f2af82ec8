/** All that a world keeps, and what is saved of it. */
import type { Warn } from '../errors'
import { ARENA_SCHEMA, type Arena } from '../memory/arena'
import { type ColumnPool, POOL_SCHEMA } from '../memory/columns'
import type { SaveSchema } from '../memory/fields'
import type { RigPlayer } from '../model/player'
import type { Override } from '../rig/program/cache'
import type { Rig, RigAnimation, RigPage } from '../rig/rig'
import type { BoneTable } from '../rig/tables'
import { LINK_SCHEMA, type LinkState, TARGET_SCHEMA, type TargetState } from './attached/links'
import { NESTING_SCHEMA, type NestingState } from './attached/nesting'
import { OFFSETS_SCHEMA, type OffsetState } from './attached/offsets'
import { BLOCKS_SCHEMA, type Blocks, type Chunk, type RegisteredRig } from './chunks/blocks'
import type { CullingState } from './culling'
import { EVENTS_SCHEMA, type EventState } from './events'
import type { HitState } from './extents'
import type { WorldKernels } from './kernels'
import type { LayerScratch } from './layers'
import type { Members } from './members'
import type { EntryFields, EntryValues, PlayOptions, QueueOptions } from './play-options'
import { PLAYBACK_SCHEMA, type Playback } from './playback'
import type { RecordingState } from './recordings'
import type { EntityList, SKELETON_COLUMNS, SkeletonColumns } from './skeletons'
import { SPRITES_SCHEMA, type SpriteState } from './sprites'
import { STREAMS_SCHEMA, type StreamState } from './streams'

/** Everything this library keeps for one world; it hangs at `world.animation` and nowhere else. */
export interface AnimationState {
  readonly arena: Arena
  readonly kernels: WorldKernels
  /** Word index of the record by which programs are told of their run (program-context). */
  readonly context: number
  /**
   * Solves the lanes of a chunk by masks at a word index; null until a system has done so. Who only spawns and reads poses
   * has no use for update programs, and they are not part of the entry that does.
   */
  solver: ((state: AnimationState, chunk: Chunk, masks: number) => void) | null
  /** Whether anything was solved yet: what a restored world has not done, its `solver` may have been told before. */
  solved: boolean
  /** Whether the tick leaves out what is known to change no bit (src/shortcuts). */
  readonly shortcuts: boolean
  readonly warn: Warn
  readonly registration: Registration
  /** Registered rigs by number; 0 is none, and null one that was unregistered. */
  readonly rigs: (RegisteredRig | null)[]
  readonly rigsById: Map<string, RegisteredRig>
  readonly rigsByRig: Map<Rig, RegisteredRig>
  /** What plays the skeletons of a rig, by its number; 0 is that of rigs whose readers bring none along. */
  readonly players: Player[]
  /** Textures by the world's page number. */
  readonly pages: RigPage[]
  readonly pageNumbers: Map<RigPage, number>
  readonly blocks: Blocks
  readonly pool: ColumnPool<typeof SKELETON_COLUMNS>
  /** `pool.columns`: private columns by entity id. */
  readonly skeletons: SkeletonColumns
  /** Entities that have skeleton rows, in ascending serial. */
  readonly alive: EntityList
  /** Those of them that are not asleep, in ascending serial, unless `tick.activeStale`. */
  readonly active: EntityList
  /**
   * Those for which the open tick has something to do, in any order.
   */
  readonly awake: EntityList
  /** Serial of the next skeleton or sprite. */
  nextSerial: number
  /**
   * Grows with every skeleton or sprite that gets rows or gives them back, and with every `SortKey` and `Visibility` that
   * comes or goes: what a saved state goes by.
   */
  structure: number
  /** By entity id: how many entities of that id were removed that had a component of ours. Ids are reused, these counts tell. */
  removals: Uint32Array
  /** Who there was when a state was saved last; null where none was. */
  members: Members | null
  readonly playback: Playback
  readonly streams: StreamState
  readonly sprites: SpriteState
  /** Rows of `BoneFollower` and of `BoneTarget`. */
  readonly followers: LinkState
  readonly targets: TargetState
  readonly nesting: NestingState
  /** Null until something is put into a slot, unless `installAnimation` was given it. */
  nestingHooks: NestingHooks | null
  readonly offsets: OffsetState
  /** Null until a bone has an offset. */
  offsetHooks: OffsetHooks | null
  readonly events: EventState
  readonly culling: CullingState
  /** What `hitTest` noted; null until it is called, and after a state was restored. */
  hits: HitState | null
  readonly tick: Tick
  /** What layers need (world/layers); null until one plays. */
  layers: LayerScratch | null
  /** What `installRecordings` made; null until it did. */
  recordings: RecordingState | null
  /** Columns that were replaced lately; noted in development builds only. */
  readonly replaced: ReplacedColumn[]
  /** The world's `Transform` is the user's own: it is never grown. */
  readonly adoptedTransform: boolean
  /** Reads the seconds of the tick that opens into the array's first place. */
  readonly readDelta: (seconds: Float64Array) => void
}

/**
 * What plays a skeleton's animations: `tracks` as Spine does, `layers` as DragonBones does. Entries are told by their rows, animations
 * by their numbers in the rig. Whoever calls an operation that starts or changes entries has called `wake` and `prepareAnimation`.
 */
export interface Player extends RigPlayer {
  /** Names of the options that `play` and `queue` know, and of the fields that `setEntry` knows. */
  readonly options: readonly string[]
  readonly fields: readonly string[]
  /** Whether commands of its entries may be repeated (src/shortcuts): it keeps the columns of tracks. */
  readonly isRepeatable: boolean
  /** Refuses options that it cannot follow, once each is known to be of its kind. @throws OsteonError `bad-option`. */
  check(eid: number, rig: Rig, animation: number, options: QueueOptions): void
  /** The same for `fadeOut`. @param one only one entry is to fade out. */
  checkFade(eid: number, one: boolean, queued: boolean): void
  /** Plays an animation as often and with the fade that the file says. A structure call. */
  start(state: AnimationState, eid: number, animation: number): void
  /** Plays it at once. A structure call. @param plain nothing but `track` and `loop` is given. @returns the entry's row. */
  play(state: AnimationState, eid: number, animation: number, options: PlayOptions, plain: boolean): number
  /** Queues it behind what plays on its track. A structure call. @returns the entry's row. */
  queue(state: AnimationState, eid: number, animation: number, options: QueueOptions): number
  /**
   * Fades out what plays on a track, within seconds. A structure call.
   *
   * @param only row of the entry that fades out; -1 = all of the track. @param delay as for `queue`; null: at once.
   * @returns a row that tells when it is over; -1 = nothing plays there.
   */
  fade(
    state: AnimationState,
    eid: number,
    track: number,
    mix: number,
    only: number,
    delay: number | null,
  ): number
  /** Moves the clocks of a skeleton's entries by `tick.seconds[STEP]`, which the caller has set; starts and ends what is due. */
  advance(state: AnimationState, eid: number): void
  /** What applying the entries, which were just advanced, will do: bits of FOUND. */
  survey(state: AnimationState, eid: number): number
  /** Writes the commands of a skeleton's entries and steps what is not mixed. */
  apply(state: AnimationState, eid: number, chunk: Chunk): void
  /** Reports what entries passed, in a tick in which they are not applied. */
  report(state: AnimationState, eid: number, chunk: Chunk): void
  /**
   * Does what an event of the open tick asks for, which has an action's kind. Names of nothing are passed over. A structure
   * call. @param wake to be called before something is written to a skeleton.
   */
  carryOut(state: AnimationState, event: number, wake: (eid: number) => void): void
  /** Sets fields of an entry, which were checked. A structure call with some. */
  write(state: AnimationState, row: number, fields: EntryFields): void
  /** Tells what it keeps of an entry. */
  read(state: AnimationState, row: number, out: EntryValues): void
  /** An entry goes on with the animation of the same name of another rig, which the skeleton has now. A structure call. */
  change(state: AnimationState, row: number, from: RigAnimation, to: RigAnimation): void
}

/** What happens to slot children, called by systems and structure calls. Worlds without slot children do not have it. */
export interface NestingHooks {
  /** The tick opens: nested armatures follow the time scales of their holders. */
  readonly open: () => void
  /** A holder has had its turn in `timelineSampling`: what it shows changes before the turns of its children. The arena may grow. */
  readonly showFor: (holder: number) => void
  /**
   * A holder has just started an animation: nested armatures that it shows start their own of that name, unless they have an
   * entry of it. The arena may grow.
   */
  readonly follow: (holder: number, animation: number) => void
  /** What is shown in a slot plays an animation, if it has one of that name. The arena may grow. */
  readonly playInSlot: (holder: number, slot: number, animation: string) => void
  /**
   * Shows and hides nested armatures, and marks what has to be placed in this tick. Call it when it is known who is awake. The
   * arena may grow.
   */
  readonly prepare: () => void
  /** Finds where the children at a depth are, of holders that were solved before. @internal */
  readonly place: (state: AnimationState, depth: number) => void
  /** Brings world rows that a program has just written from the children's space to the world. @internal */
  readonly carry: (state: AnimationState, chunk: Chunk, masks: number, program: number) => void
  /** Moves the corners of sprites to where their slots are. @internal */
  readonly placeSprites: (state: AnimationState) => void
  /** Indices of what a holder shows, and of all that is drawn within it. @internal */
  readonly roomOf: (state: AnimationState, holder: number) => number
  /** Writes the indices of what is drawn in a slot from `at` on. @returns the index behind the last one. @internal */
  readonly writeSlot: (state: AnimationState, holder: number, slot: number, at: number) => number
  /** A skeleton got its rows: it gets a child for each nested armature that its rig shows. */
  readonly grow: (eid: number) => void
  /** A skeleton or sprite leaves. What it holds is removed from the world. */
  readonly leave: (eid: number) => void
  /** A skeleton was seated anew, with another skin or rig. @param before the number of its rig until then. */
  readonly reseat: (eid: number, before: number) => void
}

/** Puts offsets into local rows and takes them out again. Worlds in which no bone ever had one do not have it. */
export interface OffsetHooks {
  /** Before a program runs over lanes: local rows get the offsets. @param masks word index of one mask of lanes a block. */
  readonly begin: (state: AnimationState, chunk: Chunk, masks: number) => void
  /** Afterwards: they are what they were, and what a constraint changed in them. */
  readonly end: (state: AnimationState, chunk: Chunk, masks: number) => void
  /** The same for one skeleton, but for one of its bones. @param bone -1 = for all. */
  readonly beginLane: (state: AnimationState, chunk: Chunk, seat: number, bone: number) => void
  readonly endLane: (state: AnimationState, chunk: Chunk, seat: number, bone: number) => void
  /** What a skeleton's offsets override; undefined where none does. */
  readonly override: (state: AnimationState, eid: number) => Override | undefined
  /** A skeleton gets another rig. @returns false where a bone with an offset is missing; nothing has changed then. */
  readonly rename: (state: AnimationState, eid: number, from: BoneNames, to: BoneNames) => boolean
  /** A skeleton leaves. */
  readonly drop: (state: AnimationState, eid: number) => void
}

type BoneNames = Pick<BoneTable, 'names' | 'index'>

/** A public column that growth has replaced. */
export interface ReplacedColumn {
  /** Such as `Transform.x`. */
  readonly name: string
  readonly column: ArrayLike<number>
  /** What it held then. */
  readonly copy: ArrayLike<number>
  /** Number of the tick in which it was replaced. */
  readonly tick: number
}

/** Notices bitECS's `resetWorld`, of which no observer is told. */
export interface Registration {
  /** Whether bitECS has forgotten our components, and all entities. */
  readonly isLost: () => boolean
  /** Forgets all entities and registers our components anew. */
  readonly renew: () => void
}

/** Places of `Tick.seconds`: those of the tick. */
export const TICK = 0
/** Those by which `advance` moves a skeleton's entries: with an update rate, several ticks'. Whoever calls it sets them. */
export const STEP = 1
/** The sum of all ticks that `timelineSampling` opened. */
export const TOTAL = 2
/** The clock of constraints: the same sum without ticks that ran backwards, in whole 2^-32ths (`src/world/chunks/clocks.ts`). */
export const NOW = 3
/** That clock before the open tick. */
export const EARLIER = 4

/** The tick that is open. */
export interface Tick {
  /** How many were opened. */
  number: number
  /** Place of the system that ran last (PLACE); a tick opens when one at or before it runs. */
  place: number
  /** Bits `1 << PLACE` of the systems that have run to their end. */
  done: number
  /** Skeletons came, went or woke since `active` was listed. */
  activeStale: boolean
  /** How many ticks were opened by `timelineSampling`. */
  samplings: number
  /** Seconds, at TICK, STEP, TOTAL, NOW and EARLIER. In an array, so that they never become heap objects. */
  readonly seconds: Float64Array
  /** Entities whose `Skeleton` was added or set and that have no rows for it yet. */
  readonly pending: Set<number>
  /** Entities that lost their `Skeleton` and still have rows. */
  readonly leaving: Set<number>
}

const LIST_SCHEMA = { ids: 'saved', count: 'saved' } as const satisfies SaveSchema<EntityList>

const TICK_SCHEMA = {
  number: 'saved',
  place: 'saved',
  done: 'saved',
  activeStale: 'saved',
  samplings: 'saved',
  seconds: 'saved',
  // Both are empty when a state is saved or restored.
  pending: 'scratch',
  leaving: 'scratch',
} as const satisfies SaveSchema<Tick>

/** What a saved state holds of a world. Chunks, rigs and what rigs were given have schemas of their own. */
export const STATE_SCHEMA = {
  arena: ARENA_SCHEMA,
  kernels: 'stays',
  // It is never moved.
  context: 'stays',
  solver: 'stays',
  solved: 'saved',
  shortcuts: 'stays',
  warn: 'stays',
  registration: 'stays',
  rigs: 'stays',
  rigsById: 'stays',
  rigsByRig: 'stays',
  players: 'stays',
  pages: 'stays',
  pageNumbers: 'stays',
  blocks: BLOCKS_SCHEMA,
  pool: POOL_SCHEMA,
  skeletons: 'scratch',
  alive: LIST_SCHEMA,
  active: LIST_SCHEMA,
  awake: LIST_SCHEMA,
  nextSerial: 'saved',
  // It only counts on.
  structure: 'stays',
  removals: 'stays',
  members: 'stays',
  playback: PLAYBACK_SCHEMA,
  streams: STREAMS_SCHEMA,
  sprites: SPRITES_SCHEMA,
  followers: LINK_SCHEMA,
  targets: TARGET_SCHEMA,
  nesting: NESTING_SCHEMA,
  nestingHooks: 'stays',
  offsets: OFFSETS_SCHEMA,
  offsetHooks: 'stays',
  events: EVENTS_SCHEMA,
  culling: 'scratch',
  hits: 'scratch',
  tick: TICK_SCHEMA,
  layers: 'scratch',
  // They are saved by functions of their own.
  recordings: 'stays',
  replaced: 'stays',
  adoptedTransform: 'saved',
  readDelta: 'stays',
  renderer: 'stays',
  scene: 'stays',
} as const satisfies SaveSchema<AnimationState>

/** Places of the systems, in the order in which they run. */
export const PLACE = {
  timelineSampling: 1,
  mixing: 2,
  constraints: 3,
  worldTransform: 4,
  skinning: 5,
} as const
