/** Installs animation in a bitECS world. */
import { addEntity, registerQuery, removeEntity, type World } from 'bitecs'
import { createBoneFollower } from '../../components/bone-follower'
import type { ComponentsOf, Extension } from '../../components/extension'
import { COMPONENTS, installComponents } from '../../components/install'
import { createSkeleton } from '../../components/skeleton'
import { createSortKey } from '../../components/sort-key'
import { checkTransform, createTransform } from '../../components/transform'
import { createVisibility } from '../../components/visibility'
import { consoleWarn, OsteonError, refuseUnknown, type Warn } from '../base/errors'
import { allocate, createArena } from '../base/memory/arena'
import { createColumns } from '../base/memory/columns'
import { wasmKernels } from '../kernels/wasm'
import { createStreams } from '../streams/create'
import { createPlayback } from '../tracks/entries/rows'
import { tracks } from '../tracks/player'
import { createLinks } from '../world/attached/links'
import { CONTEXT_BYTES } from '../world/chunks/program-context'
import { VIEW_NUMBERS } from '../world/culling'
import { createEvents } from '../world/events'
import { createJoins, joinWorld } from '../world/joins'
import { createKernels, type KernelSource } from '../world/kernels'
import { SKELETON_COLUMNS } from '../world/skeletons'
import { type AnimationState, TICK } from '../world/state'
import type { AnimationWorld, Components, TransformColumns, WorldTime } from '../world/world-type'
import { watchRegistration } from './renew'

/** The set-up of a world; `W` is the world before, `E` its extensions. */
export interface InstallOptions<
  W extends object = object,
  E extends readonly Extension[] = readonly Extension[],
> {
  /** Initial room of the public columns, in entities; they grow. @default 1024 */
  capacity?: number
  /**
   * The kernels to run. Pass `plainKernels` of `osteon/kernels/plain` where WebAssembly with SIMD cannot run: in an old
   * browser, or under a content security policy without `'wasm-unsafe-eval'`. They give the same bits, more slowly.
   * @default WebAssembly
   */
  kernels?: KernelSource
  /** Returns the seconds of a tick. @default (world) => world.time.delta */
  delta?: (world: W) => number
  /** Your own component in place of `Transform`: five Float32Array columns, which are never grown. */
  Transform?: Partial<TransformColumns>
  /**
   * Skips work that is known to change no bit: sleeping skeletons are not visited, commands of tracks are repeated, and
   * bones that carry nothing visible are not solved. Tests compare worlds with `false`, which do everything in every
   * tick. @default true @internal
   */
  shortcuts?: boolean
  /**
   * Extensions: what the world can do in addition to posing and drawing skeletons. Some entries of this package have
   * one, and a game can write its own. A game's bundle contains only the extensions that it imports. @default none
   */
  use?: E
  /** Called once for each oddity of inputs. @default console.warn */
  warn?: Warn
}

const OPTIONS = ['capacity', 'kernels', 'delta', 'Transform', 'shortcuts', 'use', 'warn']

/**
 * Turns a bitECS world into an animation world. It keeps its entities and components; components of ours are put beside
 * them in `world.components`, and `world.time` is created only if there is none.
 *
 * @returns the same world, typed. `world.components` has the components of the extensions as well.
 * @throws OsteonError `versioned-world` for worlds made `withVersioning`, `component-in-use` if
 *   `world.components` has a component of one of our names that was not given as an option,
 *   `bad-option`, `no-kernels` where WebAssembly with SIMD cannot run, `out-of-memory`, and what `install` or
 *   `observe` of an extension throws. The world is then as it was before.
 */
