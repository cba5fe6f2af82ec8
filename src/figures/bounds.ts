/** The box of a figure in its own space, and hits on it. */
import { hitTest } from '../api/hits/hit-test'
import { createMatrix, type Down, ownMatrix, worldMatrix } from './place'
import { type Runs, readRuns } from './runs'
import type { Scene } from './scene'

/** An upright box in the figure's own space. */
export interface Box {
  minX: number
  minY: number
  maxX: number
  maxY: number
}

/**
 * The box of all triangles that are drawn, as clipping leaves them, and of what its slots hold; without host objects in slots. Call it after
 * `refreshScene`.
 *
 * @param runs is filled with the figure's runs. @returns `false` if nothing is drawn; `out` is as it was then.
 */
export function figureBounds(scene: Scene, eid: number, down: Down, runs: Runs, out: Box): boolean {
  readRuns(scene, eid, runs)
  const { a, b, c, d, x, y } = ownMatrix(scene, eid, down, createMatrix())
  const { indices, positions } = scene.mesh
  let minX = Number.POSITIVE_INFINITY
  let minY = minX
  let maxX = Number.NEGATIVE_INFINITY
  let maxY = maxX
  for (let run = 0; run < runs.count; run++) {
    const end = runs.start[run] + runs.length[run]
    for (let i = runs.start[run]; i < end; i++) {
      const vertex = indices[i]
      // Rooms are filled up with triangles of one vertex, which is not always in use.
      if (i % 3 === 0 && vertex === indices[i + 1]) {
        i += 2
        continue
      }
      const px = positions[2 * vertex]
      const py = positions[2 * vertex + 1]
      const ownX = a * px + c * py + x
      const ownY = b * px + d * py + y
      if (ownX < minX) minX = ownX
      if (ownX > maxX) maxX = ownX
      if (ownY < minY) minY = ownY
      if (ownY > maxY) maxY = ownY
    }
  }
  if (!(minX <= maxX)) return false
  out.minX = minX
  out.minY = minY
  out.maxX = maxX
  out.maxY = maxY
  return true
}

/** Whether a point of the figure's own space meets its bounding boxes, or the shapes that it draws. */
export function hitsFigure(
  scene: Scene,
  eid: number,
  down: Down,
  x: number,
  y: number,
  by: 'boxes' | 'shapes',
): boolean {
  const to = worldMatrix(scene, eid, down, createMatrix())
  const target = { x: to.a * x + to.c * y + to.x, y: to.b * x + to.d * y + to.y }
  return hitTest(scene.world, target, { by, eid, limit: 1 }).length > 0
}
