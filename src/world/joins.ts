/** How extensions join a world: what each brings, and the lists of functions that the core calls for them. */
import { OsteonError } from '../base/errors'
import type { AnySchema } from '../base/memory/fields'
import type { Override } from '../rig/program/cache'
import type { BoneTable } from '../rig/tables'
import type { Chunk } from './chunks/blocks'
import type { EventView } from './events'
import type { PlayOptions } from './play-options'
import { NO_QUADS, type QuadHooks } from './quads'
import type { Cuts, Frame, StreamState } from './streams'

/** What an extension brings to one world. Every function is optional. The core calls them in the order of `use`. */
export interface Joined extends Partial<Hooks> {
  /** Its own state, which `joinedState` returns by the extension's name. */
  readonly state?: object
  /** Takes part in draws. A world has one such extension at most. */
  readonly frame?: FrameHooks
  /** Draws live drawables in place of the renderer. A world has one such extension at most. @internal */
  readonly live?: LiveHooks
  /** Draws entities within skeletons. A world has one such extension at most. @internal */
  readonly carry?: CarryHooks
  /** Moves bones of skeletons. A world has one such extension at most. @internal */
  readonly bones?: BoneHooks
  /** Fades skeletons from pose to pose. A world has one such extension at most. @internal */
  readonly fades?: FadeHooks
  /** Changes mixed local rows. Those of an extension that fades come before all others. @internal */
  readonly rows?: RowHooks
  /** Hears what clips cut. A world has one such extension at most. @internal */
  readonly clips?: ClipHooks
  /** Draws entities as quads. A world has one such extension at most. @internal */
  readonly quads?: QuadHooks
  /** Those of its components whose columns have a row for each entity: they grow and are saved as the core's. @internal */
  readonly columns?: Readonly<Record<string, object>>
  /** Members that it adds to the world's state, which are saved with it. @internal */
  readonly schema?: Readonly<Record<string, AnySchema>>
}

/** The functions that the core calls. */
export interface Hooks {
  /** Registers observers of its components: after the installation, and again after bitECS's `resetWorld`. */
  readonly observe: () => void
  /** bitECS removed all entities without calling observers: forgets them. */
  readonly forget: () => void
  /**
   * A tick is about to open. Poses and columns are those of the last tick, and every public function but systems may be called. If it throws,
   * the tick doesn't open.
   */
  readonly openTick: () => void
  /**
   * `skinning` has finished: vertices, bones and bounds of this tick can be read; vertices of quads once a frame is
   * assembled. May not change skeletons.
   */
  readonly finishTick: () => void
  /**
   * `runPipeline` has sampled `count` of the active skeletons: may begin to run chunks of theirs on other threads. -1 =
   * those must end, and no others begin in this tick; the arena's buffer may be replaced. @internal
   */
  readonly sampled: (count: number) => void
  /** In place of the core, takes all chunks with work through mixing, solving and skinning. May replace the arena's buffer. */
  readonly runChunks: () => void
  /** Runs its own systems, in worlds that a host ticks. */
  readonly runSystems: () => void
  /** Fills `out` with an event that it fired. @returns false if the event isn't its own. */
  readonly readEvent: (index: number, out: EventView) => boolean
  /** Writes sort keys of what it draws, as `sortByY` does. @param scale its first number multiplies −y. */
  readonly sortByY: (scale: Float64Array) => void
  /** Returns the foremost of its entities at a point of the world, or `null`. */
  readonly hitTest: (point: { x: number; y: number }) => JoinedHit | null
}

/** An entity of an extension at a point. */
export interface JoinedHit {
  readonly eid: number
  /** Name of the slot that was hit. */
  readonly name: string
}

/**
 * Where an extension draws among live drawables: all up to its own number `until` come before index `at` of the live
 * frame.
 */
export interface Pieces {
  count: number
  at: Uint32Array
  until: Uint32Array
}

/** An extension's share of a frame in the context of a host. */
export interface SharedFrame {
  /** Uploads all of it. Called once a frame, after `findPieces`. The context's state stays as it is. */
  fill(): void
  /**
   * Draws a piece, with blending and without culling or depth tests. It leaves other programs, textures, samplers,
   * vertex arrays and blend functions: the host sets them again.
   *
   * @param projection world → clip space, 9 numbers, column-major. @param color multiplies all colours: r, g, b, alpha.
   */
  draw(piece: number, projection: Float32Array, color: Float32Array): void
  /** Deletes its objects on the GPU. */
  destroy(): void
}

