/** Limbs and ears, drawn along a curve with round ends; the mesh follows the same curve. */
import { line, OUTLINE_WIDTH, type Part, shape } from '../svg'
import { type Bones, joints, type Point } from './bones'
import type { MeshPlan } from './mesh'
import { around, curve, pathOf, sides } from './ribbon'
import { round } from './round'

/** Margin between the outline and the edge of the mesh, units. */
const MARGIN = 3
/** Points of the curve for each pair of neighbouring given points. */
const STEPS = 4

export interface Limb {
  name: string
  /** From the body outwards. */
  through: readonly Point[]
  /** Half of the thickness from one end to the other, evenly spaced. */
  half: readonly number[]
}

export interface Tones {
  fill: string
  shade: string
  outline: string
}

/** Smooth thickness at each point of the curve. */
const smooth = (half: readonly number[]): number[] =>
  curve(
    half.map((h, i): Point => [i, h]),
    STEPS,
  ).map(([, h]) => h)

function capped({ through, half }: Limb): string {
  const [left, right] = sides(curve(through, STEPS), smooth(half))
  const cap = (r: number, [x, y]: Point): string => `A ${r} ${r} 0 0 1 ${round(x, 1)} ${round(y, 1)}`
  const far = right[right.length - 1]
  return `${pathOf(left)} ${cap(half[half.length - 1], far)} ${pathOf([...right].reverse()).replace('M', 'L')} ${cap(half[0], left[0])} Z`
}

const meshRails = ({ through, half }: Limb): [Point[], Point[]] => {
  const air = OUTLINE_WIDTH / 2 + MARGIN
  const wide = smooth(half).map((h) => h + air)
  const rails = sides(curve(through, STEPS), wide)
  const last = rails[0].length - 1
  const points = curve(through, STEPS)
  // The ends are round, so the mesh goes beyond them by their thickness.
  const push = (end: number, next: number, by: number): void => {
    const [dx, dy] = [points[end][0] - points[next][0], points[end][1] - points[next][1]]
    const length = Math.hypot(dx, dy)
    for (const rail of rails)
      rail[end] = [rail[end][0] + (dx / length) * by, rail[end][1] + (dy / length) * by]
  }
  push(0, 1, wide[0])
  push(last, last - 1, wide[wide.length - 1])
  return rails
}

/** The limb's image: one colour, a shaded side (`1`: right of the way outwards, `0`: left), and further details. */
export function limbPart(limb: Limb, { fill, shade, outline }: Tones, side: 0 | 1, details = ''): Part {
  const widest = Math.max(...limb.half)
  const tone = sides(
    curve(limb.through, STEPS),
    smooth(limb.half).map((h) => h * 0.95),
  )[side]
  const svg = shape(limb.name, capped(limb), fill, outline, line(pathOf(tone), shade, widest * 0.8) + details)
  return { name: limb.name, rect: around(meshRails(limb).flat(), 1), svg }
}

/** The limb's mesh, weighted along bones that begin at its joints. */
export function limbMesh(
  limb: Limb,
  bones: Bones,
  names: readonly string[],
  blend = 0.4,
): [string, MeshPlan] {
  const end = limb.through[limb.through.length - 1]
  return [limb.name, { rails: meshRails(limb), columns: 3, bones: joints(bones, ...names), end, blend }]
}
