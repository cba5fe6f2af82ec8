/** Records a world: saved states every few seconds, and a journal of all that changes the world in between. */
import { entityExists, hasComponent, observe, onAdd, onRemove, onSet } from 'bitecs'
import { badOption, OsteonError, refuseUnknown } from '../../base/errors'
import { type CallListener, joinWorld } from '../../world/joins'
import { TICK } from '../../world/state'
import { stateOf } from '../../world/state-of'
import type { AnimationWorld } from '../../world/world-type'
import { createWriter, extend, type Writer, writeByte, writeCount } from '../save/bytes/typed-arrays'
import { type Replacer, writeValue } from '../save/bytes/values'
import { encodeInSteps, refuseUnencoded } from '../save/encode'
import { createSaved, type Saved, saveInto } from '../save/save'
import { clearRow, createShadow, pairsOf, refreshAll, refreshRow, type Shadow, writeChanges } from './columns'
import { componentsOf } from './components'
import { baseOf, type Segment, sealReplay } from './file'
import { hashBones, hashClocks, hashPose, isCovered, quarterOf } from './hash'
import { CALL, ENDING, ENTRY, FOLLOWING, LASTING, OPENING, TIMED } from './journal'
import { numberOf, packed, type Things } from './things'

/** Options of `record`. */
export interface RecordOptions {
  /** How many of the last seconds to keep, from 1 to 3600. @default 30 */
  seconds?: number
  /**
   * What the hashes of a tick cover: `some` covers all clocks and, of every sixteenth skeleton, a quarter of its
   * numbers and vertices: all skeletons in 16 ticks, all of them whole in 64. `every` covers every bone in every tick:
   * it poses each skeleton once more, and takes 4 bytes a skeleton and 2 a bone. @default 'some'
   */
  hash?: 'some' | 'every'
  /** Called with the recording when a system throws, or another call throws something other than an `OsteonError`. */
  onError?: (bytes: Uint8Array, error: unknown) => void
}

/** A recording that is going on. */
export interface WorldRecording {
  /** Number of ticks since it began. */
  readonly ticks: number
  /** Bytes that it holds at present, without the copy of the world's memory of the last saved state. */
  readonly byteLength: number
  /** Returns the last seconds as bytes, for `openReplay`. It goes on. */
  save(): Uint8Array
  /** Ends it. `save` returns what it had until then. */
  stop(): void
}

interface Recorder {
  readonly world: AnimationWorld
  readonly options: Required<Pick<RecordOptions, 'seconds' | 'hash'>> & RecordOptions
  readonly things: Things
  /** Names things by number in what is written. */
  readonly pack: Replacer
  readonly segments: Segment[]
  /** What is written at present; null until the next saved state: nothing is noted. */
  segment: Segment | null
  isCut: boolean
  ticks: number
  saved: Saved
  /** The encoding of the last saved state; null = it is done. */
  encoding: Generator<undefined, Uint8Array> | null
  readonly shadow: Shadow
  /** The seconds of ticks, and `world.time.delta`, as the segment has them. */
  readonly delta: Float64Array
  /** Numbers of functions, by name. */
  readonly names: Map<string, number>
  /** How many components of ours each entity has. */
  owned: Uint8Array
  /** Entities that the running call added, and removed. */
  readonly made: number[]
  readonly lost: Set<number>
  /** The highest entity with a component of ours. */
  highest: number
  listener: CallListener
}

const OPTIONS = ['seconds', 'hash', 'onError']
/** Seconds from one saved state to the next. */
const SEGMENT_SECONDS = 5
/** Ticks without seconds count as long as this. */
const SHORTEST = 1 / 240
/** Milliseconds of a slice of encoding, without its last step. */
const SLICE = 0.25
/** Journals of more bytes end with the next tick. */
const LONGEST_JOURNAL = 2 ** 22