/** An axis-aligned box. */
export interface Box {
  minX: number
  minY: number
  maxX: number
  maxY: number
}

/** What an extension adds to the frame that is drawn. `src/render` adds functions for instances. */
export interface FrameHooks {
  /** Adds its vertices to the streams of live drawables: for renderers without instances. */
  readonly addVertices: (streams: StreamState) => StreamState
  /** The frame that `addVertices` returned last; null = that of live drawables. */
  readonly shownFrame: () => Frame | null
  /** Where a drawable begins in `shownFrame`. @param index where it begins in the frame of live drawables. */
  readonly placeOf: (index: number) => number
  /** Sorts what it draws, and finds its pieces between the live drawables of the assembled frame. @internal */
  readonly findPieces: () => Pieces
  /**
   * Its share in the WebGL context of a host; `null` if that has no instances.
   *
   * @param handleOf the host's texture of the world's page number. @internal
   */
  readonly share: (
    gl: WebGLRenderingContext | WebGL2RenderingContext,
    handleOf: (page: number) => WebGLTexture | null,
  ) => SharedFrame | null
  /** Sets `shown[page]` to 1 for the world's page numbers that it may draw. @internal */
  readonly markPages: (shown: Uint8Array) => void
  /** Adds a box around all that it draws to a box of the world. The box may be too large. @internal */
  readonly addBounds: (box: Box) => void
}

/** How an extension draws live drawables. `src/render` adds its functions. */
// biome-ignore lint/suspicious/noEmptyInterface: filled in where renderers are known
export interface LiveHooks {}

/**
 * Entities that are placed and drawn within skeletons, at their slots. `SkeletonColumns.carries` is not 0 of those that
 * carry something, and `carried` not 0 of those that are carried: both are numbers of the extension's own. Chunks run
 * by depth, so that what is carried is placed after what carries it.
 */
export interface CarryHooks {
  /** A tick with sampling opens. */
  readonly open: () => void
  /** A skeleton that carries something had its turn in `timelineSampling`. The arena may grow. */
  readonly sampled: (eid: number) => void
  /** A skeleton has just started an animation by its number. The arena may grow. */
  readonly started: (eid: number, animation: number) => void
  /** Plays an animation on the skeletons that a slot shows, if they have one of that name. The arena may grow. */
  readonly playInSlot: (eid: number, slot: number, animation: string) => void
  /** All skeletons with work are listed: shows, hides and marks what is carried. The arena may grow. */
  readonly prepare: () => void
  /** Places what is carried at a depth. What carries it is solved. */
  readonly placeDepth: (depth: number) => void
  /** Whether a carried skeleton must be placed before its pose can be read between ticks. */
  readonly isMisplaced: (eid: number) => boolean
  /** Places it. @returns a function that puts its place back. */
  readonly placeNow: (eid: number) => () => void
  /**
   * Moves world rows that a program has just written to where the skeletons are carried. @param masks of lanes, one a
   * block.
   */
  readonly solved: (chunk: Chunk, masks: number, program: number) => void
  /** All vertices are written. */
  readonly skinned: () => void
  /**
   * If that may have changed, finds again which clips cut what is carried, and numbers its vertices. @returns whether
   * it may have.
   */
  readonly noteCuts: () => boolean
  /** The clips of a skeleton, or what is drawn in its slots, changed. */
  readonly clipsChanged: () => void
  /** Whether something in the tail is carried. */
  readonly isInTail: () => boolean
  /** Whether clips cut what is carried under this number. */
  readonly isCut: (carried: number) => boolean
  /**
   * Takes the clips that cut it; none for 0. Overwrites `pools.clippedBy`.
   *
   * @param worldOf the first world row of a skeleton. @default its kept rows
   */
  readonly takeCuts: (carried: number, cuts: Cuts, worldOf?: (eid: number) => number | undefined) => void
  /** Whether it is shown in its slot. */
  readonly isShown: (carried: number) => boolean
  /** Whether it is shown, and all that carries it is drawn. */
  readonly isInSight: (carried: number) => boolean
  /** Appends what is carried and cut, but no skeleton, to the tail. */
  readonly appendCut: () => void
  /** Number of indices of a skeleton and all that it carries. */
  readonly roomOf: (eid: number) => number
  /** Whether anything hangs in a slot of a skeleton. */
  readonly holds: (eid: number, slot: number) => boolean
  /** Writes the indices of what a slot carries from `at` on. @returns the index after the last one. */
  readonly writeSlot: (eid: number, slot: number, at: number) => number
  /** What carries an entity; 0 = nothing. */
  readonly carrierOf: (eid: number) => number
  /** The skeletons in slots of a skeleton, topmost first within a slot. */
  readonly skeletonsIn: (eid: number) => { readonly child: number; readonly slot: number }[]
  /** A skeleton got a rig that shows skeletons of its own. */
  readonly grow: (eid: number) => void
  /** A skeleton or quad that carries something or is carried leaves. */
  readonly leave: (eid: number) => void
  /** Such a skeleton got another seat, with another skin or rig. @param before number of its former rig. */
  readonly reseat: (eid: number, before: number) => void
}

