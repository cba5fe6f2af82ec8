/** Draws bones and their names, meshes, clipping and boxes over the picture, with the picture's camera. */
import { DEBUG_KIND, type DebugShapes, debugShapes, drawDebug } from 'osteon/debug'
import { screenToWorld } from 'osteon/render'
import { viewOf } from './camera'
import type { Stage } from './stage'
import type { ViewerState } from './state'

/** Greatest distance of the pointer from a bone whose name is shown, CSS pixels. */
const REACH = 12

/** Clears the overlay and draws the chosen shapes. @param shapes filled anew. */
export function paintOverlay(
  context: CanvasRenderingContext2D,
  { world }: Pick<Stage, 'world'>,
  { camera, overlays, size }: ViewerState,
  shapes: DebugShapes,
): void {
  const ratio = context.canvas.width / size.width
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  context.clearRect(0, 0, size.width, size.height)
  const wanted = Object.fromEntries([...overlays].map((overlay) => [overlay, true]))
  drawDebug(context, debugShapes(world, wanted, shapes), viewOf(camera, size), size)
  // Chromium may go on showing the last picture of a canvas that was only cleared.
  context.canvas.hidden = shapes.lineCount + shapes.labelCount === 0
}

/** Name of the bone under the pointer, while bones are shown; null if there is none. */
export function boneUnder(
  { lines, runCount, runKinds, runParts, runStarts }: DebugShapes,
  state: ViewerState,
): string | null {
  const { pointer, rig, camera, size } = state
  if (!pointer) return null
  const [x, y] = screenToWorld(viewOf(camera, size), pointer.x, pointer.y, size.width, size.height)
  let nearest = REACH / camera.zoom
  let name: string | null = null
  for (let run = 0; run < runCount; run++) {
    if (runKinds[run] !== DEBUG_KIND.bone) continue
    const [x1, y1, x2, y2] = lines.subarray(4 * runStarts[run], 4 * runStarts[run] + 4)
    const [dx, dy] = [x2 - x1, y2 - y1]
    const square = dx * dx + dy * dy
    const t = square > 0 ? Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / square)) : 0
    const distance = Math.hypot(x1 + dx * t - x, y1 + dy * t - y)
    if (distance < nearest) {
      nearest = distance
      name = rig.bones.names[runParts[run]]
    }
  }
  return name
}
