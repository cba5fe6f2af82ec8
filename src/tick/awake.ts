/** Who has something to do in a tick: the list of the awake, and the lanes that are marked for them. */

import { glide, mayGlideOn } from '../shortcuts/glide'
import { passUnseen } from '../shortcuts/unseen'
import { mayRunAgain } from '../world/purity'
import { callBack, calmLane, chunkAt, isResting, RUNS, SKINNED, stirLane } from '../world/seats'
import { GLIDED, LEVEL, STIR } from '../world/skeletons'
import { type AnimationState, PLACE } from '../world/state'
import { MOST_MOVES } from './reseat'
import { enlist } from './wake'

const {
  written,
  owesPose,
  owesSkin,
  moved,
  look,
  settled,
  mobile,
  pulses,
  kept,
  colored,
  listed,
  advances,
  posed,
} = STIR
/** What makes a skeleton awake whatever time does. */
const CALLS = written | owesPose | owesSkin | moved | look
/** Time alone has to pass. */
const waiting = settled | mobile

/**
 * Empties the list of the last tick; what its systems left undone is owed. Those who were woken out of a long
 * sleep get their seats among the awake.
 */
export function closeTick(state: AnimationState): void {
  const { awake, blocks, playback, skeletons, tick } = state
  const { chunk, itemCount, seat, serial, stir, stirred } = skeletons
  const mixed = playback.listTick !== tick.number || (tick.done & (1 << PLACE.mixing)) !== 0
  const owes = mixed && (tick.done & (1 << PLACE.worldTransform)) !== 0 ? 0 : owesPose
  const owesVertices = (tick.done & (1 << PLACE.skinning)) !== 0 ? 0 : owesSkin
  const complete = (owes | owesVertices) === 0
  const { count, ids } = awake
  const { number } = tick
  let moves = 0
  for (let i = 0; i < count; i++) {
    const eid = ids[i]
    if (complete && (stir[eid] & ~colored) === GLIDED) {
      stir[eid] ^= listed
      stirred[eid] = number
      continue
    }
    if (serial[eid] === 0) continue
    const home = chunkAt(blocks, chunk[eid])
    const masks = calmLane(state, home, seat[eid])
    let left = stir[eid] & ~(listed | advances | posed)
    if ((masks & RUNS) !== 0) left |= owes
    if ((masks & SKINNED) !== 0) left |= owesVertices
    stir[eid] = left
    itemCount[eid] = 0
    if (masks === 0) continue
    stirred[eid] = tick.number
    if (moves === MOST_MOVES || !isResting(home, seat[eid])) continue
    callBack(state, eid)
    moves++
  }
  if (complete) calmChunks(state)
  awake.count = tick.glided = 0
  tick.done = 0
}

/** Of the chunks of those whose lanes were not looked at one by one. */
function calmChunks({ arena, blocks, tick }: AnimationState): void {
  for (const chunk of blocks.chunks)
    if (chunk?.stirred === tick.number) arena.i32.fill(0, chunk.run, chunk.owners)
}

/**
 * Lists the skeletons that have something to do, in ascending serial, and marks the lanes of those of which it
 * is known by now; `timelineSampling` adds those whose pose changes.
 *
 * @param advancing the tick was opened by `timelineSampling`: time goes on.
 */
export function listAwake(state: AnimationState, advancing: boolean): void {
  const { alive, skeletons, tick } = state
  const { stir, rate, serial, since, steady } = skeletons
  const { ids, count } = alive
  if (advancing) {
    tick.samplings++
    glide(state)
  }
  const still = tick.seconds[0] === 0 || !advancing ? settled | mobile : settled
  for (let i = 0; i < count; i++) {
    const eid = ids[i]
    const set = stir[eid]
    if (set === settled || (set & listed) !== 0) continue
    // While time stands still, too, it may be the turn of one that owes some.
    if (set === still && (rate[eid] < 2 || !advancing || since[eid] === tick.seconds[2])) continue
    if (set === waiting && advancing && steady[eid] < 0 && passUnseen(state, eid)) continue
    if ((set & CALLS) === 0 && (set & mobile) !== 0) {
      if (!advancing) continue
      if (rate[eid] > 1 && (tick.samplings + serial[eid]) % rate[eid] !== 0) continue
    }
    rouse(state, eid, advancing)
  }
  if (advancing) tick.seconds[2] += tick.seconds[0]
}

/** Decides what one skeleton does. */
function rouse(state: AnimationState, eid: number, advancing: boolean): void {
  const { awake, blocks, skeletons, tick } = state
  const { level, rate, serial, stir, trackCount } = skeletons
  const set = stir[eid]
  const tracked = trackCount[eid] > 0
  const pose = (set & (written | owesPose)) !== 0
  // A skeleton that time has to pass for.
  const due = rate[eid] < 2 || (tick.samplings + serial[eid]) % rate[eid] === 0
  const clocked = tracked && advancing && (pose || ((set & mobile) !== 0 ? due : (set & settled) === 0))
  if (level[eid] > LEVEL.noVertices) {
    rouseHidden(state, eid, clocked)
    return
  }
  const runs = pose || (set & moved) !== 0 || (!tracked && (set & settled) === 0)
  const skinned = level[eid] === LEVEL.full && (runs || (set & owesSkin) !== 0)
  let left = set & (settled | mobile | pulses)
  // A second time with nothing written in between; `timelineSampling` says it of those with tracks.
  const home = chunkAt(blocks, skeletons.chunk[eid])
  if (!tracked && (set & written) === 0 && mayRunAgain(home)) left = settled
  if (clocked) left |= advances
  // Its command may hold on.
  if (clocked && mayGlideOn(set)) left |= set & (kept | colored)
  if (pose) left |= posed
  stir[eid] = left
  if (!runs && !skinned && !clocked && (set & look) === 0) return
  enlist(awake, stir, eid)
  if (!runs && !skinned) return
  const masks = (runs ? RUNS : 0) | (skinned ? SKINNED : 0)
  stirLane(state, home, skeletons.seat[eid], masks)
}

/** Time passes at most. What was written meanwhile is done when the level changes. */
function rouseHidden(state: AnimationState, eid: number, clocked: boolean): void {
  const { awake, skeletons } = state
  const { level, stir } = skeletons
  if (level[eid] >= LEVEL.frozen || skeletons.trackCount[eid] === 0) {
    stir[eid] = settled
    return
  }
  const owed = stir[eid] & owesPose
  stir[eid] &= settled | mobile | pulses | owed
  if (!clocked) return
  // An entry that ended was applied, but not mixed.
  if (owed !== 0) stir[eid] ^= owesPose | posed
  stir[eid] |= advances
  enlist(awake, stir, eid)
}
