/** Draws recordings of worlds. */
import type { Replay } from '../../joins/replay'
import { assembleFrame } from '../../streams/frame/frame'
import type { AnimationWorld } from '../../world/world-type'
import { Failure } from '../failure'
import type { Film, Frame } from '../render/frame'
import { createSmoothPainter } from '../render/painter'
import { type Box, pictureFor, type Size } from '../render/play'
import { writeFilm } from '../render/write'

/** Nobody sees more, and encoders keep frames in memory. */
const MOST_FRAMES = 10_000

/**
 * Plays a replay from the start and draws each of its ticks: all that is ever shown fits into the picture.
 *
 * @param background premultiplied r, g, b, and a, 0…1. @throws Failure.
 */
export async function filmReplay(
  replay: Replay,
  out: string,
  size: Size,
  background: readonly number[],
): Promise<void> {
  const total = replay.end - replay.first
  if (total > MOST_FRAMES) throw new Failure(`${total} ticks are too many: at most ${MOST_FRAMES} are drawn`)
  const boxes: Box[] = []
  let seconds = 0
  replay.seek(replay.first)
  while (replay.step()) {
    seconds += replay.seconds
    const box = boxOf(replay.world)
    if (box) boxes.push(box)
  }
  if (boxes.length === 0) throw new Failure('the recording shows nothing: is an atlas missing?')
  const { width, height, view } = pictureFor(boxes, size)
  const fps = seconds > 0 ? total / seconds : 1
  const film: Film = { width, height, fps, total, seconds, transparent: background[3] === 0 }
  function* draw(step: number): Generator<Frame> {
    const painter = createSmoothPainter(width, height, view.scale)
    replay.seek(replay.first)
    for (let count = 0; replay.step(); count++) {
      if (count % step > 0) continue
      const data = painter.paint(replay.world, view, background)
      yield { animation: 'replay', picture: { width, height, data }, seconds: replay.seconds }
    }
  }
  await writeFilm(out, false, film, draw)
}

/** Returns the box of all vertices that a world draws; null if there are none. */
function boxOf(world: AnimationWorld): Box | null {
  const { capacity, frame, positions, tail } = assembleFrame(world)
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let i = 0; i < frame.indexCount; i++) {
    const vertex = frame.indices[i]
    const [places, at] = vertex < capacity ? [positions, vertex] : [tail.positions, vertex - capacity]
    minX = Math.min(minX, places[2 * at])
    minY = Math.min(minY, places[2 * at + 1])
    maxX = Math.max(maxX, places[2 * at])
    maxY = Math.max(maxY, places[2 * at + 1])
  }
  return minX > maxX ? null : { x: minX, y: minY, width: maxX - minX, height: maxY - minY }
}
