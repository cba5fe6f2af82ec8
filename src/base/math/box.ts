/** Upright boxes around points. */

/** Left, bottom, right, top. */
export type Box = Float64Array

/** The box around no points. */
export const EMPTY_BOX: Readonly<Box> = /* @__PURE__ */ Float64Array.of(
  Number.POSITIVE_INFINITY,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
)

/** Widens a box by the x, y pairs at `from` … `to` of `points`. */
export function widenBox(box: Box, points: Float32Array, from: number, to: number): void {
  let left = box[0]
  let bottom = box[1]
  let right = box[2]
  let top = box[3]
  for (let at = from; at < to; at += 2) {
    const x = points[at]
    const y = points[at + 1]
    // No branches, which would be mispredicted too often. With a NaN in it, the box meets everything.
    left = Math.min(left, x)
    right = Math.max(right, x)
    bottom = Math.min(bottom, y)
    top = Math.max(top, y)
  }
  box[0] = left
  box[1] = bottom
  box[2] = right
  box[3] = top
}