/**
 * Records a world: what it was like, and every call of this package that changes it, every component that comes or goes,
 * and every number that the game writes to public columns.
 *
 * It keeps the last `seconds`, in about 0.3 to 2 kB a skeleton for each 5 seconds, 10 to 40 bytes a call, and 4 for each
 * number that the game writes. A world has one recording at a time. After `restoreState`, and after a call with a
 * function as an argument, it goes on from a new saved state.
 *
 * Not recorded: components of the game's own, prefabs, `fixedTicks`' remainder, renderers.
 *
 * @throws OsteonError `no-animation`, `bad-option`; `unsupported-feature` in a world with an extension that saved states
 *   don't hold, such as recordings.
 */
export function record(world: AnimationWorld, options: RecordOptions = {}): WorldRecording {
  const state = stateOf(world)
  refuseUnknown(options, OPTIONS, 'record')
  const { seconds = 30, hash = 'some' } = options
  if (!(seconds >= 1 && seconds <= 3600)) throw badOption('record', 'seconds', `${seconds}; 1 to 3600`)
  if (hash !== 'some' && hash !== 'every') throw badOption('record', 'hash', `${String(hash)}`)
  if (state.joins.listener) throw badOption('record', 'world', 'it is recorded already')
  refuseUnencoded(state, 'record')
  const recorder = createRecorder(world, { ...options, seconds, hash })
  beginSegment(recorder)
  const watched = watchOf(world)
  watched.recorder = recorder
  state.joins.listener = recorder.listener
  return {
    get ticks() {
      return recorder.ticks
    },
    get byteLength() {
      encodeState(recorder)
      return recorder.segments.reduce(
        (sum, { journal, state: bytes }) => sum + (bytes?.length ?? 0) + journal.top,
        0,
      )
    },
    save: () => saveRecording(recorder),
    stop: () => {
      if (watched.recorder !== recorder) return
      encodeState(recorder)
      watched.recorder = null
      state.joins.listener = null
    },
  }
}

function createRecorder(world: AnimationWorld, options: Recorder['options']): Recorder {
  const things: Things = { state: world.animation, numbers: new Map(), prints: [] }
  const recorder: Recorder = {
    world,
    options,
    things,
    pack: (value) => packed(things, value),
    segments: [],
    segment: null,
    isCut: false,
    ticks: 0,
    saved: createSaved(world),
    encoding: null,
    shadow: createShadow(),
    delta: new Float64Array(2),
    names: new Map(),
    owned: new Uint8Array(0),
    made: [],
    lost: new Set(),
    highest: 0,
    listener: { hears: true, run: (name, call, args) => runCall(recorder, name, call, args) },
  }
  return recorder
}

function saveRecording(recorder: Recorder): Uint8Array {
  encodeState(recorder)
  const { options, segments, things, ticks, world } = recorder
  return sealReplay(world, options.hash === 'every', things.prints, segments, ticks)
}

/** What a world keeps for recordings: observers can't be told apart, so they are registered once. */
interface Watch {
  recorder: Recorder | null
}

function watchOf(world: AnimationWorld): Watch {
  const { joins } = world.animation
  const known = joins.byName.get('replay')?.state as Watch | undefined
  if (known) return known
  const watch: Watch = { recorder: null }
  const watchAll = () => {
    for (const [number, component] of componentsOf(world).entries())
      watchComponent(watch, world, number, component)
  }
  joinWorld(joins, 'replay', {
    state: watch,
    observe: watchAll,
    forget: () => {
      if (watch.recorder) cut(watch.recorder)
    },
  })
  watchAll()
  return watch
}

function watchComponent(watch: Watch, world: AnimationWorld, number: number, component: object): void {
  observe(world, onAdd(component), (eid) => {
    const { recorder } = watch
    if (recorder?.segment) noteAdded(recorder, recorder.segment, number, eid)
  })
  observe(world, onSet(component), (eid: number, data: unknown) => {
    const { recorder } = watch
    if (!recorder?.segment || !recorder.listener.hears) return
    const { journal } = recorder.segment
    const { top } = journal
    writeByte(journal, ENTRY.set)
    writeCount(journal, number)
    writeCount(journal, eid)
    if (!tryWrite(recorder, journal, top, data)) return
    flushRow(recorder, eid)
  })
  observe(world, onRemove(component), (eid) => {
    const { recorder } = watch
    if (!recorder?.segment) return
    if (--recorder.owned[eid] === 0) recorder.lost.add(eid)
    if (recorder.listener.hears) noteComponent(recorder.segment, ENTRY.remove, number, eid)
  })
}

