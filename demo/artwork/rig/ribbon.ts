/** Limbs, tails and cloth are drawn along a curve, and their meshes are laid along the same one. */
import type { Rect } from '../svg'
import type { Point } from './bones'
import type { MeshPlan } from './mesh'
import { round } from './round'

/** Points of a smooth curve through `through`: `steps` for each stretch, and the last (Catmull–Rom). */
export function curve(through: readonly Point[], steps = 4): Point[] {
  const at = (i: number): Point => through[Math.min(through.length - 1, Math.max(0, i))]
  const points: Point[] = []
  for (let i = 0; i + 1 < through.length; i++)
    for (let step = 0; step < steps; step++) {
      const t = step / steps
      const blend = (c: 0 | 1): number => {
        const [a, b, d, e] = [at(i - 1)[c], at(i)[c], at(i + 1)[c], at(i + 2)[c]]
        return b + 0.5 * t * (d - a + t * (2 * a - 5 * b + 4 * d - e + t * (3 * (b - d) + e - a)))
      }
      points.push([blend(0), blend(1)])
    }
  return [...points, at(through.length - 1)]
}

/** The curve as an SVG path. */
export const pathOf = (points: readonly Point[]): string =>
  points.map(([x, y], i) => `${i ? 'L' : 'M'} ${round(x, 1)} ${round(y, 1)}`).join(' ')

/** Points at both sides of a curve, `half` away, the ends moved outwards by `beyond`. */
export function sides(
  points: readonly Point[],
  half: number | readonly number[],
  beyond = 0,
): [Point[], Point[]] {
  const rails: [Point[], Point[]] = [[], []]
  const last = points.length - 1
  points.forEach(([x, y], i) => {
    const [ax, ay] = points[Math.max(0, i - 1)]
    const [bx, by] = points[Math.min(last, i + 1)]
    const length = Math.hypot(bx - ax, by - ay)
    const [dx, dy] = [(bx - ax) / length, (by - ay) / length]
    const along = i === 0 ? -beyond : i === last ? beyond : 0
    const t = (i / last) * (typeof half === 'number' ? 0 : half.length - 1)
    const k = Math.min(Math.floor(t), typeof half === 'number' ? 0 : half.length - 2)
    const h = typeof half === 'number' ? half : half[k] + (half[k + 1] - half[k]) * (t - k)
    rails[0].push([x + dx * along + dy * h, y + dy * along - dx * h])
    rails[1].push([x + dx * along - dy * h, y + dy * along + dx * h])
  })
  return rails
}

/** The least box round points, whole units, `margin` wider on every side. */
export function around(points: readonly Point[], margin = 0): Rect {
  const xs = points.map(([x]) => x)
  const ys = points.map(([, y]) => y)
  const [x, y] = [Math.floor(Math.min(...xs) - margin), Math.floor(Math.min(...ys) - margin)]
  return [x, y, Math.ceil(Math.max(...xs) + margin) - x, Math.ceil(Math.max(...ys) + margin) - y]
}

/** Both sides of a box, from its top edge down in `rows` rows of quads. */
export function boxRails([x, y, width, height]: Rect, rows: number): MeshPlan['rails'] {
  const side = (at: number): Point[] =>
    Array.from({ length: rows + 1 }, (_, i): Point => [at, y + (height * i) / rows])
  return [side(x), side(x + width)]
}
