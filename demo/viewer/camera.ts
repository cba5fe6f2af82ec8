/** The viewer's camera as plain numbers: world units y up, screen in CSS pixels y down. */
import type { View } from 'osteon/render'

export interface Camera {
  /** World point in the middle of the stage. */
  x: number
  y: number
  /** CSS pixels per world unit. */
  zoom: number
}

/** The stage's size in CSS pixels. */
export interface Size {
  width: number
  height: number
}

const LEAST = 0.02
const MOST = 40

export function viewOf({ x, y, zoom }: Camera, { width, height }: Size): View {
  return { x, y, width: width / zoom, height: height / zoom }
}

/** Shows the box (x, y of the lower left corner, width, height) with a margin. */
export function fitBox(camera: Camera, box: ArrayLike<number>, { width, height }: Size): void {
  const [x, y, w, h] = [box[0], box[1], Math.max(1, box[2]), Math.max(1, box[3])]
  camera.x = x + w / 2
  camera.y = y + h / 2
  camera.zoom = clamp(0.82 * Math.min(width / w, height / h))
}

/** Moves the picture by so many CSS pixels. */
export function pan(camera: Camera, dx: number, dy: number): void {
  camera.x -= dx / camera.zoom
  camera.y += dy / camera.zoom
}

/** Zooms by a factor; the world point under (sx, sy) stays there. */
export function zoomAt(
  camera: Camera,
  factor: number,
  sx: number,
  sy: number,
  { width, height }: Size,
): void {
  const zoom = clamp(camera.zoom * factor)
  const [dx, dy] = [sx - width / 2, sy - height / 2]
  camera.x += dx / camera.zoom - dx / zoom
  camera.y -= dy / camera.zoom - dy / zoom
  camera.zoom = zoom
}

const clamp = (zoom: number): number => Math.min(MOST, Math.max(LEAST, zoom))