function noteAdded(recorder: Recorder, segment: Segment, number: number, eid: number): void {
  if (eid >= recorder.owned.length) {
    const longer = new Uint8Array(2 * eid + 64)
    longer.set(recorder.owned)
    recorder.owned = longer
  }
  recorder.highest = Math.max(recorder.highest, eid)
  recorder.shadow.rows = Math.max(recorder.shadow.rows, eid + 1)
  const isNew = recorder.owned[eid]++ === 0
  if (recorder.listener.hears) {
    noteComponent(segment, ENTRY.add, number, eid)
    flushRow(recorder, eid)
  } else if (isNew && !recorder.lost.has(eid)) recorder.made.push(eid)
}

function noteComponent({ journal }: Segment, kind: number, number: number, eid: number): void {
  writeByte(journal, kind)
  writeCount(journal, number)
  writeCount(journal, eid)
}

/** Nothing is noted until the next saved state. */
function cut(recorder: Recorder): void {
  recorder.segment = null
  recorder.isCut = true
}

/** Writes a value. If it can't be written, takes back the entry, and cuts. @returns whether it was written. */
function tryWrite(recorder: Recorder, writer: Writer, top: number, value: unknown): boolean {
  try {
    writeValue(writer, value, recorder.pack)
    return true
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    writer.top = top
    cut(recorder)
    return false
  }
}

/** Calls that are recorded without arguments. */
const BARE: ReadonlySet<string> = /* @__PURE__ */ new Set(['saveState'])
/** Calls that are not recorded, but what they made: a saved state follows. */
const CUTS: ReadonlySet<string> = /* @__PURE__ */ new Set(['restoreState'])

/** Runs a call, and notes it if it wasn't refused. */
function runCall(recorder: Recorder, name: string, call: () => unknown, args: readonly unknown[]): unknown {
  const { listener, options, world } = recorder
  listener.hears = false
  try {
    // After `resetWorld` this forgets all entities, and so cuts.
    const { tick } = stateOf(world)
    if (recorder.segment === null) beginSegment(recorder)
    else if ((OPENING.get(name) ?? Number.POSITIVE_INFINITY) <= tick.place)
      beginIfDue(recorder, recorder.segment)
    if (LASTING.has(name)) encodeState(recorder)
    if (CUTS.has(name)) cut(recorder)
    const result =
      recorder.segment === null
        ? call()
        : noteCall(recorder, recorder.segment, name, call, BARE.has(name) ? [] : args)
    // After something that can't be noted.
    if (recorder.segment === null) beginSegment(recorder)
    return result
  } catch (error) {
    if (options.onError && (OPENING.has(name) || !(error instanceof OsteonError)))
      options.onError(saveRecording(recorder), error)
    throw error
  } finally {
    listener.hears = true
  }
}

function noteCall(
  recorder: Recorder,
  segment: Segment,
  name: string,
  call: () => unknown,
  given: readonly unknown[],
): unknown {
  const { made, lost, shadow, things, world } = recorder
  const { tick } = world.animation
  const { number } = tick
  made.length = 0
  lost.clear()
  const owner = typeof given[0] === 'number' ? given[0] : -1
  if (owner >= 0) flushRow(recorder, owner)
  else flushAll(recorder)
  if (TIMED.has(name)) noteDelta(recorder, segment)
  let args = given
  while (args.length > 0 && args[args.length - 1] === undefined) args = args.slice(0, -1)
  // Rigs are told before the call, which may unregister them.
  for (const value of args) if (typeof value === 'object' && value !== null) tryPack(things, value)
  // Even a call that is refused gives rows to skeletons that came, and takes them from those that went.
  const settles = tick.pending.size + tick.leaving.size > 0
  let result: unknown
  let thrown: { readonly error: unknown } | null = null
  try {
    result = call()
  } catch (error) {
    if (error instanceof OsteonError && !settles) throw error
    thrown = { error }
  }
  const opens = tick.number !== number
  if (opens) {
    segment.ticks++
    recorder.ticks++
    segment.seconds += Math.max(SHORTEST, Math.abs(tick.seconds[TICK]))
  }
  writeCall(recorder, segment, name, args, {
    opens,
    result: typeof result === 'number' ? result : undefined,
    throws: thrown !== null,
  })
  if (thrown) throw thrown.error
  if (ENDING.has(name)) writeHashes(recorder, segment)
  const pairs = pairsOf(shadow, world)
  if (owner >= 0) {
    refreshRow(pairs, owner)
    for (const eid of made) refreshRow(pairs, eid)
  } else refreshAll(pairs)
  return result
}

