/** The whole state of a world, and what saves hold of it. */
import type { Warn } from '../base/errors'
import { ARENA_SCHEMA, type Arena } from '../base/memory/arena'
import { type ColumnPool, POOL_SCHEMA } from '../base/memory/columns'
import type { SaveSchema } from '../base/memory/fields'
import type { RigPlayer } from '../base/model/player'
import type { Rig, RigAnimation, RigPage } from '../rig/rig'
import { LINK_SCHEMA, type LinkState } from './attached/links'
import type { PureChunk } from './chunks/blocks'
import {
  BLOCKS_SCHEMA,
  type Blocks,
  type Chunk,
  type RegisteredProgram,
  type RegisteredRig,
} from './chunks/blocks'
import type { CullingState } from './culling'
import { EVENTS_SCHEMA, type EventState } from './events'
import type { HitState } from './extents'
import type { Joins } from './joins'
import type { WorldKernels } from './kernels'
import type { EntryFields, EntryValues, PlayOptions, QueueOptions } from './play-options'
import { PLAYBACK_SCHEMA, type Playback } from './playback'
import type { EntityList, SKELETON_COLUMNS, SkeletonColumns } from './skeletons'
import { STREAMS_SCHEMA, type StreamState } from './streams'

/** Everything that this library keeps for one world; it is in `world.animation` and nowhere else. */
export interface AnimationState {
  readonly arena: Arena
  readonly kernels: WorldKernels
  /** Word index of the record of program runs (program-context). */
  readonly context: number
  /**
   * Solves the lanes of a chunk by masks at a word index; null until a system sets it. Code that only spawns and reads
   * poses does not need update programs, and its bundle does not contain them.
   */
  solver: ((state: AnimationState, chunk: PureChunk, masks: number) => void) | null
  /**
   * Runs the program of the lanes in a chunk's mask `run`, including clocks, for `withPose`; null until a system sets
   * it.
   */
  poser: ((state: AnimationState, chunk: Chunk) => void) | null
  /** Poses that were made on demand, by entity (`src/tick/doors/posed.ts`). */
  readonly poses: Map<number, RememberedPose>
  /** Whether this world has solved anything yet. A restored world has not, even if its `solver` is set. */
  solved: boolean
  /** Number of threads that run kernels: each has its own scratch. */
  readonly threadCount: number
  /** What extensions bring. */
  readonly joins: Joins
  /** Whether the tick leaves out work that changes no bit (src/tick/shortcuts). */
  readonly shortcuts: boolean
  readonly warn: Warn
  readonly registration: Registration
  /** Registered rigs by number; number 0 means no rig, and null an unregistered one. */
  readonly rigs: (RegisteredRig | null)[]
  readonly rigsById: Map<string, RegisteredRig>
  readonly rigsByRig: Map<Rig, RegisteredRig>
  /** The player of each rig, by the rig's number; 0 has the player of rigs whose readers bring none. */
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
  /** Entities of `alive` that are not asleep, in ascending serial, unless `tick.activeStale`. */
  readonly active: EntityList
  /**
   * Skeletons for which the open tick has work, in any order.
   */
  readonly awake: EntityList
  /** Serial of the next drawable. */
  nextSerial: number
  /**
   * Grows with every drawable that gets rows or frees them, and with every `SortKey` and `Visibility` that
   * comes or goes: copies of the state compare it.
   */
  structure: number
  /**
   * For each entity id: how many entities of that id with a component of ours were removed. It distinguishes reused
   * ids.
   */
  removals: Uint32Array
  readonly playback: Playback
  readonly streams: StreamState
  /** Rows of `BoneFollower`. */
  readonly followers: LinkState
  readonly events: EventState
  readonly culling: CullingState
  /** The notes of `hitTest`; null until its first call, and after a restore. */
  hits: HitState | null
  readonly tick: Tick
  /** What players keep in a world apart from columns of entries, by their names. It is not saved. */
  readonly playerStates: Map<string, object>
  /** Columns that were replaced lately; noted only in development builds. */
  readonly replaced: ReplacedColumn[]
  /** Whether the world's `Transform` is the user's own, which is never grown. */
  readonly adoptedTransform: boolean
  /** Reads the seconds of the opening tick into the array's first place. */
  readonly readDelta: (seconds: Float64Array) => void
}

