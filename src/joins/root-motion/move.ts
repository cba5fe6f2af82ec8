/** Moves skeletons by the travel of their bones, and keeps the bones where they are in the setup pose. */
import { cosine, sine } from '../../base/math/circular'
import { LANES, LOCAL, LOCAL_FIELDS } from '../../base/memory/lanes'
import type { Rig } from '../../rig/rig'
import { copyTransform } from '../../tick/shadow'
import { seatBase } from '../../world/chunks/addresses'
import { type Chunk, chunkAt } from '../../world/chunks/blocks'
import type { AnimationWorld } from '../../world/world-type'
import { AXES, type Motion, type MovingState, ROTATION, X, Y } from './state'
import { sumTravel } from './travel'

/** Adds the travel of this tick to the skeleton's `Transform`. */
export function moveSkeleton(world: AnimationWorld, state: MovingState, motion: Motion): void {
  const { blocks, motions, skeletons } = state
  const { Skeleton, Transform } = world.components
  const { eid } = motion
  const chunk = chunkAt(blocks, skeletons.chunk[eid])
  const { total } = motions.scratch
  sumTravel(state, chunk, motion)
  if (total[X] === 0 && total[Y] === 0 && total[ROTATION] === 0) return
  leaveParents(chunk.rig.source, motion.bone, total)
  const scaleX = Skeleton.flipX[eid] ? -Transform.scaleX[eid] : Transform.scaleX[eid]
  const scaleY = Skeleton.flipY[eid] ? -Transform.scaleY[eid] : Transform.scaleY[eid]
  const cos = cosine(Transform.rotation[eid])
  const sin = sine(Transform.rotation[eid])
  const x = total[X] * scaleX
  const y = total[Y] * scaleY
  total[X] = cos * x - sin * y
  total[Y] = sin * x + cos * y
  if (scaleX * scaleY < 0) total[ROTATION] = -total[ROTATION]
  add(Transform.x, motion, total, X)
  add(Transform.y, motion, total, Y)
  add(Transform.rotation, motion, total, ROTATION)
  copyTransform(world, eid)
}

/** Adds a travel to a column, and keeps what the column cannot take. */
function add(column: Float32Array, { eid, left }: Motion, travel: Float64Array, axis: number): void {
  const before = column[eid]
  left[axis] += travel[axis]
  column[eid] = before + left[axis]
  left[axis] -= column[eid] - before
}

/** Turns a travel from the space of a bone's parent to that of the skeleton. Ancestors are as in the setup pose. */
function leaveParents({ bones, rows: { setup } }: Rig, bone: number, travel: Float64Array): void {
  for (let parent = bones.parent[bone]; parent >= 0; parent = bones.parent[parent]) {
    const row = parent * LOCAL_FIELDS
    const turnX = setup[row + LOCAL.ROTATION] + setup[row + LOCAL.SHEAR_X]
    const turnY = setup[row + LOCAL.ROTATION] + setup[row + LOCAL.SHEAR_Y]
    const x = travel[X] * setup[row + LOCAL.SCALE_X]
    const y = travel[Y] * setup[row + LOCAL.SCALE_Y]
    travel[X] = cosine(turnX) * x - sine(turnY) * y
    travel[Y] = sine(turnX) * x + cosine(turnY) * y
    const area = setup[row + LOCAL.SCALE_X] * setup[row + LOCAL.SCALE_Y] * cosine(turnY - turnX)
    if (area < 0) travel[ROTATION] = -travel[ROTATION]
  }
}

/** Writes the setup pose to the local rows of a bone that moves its skeleton. */
export function holdBone(
  { arena, skeletons }: MovingState,
  chunk: Chunk,
  { bone, eid, moves }: Motion,
): void {
  const { f32 } = arena
  const { setup } = chunk.rig.source.rows
  const local = seatBase(chunk, skeletons.seat[eid]) + chunk.layout.local
  for (let axis = 0; axis < AXES; axis++) {
    const row = bone * LOCAL_FIELDS + axis
    if ((moves & (1 << axis)) !== 0) f32[local + row * LANES] = setup[row]
  }
}
