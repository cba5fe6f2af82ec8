/** The world of the tracks page: one skeleton, its tracks, and its history. It uses no DOM. */
import { createWorld } from 'bitecs'
import {
  type AnimationWorld,
  animationsOf,
  despawnSkeleton,
  dispatchEvents,
  installAnimation,
  type Rig,
  setDefaultMix,
  setMix,
  spawnSkeleton,
} from 'osteon'
import { runPipeline } from 'osteon/systems'
import { cutEvents, type EventBook, noteEvent } from './fields/event-lines'
import type { Masks } from './fields/fields'
import { createMasks } from './fields/masks'
import { addMark, cutHistory, forgetBefore, type History, recordTick } from './history'
import { perform } from './perform'
import { liveEntries, readTrack, type TrackState } from './read-tracks'
import {
  createRewind,
  cutRewind,
  keepSnapshot,
  keepTick,
  type Moment,
  type Rewind,
  reachOf,
  replay,
  rewindTo,
  timeOf,
} from './rewind'
import { type Command, MOST_TRACKS, type Step } from './script'
import { nextCommands, type Stress } from './stress'

export interface Scene {
  readonly world: AnimationWorld
  rig: Rig
  eid: number
  masks: Masks
  /** State of each track at the shown moment. */
  tracks: TrackState[]
  script: readonly Step[]
  /** The shown moment: number of ticks, next step of the script, second at which the script began. */
  moment: Moment
  /** Scene seconds. */
  time: number
  history: History
  readonly book: EventBook
  rewind: Rewind
  /** Null: no random commands. */
  stress: Stress | null
  /** Seconds since the known tick that is shown. */
  owed: number
  /** Number of tracks that the stress test may use. */
  lanes: number
  /** Grows with every change except of time. */
  version: number
  /** Takes problems, such as a script that names no animation. */
  readonly tell: (problem: unknown) => void
}

/** Initial mix duration, seconds. */
export const STANDARD_MIX = 0.2

/** Seconds of the past that lanes show. */
const PAST = 16

export function createScene(rig: Rig, tell: (problem: unknown) => void): Scene {
  const world = installAnimation(createWorld(), { capacity: 4 })
  const scene: Scene = {
    world,
    rig,
    eid: 0,
    masks: createMasks(rig),
    tracks: [],
    script: [],
    moment: { tick: 0, next: 0, started: 0 },
    time: 0,
    history: [],
    book: { lines: [], count: 0 },
    rewind: createRewind(0),
    stress: null,
    owed: 0,
    lanes: 4,
    version: 0,
    tell,
  }
  openRig(scene, rig, [])
  return scene
}

/** Starts anew with this rig and this script. */
export function openRig(scene: Scene, rig: Rig, script: readonly Step[]): void {
  const { world } = scene
  const old = scene.eid
  scene.eid = spawnSkeleton(world, rig)
  if (old !== 0) despawnSkeleton(world, old)
  if (rig !== scene.rig || old === 0) setMixes(world, rig)
  scene.masks = createMasks(rig)
  scene.rig = rig
  scene.script = script
  scene.moment = { tick: 0, next: 0, started: 0 }
  scene.time = 0
  scene.history = []
  scene.book.lines.length = 0
  scene.rewind = createRewind(0)
  scene.version++
  look(scene)
}

/** Sets mix durations: a blow starts quickly, other animations slowly. */
function setMixes(world: AnimationWorld, rig: Rig): void {
  setDefaultMix(world, rig, STANDARD_MIX)
  for (const name of animationsOf(rig)) {
    if (rig.animationIndex.has('hit') && name !== 'hit') setMix(world, rig, name, 'hit', 0.06)
    if (rig.animationIndex.has('jump') && name !== 'jump') setMix(world, rig, name, 'jump', 0.1)
  }
}

/** Runs a new tick: first due commands, then all systems. */
export function advance(scene: Scene, seconds: number): void {
  const { book, history, rewind, world } = scene
  giveCommands(scene)
  keepSnapshot(rewind, world, scene.moment)
  const before = scene.time
  passTick(scene, seconds)
  keepTick(rewind, seconds)
  scene.moment = { ...scene.moment, tick: scene.moment.tick + 1 }
  scene.time = timeOf(rewind, scene.moment.tick)
  look(scene)
  recordTick(history, before, scene.time, liveEntries(scene.tracks))
  dispatchEvents(world, (event) => {
    noteEvent(book, scene.moment.tick, scene.time, event)
    if (event.kind === 'complete') addMark(history, event.entry, { time: scene.time, kind: 'loop' })
    if (event.kind === 'event') addMark(history, event.entry, { time: scene.time, kind: 'event' })
  })
  forgetBefore(history, scene.time - PAST)
}

