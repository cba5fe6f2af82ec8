/** Plays replays: makes a world, restores a saved state, and makes the same calls again. */
import {
  addComponent,
  addEntity,
  createWorld,
  entityExists,
  hasComponent,
  removeComponent,
  removeEntity,
  set,
} from 'bitecs'
import { reserveEntity } from '../../../components/columns'
import type { ComponentsOf, Extension } from '../../../components/extension'
import { installAnimation } from '../../api/install'
import { badOption, listNames, OsteonError, refuseUnknown, type Warn } from '../../base/errors'
import type { Rig } from '../../rig/rig'
import type { AtlasPages } from '../../world/atlas-pages'
import type { KernelSource } from '../../world/kernels'
import type { AnimationWorld } from '../../world/world-type'
import type { BakedTable } from '../crowd/table/table'
import { type ByteReader, damaged, readCount, readerOf, take } from '../save/bytes/typed-arrays'
import { readValue } from '../save/bytes/values'
import { decode } from '../save/decode'
import { idsOf } from '../save/members'
import { restoreFrom } from '../save/restore'
import { registerAtlas } from '../sprites'
import { type Called, calledBy } from './calls'
import { clearRow, listColumns, readChanges } from './columns'
import { componentNames, componentsOf } from './components'
import { type FileSegment, type ReplayFile, readReplay } from './file'
import { hashBones, hashBytes, hashClocks, hashPose, isCovered, quarterOf } from './hash'
import { CALL, ENTRY, LASTING } from './journal'
import { findThings, registerBase } from './register'
import { type Thing, unpacked } from './things'

/** What a replay needs, and how it is played. */
export interface ReplayOptions<E extends readonly Extension[] = readonly Extension[]> {
  /** The rigs of the recorded world, in any order. Rigs that look alike are taken in this order. */
  rigs: readonly Rig[]
  /** Atlases of sprites and added attachments, in any order. @default none */
  atlases?: readonly AtlasPages[]
  /** Baked tables, in any order. @default none */
  tables?: readonly BakedTable[]
  /** The extensions of the recorded world, in the same order; threads may be among them. @default none */
  use?: E
  /** Other kernels. @default WebAssembly */
  kernels?: KernelSource
  /** `false` leaves out no work (`installAnimation`). @default true @internal */
  shortcuts?: boolean
  /**
   * Called with each world that the replay makes, before its state is restored: adds attachments and skins that the
   * recorded world had when recording began. @default none
   */
  setUp?: (world: AnimationWorld) => void
  /** Called once for each oddity of inputs. @default console.warn */
  warn?: Warn
  /**
   * Called before each recorded call is made again, also in `seek`. What the library did by itself between calls is among
   * them, such as `settle`. It must not change the world. @default none
   */
  onCall?: (call: ReplayedCall) => void
}

/** A recorded call that is about to be made again. */
export interface ReplayedCall {
  /** Number of the tick that comes next, or, for a system that ends a tick, of the tick after it. */
  readonly tick: number
  /** The function's name, such as `play`. */
  readonly name: string
  /** Its arguments without the world. */
  readonly args: readonly unknown[]
}

/** Where a replay went another way than the recording. */
export interface Divergence {
  /** Number of the tick in the recording, from 0. */
  readonly tick: number
  /**
   * What differs: the clocks of entries, the pose of a skeleton, the number of skeletons, the result of a call, or that
   * a call failed.
   */
  readonly what: 'clocks' | 'pose' | 'count' | 'result' | 'error'
  /** The skeleton; 0 = it isn't known. */
  readonly eid: number
  /** The first bone that differs, if the recording has hashes of bones. */
  readonly bone: string | null
  /** A sentence for people. */
  readonly message: string
}

/** A replay that is being played. */
export interface Replay<W extends AnimationWorld = AnimationWorld> {
  /** The world that it plays in. `seek` may replace it, if rigs were replaced or attachments added. */
  readonly world: W
  /** The version of osteon that recorded it. */
  readonly recordedBy: string
  /** Number of the first tick, and the number after the last one, counted from the start of the recording. */
  readonly first: number
  readonly end: number
  /** Number of the tick that `step` plays next. */
  readonly tick: number
  /** Seconds of the last played tick. */
  readonly seconds: number
  /** Hash of all that was hashed in the last played tick, as it was recorded: an integer of 32 bits; 0 = no tick yet. */
  readonly hash: number
  /** The first difference that was found; null = none so far. */
  readonly divergence: Divergence | null
  /** Plays the next tick, with the calls before it. @returns false at the end: the calls after the last tick are made. */
  step(): boolean
  /**
   * Goes to where `tick` is played next, from `first` to `end`: onwards, or from the nearest saved state.
   *
   * @throws OsteonError `bad-option`.
   */
  seek(tick: number): void
  /** Plays to the end, or to the first difference. @returns `divergence`. */
  check(): Divergence | null
}

