/** Going back in time: states of the world every so often, and the seconds of the ticks between them. */
import { type AnimationWorld, restoreState, type SavedState, saveState } from 'osteon'

interface Snapshot {
  /** Ticks that had passed; commands given since are in it. */
  tick: number
  saved: SavedState
  /** Next step of the script, and when the script began. */
  next: number
  started: number
}

/** What else belongs to a moment. */
export interface Moment {
  tick: number
  next: number
  started: number
}

export interface Rewind {
  /** Ascending. */
  readonly snapshots: Snapshot[]
  /** Scene seconds after each tick, from that of the first snapshot on. */
  readonly times: number[]
  /** Seconds of the ticks between those. */
  readonly deltas: number[]
  /** Something was done since the last snapshot that its ticks alone do not repeat. */
  dirty: boolean
}

/** At most so many; the oldest one's memory is used again. */
const MOST = 140

/** Scene seconds between snapshots, if nothing is done. */
const EVERY = 0.1

export const createRewind = (time: number): Rewind => ({
  snapshots: [],
  times: [time],
  deltas: [],
  dirty: true,
})

/** The tick that time can be taken back to, and the last one known. */
export function reachOf({ snapshots, deltas }: Rewind): [first: number, last: number] {
  const first = snapshots.length > 0 ? snapshots[0].tick : 0
  return [first, first + deltas.length]
}

/** Scene seconds after a tick within reach. */
export const timeOf = (rewind: Rewind, tick: number): number => rewind.times[tick - reachOf(rewind)[0]]

/** To be called before each new tick, when its commands have been given. */
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

/** To be called when a new tick is over. */
export function keepTick({ times, deltas }: Rewind, seconds: number): void {
  times.push(times[times.length - 1] + seconds)
  deltas.push(seconds)
}

/** Forgets what came after a tick. */
export function cutRewind(rewind: Rewind, tick: number): void {
  const [first] = reachOf(rewind)
  while (rewind.snapshots.length > 1 && (rewind.snapshots.at(-1)?.tick ?? 0) > tick) rewind.snapshots.pop()
  rewind.times.length = tick - first + 1
  rewind.deltas.length = tick - first
  rewind.dirty = true
}

/** Lets the next tick pass once more. @returns the moment after it, with what was done then. */
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

/** Goes to where the world was after a tick within reach, but the first: a pose needs a tick. */
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
