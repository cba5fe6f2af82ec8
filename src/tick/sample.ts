import { glideOn } from '../shortcuts/glide-on'
import { runQuietly } from '../shortcuts/quiet'
import { findUnseenTime, meetClock } from '../shortcuts/unseen'
import { advanceTracks } from '../tracks/advance'
import { applyTracks, reportTracks } from '../tracks/apply'
import { chunkAt, RUNS, SKINNED, stirLane } from '../world/seats'
import { LEVEL, SKELETON_FLAG, STIR } from '../world/skeletons'
import type { AnimationState } from '../world/state'
import { FOUND, surveyTracks } from './survey'

const { settled, mobile, pulses, listed, posed, advances, kept, colored } = STIR
/** Of a skeleton whose clocks run, and to which nothing else has happened. */
const RUNNING = mobile | advances

/** One skeleton's share of `timelineSampling`: it advances, and is applied unless its pose stays what it is. */
export function sampleTracks(state: AnimationState, eid: number): void {
  const { blocks, skeletons, tick } = state
  let set = skeletons.stir[eid]
  if ((set & advances) === 0) return
  const level = skeletons.level[eid]
  const chunk = chunkAt(blocks, skeletons.chunk[eid])
  if ((set & kept) !== 0) {
    if (glideOn(state, eid, chunk)) return
    set &= ~(kept | colored)
    skeletons.stir[eid] = set
  }
  if (
    (set & ~listed) === RUNNING &&
    level === LEVEL.full &&
    skeletons.rate[eid] < 2 &&
    runQuietly(state, eid, chunk)
  ) {
    skeletons.since[eid] = tick.seconds[2]
    stirLane(state, chunk, skeletons.seat[eid], RUNS | SKINNED)
    return
  }
  tick.seconds[1] = skeletons.rate[eid] < 2 ? tick.seconds[0] : tick.seconds[2] - skeletons.since[eid]
  skeletons.since[eid] = tick.seconds[2]
  meetClock(state, eid)
  // What is found out of its entry now may be another's, or no longer so.
  skeletons.due[eid] = Number.NEGATIVE_INFINITY
  advanceTracks(state, eid)
  const found = surveyTracks(state, eid)
  const shown = level <= LEVEL.noVertices
  const changes = (found & FOUND.changes) !== 0
  const follows = (found & FOUND.closes) !== 0 || (changes && (found & FOUND.remembers) !== 0)
  const applies = shown ? changes || (set & settled) === 0 : follows
  if (applies || (set & posed) !== 0) {
    applyTracks(state, eid, chunk)
    stirLane(state, chunk, skeletons.seat[eid], level === LEVEL.full ? RUNS | SKINNED : RUNS)
  } else {
    reportTracks(state, eid, chunk)
    if (!shown) skeletons.flags[eid] |= SKELETON_FLAG.behind
  }
  if (!shown) findUnseenTime(state, eid, chunk)

  let next = set & ~(settled | mobile | pulses)
  if ((found & FOUND.mobile) !== 0) next |= mobile
  if ((found & FOUND.pulses) !== 0) next |= pulses
  // What was written in this tick is done once more.
  if (shown ? !changes && (set & posed) === 0 : !follows) next |= settled
  else if (!changes) next |= set & settled
  skeletons.stir[eid] = next
}
