/** Lists the skeletons that have something to do in a tick, and marks their lanes. */

import { addAwake } from '../world/awake'
import { chunkAt } from '../world/chunks/blocks'
import { advanceClock, keepClock } from '../world/chunks/clocks'
import { MIXED, markLane, SKINNED, SOLVED, unmarkLane } from '../world/chunks/marks'
import { mayRest } from '../world/chunks/purity'
import { moveToAwake, sitsAmongSleepers } from '../world/chunks/seats'
import { ACTIVITY, LEVEL } from '../world/skeletons'
import { type AnimationState, PLACE, TICK, TOTAL } from '../world/state'
import { noteWritten } from './catch-up'
import { catchUpClocks, MOST_MOVES, mayRepeat } from './shortcuts'

const {
  written,
  owesPose,
  owesSkin,
  moved,
  tinted,
  atRest,
  running,
  completesEachTick,
  repeats,
  oneCommand,
  keysColors,
  listed,
  advances,
  posed,
  asleep,
} = ACTIVITY
/** These make a skeleton awake even while time stands still. */
const WAKES = written | owesPose | owesSkin | moved | tinted
/** The bits of a skeleton that was repeated in the last tick, and to which nothing else happened. */
const REPEATED = running | repeats | listed
/** Details of `repeats`. */
const REPEAT_DETAILS = oneCommand | keysColors

/**
 * Empties the list of the last tick; work that its systems left undone is owed. Skeletons that were woken from a long
 * sleep get their seats among the active ones.
 */
export function closeTick(state: AnimationState): void {
  const { awake, blocks, skeletons, tick } = state
  const { activity, chunk, seat, serial } = skeletons
  const isMixed = (tick.done & (1 << PLACE.mixing)) !== 0
  const isSolved = (tick.done & (1 << PLACE.worldTransform)) !== 0
  const isSkinned = (tick.done & (1 << PLACE.skinning)) !== 0
  const complete = isMixed && isSolved && isSkinned
  const owing = (isMixed ? 0 : MIXED) | (isSolved ? 0 : SOLVED)
  const { count, ids } = awake
  let moves = 0
  for (let i = 0; i < count; i++) {
    const eid = ids[i]
    const bits = activity[eid]
    if (complete && (bits & ~REPEAT_DETAILS) === REPEATED) {
      activity[eid] = bits ^ listed
      continue
    }
    if (serial[eid] === 0) continue
    const home = chunkAt(blocks, chunk[eid])
    const masks = unmarkLane(state, home, seat[eid])
    let left = bits & ~(listed | advances | posed)
    // It rested when the tick opened, and was then set in motion.
    if ((left & atRest) !== 0 && (masks & SOLVED) !== 0 && !mayRest(state, eid, home)) {
      catchUpClocks(state, eid)
      left &= ~(atRest | repeats | REPEAT_DETAILS)
    }
    if ((masks & owing) !== 0) left |= owesPose
    if ((masks & SKINNED) !== 0 && !isSkinned) left |= owesSkin
    activity[eid] = left
    if (masks === 0 || moves === MOST_MOVES || !sitsAmongSleepers(home, seat[eid])) continue
    moveToAwake(state, eid)
    moves++
  }
  if (complete) unmarkChunks(state)
  if (isSolved) keepClock(tick.seconds)
  awake.count = 0
  tick.done = 0
}

/** Unmarks the lanes of all skeletons in a loop over chunks. */
function unmarkChunks({ arena, blocks, tick }: AnimationState): void {
  for (const chunk of blocks.chunks)
    if (chunk?.lastMarked === tick.number) arena.i32.fill(0, chunk.mix, chunk.owners)
}

/**
 * Lists the skeletons that have something to do, and marks their lanes, as far as that is known by now.
 * `timelineSampling` adds skeletons whose pose changes.
 *
 * @param advancing whether the tick was opened by `timelineSampling`, so that time goes on.
 */