export function installAnimation<W extends object, const E extends readonly Extension[] = []>(
  world: W,
  options: InstallOptions<W, E> = {},
): W & AnimationWorld & { components: ComponentsOf<E> } {
  const target = world as W & Partial<Parts>
  const { capacity = 1024, shortcuts = true, warn = consoleWarn } = options
  const use: readonly Extension[] = options.use ?? []
  refuse(target, options, capacity)
  const own = use.map((extension) => extension.components?.(capacity) ?? {})
  const added = own.flatMap((components) => Object.keys(components))
  const names = [...COMPONENTS, ...added]
  refuseTaken(target, names, options.Transform)
  const kernels = use.find((extension) => extension.kernels)?.kernels ?? options.kernels ?? wasmKernels
  const arena = createArena(kernels.createMemory)
  // This comes first, so that it is at the same place in every world.
  const context = allocate(arena, CONTEXT_BYTES) >> 2
  const pool = createColumns(arena, SKELETON_COLUMNS, capacity)
  const before: Partial<Parts> = { ...target }
  const fresh = names.filter((name) => !(name in (before.components ?? {})))
  const components: Components = Object.assign(createComponents(target, options, capacity), ...own)
  const time: WorldTime = target.time ?? { delta: 0 }
  const readDelta = options.delta
  const state: AnimationState = {
    arena,
    kernels: createKernels(arena, kernels),
    context,
    solver: null,
    poser: null,
    poses: new Map(),
    shortcuts,
    solved: false,
    threadCount: kernels.threads ?? 1,
    joins: createJoins(added),
    warn: warnOnce(warn),
    registration: watchRegistration(world as W & AnimationWorld),
    rigs: [null],
    rigsById: new Map(),
    rigsByRig: new Map(),
    players: [tracks],
    pages: [],
    pageNumbers: new Map(),
    blocks: { chunks: [], freeIds: [], cursor: 0, deepest: 0 },
    pool,
    skeletons: pool.columns,
    alive: { ids: new Int32Array(capacity), count: 0 },
    active: { ids: new Int32Array(capacity), count: 0 },
    awake: { ids: new Int32Array(capacity), count: 0 },
    nextSerial: 1,
    structure: 0,
    removals: new Uint32Array(capacity),
    playback: createPlayback(arena),
    streams: createStreams(arena),
    followers: createLinks(arena),
    events: createEvents(),
    playerStates: new Map(),
    culling: {
      entities: registerQuery(world, [components.Visibility]),
      reaches: [],
      view: new Float64Array(VIEW_NUMBERS),
    },
    hits: null,
    replaced: [],
    tick: {
      number: 0,
      place: Number.MAX_SAFE_INTEGER,
      done: 0,
      generation: 0,
      activeStale: true,
      samplings: 0,
      seconds: new Float64Array(5),
      pending: new Set(),
      leaving: new Set(),
    },
    adoptedTransform: options.Transform !== undefined,
    readDelta: (seconds) => {
      seconds[TICK] = readDelta ? readDelta(world) : time.delta
    },
  }
  const parts: Parts = { components, time, animation: state }
  const installed = Object.assign(world, parts)
  try {
    for (const extension of use) joinWorld(state.joins, extension.name, extension.install(installed))
    installComponents(installed)
  } catch (error) {
    for (const name of fresh) Reflect.deleteProperty(components, name)
    Object.assign(target, before)
    for (const part of ['components', 'time', 'animation'] as const) if (!before[part]) delete target[part]
    throw error
  }
  return installed as typeof installed & { components: ComponentsOf<E> }
}

interface Parts {
  components: Components
  time: WorldTime
  animation: AnimationState
}

function refuse<W extends object>(
  world: W & Partial<Parts>,
  options: InstallOptions<W>,
  capacity: number,
): void {
  const bad = (path: string, message: string) =>
    new OsteonError('bad-option', 'installAnimation', path, message)
  refuseUnknown(options, OPTIONS, 'installAnimation')
  if (world.animation) throw bad('world', 'this world has been installed already')
  const sources = [options, ...(options.use ?? [])].filter(({ kernels }) => kernels !== undefined)
  if (sources.length > 1)
    throw bad(
      'kernels',
      'a world has kernels of one kind: those of the option, or of an extension that brings its own',
    )
  if (!Number.isInteger(capacity) || capacity < 1 || capacity > 2 ** 24)
    throw bad('capacity', `expected an integer from 1 to ${2 ** 24}, got ${capacity}`)
  if (isVersioned(world)) {
    const message = 'worlds made withVersioning are not supported: their entity ids cannot index columns'
    throw new OsteonError('versioned-world', 'installAnimation', 'world', message)
  }
}

/** Refuses component names that the world has already, or that two extensions add. */
function refuseTaken<W extends object>(
  world: W & Partial<Parts>,
  names: readonly string[],
  transform: InstallOptions<W>['Transform'],
): void {
  const taken: Partial<Record<string, unknown>> = { ...world.components }
  for (const [i, name] of names.entries()) {
    const present = taken[name]
    if (names.indexOf(name) === i && (present === undefined || present === transform)) continue
    const hint = name === 'Transform' ? '; give it as `options.Transform` to have it used' : ''
    const message = `world.components.${name} is taken by a component of yours${hint}`
    throw new OsteonError('component-in-use', 'installAnimation', `components.${name}`, message)
  }
}

/**
 * Returns whether a world is versioned. Entity ids of such worlds get high bits when they are reused; there is no other
 * sign.
 */
function isVersioned(world: World): boolean {
  const first = addEntity(world)
  removeEntity(world, first)
  const again = addEntity(world)
  removeEntity(world, again)
  return again !== first
}

function createComponents<W extends object>(
  world: W & Partial<Parts>,
  options: InstallOptions<W>,
  capacity: number,
): Components {
  const ours: Components = {
    Skeleton: createSkeleton(capacity),
    Transform: options.Transform ? checkTransform(options.Transform) : createTransform(capacity),
    SortKey: createSortKey(capacity),
    Visibility: createVisibility(capacity),
    BoneFollower: createBoneFollower(capacity),
  }
  return Object.assign(world.components ?? {}, ours)
}

/** Returns a function that passes every warning on once. */
function warnOnce(warn: Warn): Warn {
  const seen = new Set<string>()
  return (warning) => {
    const key = JSON.stringify([warning.code, warning.source, warning.path, warning.message])
    if (seen.has(key)) return
    seen.add(key)
    warn(warning)
  }
}
