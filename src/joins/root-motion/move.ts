/** Moves skeletons by the travel of their bones, and keeps the bones where they are in the setup pose. */
import { LANES, LOCAL, LOCAL_FIELDS } from '../../base/memory/lanes'
import type { Rig } from '../../rig/rig'
import { copyTransform } from '../../tick/shadow'
import { seatBase } from '../../world/chunks/addresses'
import { type Chunk, chunkAt } from '../../world/chunks/blocks'
import type { AnimationWorld } from '../../world/world-type'
import { COS, SIN, writeTurn } from './places'
import { AXES, type Motion, type MovingState, ROTATION, type Scratch, X, Y } from './state'
import { sumTravel } from './travel'

/** Adds the travel of this tick to the skeleton's `Transform`. */
export function moveSkeleton(world: AnimationWorld, state: MovingState, motion: Motion): void {
  const { blocks, motions, skeletons } = state
  const { Skeleton, Transform } = world.components
  const { eid } = motion
  const chunk = chunkAt(blocks, skeletons.chunk[eid])
  const { spare, total } = motions.scratch
  sumTravel(state, chunk, motion)
  if (total[X] === 0 && total[Y] === 0 && total[ROTATION] === 0) return
  leaveParents(motions.scratch, chunk.rig.source, motion.bone)
  const scaleX = Skeleton.flipX[eid] ? -Transform.scaleX[eid] : Transform.scaleX[eid]
  const scaleY = Skeleton.flipY[eid] ? -Transform.scaleY[eid] : Transform.scaleY[eid]
  spare[ROTATION] = Transform.rotation[eid]
  writeTurn(spare)
  const x = total[X] * scaleX
  const y = total[Y] * scaleY
  total[X] = spare[COS] * x - spare[SIN] * y
  total[Y] = spare[SIN] * x + spare[COS] * y
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

/** Turns the total from the space of a bone's parent to that of the skeleton. Ancestors are as in the setup pose. */
function leaveParents({ spare, total }: Scratch, { bones, rows: { setup } }: Rig, bone: number): void {
  for (let parent = bones.parent[bone]; parent >= 0; parent = bones.parent[parent]) {
    const row = parent * LOCAL_FIELDS
    const x = total[X] * setup[row + LOCAL.SCALE_X]
    const y = total[Y] * setup[row + LOCAL.SCALE_Y]
    spare[ROTATION] = setup[row + LOCAL.ROTATION] + setup[row + LOCAL.SHEAR_X]
    writeTurn(spare)
    const cos = spare[COS]
    const sin = spare[SIN]
    spare[ROTATION] = setup[row + LOCAL.ROTATION] + setup[row + LOCAL.SHEAR_Y]
    writeTurn(spare)
    total[X] = cos * x - spare[SIN] * y
    total[Y] = sin * x + spare[COS] * y
    const turned = cos * spare[COS] + sin * spare[SIN]
    if (setup[row + LOCAL.SCALE_X] * setup[row + LOCAL.SCALE_Y] * turned < 0)
      total[ROTATION] = -total[ROTATION]
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