export function listAwake(state: AnimationState, advancing: boolean): void {
  const { active, skeletons, tick } = state
  const { activity, rate, serial, since } = skeletons
  if (advancing && tick.seconds[TICK] < 0) wakeTimed(state)
  if (tick.activeStale) listActive(state)
  if (advancing) tick.samplings++
  const { ids, count } = active
  // With only these bits a skeleton has nothing to do.
  const idle = tick.seconds[TICK] === 0 || !advancing ? atRest | running : atRest
  let kept = 0
  for (let i = 0; i < count; i++) {
    const eid = ids[i]
    const bits = activity[eid]
    if (bits === atRest) {
      activity[eid] |= asleep
      continue
    }
    ids[kept++] = eid
    if ((advancing && mayRepeat(bits, tick.seconds[TICK] === 0)) || (bits & listed) !== 0) continue
    const rest = bits & ~(repeats | REPEAT_DETAILS)
    // One with an update rate may have seconds to catch up with, even while time stands still.
    if (rest === idle && (rate[eid] < 2 || !advancing || since[eid] === tick.seconds[TOTAL])) continue
    if ((bits & WAKES) === 0 && (bits & running) !== 0) {
      if (!advancing) continue
      if (rate[eid] > 1 && (tick.samplings + serial[eid]) % rate[eid] !== 0) continue
    }
    decideActivity(state, eid, advancing)
  }
  active.count = kept
  if (advancing) tick.seconds[TOTAL] += tick.seconds[TICK]
  advanceClock(tick.seconds, advancing)
}

/**
 * Wakes skeletons with constraints that depend on time: these skip the seconds by which time goes back, so they have to
 * see it.
 */
function wakeTimed(state: AnimationState): void {
  const { alive, blocks, skeletons } = state
  for (let i = 0; i < alive.count; i++) {
    const eid = alive.ids[i]
    if (chunkAt(blocks, skeletons.chunk[eid]).program.program.timed) noteWritten(state, eid)
  }
}

function listActive({ active, alive, skeletons, tick }: AnimationState): void {
  const { activity } = skeletons
  if (active.ids.length < alive.count) active.ids = new Int32Array(alive.ids.length)
  const { ids } = active
  let count = 0
  for (let i = 0; i < alive.count; i++) {
    const eid = alive.ids[i]
    if ((activity[eid] & asleep) === 0) ids[count++] = eid
  }
  active.count = count
  tick.activeStale = false
}

/** Decides the activity of one skeleton. */
export function decideActivity(state: AnimationState, eid: number, advancing: boolean): void {
  const { blocks, shortcuts, skeletons, tick } = state
  const { activity, level, rate, serial, trackCount } = skeletons
  const bits = activity[eid]
  const tracked = trackCount[eid] > 0
  // With an update rate: whether it is updated in this tick.
  const isTurn = rate[eid] < 2 || (tick.samplings + serial[eid]) % rate[eid] === 0
  const pose = (bits & written) !== 0 || (isTurn && (!shortcuts || (bits & owesPose) !== 0))
  const clocked = tracked && advancing && (pose || ((bits & running) !== 0 ? isTurn : (bits & atRest) === 0))
  if (level[eid] > LEVEL.noVertices) {
    decideHidden(state, eid, clocked)
    return
  }
  // One without tracks goes on by itself, in its turns, whatever woke it.
  const goesOn = isTurn && !tracked
  const runs = pose || (bits & moved) !== 0 || (goesOn && (bits & atRest) === 0)
  const skinned = level[eid] === LEVEL.full && (runs || (bits & owesSkin) !== 0)
  let left = bits & (atRest | running | completesEachTick | repeats | REPEAT_DETAILS)
  // A second time with nothing written in between; for skeletons with tracks, `timelineSampling` decides it.
  const home = chunkAt(blocks, skeletons.chunk[eid])
  if (goesOn && shortcuts && (bits & written) === 0 && mayRest(state, eid, home)) left = atRest
  if (clocked) left |= advances
  if (pose) left |= posed
  else left |= bits & owesPose
  activity[eid] = left
  if (!runs && !skinned && !clocked && (bits & tinted) === 0) return
  addAwake(state, eid)
  if (!runs && !skinned) return
  skeletons.lastMarked[eid] = tick.number
  const masks = (runs ? SOLVED : 0) | (skinned ? SKINNED : 0)
  markLane(state, home, skeletons.seat[eid], masks)
}

/**
 * Decides the activity of a skeleton that is not seen: at most its clocks go on. Writes take effect when the level
 * changes.
 */
function decideHidden(state: AnimationState, eid: number, clocked: boolean): void {
  const { activity, level, trackCount } = state.skeletons
  if (level[eid] >= LEVEL.frozen || trackCount[eid] === 0) {
    activity[eid] = atRest
    return
  }
  const owed = activity[eid] & owesPose
  activity[eid] &= atRest | running | completesEachTick | repeats | REPEAT_DETAILS | owed
  if (!clocked) return
  // An entry that ended was applied, but not mixed.
  if (owed !== 0) activity[eid] ^= owesPose | posed
  activity[eid] |= advances
  addAwake(state, eid)
}