const OPTIONS = ['rigs', 'atlases', 'tables', 'use', 'kernels', 'shortcuts', 'setUp', 'warn', 'onCall']
/** As saved states: entities with higher ids take too much memory. */
const HIGHEST_ENTITY = 2 ** 17

interface Player<W extends AnimationWorld> {
  readonly file: ReplayFile
  readonly options: ReplayOptions
  readonly things: readonly Thing[]
  world: W
  /** The seconds of ticks. */
  seconds: number
  /** Hash of the last tick, as it was recorded. */
  hash: number
  /** Index of the segment that is played, and its journal from the next entry on. */
  segment: number
  reader: ByteReader
  /** The functions of its numbers. */
  functions: [name: string, call: Called][]
  tick: number
  /** Handles of entries that are others here: a restored world may give free rows in another order. */
  readonly handles: Map<number, number>
  divergence: Divergence | null
  /** Whether a call since the world was made can't be taken back by a saved state. */
  hasLasting: boolean
}

/**
 * Opens a recording of `record`, and makes a world in the state of its first tick. All entities have the ids that they
 * had.
 *
 * @param bytes of `save` of a recording.
 * @throws OsteonError `bad-magic`, `unsupported-version` (another minor version of osteon wrote it), `truncated`,
 *   `trailing-data`, `damaged`, `wrong-type`; `unknown-rig`, `unknown-table`, `bad-atlas` if a rig, a table or an atlas is
 *   missing; `no-extension`; `bad-option`; and what `decodeState` throws.
 */
export function openReplay<const E extends readonly Extension[] = []>(
  bytes: Uint8Array,
  options: ReplayOptions<E>,
): Replay<AnimationWorld & { components: ComponentsOf<E> }> {
  refuseUnknown(options, OPTIONS, 'openReplay')
  const file = readReplay(bytes)
  const missing = file.extensions.filter((name) => !options.use?.some((extension) => extension.name === name))
  if (missing.length > 0) {
    const message = `the recorded world used ${listNames(missing)}: openReplay(bytes, { use: [...] })`
    throw new OsteonError('no-extension', 'openReplay', 'use', message)
  }
  const things = findThings(file, options)
  type Played = AnimationWorld & { components: ComponentsOf<E> }
  const player: Player<AnimationWorld> = {
    file,
    options,
    things,
    world: createWorld() as unknown as AnimationWorld,
    seconds: 0,
    hash: 0,
    segment: 0,
    reader: readerOf(file.segments[0].journal, 0, 'openReplay'),
    functions: [],
    tick: file.segments[0].tick,
    handles: new Map(),
    divergence: null,
    hasLasting: false,
  }
  beginAnew(player)
  return {
    get world() {
      return player.world as Played
    },
    recordedBy: file.osteon,
    first: file.segments[0].tick,
    end: file.ticks,
    get tick() {
      return player.tick
    },
    get seconds() {
      return player.seconds
    },
    get hash() {
      return player.hash
    },
    get divergence() {
      return player.divergence
    },
    step: () => step(player),
    seek: (tick) => seek(player, tick),
    check: () => {
      while (player.divergence === null && step(player));
      return player.divergence
    },
  }
}

/** Restores the state of the first segment in a new world. */
function beginAnew(player: Player<AnimationWorld>): void {
  player.world = createPlayed(player)
  player.hasLasting = false
  begin(player, 0)
}

/** Restores the state of a segment. */
function begin(player: Player<AnimationWorld>, number: number): void {
  const segment = player.file.segments[number]
  const { world } = player
  registerBase(world, player.things, segment)
  const saved = decode(world, segment.state)
  // Entities without components of ours may have these ids.
  const ids = [...idsOf(saved.members.runs)]
  for (const eid of ids) claim(player, eid)
  player.handles.clear()
  restoreFrom(world, saved, new Map(ids.map((eid) => [eid, eid])))
  // Rows of others are as the recording takes them to be.
  const columns = listColumns(world)
  for (let eid = 1; eid < world.components.Skeleton.rig.length; eid++)
    if (!(saved.members.kinds[eid] > 0)) clearRow(columns, eid)
  enter(player, number)
}

function enter(player: Player<AnimationWorld>, number: number): void {
  const segment = player.file.segments[number]
  player.segment = number
  player.reader = readerOf(segment.journal, 0, 'openReplay')
  player.functions = []
  player.tick = segment.tick
}

