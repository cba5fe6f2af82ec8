/** Collects the three-dimensional picture: hands as capsules between joints, the head, the gaze, drawn lines. */
import { quat, vec3 } from 'gl-matrix'
import type { RecordedHand, RecordingWorld } from 'osteon/recordings'
import { addCapsule, type CapsuleList, shadowOf } from './capsules'
import { JOINT_NUMBERS, JOINTS } from './hand-shape'
import type { Scene } from './scene'

/** Radii, metres, by joint number. */
const RADII = [
  0, 0.023, 0, 0.017, 0.0132, 0.0108, 0.009, 0.0175, 0.0122, 0.0098, 0.0086, 0.0074, 0.018, 0.0124, 0.01,
  0.0087, 0.0075, 0.0175, 0.0118, 0.0095, 0.0083, 0.0072, 0.0165, 0.0108, 0.0086, 0.0076, 0.0066,
]
const THUMB_TIP = 6
const INDEX_TIP = 11

/** Bones between joints. */
const BONES: [from: number, to: number][] = [
  [3, 4],
  [4, 5],
  [5, 6],
  ...[7, 12, 17, 22].flatMap((first): [number, number][] =>
    [0, 1, 2, 3].map((bone) => [first + bone, first + bone + 1]),
  ),
]
/** Bones across the palm, which fill it. */
const PALM: [from: number, to: number][] = [
  [1, 3],
  [1, 7],
  [1, 12],
  [1, 17],
  [1, 22],
  [7, 12],
  [12, 17],
  [17, 22],
  [3, 7],
  [7, 13],
  [12, 8],
  [12, 18],
  [17, 13],
  [17, 23],
  [22, 18],
  [8, 13],
  [13, 18],
  [18, 23],
]

export const COLORS = {
  left: [0.56, 0.72, 0.98, 0],
  right: [0.97, 0.71, 0.37, 0],
  ghost: [0.58, 0.53, 0.74, 0.35],
  gaze: [1, 0.93, 0.72, 0.9],
  head: [0.9, 0.87, 0.93, 0],
  glass: [0.2, 0.17, 0.3, 0.1],
  pinch: [1, 0.95, 0.8, 1],
  shadow: { dark: [0.13, 0.11, 0.22, 1], light: [0.33, 0.3, 0.47, 1] },
} as const

const a = vec3.create()
const b = vec3.create()
const turn = quat.create()

/** Reads the position of a joint into `out`. @returns whether there is one. */
type Read = (joint: number, out: vec3) => boolean

function readEntities(
  { components }: RecordingWorld,
  { joints }: RecordedHand,
  offset: ArrayLike<number>,
): Read {
  const { x, y, z } = components.Pose3
  return (joint, out) => {
    const eid = joints[joint]
    if (!eid) return false
    vec3.set(out, x[eid] + offset[0], y[eid] + offset[1], z[eid] + offset[2])
    return true
  }
}

export const readArray =
  (values: Float32Array): Read =>
  (joint, out) => {
    const at = joint * JOINT_NUMBERS
    vec3.set(out, values[at], values[at + 1], values[at + 2])
    return joint < JOINTS
  }

export interface HandLook {
  color: ArrayLike<number>
  shadow: ArrayLike<number> | null
  pinching: boolean
  /** Whether the palm is filled. */
  whole: boolean
}

export function addHand(list: CapsuleList, read: Read, look: HandLook): void {
  const bones = look.whole ? [...BONES, ...PALM] : BONES
  for (const [from, to] of bones) {
    if (!read(from, a) || !read(to, b)) continue
    addCapsule(list, a, RADII[from], b, RADII[to], look.color)
    if (look.shadow)
      addCapsule(list, shadowOf(a), 0.7 * RADII[from], shadowOf(b), 0.7 * RADII[to], look.shadow)
  }
  if (!look.pinching || !read(THUMB_TIP, a) || !read(INDEX_TIP, b)) return
  vec3.lerp(a, a, b, 0.5)
  addCapsule(list, a, 0.0125, a, 0.0125, COLORS.pinch)
}

const ORIGIN = [0, 0, 0]