/** Moves bones on top of what animations and users make of them. */
export interface BoneHooks {
  /** A tick opens, or makes room for its loops: opens skeletons whose bones it moves otherwise from now on. */
  readonly open: () => void
  /** A chunk is mixed: writes local rows. Nothing grows in the arena. */
  readonly mixed: (chunk: Chunk) => void
  /**
   * A program is about to run over lanes: changes their local rows. @param masks word index of one mask of lanes a
   * block.
   */
  readonly begin: (chunk: Chunk, masks: number) => void
  /** It has run: restores local rows, with the changes that constraints made. */
  readonly end: (chunk: Chunk, masks: number) => void
  /** Returns whether any of these must be called for a chunk. If not, any thread may run its kernels. */
  readonly isIn: (chunk: Chunk) => boolean
  /** Returns whether it moves any bone of a skeleton. */
  readonly moves: (eid: number) => boolean
  /** Returns the bones of a skeleton that have no parent; undefined if there are none. */
  readonly override: (eid: number) => Override | undefined
  /** A skeleton gets another rig. @returns false if a bone is missing; everything is then as it was. */
  readonly rename: (eid: number, from: BoneNames, to: BoneNames) => boolean
  /** A skeleton is removed. */
  readonly drop: (eid: number) => void
}

/** Changes local rows that were mixed, and follows the clocks of entries. */
export interface RowHooks {
  /** The entries of a skeleton are about to advance. @returns whether it follows them: they are then not repeated. */
  readonly advancing?: (eid: number) => boolean
  /** They have advanced, and were applied or reported. May move the skeleton. */
  readonly advanced?: (eid: number) => void
  /** Commands are about to be mixed: restores local rows as they were mixed last. @param seat -1 = all marked lanes. */
  readonly restore?: (chunk: Chunk, seat: number) => void
  /** They are mixed: changes local rows. Nothing grows in the arena. @param seat as for `restore`. */
  readonly mixed: (chunk: Chunk, seat: number) => void
  /** Returns whether any skeleton of a chunk is changed. If not, any thread may run its kernels. */
  readonly isIn: (chunk: Chunk) => boolean
  /** A skeleton is about to get another rig. @returns false if that lacks a bone: the skeleton then starts again. */
  readonly rename: (eid: number, from: BoneNames, to: BoneNames) => boolean
  /** A skeleton is removed. */
  readonly drop: (eid: number) => void
}

/** Fades skeletons from the pose that they show to the pose that their entries give, with `RowHooks`. */
export interface FadeHooks {
  /** `play` was called with a fade. @throws OsteonError `bad-option` for options that do not fit it. */
  readonly check: (eid: number, options: PlayOptions) => void
  /** Notes what a skeleton shows, before an animation is played. Its tracks are open. */
  readonly note: (eid: number) => void
  /** The animation is played: starts the fade, which takes over the seconds of its mix. @param row of its entry. */
  readonly start: (eid: number, row: number) => void
  /** `timelineSampling` begins: moves the clocks of fades. */
  readonly advance: () => void
  /** Returns whether a skeleton fades, so that its pose changes in every tick. */
  readonly isFading: (eid: number) => boolean
}

/** Hears what is cut when the tail is made. World rows are kept then. */
export interface ClipHooks {
  /**
   * A slot is about to be cut, by `pools.cuts` and by the clip of its own skeleton in slot `clip`, or -1. May overwrite
   * `pools.points` and `pools.polygonPoints`. @param splice see `TAIL_RUN_WORDS`.
   */
  readonly cut: (eid: number, chunk: Chunk, base: number, slot: number, clip: number, splice: number) => void
  /** The tail is made. */
  readonly made: () => void
}