function createPlayed(player: Player<AnimationWorld>): AnimationWorld {
  const { kernels, setUp, shortcuts, use, warn } = player.options
  const world = installAnimation(createWorld(), {
    ...(kernels && { kernels }),
    ...(shortcuts !== undefined && { shortcuts }),
    ...(use && { use }),
    ...(warn && { warn }),
    delta: () => player.seconds,
  })
  if (componentNames(world).join() !== player.file.components.join())
    throw badOption('openReplay', 'use', `the recorded world had ${listNames(player.file.components)}`)
  registerBase(world, player.things, player.file.segments[0])
  setUp?.(world)
  return world
}

/** Plays the next tick. @returns false if there is none. */
function step(player: Player<AnimationWorld>): boolean {
  let ticked = false
  for (;;) {
    while (player.reader.at >= player.reader.bytes.length) {
      const next = player.file.segments[player.segment + 1]
      if (next === undefined) return ticked
      if (ticked) return true
      goOn(player, next)
    }
    if (ticked && !isOfLastTick(player.reader)) return true
    if (playEntry(player)) {
      ticked = true
      player.tick++
    }
  }
}

/** Goes on to the next segment. What isn't recorded lies before one that is cut: it begins with its saved state. */
function goOn(player: Player<AnimationWorld>, next: FileSegment): void {
  if (next.isCut) begin(player, player.segment + 1)
  else enter(player, player.segment + 1)
}

/** Returns whether the next entry belongs to the tick that was played. */
function isOfLastTick({ at, bytes }: ByteReader): boolean {
  const kind = bytes[at]
  return (
    kind === ENTRY.hashes ||
    kind === ENTRY.name ||
    (kind === ENTRY.call && (bytes[at + 1] & CALL.follows) !== 0)
  )
}

function seek(player: Player<AnimationWorld>, tick: number): void {
  const { file } = player
  const [{ tick: first }] = file.segments
  if (!(Number.isInteger(tick) && tick >= first && tick <= file.ticks))
    throw badOption('seek', 'tick', `expected an integer from ${first} to ${file.ticks}, got ${tick}`)
  if (tick < player.tick && player.hasLasting) beginAnew(player)
  else if (tick < player.tick)
    begin(
      player,
      // Its state has what the game wrote by hand before its first tick.
      Math.max(
        0,
        file.segments.findLastIndex((segment) => segment.tick < tick),
      ),
    )
  while (player.tick < tick && step(player));
}

/** Plays an entry. @returns whether it opened a tick. */
function playEntry(player: Player<AnimationWorld>): boolean {
  const { reader, world } = player
  const kind = reader.bytes[take(reader, 1)]
  switch (kind) {
    case ENTRY.add:
    case ENTRY.set:
    case ENTRY.remove:
      playComponent(player, kind)
      return false
    case ENTRY.columns:
      readChanges(reader, world, (eid) => {
        checkEntity(reader, eid)
        reserveEntity(world, eid)
      })
      return false
    case ENTRY.delta:
      player.seconds = reader.view.getFloat64(take(reader, 8), true)
      world.time.delta = reader.view.getFloat64(take(reader, 8), true)
      return false
    case ENTRY.name: {
      const name = String(readValue(reader))
      const call = calledBy(name)
      if (!call) throw damaged(reader, `no function is ${JSON.stringify(name)}`)
      player.functions.push([name, call])
      return false
    }
    case ENTRY.call:
      return playCall(player)
    case ENTRY.hashes:
      compareHashes(player)
      return false
  }
  throw damaged(reader, `no entry begins with ${kind}`)
}

function playComponent(player: Player<AnimationWorld>, kind: number): void {
  const { reader, world } = player
  const component = componentsOf(world)[readCount(reader)]
  const eid = readCount(reader)
  if (component === undefined) throw damaged(reader, 'there is no such component')
  if (kind === ENTRY.remove) {
    if (entityExists(world, eid) && hasComponent(world, eid, component))
      removeComponent(world, eid, component)
    return
  }
  claim(player, eid)
  if (kind === ENTRY.add) addComponent(world, eid, component)
  else addComponent(world, eid, set(component, unpack(player, readValue(reader)) as never))
}

function unpack({ things, world }: Player<AnimationWorld>, value: unknown): unknown {
  return unpacked({ things, sheetOf: registerAtlas }, world, value)
}

function checkEntity(reader: ByteReader, eid: number): void {
  if (!(eid >= 1 && eid <= HIGHEST_ENTITY)) throw damaged(reader, `no entity is ${eid}`)
}

/** Makes an entity if there is none of this id. Ids below it then belong to entities without components. */
function claim({ reader, world }: Player<AnimationWorld>, eid: number): void {
  checkEntity(reader, eid)
  while (!entityExists(world, eid)) addEntity(world)
}

/** Lets bitECS give these ids to the next entities, in this order. */
function offer(player: Player<AnimationWorld>, ids: readonly number[]): void {
  for (const eid of ids) claim(player, eid)
  for (const eid of ids.toReversed()) removeEntity(player.world, eid)
}