/** Notes the seconds of ticks if they are others than before. */
function noteDelta({ delta, world }: Recorder, { journal }: Segment): void {
  world.animation.readDelta(PROBE)
  if (Object.is(delta[0], PROBE[TICK]) && Object.is(delta[1], world.time.delta)) return
  delta[0] = PROBE[TICK]
  delta[1] = world.time.delta
  writeByte(journal, ENTRY.delta)
  writeDouble(journal, delta[0])
  writeDouble(journal, delta[1])
}

const PROBE = /* @__PURE__ */ new Float64Array(5)

function tryPack(things: Things, value: object): void {
  try {
    packed(things, value)
  } catch {}
}

function writeCall(
  recorder: Recorder,
  { journal }: Segment,
  name: string,
  args: readonly unknown[],
  { opens, result, throws }: { opens: boolean; result: number | undefined; throws: boolean },
): void {
  const { made, names } = recorder
  let number = names.get(name)
  if (number === undefined) {
    number = names.size
    names.set(name, number)
    writeByte(journal, ENTRY.name)
    writeValue(journal, name)
  }
  const { top } = journal
  writeByte(journal, ENTRY.call)
  writeByte(
    journal,
    (opens ? CALL.opens : 0) |
      (made.length > 0 ? CALL.makes : 0) |
      (result === undefined ? 0 : CALL.returns) |
      (throws ? CALL.throws : 0) |
      (!opens && FOLLOWING.has(name) ? CALL.follows : 0),
  )
  writeCount(journal, number)
  if (!tryWrite(recorder, journal, top, args)) return
  if (made.length > 0) {
    writeCount(journal, made.length)
    for (const eid of made) writeCount(journal, eid)
  }
  if (result !== undefined) writeDouble(journal, result)
}

function writeDouble(writer: Writer, value: number): void {
  const at = extend(writer, 8)
  writer.view.setFloat64(at, value, true)
}

function writeHashes({ options, ticks, world }: Recorder, { journal }: Segment): void {
  const { alive } = world.animation
  const every = options.hash === 'every'
  writeByte(journal, ENTRY.hashes)
  const length = extend(journal, 4)
  writeWord(journal, hashClocks(world.animation))
  writeCount(journal, alive.count)
  for (let i = 0; i < alive.count; i++) {
    if (!isCovered(ticks, i, every)) continue
    writeWord(journal, hashPose(world, alive.ids[i], quarterOf(ticks, every)))
    if (every) for (const hash of hashBones(world, alive.ids[i])) writeShort(journal, hash)
  }
  journal.view.setUint32(length, journal.top - length - 4, true)
}

function writeWord(writer: Writer, value: number): void {
  const at = extend(writer, 4)
  writer.view.setUint32(at, value, true)
}

function writeShort(writer: Writer, value: number): void {
  const at = extend(writer, 2)
  writer.view.setUint16(at, value, true)
}

/** Notes what the game wrote to the columns of one entity. */
function flushRow(recorder: Recorder, eid: number): void {
  const { shadow } = recorder
  if (eid < shadow.rows) flush(recorder, eid, eid + 1)
}

/** Notes what the game wrote to all columns. */
function flushAll(recorder: Recorder): void {
  flush(recorder, 1, recorder.highest + 1)
}