/**
 * Plays a skeleton's animations: `tracks` by Spine's rules, or as a reader brings it. Entries are given as rows,
 * animations as numbers in the rig. Call `wake` and `prepareAnimation` before an operation that starts or changes
 * entries.
 */
export interface Player extends RigPlayer {
  /** Names of the options of `play` and `queue`, and of the fields of `setEntry`. */
  readonly options: readonly string[]
  readonly fields: readonly string[]
  /** Whether commands of its entries may be repeated (src/tick/shortcuts). It needs the columns of tracks. */
  readonly isRepeatable: boolean
  /** Refuses options that it does not support. Their types are already checked. @throws OsteonError `bad-option`. */
  check(eid: number, rig: Rig, animation: number, options: QueueOptions): void
  /**
   * Refuses options of `fadeOut` that it does not support. @param one whether only one entry fades out. @default that
   * of tracks
   */
  checkFade?(eid: number, one: boolean, queued: boolean): void
  /** Plays an animation as often, and with the fade, as the file says. A structure call. */
  start(state: AnimationState, eid: number, animation: number): void
  /**
   * Plays an animation at once. A structure call. @param plain only `track` and `loop` are given. @returns the entry's
   * row.
   */
  play(state: AnimationState, eid: number, animation: number, options: PlayOptions, plain: boolean): number
  /**
   * Queues an animation after the entries of its track. A structure call. Games that queue nothing do not need the
   * code, so `tracks` leaves out operations that only one function of `src/api` needs, and that function falls back on
   * its own import.
   *
   * @returns the entry's row. @default that of tracks
   */
  queue?(state: AnimationState, eid: number, animation: number, options: QueueOptions): number
  /**
   * Fades out the entries of a track. A structure call.
   *
   * @param only row of the entry that fades out; -1 = all of the track.
   * @param delay as for `queue`; null: at once.
   * @returns row of an entry that reports the end; -1 = the track is vacant.
   */
  fade?(
    state: AnimationState,
    eid: number,
    track: number,
    mix: number,
    only: number,
    delay: number | null,
  ): number
  /**
   * Moves the clocks of a skeleton's entries by `tick.seconds[STEP]`, which the caller has set; starts and ends entries
   * that are due.
   */
  advance(state: AnimationState, eid: number): void
  /** Predicts the effect of applying the entries, after they were advanced: bits of FOUND. */
  survey(state: AnimationState, eid: number): number
  /** Writes the commands of a skeleton's entries, and steps their discrete timelines. */
  apply(state: AnimationState, eid: number, chunk: Chunk): void
  /** Reports the keys and ends that entries passed, in a tick that does not apply them. */
  report(state: AnimationState, eid: number, chunk: Chunk): void
  /**
   * Carries out an action of the open tick. Skips names that do not exist. A structure call.
   *
   * @param wake must be called before a write to a skeleton.
   */
  carryOut(state: AnimationState, event: number, play: PlayAction): void
  /** Sets fields of an entry, which have been checked. For some fields it is a structure call. */
  write(state: AnimationState, row: number, fields: EntryFields): void
  /** Reads what it keeps of an entry. @default that of tracks */
  read?(state: AnimationState, row: number, out: EntryValues): void
  /** Makes an entry go on with the animation of the same name of the skeleton's new rig. A structure call. */
  change(state: AnimationState, row: number, from: RigAnimation, to: RigAnimation): void
}

/** Opens a skeleton for writing, and plays an animation as the file says. */
export type PlayAction = (state: AnimationState, eid: number, animation: number) => void

