/** Writes the frames of an animation as columns of a table. */
import { hypotenuse } from '../../../base/math/circular'
import { HIDDEN, STEPS, type TableAnimation, type TableParts } from '../table/table'
import type { Frames } from './frames'
import type { Layout, Pose } from './poses'

/** Lower left corner and size, world units. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Returns the box around all vertices of all frames. */
export function boxOf(baked: readonly Frames[]): Box {
  let left = Number.POSITIVE_INFINITY
  let bottom = left
  let right = -left
  let top = -left
  for (const { poses } of baked)
    for (const { positions } of poses)
      for (let i = 0; i < positions.length; i += 2) {
        const x = positions[i]
        const y = positions[i + 1]
        if (x < left) left = x
        if (x > right) right = x
        if (y < bottom) bottom = y
        if (y > top) top = y
      }
  if (!(left <= right)) return { x: 0, y: 0, width: 0, height: 0 }
  return { x: left, y: bottom, width: right - left, height: top - bottom }
}

/** Writes an animation. @param numbers of the parts of each layout, in its order. */
export function writeAnimation(
  name: string,
  duration: number,
  { error, poses }: Frames,
  numbers: ReadonlyMap<Layout, readonly number[]>,
  columns: TableParts,
  box: Box,
): TableAnimation {
  const lists = poses.map(({ layout }) => numbers.get(layout) as readonly number[])
  const parts = Uint16Array.from(new Set(lists.flat())).sort()
  // First vertex of each part, in a frame of this animation.
  const firsts = new Uint32Array(parts.length + 1)
  parts.forEach((part, i) => {
    firsts[i + 1] = firsts[i] + columns.vertex[part + 1] - columns.vertex[part]
  })
  const own = new Map(Array.from(parts, (part, i) => [part, i]))
  const width = 2 * firsts[parts.length]
  const positions = new Uint16Array(poses.length * width).fill(HIDDEN)
  const light = new Uint32Array(poses.length * parts.length)
  const dark = new Uint32Array(poses.length * parts.length)
  poses.forEach((pose, frame) => {
    const places = lists[frame].map((part) => own.get(part) as number)
    writeFrame(pose, places, firsts, box, positions.subarray(frame * width, (frame + 1) * width))
    const row = frame * parts.length
    places.forEach((place, i) => {
      light[row + place] = pose.colors[i]
      dark[row + place] = pose.colors[places.length + i]
    })
  })
  const times = Float32Array.from(poses, ({ time }) => time)
  const shown = (row: number, i: number) => positions[row * width + 2 * firsts[i]] !== HIDDEN
  return {
    name,
    duration,
    error: error + hypotenuse(box.width, box.height) / STEPS / 2,
    times,
    parts,
    positions,
    light: single(light, parts.length, shown),
    dark: single(dark, parts.length, shown),
  }
}

function writeFrame(
  { layout, positions }: Pose,
  places: readonly number[],
  firsts: Uint32Array,
  { height, width, x, y }: Box,
  to: Uint16Array,
): void {
  const scaleX = width > 0 ? STEPS / width : 0
  const scaleY = height > 0 ? STEPS / height : 0
  let from = 0
  for (let i = 0; i < places.length; i++) {
    let at = 2 * firsts[places[i]]
    for (const end = from + 2 * layout.shown[i].vertices; from < end; from += 2) {
      // Rounds, since these are at least 0 and the array cuts fractions off.
      to[at++] = (positions[from] - x) * scaleX + 0.5
      to[at++] = (positions[from + 1] - y) * scaleY + 0.5
    }
  }
}

/** Returns one row of colours if no visible part ever has other colours; otherwise all rows. */
function single(colors: Uint32Array, width: number, shown: (row: number, i: number) => boolean): Uint32Array {
  const first = new Uint32Array(width)
  const known = new Uint8Array(width)
  for (let row = 0; row * width < colors.length; row++)
    for (let i = 0; i < width; i++) {
      if (!shown(row, i)) continue
      const color = colors[row * width + i]
      if (known[i] === 0) {
        known[i] = 1
        first[i] = color
      } else if (first[i] !== color) return colors
    }
  return first
}
