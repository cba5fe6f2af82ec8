/** Views, and conversions between screen and world. */
import { mat3, type ReadonlyMat3, vec2 } from 'gl-matrix'
import { OsteonError } from '../base/errors'
import type { View } from '../base/math/view'

/**
 * World → clip space (−1…1 both ways, y up), column-major as gl-matrix writes it. Throws `bad-option` if
 * a number isn't finite or the size isn't positive.
 */
export function viewMatrix(out: mat3, view: View): mat3 {
  const { x, y, width, height, rotation = 0 } = view
  if (!Number.isFinite(x + y + width + height + rotation) || !(width > 0 && height > 0))
    throw new OsteonError(
      'bad-option',
      'draw',
      'view',
      `expected finite numbers and a size above 0, got x ${x}, y ${y}, ${width} × ${height}, rotation ${rotation}`,
    )
  const cos = Math.cos(rotation)
  const sin = Math.sin(rotation)
  const sx = 2 / width
  const sy = 2 / height
  out[0] = cos * sx
  out[1] = -sin * sy
  out[2] = 0
  out[3] = sin * sx
  out[4] = cos * sy
  out[5] = 0
  out[6] = -(cos * x + sin * y) * sx
  out[7] = (sin * x - cos * y) * sy
  out[8] = 1
  return out
}

/** Replaces a point of clip space by its world point in `view`. */
function clipToWorld(out: vec2, view: View | ReadonlyMat3): vec2 {
  const matrix = isMatrix(view) ? mat3.clone(view) : viewMatrix(mat3.create(), view)
  const inverse = mat3.invert(mat3.create(), matrix)
  if (!inverse) throw new OsteonError('bad-option', 'screenToWorld', 'view', 'the matrix has no inverse')
  return vec2.transformMat3(out, out, inverse)
}

/** A point that can be destructured: `const [x, y] = screenToWorld(…)`. */
export type PlanePoint = vec2 & readonly [x: number, y: number]

/**
 * The world point that `view` shows at (`x`, `y`). The point is counted from the picture's upper left corner, y down,
 * in the unit in which the picture is `width` × `height` (CSS pixels for a pointer event). Not for the inner loop.
 *
 * Throws `bad-option` for a view that shows nothing.
 */
export function screenToWorld(
  view: View | ReadonlyMat3,
  x: number,
  y: number,
  width: number,
  height: number,
  out: vec2 = [0, 0],
): PlanePoint {
  return clipToWorld(vec2.set(out, (2 * x) / width - 1, 1 - (2 * y) / height), view) as PlanePoint
}

/** The place of the world point (`x`, `y`) in the picture: the reverse of `screenToWorld`. */
export function worldToScreen(
  view: View | ReadonlyMat3,
  x: number,
  y: number,
  width: number,
  height: number,
  out: vec2 = [0, 0],
): PlanePoint {
  const matrix = isMatrix(view) ? view : viewMatrix(mat3.create(), view)
  vec2.transformMat3(out, vec2.set(out, x, y), matrix)
  return vec2.set(out, ((out[0] + 1) * width) / 2, ((1 - out[1]) * height) / 2) as PlanePoint
}

/**
 * Widens `view` in place, so that a picture of `width` × `height` shows all of it undistorted. A picture without pixels
 * leaves it as it is.
 */
export function fitView(view: View, width: number, height: number): View {
  if (!(width > 0 && height > 0)) return view
  const scale = Math.max(view.width / width, view.height / height)
  view.width = width * scale
  view.height = height * scale
  return view
}

/**
 * A view that shows a box whole: x, y of its lower left corner, width, height, as `getBounds` gives it. `fitView`
 * widens it to the shape of a picture.
 *
 * @param margin left free on each side, as a share of the box. @default 0.1
 * @throws OsteonError `bad-option` for null, a box without size, and numbers that aren't finite.
 */
export function viewOf(box: ArrayLike<number> | null, margin = 0.1): View {
  const refuse = (path: string, message: string) => new OsteonError('bad-option', 'viewOf', path, message)
  if (!box) throw refuse('box', 'expected x, y, width and height, got null: nothing is shown yet')
  const [left, bottom, w, h] = [box[0], box[1], box[2], box[3]]
  if (!Number.isFinite(left + bottom + w + h) || !(w > 0 && h > 0))
    throw refuse('box', `expected a size above 0, got ${left}, ${bottom}, ${w} × ${h} (before a first tick?)`)
  if (!(Number.isFinite(margin) && margin > -0.5)) throw refuse('margin', `expected a number, got ${margin}`)
  const grow = 1 + 2 * margin
  return { x: left + w / 2, y: bottom + h / 2, width: w * grow, height: h * grow }
}

export function isMatrix(view: View | ReadonlyMat3): view is ReadonlyMat3 {
  return 'length' in view
}