function passTick({ world }: Scene, seconds: number): void {
  world.time.delta = seconds
  runPipeline(world)
}

function giveCommands(scene: Scene): void {
  for (const command of dueSteps(scene)) obey(scene, command)
  if (scene.stress)
    for (const command of nextCommands(scene.stress, scene.time, scene.lanes, scene.rig)) obey(scene, command)
}

/** Commands of the script that are due, also those of its next round. */
function dueSteps(scene: Scene): Command[] {
  const due: Command[] = []
  const { script } = scene
  let { next, started } = scene.moment
  // With a tolerance: sums of sixtieths fall short of a script's round numbers.
  while (next < script.length && started + script[next].at <= scene.time + 1e-6) {
    const { at, command } = script[next++]
    if (command !== 'again') due.push(command)
    else {
      started += at
      next = 0
    }
  }
  scene.moment = { ...scene.moment, next, started }
  return due
}

/** Executes a command. A command that does not fit the rig is reported, and the scene goes on. */
function obey(scene: Scene, command: Command): void {
  scene.rewind.dirty = true
  try {
    perform(scene.world, scene.eid, scene.masks, command)
  } catch (problem) {
    scene.tell(problem)
  }
}

/** Whether the scene has gone back, so that the following ticks are known. */
export const isPast = ({ moment, rewind }: Scene): boolean => moment.tick < reachOf(rewind)[1]

/**
 * Applies a change by the user: later ticks are dropped, and the script stops.
 *
 * @returns the result of `change`; undefined if it threw, which is reported.
 */
export function act<T>(scene: Scene, change: () => T): T | undefined {
  if (isPast(scene)) {
    cutRewind(scene.rewind, scene.moment.tick)
    cutHistory(scene.history, scene.time)
    cutEvents(scene.book, scene.moment.tick)
  }
  scene.rewind.dirty = true
  scene.moment = { ...scene.moment, next: scene.script.length }
  scene.version++
  try {
    const result = change()
    look(scene)
    return result
  } catch (problem) {
    scene.tell(problem)
    return undefined
  }
}

/** Starts a script at the present moment. */
export function runScript(scene: Scene, script: readonly Step[]): void {
  scene.script = script
  scene.moment = { ...scene.moment, next: 0, started: scene.time }
}

/** Executes a command of the user. */
export const command = (scene: Scene, given: Command): void => {
  act(scene, () => perform(scene.world, scene.eid, scene.masks, given))
}

/** Moves the scene to the moment after a tick. */
export function goTo(scene: Scene, tick: number): void {
  const { rewind, world } = scene
  const [first, last] = reachOf(rewind)
  const wanted = Math.max(first + 1, Math.min(last, tick))
  if (last <= first || wanted === scene.moment.tick) return
  // Keeps changes since the newest tick.
  if (!isPast(scene) && rewind.dirty) keepSnapshot(rewind, world, scene.moment)
  const pass = (seconds: number): void => passTick(scene, seconds)
  scene.moment =
    wanted === scene.moment.tick + 1
      ? replay(rewind, world, scene.moment, pass)
      : rewindTo(rewind, world, wanted, pass)
  scene.time = timeOf(rewind, wanted)
  scene.version++
  look(scene)
}

/** Runs ticks of so many seconds, known ones or new ones. */
export function letPass(scene: Scene, seconds: number): void {
  if (!isPast(scene)) {
    advance(scene, seconds)
    return
  }
  scene.owed += seconds
  while (isPast(scene)) {
    const { tick } = scene.moment
    const needed = timeOf(scene.rewind, tick + 1) - scene.time
    if (needed > scene.owed + 1e-9) return
    scene.owed -= needed
    goTo(scene, tick + 1)
  }
  scene.owed = 0
}

/** The tick that had ended at a second within reach. */
export function tickAt({ rewind }: Scene, time: number): number {
  const { times } = rewind
  const after = times.findIndex((at) => at >= time - 1e-9)
  return reachOf(rewind)[0] + (after < 0 ? times.length - 1 : after)
}

function look(scene: Scene): void {
  scene.tracks = Array.from({ length: MOST_TRACKS }, (_, track) => readTrack(scene.world, scene.eid, track))
}