/** Hands, gaze and head of the first player, and the hands of its ghosts. */
export function addScene(list: CapsuleList, scene: Scene, dark: boolean): void {
  const { world, entities, ghosts } = scene
  const { Hand } = world.components
  entities.hands.forEach((recorded, side) => {
    const { hand } = recorded
    if (hand === 0 || Hand.tracked[hand] === 0) return
    addHand(list, readEntities(world, recorded, ORIGIN), {
      color: side === 0 ? COLORS.left : COLORS.right,
      shadow: COLORS.shadow[dark ? 'dark' : 'light'],
      pinching: Hand.pinching[hand] === 1,
      whole: true,
    })
  })
  addHead(list, scene)
  addGaze(list, scene)
  for (const { entities: own, offset } of ghosts)
    for (const recorded of own.hands)
      if (recorded.hand !== 0 && Hand.tracked[recorded.hand] === 1)
        addHand(list, readEntities(world, recorded, offset), {
          color: COLORS.ghost,
          shadow: null,
          pinching: false,
          whole: false,
        })
}

/** Points of the headset in the space of the head, metres: the visor from side to side, and the strap behind it. */
const VISOR = 0.033
const STRAP = Array.from({ length: 9 }, (_, i) => {
  const angle = Math.PI * (i / 8)
  return [0.053 * Math.cos(angle), 0, 0.012 + 0.066 * Math.sin(angle)] as const
})

/** The recorded head, as a headset. */
function addHead(list: CapsuleList, { world, entities: { camera } }: Scene): void {
  if (camera === 0) return
  const { x, y, z, qx, qy, qz, qw } = world.components.Pose3
  quat.set(turn, qx[camera], qy[camera], qz[camera], qw[camera])
  const put = (out: vec3, across: number, up: number, back: number): vec3 => {
    vec3.transformQuat(out, vec3.set(out, across, up, back), turn)
    return vec3.add(out, out, [x[camera], y[camera], z[camera]])
  }
  const part = (
    from: ArrayLike<number>,
    to: ArrayLike<number>,
    radius: number,
    color: ArrayLike<number>,
  ): void =>
    addCapsule(list, put(a, from[0], from[1], from[2]), radius, put(b, to[0], to[1], to[2]), radius, color)
  part([-VISOR, 0, 0], [VISOR, 0, 0], 0.023, COLORS.head)
  part([-VISOR + 0.007, 0, -0.013], [VISOR - 0.007, 0, -0.013], 0.0172, COLORS.glass)
  for (let i = 1; i < STRAP.length; i++) part(STRAP[i - 1], STRAP[i], 0.0058, COLORS.head)
}

/** A ray that ends at an arm's length. */
function addGaze(list: CapsuleList, { world, entities: { gaze } }: Scene): void {
  if (gaze === 0) return
  const { x, y, z, directionX, directionY, directionZ } = world.components.Gaze
  vec3.set(a, x[gaze], y[gaze], z[gaze])
  vec3.set(b, directionX[gaze], directionY[gaze], directionZ[gaze])
  if (vec3.length(b) < 0.5) return
  vec3.scaleAndAdd(b, a, b, 0.62)
  addCapsule(list, a, 0.0006, b, 0.0016, COLORS.gaze)
  addCapsule(list, b, 0.0062, b, 0.0062, COLORS.gaze)
}

/** A line drawn by a pinch: points with times, the oldest first. */
export interface Trail {
  points: { at: [number, number, number]; time: number; begins: boolean }[]
}

const TRAIL_SECONDS = 6

/** Continues the trail while the right hand pinches. @param clock seconds, ascending. */
export function growTrail({ points }: Trail, { entities, world }: Scene, clock: number): void {
  const { Hand, Pose3 } = world.components
  const { hand, joints } = entities.hands[1]
  while (points.length > 0 && clock - points[0].time > TRAIL_SECONDS) points.shift()
  const tip = joints[INDEX_TIP]
  if (hand === 0 || !tip || Hand.pinching[hand] === 0 || Hand.tracked[hand] === 0) return
  const last = points.at(-1)
  const at: [number, number, number] = [Pose3.x[tip], Pose3.y[tip], Pose3.z[tip]]
  if (last && Math.hypot(...at.map((value, axis) => value - last.at[axis])) < 0.002) return
  points.push({ at, time: clock, begins: !last || clock - last.time > 0.3 })
}

export function addTrail(list: CapsuleList, { points }: Trail, clock: number): void {
  for (let i = 1; i < points.length; i++) {
    if (points[i].begins) continue
    const left = 1 - (clock - points[i].time) / TRAIL_SECONDS
    const radius = 0.0034 * Math.sqrt(Math.max(0, left))
    addCapsule(list, points[i - 1].at, radius, points[i].at, radius, COLORS.pinch)
  }
}
