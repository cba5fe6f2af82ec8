/** The runs of everything that is drawn apart from separate figures: of a crowd in one object. */
import type { Pieces } from '../../world/joins'
import { addRun, addRuns, frameOf, placeInFrame, type Runs } from './runs'
import type { Scene } from './scene'

/** In `Runs.slot`: a piece of baked figures, which the host draws by instances. Pieces come in order. */
export const PIECE = 0

/**
 * Fills `runs` with the frame's runs, in its order, without those of some skeletons. Call it after `refreshScene`.
 *
 * @param left entities of the skeletons that are left out.
 * @param isPlaced whether the host draws a skeleton here: its entity is the `slot` of an empty run. @param pieces
 *   become empty runs of PIECE.
 */
export function readRest(
  { world }: Scene,
  left: Iterable<number>,
  runs: Runs,
  isPlaced?: (eid: number) => boolean,
  pieces?: Pieces,
): void {
  const { skeletons, streams } = world.animation
  const { pools } = streams
  const frame = frameOf(world)
  runs.count = 0
  const gaps = [...left]
    .filter((eid) => skeletons.frameRoom[eid] > 0 && skeletons.frameNumber[eid] === pools.frameNumber)
    .map((eid) => {
      const start = placeInFrame(world, skeletons.frameStart[eid])
      return { eid, start, end: start + skeletons.frameRoom[eid] }
    })
    .sort((one, other) => one.start - other.start)
  let at = 0
  let piece = 0
  const readTo = (index: number) => {
    for (; pieces && piece < pieces.count && pieces.at[piece] <= index; piece++) {
      addRuns(runs, frame, at, pieces.at[piece])
      at = pieces.at[piece]
      addRun(runs, at, 0, 0, 0, PIECE)
    }
    addRuns(runs, frame, at, index)
  }
  for (const { eid, start, end } of gaps) {
    readTo(start)
    if (isPlaced?.(eid)) addRun(runs, start, 0, 0, 0, eid)
    at = end
  }
  readTo(frame.indexCount)
}