/** A public column that was replaced when it grew. */
export interface ReplacedColumn {
  /** For example `Transform.x`. */
  readonly name: string
  readonly column: ArrayLike<number>
  /** Its values at that time. */
  readonly copy: ArrayLike<number>
  /** Number of the tick in which it was replaced. */
  readonly tick: number
}

/**
 * A pose that was made on demand: its words are valid for one skeleton, level, program and tick; for a frozen skeleton,
 * for any tick.
 */
export interface RememberedPose {
  readonly serial: number
  readonly level: number
  readonly program: RegisteredProgram
  readonly tick: number
  /** Words of the lane, by row. They are valid until the skeleton is written to. */
  readonly lane: Int32Array
  /** World rows. */
  readonly world: Int32Array
}

/** Notices bitECS's `resetWorld`, which observers do not see. */
export interface Registration {
  /** Returns whether bitECS has forgotten our components, and all entities. */
  readonly isLost: () => boolean
  /** Forgets all entities and registers our components again. */
  readonly renew: () => void
}

/** Indices of `Tick.seconds`: the seconds of the tick. */
export const TICK = 0
/** The seconds of `advance`, which may span several ticks under an update rate. The caller of `advance` sets them. */
export const STEP = 1
/** The sum of all ticks that `timelineSampling` opened. */
export const TOTAL = 2
/**
 * The clock of constraints: that sum in whole 2^-32ths of a second (`src/world/chunks/clocks.ts`). Constraints ignore
 * when it goes back.
 */
export const NOW = 3
/** That clock before the open tick; never earlier than the last tick in which constraints ran. */
export const EARLIER = 4

/** The tick that is open. */
export interface Tick {
  /** Number of opened ticks. */
  number: number
  /** Place of the system that ran last (PLACE). A tick opens when a system at or before it runs. */
  place: number
  /** Bits `1 << PLACE` of the systems that have finished. */
  done: number
  /** The arena's generation when room was made for the system that runs: it may not grow until the system ends. */
  generation: number
  /** Skeletons came, went or woke since `active` was listed. */
  activeStale: boolean
  /** Number of ticks that `timelineSampling` opened. */
  samplings: number
  /** Seconds, at TICK, STEP, TOTAL, NOW and EARLIER. In an array, so that they never become heap objects. */
  readonly seconds: Float64Array
  /** Entities whose `Skeleton` was added or set, but that have no rows for it yet. */
  readonly pending: Set<number>
  /** Entities that lost their `Skeleton` and still have rows. */
  readonly leaving: Set<number>
}

const LIST_SCHEMA = { ids: 'saved', count: 'saved' } as const satisfies SaveSchema<EntityList>

const TICK_SCHEMA = {
  number: 'saved',
  place: 'saved',
  done: 'saved',
  generation: 'scratch',
  activeStale: 'saved',
  samplings: 'saved',
  seconds: 'saved',
  // Both are empty when a state is saved or restored.
  pending: 'scratch',
  leaving: 'scratch',
} as const satisfies SaveSchema<Tick>

/** What saves hold of a world. Chunks, rigs and their registered masks and mixes have schemas of their own. */
export const STATE_SCHEMA = {
  arena: ARENA_SCHEMA,
  kernels: 'stays',
  // It never moves.
  context: 'stays',
  solver: 'stays',
  poser: 'stays',
  poses: 'scratch',
  solved: 'saved',
  threadCount: 'stays',
  joins: 'stays',
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
  // It only grows.
  structure: 'stays',
  removals: 'stays',
  playback: PLAYBACK_SCHEMA,
  streams: STREAMS_SCHEMA,
  followers: LINK_SCHEMA,
  events: EVENTS_SCHEMA,
  culling: 'scratch',
  hits: 'scratch',
  tick: TICK_SCHEMA,
  playerStates: 'scratch',
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