/** Hears of calls: `osteon/replay` records them. */
export interface CallListener {
  /** Whether a call from outside may come; false while a call runs, so that what it calls isn't heard. */
  hears: boolean
  /** Runs a call, and notes it. Throws what it throws. */
  readonly run: (name: string, call: () => unknown, args: readonly unknown[]) => unknown
}

type BoneNames = Pick<BoneTable, 'names' | 'index'>

/** The extensions of a world. */
export interface Joins extends Lists {
  /** By name, in the order of `use`. */
  readonly byName: Map<string, Joined>
  frame: FrameHooks | null
  live: LiveHooks | null
  carry: CarryHooks | null
  bones: BoneHooks | null
  fades: FadeHooks | null
  clips: ClipHooks | null
  readonly rows: RowHooks[]
  quads: QuadHooks
  /** Hears of calls that change the world; null if nobody does. */
  listener: CallListener | null
  /** Components with a row for each entity, by name. */
  readonly columns: Record<string, object>
  /** Members that extensions add to the world's state. */
  readonly schema: Record<string, AnySchema>
  /** Names of the components that they add. */
  readonly components: readonly string[]
}

type Lists = { readonly [K in keyof Hooks]: Hooks[K][] }

/** No extensions yet. @param components names of those that they will add. */
export function createJoins(components: readonly string[]): Joins {
  return {
    byName: new Map(),
    frame: null,
    live: null,
    carry: null,
    bones: null,
    fades: null,
    clips: null,
    rows: [],
    quads: NO_QUADS,
    listener: null,
    columns: {},
    schema: {},
    components,
    ...createLists(),
  }
}

function createLists(): Lists {
  return {
    observe: [],
    forget: [],
    openTick: [],
    finishTick: [],
    sampled: [],
    runChunks: [],
    runSystems: [],
    readEvent: [],
    sortByY: [],
    hitTest: [],
  }
}

/** The parts of which a world has one at most. */
const PARTS = ['frame', 'live', 'carry', 'bones', 'fades', 'clips'] as const
/** The hooks of which a world has one at most. */
const SINGLE = ['runChunks'] as const

/**
 * Adds an extension. @throws OsteonError `bad-option` for a second one of a name, or of a kind that a world has once.
 */
export function joinWorld(joins: Joins, name: string, joined: Joined): void {
  const bad = (message: string) => new OsteonError('bad-option', 'installAnimation', 'use', message)
  if (joins.byName.has(name)) throw bad(`there are two extensions "${name}"`)
  for (const part of PARTS)
    if (joined[part] && joins[part]) throw bad(`"${name}" is a second extension with ${part}`)
  if (joined.quads && joins.quads !== NO_QUADS) throw bad(`"${name}" is a second extension that draws quads`)
  for (const hook of SINGLE)
    if (joined[hook] && joins[hook].length > 0) throw bad(`"${name}" is a second extension with ${hook}`)
  joins.byName.set(name, joined)
  for (const part of PARTS) if (joined[part]) Object.assign(joins, { [part]: joined[part] })
  if (joined.rows) joins.rows[joined.fades ? 'unshift' : 'push'](joined.rows)
  joins.quads = joined.quads ?? joins.quads
  Object.assign(joins.columns, joined.columns)
  Object.assign(joins.schema, joined.schema)
  for (const hook of Object.keys(createLists()) as (keyof Hooks)[]) addHook(joins, hook, joined)
}

function addHook<K extends keyof Hooks>(
  joins: Pick<Lists, K>,
  hook: K,
  joined: Partial<Pick<Hooks, K>>,
): void {
  const call = joined[hook]
  if (call) joins[hook].push(call)
}

/** Returns the state of an extension. @throws OsteonError `no-extension` if the world doesn't use it. */
export function joinedState<T extends object>(
  { joins }: { readonly joins: Joins },
  name: string,
  hint: string,
): T {
  const joined = joins.byName.get(name)
  if (joined?.state) return joined.state as T
  const message = `this world doesn't use ${name}: installAnimation(world, { use: [${hint}] })`
  throw new OsteonError('no-extension', 'world', name, message)
}
