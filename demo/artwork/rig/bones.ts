/** Places bones in the drawing's space (y down) as an animator would: from a joint to a tip. */
import { round } from './round'
import type { BoneJson } from './spine-json'

export type Point = readonly [x: number, y: number]

export interface BonePlan {
  name: string
  parent?: string
  from: Point
  /** Tip of the bone; without it the bone is a joint that points to the right. */
  to?: Point
  /** The bone keeps its direction when its parent rotates. */
  inherit?: 'onlyTranslation'
  skin?: true
}

/** A chain of bones along a line: `prefix-1` from the first point to the second, and so on. */
export function chain(prefix: string, parent: string, points: readonly Point[]): BonePlan[] {
  return points.slice(1).map((to, i) => ({
    name: `${prefix}-${i + 1}`,
    parent: i === 0 ? parent : `${prefix}-${i}`,
    from: points[i],
    to,
  }))
}

/** A bone of the setup pose. Angles in degrees, y up. */
export interface Bone {
  index: number
  name: string
  /** World place, y up. */
  x: number
  y: number
  rotation: number
  json: BoneJson
}

function place(plan: BonePlan, index: number, placed: Map<string, Bone>): Bone {
  const [x, y] = [plan.from[0], -plan.from[1]]
  const [dx, dy] = plan.to ? [plan.to[0] - x, -plan.to[1] - y] : [0, 0]
  const rotation = plan.to ? (Math.atan2(dy, dx) * 180) / Math.PI : 0
  const json: BoneJson = { name: plan.name }
  const bone: Bone = { index, name: plan.name, x, y, rotation, json }
  const parent = plan.parent === undefined ? undefined : placed.get(plan.parent)
  if (plan.parent !== undefined && !parent) throw new Error(`bone ${plan.name} comes before its parent`)
  const local = parent ? toBone(parent, [x, y]) : [x, y]
  if (parent) json.parent = parent.name
  if (plan.to) json.length = round(Math.hypot(dx, dy))
  if (round(local[0])) json.x = round(local[0])
  if (round(local[1])) json.y = round(local[1])
  const carried = plan.inherit ? 0 : (parent?.rotation ?? 0)
  const turn = ((((rotation - carried + 180) % 360) + 360) % 360) - 180
  if (round(turn)) json.rotation = round(turn)
  if (plan.inherit) json.inherit = plan.inherit
  if (plan.skin) json.skin = true
  return bone
}

/** A point (y up) in a bone's own space. No bone is scaled or sheared in the setup pose. */
export function toBone(bone: Bone, [x, y]: Point): [number, number] {
  return turnInto(bone, [x - bone.x, y - bone.y])
}

/** A direction (y up) in a bone's own space. */
export function turnInto(bone: Bone, [x, y]: Point): [number, number] {
  const angle = (-bone.rotation * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return [cos * x - sin * y, sin * x + cos * y]
}

/** Bones by name, in file order. */
export type Bones = ReadonlyMap<string, Bone>

/** The setup pose; parents come before their children. */
export function placeBones(plans: readonly BonePlan[]): Bones {
  const placed = new Map<string, Bone>()
  for (const plan of plans) placed.set(plan.name, place(plan, placed.size, placed))
  return placed
}

/** Throws if there is no bone of that name. */
export function boneOf(bones: Bones, name: string): Bone {
  const found = bones.get(name)
  if (!found) throw new Error(`no bone ${name}`)
  return found
}

/** Names of bones with their origins, in the drawing's space (y down). */
export function joints(bones: Bones, ...names: string[]): [name: string, from: Point][] {
  return names.map((name) => {
    const { x, y } = boneOf(bones, name)
    return [name, [x, -y]]
  })
}

export interface LegPlan {
  hip: Point
  knee: Point
  ankle: Point
  /** Ground point under the ball of the foot, about which a planted foot rolls. */
  ball: Point
  /** Tip of the foot's bone. */
  toe: Point
}

/** Bones that steer a foot: a point on the ground, and the ankle above it, which the leg reaches for. */
export const footControls = (side: string, { ankle, ball }: LegPlan): BonePlan[] => [
  { name: `foot-${side}-ctrl`, parent: 'root', from: ball },
  { name: `foot-${side}-target`, parent: `foot-${side}-ctrl`, from: ankle },
]

/** Thigh, shin and foot. */
export const legBones = (side: string, { hip, knee, ankle, toe }: LegPlan, parent = 'hip'): BonePlan[] => [
  ...chain(`leg-${side}`, parent, [hip, knee, ankle]),
  { name: `foot-${side}`, parent: `leg-${side}-2`, from: ankle, to: toe },
]
