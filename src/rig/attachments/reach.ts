/** Refuses points that are so far from their bones, or that keys move so far, that vertices would overflow. */
import { OsteonError } from '../../base/errors'
import { CURVE, type DeformTimeline } from '../../base/model/animation'
import type { VertexData } from '../../base/model/attachment'
import type { SkeletonModel } from '../../base/model/skeleton'
import type { Keyed } from '../animation/keyed'
import { MOST_WORLD } from '../program/ops'

/** Weights of a point add up to 1, or nearly so. */
const MOST_WEIGHT = 1e6

/** The defect of points, with weights multiplied in, as a message; `null` if there is none. */
export function pointsProblem({ count, bones, vertices }: VertexData): string | null {
  const step = bones ? 3 : 2
  let influence = 0
  for (let point = 0, at = 0; point < count; point++) {
    const many = bones ? bones[at] : 1
    let far = 0
    let weights = 0
    for (let i = 0; i < many; i++, influence++) {
      const from = influence * step
      const weight = bones ? Math.abs(vertices[from + 2]) : 1
      far += weight * Math.max(Math.abs(vertices[from]), Math.abs(vertices[from + 1]))
      weights += weight
    }
    at += 1 + many
    if (!(far <= MOST_WORLD))
      return `point ${point} is ${far} from its bones; at most ${MOST_WORLD} is possible`
    if (!(weights <= MOST_WEIGHT))
      return `the weights of point ${point} add up to ${weights}; at most ${MOST_WEIGHT} is possible`
  }
  return null
}

/** The defect of a region's corners, x and y each, as a message; `null` if there is none. */
export function cornersProblem(corners: ArrayLike<number>): string | null {
  for (let i = 0; i < corners.length; i++)
    if (!(Math.abs(corners[i]) <= MOST_WORLD))
      return `a corner is ${corners[i]} from its bone; at most ${MOST_WORLD} is possible`
  return null
}

/** @throws OsteonError `out-of-range` if deform keys, or curves between them, move points too far. */
export function checkDeforms(model: SkeletonModel, { deforms }: Keyed, source: string): void {
  for (const deform of deforms) {
    const far = farOf(deform)
    if (far <= MOST_WORLD) continue
    const { skin, slot, key } = deform
    const path = `skins.${model.skins[skin].name}.${model.slots[slot].name}.${key}`
    const message = `deform keys move a point by ${far}; at most ${MOST_WORLD} is possible`
    throw new OsteonError('out-of-range', source, path, message)
  }
}

/** Greatest distance by which keys, or curves between them, move a number. */
function farOf(timeline: DeformTimeline): number {
  let far = 0
  for (const deltas of timeline.deltas)
    for (let i = 0; i < deltas.length; i++) far = Math.max(far, Math.abs(deltas[i]))
  return far * (1 + 2 * overshoot(timeline))
}

/** How far curves go beyond 0…1 between two keys. */
function overshoot({ curves, handles, samples = [] }: DeformTimeline): number {
  let beyond = 0
  if (handles)
    for (let key = 0; key < curves.length; key++) {
      if (curves[key] !== CURVE.bezier) continue
      const first = handles[key * 4 + 1]
      const second = handles[key * 4 + 3]
      beyond = Math.max(beyond, -first, first - 1, -second, second - 1)
    }
  for (const pairs of samples)
    for (let i = 1; pairs && i < pairs.length; i += 2) beyond = Math.max(beyond, -pairs[i], pairs[i] - 1)
  return beyond
}