function flush({ segment, shadow, world }: Recorder, from: number, to: number): void {
  if (!segment) return
  const { journal } = segment
  writeChanges(pairsOf(shadow, world), journal, from, to, () => writeByte(journal, ENTRY.columns))
}

/** Begins a segment if it is time for it. */
function beginIfDue(recorder: Recorder, segment: Segment): void {
  if (segment.seconds < SEGMENT_SECONDS && segment.journal.top < LONGEST_JOURNAL) return
  beginSegment(recorder)
}

/** Saves the world's state, and begins a journal. Forgets segments that are too old. */
function beginSegment(recorder: Recorder): void {
  const { names, options, saved, segments, shadow, things, world } = recorder
  const { hears } = recorder.listener
  // A replay that goes on from the segment before has no other source for them.
  flushAll(recorder)
  recorder.listener.hears = false
  encodeState(recorder)
  saveInto(world, saved)
  recorder.listener.hears = hears
  const segment: Segment = {
    tick: recorder.ticks,
    isCut: recorder.isCut,
    base: baseOf(world.animation, (thing) => numberOf(things, thing)),
    state: null,
    journal: createWriter(0, 4096),
    ticks: 0,
    seconds: 0,
  }
  segments.push(segment)
  recorder.encoding = encodeInSteps(saved)
  encodeSoon(recorder, recorder.encoding)
  let kept = segments.reduce((sum, each) => sum + each.seconds, 0)
  while (segments.length > 1 && kept - segments[0].seconds >= options.seconds)
    kept -= segments.shift()?.seconds ?? 0
  recorder.segment = segment
  recorder.isCut = false
  names.clear()
  recorder.delta.fill(Number.NaN)
  countOwned(recorder)
  shadow.rows = recorder.highest + 1
  const pairs = pairsOf(shadow, world)
  refreshAll(pairs)
  const copies = pairs.map(({ copy }) => copy)
  // A replay has the saved entities alone.
  const { kinds } = saved.members
  for (let eid = 1; eid < shadow.rows; eid++) if (!(kinds[eid] > 0)) clearRow(copies, eid)
  for (let eid = 1; eid < shadow.rows; eid++)
    if (recorder.owned[eid] > 0 && !(kinds[eid] > 0)) noteBare(recorder, segment, eid)
}

/**
 * Goes on with the encoding of the last saved state, which is still as it was when it was saved.
 *
 * @param until when to pause, by `performance.now`.
 */
function encodeState(recorder: Recorder, until = Number.POSITIVE_INFINITY): void {
  const { encoding, segments } = recorder
  while (encoding && recorder.encoding === encoding) {
    const { done, value } = encoding.next()
    if (done) {
      segments[segments.length - 1].state = value
      recorder.encoding = null
    }
    if (performance.now() > until) return
  }
}

/** Encodes a saved state between ticks, in slices, since that takes longer than a tick may. */
function encodeSoon(recorder: Recorder, encoding: Recorder['encoding']): void {
  const timer: unknown = setTimeout(() => {
    if (recorder.encoding !== encoding) return
    encodeState(recorder, performance.now() + SLICE)
    encodeSoon(recorder, encoding)
  }, 0)
  // Node would wait for it.
  if (typeof timer === 'object' && timer !== null && 'unref' in timer && typeof timer.unref === 'function')
    timer.unref()
}

/** Notes the components of an entity that isn't in the saved state. */
function noteBare({ world }: Recorder, segment: Segment, eid: number): void {
  for (const [number, component] of componentsOf(world).entries())
    if (hasComponent(world, eid, component)) noteComponent(segment, ENTRY.add, number, eid)
}

/** Counts the components that each entity has. */
function countOwned(recorder: Recorder): void {
  const { world } = recorder
  const { length } = world.components.Skeleton.rig
  if (recorder.owned.length < length) recorder.owned = new Uint8Array(length)
  recorder.owned.fill(0)
  recorder.highest = 0
  const components = componentsOf(world)
  for (let eid = 1; eid < length; eid++) {
    if (!entityExists(world, eid)) continue
    for (const component of components) {
      if (!hasComponent(world, eid, component)) continue
      recorder.owned[eid]++
      recorder.highest = eid
    }
  }
}
