/** The runs of all that is drawn besides figures of their own: of a crowd in one object. */
import { addRun, frameOf, placeInFrame, type Runs } from './runs'
import type { Scene } from './scene'

/**
 * Fills `runs` with the frame's runs, in its order; the runs of some skeletons are left out. Call it after `refreshScene`.
 *
 * @param left entities of the skeletons that are left out.
 */
export function readRest({ world }: Scene, left: Iterable<number>, runs: Runs): void {
  const { skeletons, streams } = world.animation
  const { pools } = streams
  const frame = frameOf(world)
  runs.count = 0
  const gaps = [...left]
    .filter((eid) => skeletons.frameRoom[eid] > 0 && skeletons.frameNumber[eid] === pools.frameNumber)
    .map((eid) => {
      const start = placeInFrame(world, skeletons.frameStart[eid])
      return { start, end: start + skeletons.frameRoom[eid] }
    })
    .sort((one, other) => one.start - other.start)
  let gap = 0
  for (let run = 0; run < frame.runCount; run++) {
    const end = run + 1 < frame.runCount ? frame.runStart[run + 1] : frame.indexCount
    let at = frame.runStart[run]
    while (at < end) {
      while (gap < gaps.length && gaps[gap].end <= at) gap++
      const next = gap < gaps.length ? gaps[gap] : { start: end, end }
      const stop = Math.min(end, Math.max(at, next.start))
      if (stop > at) addRun(runs, at, stop - at, frame.runPage[run], frame.runBlend[run], -1)
      at = Math.max(stop, next.start <= stop ? next.end : stop)
    }
  }
}
