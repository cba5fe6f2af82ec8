/** The bones, placed in the drawing's space (y down) as an animator would: from a joint to a tip. */
import { FAR_LEG } from '../parts/limbs'
import { round } from './round'
import type { BoneJson } from './spine-json'

export type Point = readonly [x: number, y: number]

interface BonePlan {
  name: string
  parent?: string
  from: Point
  /** Where the bone points; without it the bone is a joint that points to the right. */
  to?: Point
  skin?: true
}

/** A chain of bones along a line: `prefix-1` from the first point to the second, and so on. */
function chain(prefix: string, parent: string, points: readonly Point[]): BonePlan[] {
  return points.slice(1).map((to, i) => ({
    name: `${prefix}-${i + 1}`,
    parent: i === 0 ? parent : `${prefix}-${i}`,
    from: points[i],
    to,
  }))
}

/** Ground point under the toes about which a planted boot rolls, and the ankle above it. */
function foot(side: string, x: number): BonePlan[] {
  return [
    { name: `foot-${side}-ctrl`, parent: 'root', from: [34 + x, 0] },
    { name: `foot-${side}-target`, parent: `foot-${side}-ctrl`, from: [-14 + x, -34] },
  ]
}

function leg(side: string, x: number): BonePlan[] {
  const knee: Point = [4 + x, -80]
  const ankle: Point = [-14 + x, -34]
  return [
    ...chain(`leg-${side}`, 'hip', [[-10 + x, -126], knee, ankle]),
    { name: `foot-${side}`, parent: `leg-${side}-2`, from: ankle, to: [ankle[0] + 34, ankle[1]] },
  ]
}

const PLAN: readonly BonePlan[] = [
  { name: 'root', from: [0, 0] },
  { name: 'shadow', parent: 'root', from: [8, 0] },
  ...foot('front', 0),
  ...foot('back', FAR_LEG),
  { name: 'plumb', parent: 'root', from: [300, -300], to: [300, -250] },
  { name: 'hip', parent: 'root', from: [0, -130] },
  ...leg('back', FAR_LEG),
  ...leg('front', 0),
  ...chain('tail', 'hip', [
    [-20, -126],
    [-76, -116],
    [-132, -136],
    [-156, -192],
    [-146, -262],
  ]),
  { name: 'spine', parent: 'hip', from: [0, -136], to: [-2, -186] },
  { name: 'chest', parent: 'spine', from: [-2, -186], to: [0, -238] },
  ...chain('cape', 'chest', [
    [-16, -236],
    [-38, -186],
    [-58, -138],
    [-72, -92],
  ]),
  ...chain('scarf', 'chest', [
    [-24, -238],
    [-70, -244],
    [-112, -234],
    [-152, -222],
  ]),
  ...chain('arm-back', 'chest', [
    [31, -214],
    [49, -176],
    [59, -140],
  ]),
  { name: 'head', parent: 'chest', from: [4, -242], to: [16, -392] },
  { name: 'face', parent: 'head', from: [66, -306] },
  { name: 'ear-front', parent: 'head', from: [-36, -360], to: [-70, -450] },
  { name: 'ear-back', parent: 'head', from: [74, -366], to: [92, -450] },
  { name: 'hat', parent: 'head', from: [24, -366], to: [26, -430], skin: true },
  { name: 'pom', parent: 'hat', from: [25, -430], to: [25, -470], skin: true },
  ...chain('arm-front', 'chest', [
    [14, -214],
    [28, -172],
    [70, -168],
  ]),
  { name: 'hand-front', parent: 'arm-front-2', from: [76, -168] },
  { name: 'staff', parent: 'hand-front', from: [76, -168], to: [156, -290] },
  { name: 'lantern', parent: 'staff', from: [208, -306], to: [208, -226] },
  { name: 'flame', parent: 'lantern', from: [208, -236], to: [208, -286] },
  { name: 'spark', parent: 'lantern', from: [208, -240] },
]

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
  const turn = ((((rotation - (parent?.rotation ?? 0) + 180) % 360) + 360) % 360) - 180
  if (round(turn)) json.rotation = round(turn)
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

export const BONES: ReadonlyMap<string, Bone> = (() => {
  const placed = new Map<string, Bone>()
  for (const plan of PLAN) placed.set(plan.name, place(plan, placed.size, placed))
  return placed
})()

/** Throws if there is no bone of that name. */
export function bone(name: string): Bone {
  const found = BONES.get(name)
  if (!found) throw new Error(`no bone ${name}`)
  return found
}