function playCall(player: Player<AnimationWorld>): boolean {
  const { reader, world } = player
  const bits = reader.bytes[take(reader, 1)]
  const found = player.functions[readCount(reader)]
  if (!found) throw damaged(reader, 'there is no such function')
  const [name, call] = found
  const args = unpack(player, readValue(reader))
  if (!Array.isArray(args)) throw damaged(reader, 'expected a list of arguments')
  const made: number[] = []
  if ((bits & CALL.makes) !== 0)
    for (let left = readCount(reader); left > 0; left--) made.push(readCount(reader))
  const result = (bits & CALL.returns) !== 0 ? reader.view.getFloat64(take(reader, 8), true) : undefined
  if (name === 'spawnSprites' && !(made.length === args[0]))
    throw damaged(reader, `not ${made.length} sprites`)
  if (LASTING.has(name)) player.hasLasting = true
  offer(player, made)
  player.options.onCall?.({ tick: player.tick, name, args })
  const { number } = world.animation.tick
  try {
    const here = call(world, ...withHandles(player, name, args))
    if ((bits & CALL.throws) !== 0)
      diverge(player, 'error', 0, null, `${name} threw in the recording, and does not here`)
    if (result !== undefined && !Object.is(here, result)) {
      if (HANDED.has(name) && typeof here === 'number') player.handles.set(result, here)
      else
        diverge(
          player,
          'result',
          0,
          null,
          `${name} returned ${result} in the recording, and ${String(here)} here`,
        )
    }
  } catch (error) {
    if ((bits & CALL.throws) === 0) diverge(player, 'error', 0, null, `${name} failed: ${String(error)}`)
  }
  const opened = world.animation.tick.number !== number
  if (opened !== ((bits & CALL.opens) !== 0))
    diverge(
      player,
      'error',
      0,
      null,
      `${name} ${opened ? 'opened a tick' : 'opened no tick'}, unlike in the recording`,
    )
  return (bits & CALL.opens) !== 0
}

/** Functions that return handles of entries. */
const HANDED: ReadonlySet<string> = /* @__PURE__ */ new Set(['fadeOut', 'play', 'playFigure', 'queue'])

/** Returns arguments with the handles of this world. */
function withHandles({ handles }: Player<AnimationWorld>, name: string, args: unknown[]): unknown[] {
  const here = (handle: unknown) => handles.get(handle as number) ?? handle
  if (handles.size === 0) return args
  if (name === 'setEntry') return [here(args[0]), ...args.slice(1)]
  if (name !== 'fadeOut') return args
  const options = args[1] as Readonly<Record<string, unknown>>
  return [args[0], { ...options, ...('entry' in options && { entry: here(options.entry) }) }]
}

/** Notes the first difference. */
function diverge(
  player: Player<AnimationWorld>,
  what: Divergence['what'],
  eid: number,
  bone: string | null,
  message: string,
  tick = player.tick,
): void {
  player.divergence ??= { tick, what, eid, bone, message: `tick ${tick}: ${message}` }
}

/** Compares what a tick made with what it made in the recording. The tick was counted already. */
function compareHashes(player: Player<AnimationWorld>): void {
  const { file, reader, tick, world } = player
  const { alive, rigs, skeletons } = world.animation
  const find = (what: Divergence['what'], eid: number, bone: string | null, message: string) =>
    diverge(player, what, eid, bone, message, tick - 1)
  const end = reader.view.getUint32(take(reader, 4), true) + reader.at
  player.hash = hashBytes(reader.bytes, reader.at, end)
  if (reader.view.getUint32(take(reader, 4), true) !== hashClocks(world.animation))
    find('clocks', 0, null, 'clocks of entries differ')
  const count = readCount(reader)
  if (count !== alive.count)
    find('count', 0, null, `there were ${count} skeletons, and here are ${alive.count}`)
  for (let i = 0; i < count && player.divergence?.what !== 'count'; i++) {
    if (!isCovered(tick, i, file.every)) continue
    const eid = alive.ids[i]
    const differs =
      reader.view.getUint32(take(reader, 4), true) !== hashPose(world, eid, quarterOf(tick, file.every))
    const rig = rigs[skeletons.rig[eid]]?.source
    let bone: string | null = null
    if (file.every) {
      const hashes = hashBones(world, eid)
      for (let at = 0; at < hashes.length; at++)
        if (reader.view.getUint16(take(reader, 2), true) !== hashes[at]) bone ??= rig?.bones.names[at] ?? null
    }
    if (!differs && bone === null) continue
    const where = bone === null ? '' : `, first bone "${bone}"`
    find('pose', eid, bone, `the pose of entity ${eid} ("${rig?.name}") differs${where}`)
    break
  }
  reader.at = end
}
