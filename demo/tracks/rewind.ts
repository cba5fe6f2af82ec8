/** Goes back in time: saved states of the world, and the seconds of the ticks between them. */
import type { AnimationWorld } from 'osteon'
import { restoreState, type SavedState, saveState } from 'osteon/save'

interface Snapshot {
  /** Ticks before it; commands given since then are included. */
  tick: number
  saved: SavedState
  /** Next step of the script, and the second at which the script began. */
  next: number
  started: number
}

/** A position in the scene and its script. */
export interface Moment {
  tick: number
  next: number
  started: number
}

export interface Rewind {
  /** Ascending. */
  readonly snapshots: Snapshot[]
  /** Scene seconds after each tick, from the first snapshot's on. */
  readonly times: number[]
  /** Seconds of the ticks between these. */
  readonly deltas: number[]
  /** Something changed since the last snapshot that a replay of its ticks would not repeat. */
  dirty: boolean
}

/** Limit of snapshots; the oldest one's memory is used again. */
const MOST = 140

/** Scene seconds between snapshots, if nothing else changes. */
const EVERY = 0.1

export const createRewind = (time: number): Rewind => ({
  snapshots: [],
  times: [time],
  deltas: [],
  dirty: true,
})

/** The earliest tick within reach, and the last known one. */
export function reachOf({ snapshots, deltas }: Rewind): [first: number, last: number] {
  const first = snapshots.length > 0 ? snapshots[0].tick : 0
  return [first, first + deltas.length]
}

/** Scene seconds after a tick within reach. */
export const timeOf = (rewind: Rewind, tick: number): number => rewind.times[tick - reachOf(rewind)[0]]

/** Call it before each new tick, after its commands. */
export function keepSnapshot(rewind: Rewind, world: AnimationWorld, moment: Moment): void {
  const { snapshots, times, deltas } = rewind
  const newest = snapshots.at(-1)
  const due = !newest || timeOf(rewind, moment.tick) - timeOf(rewind, newest.tick) >= EVERY
  if (!due && !rewind.dirty) return
  rewind.dirty = false
  if (newest?.tick === moment.tick) snapshots.pop()
  const oldest = snapshots.length >= MOST ? snapshots.shift() : undefined
  if (oldest) {
    const gone = snapshots[0].tick - oldest.tick
    times.splice(0, gone)
    deltas.splice(0, gone)
  }
  snapshots.push({ ...moment, saved: saveState(world, oldest?.saved) })
}

/** Call it after a new tick. */
export function keepTick({ times, deltas }: Rewind, seconds: number): void {
  times.push(times[times.length - 1] + seconds)
  deltas.push(seconds)
}

/** Drops all ticks after this one. */
export function cutRewind(rewind: Rewind, tick: number): void {
  const [first] = reachOf(rewind)
  while (rewind.snapshots.length > 1 && (rewind.snapshots.at(-1)?.tick ?? 0) > tick) rewind.snapshots.pop()
  rewind.times.length = tick - first + 1
  rewind.deltas.length = tick - first
  rewind.dirty = true
}

/** Runs the next known tick again. @returns the moment after it, with the commands of that time. */
export function replay(
  rewind: Rewind,
  world: AnimationWorld,
  { tick, next, started }: Moment,
  pass: (seconds: number) => void,
): Moment {
  pass(rewind.deltas[tick - reachOf(rewind)[0]])
  const known = rewind.snapshots.findLast((snapshot) => snapshot.tick === tick + 1)
  if (known) restoreState(world, known.saved)
  return { tick: tick + 1, next: known?.next ?? next, started: known?.started ?? started }
}

/** Restores the world after a tick within reach, except the first: a pose needs a tick. */
export function rewindTo(
  rewind: Rewind,
  world: AnimationWorld,
  tick: number,
  pass: (seconds: number) => void,
): Moment {
  const base = rewind.snapshots.findLast((snapshot) => snapshot.tick < tick)
  if (!base) throw new Error(`tick ${tick} is out of reach`)
  restoreState(world, base.saved)
  let moment: Moment = { tick: base.tick, next: base.next, started: base.started }
  while (moment.tick < tick) moment = replay(rewind, world, moment, pass)
  return moment
}
