/** Moves skeletons, and figures of tables, by the travel of their bones. */
import { LOCAL, LOCAL_FIELDS } from '../../base/memory/lanes'
import type { Rig } from '../../rig/rig'
import { copyTransform } from '../../tick/shadow'
import { chunkAt } from '../../world/chunks/blocks'
import type { AnimationWorld } from '../../world/world-type'
import { COS, SIN, writeTurn } from './places'
import { type Motion, type MovingState, ROTATION, type Scratch, X, Y } from './state'
import { sumTravel } from './travel'

/** Adds the travel of this tick to the skeleton's `Transform`. */
export function moveSkeleton(world: AnimationWorld, state: MovingState, motion: Motion): void {
  const { blocks, motions, skeletons } = state
  const { flipX, flipY } = world.components.Skeleton
  const { bone, eid, left } = motion
  const chunk = chunkAt(blocks, skeletons.chunk[eid])
  sumTravel(state, chunk, motion)
  const flips = (flipX[eid] ? 1 : 0) | (flipY[eid] ? 2 : 0)
  if (moveEntity(world, motions.scratch, chunk.rig.source, bone, eid, flips, left)) copyTransform(world, eid)
}

/**
 * Adds the travel of a bone (`scratch.total`) to the `Transform` of an entity, turned, scaled and mirrored as it is.
 *
 * @param flips 1: mirrored left–right; 2: top–bottom. @param left what columns could not take yet, by axis.
 * @returns whether it travels.
 */
export function moveEntity(
  { components: { Transform } }: AnimationWorld,
  scratch: Scratch,
  rig: Rig,
  bone: number,
  eid: number,
  flips: number,
  left: Float64Array,
): boolean {
  const { spare, total } = scratch
  if (total[X] === 0 && total[Y] === 0 && total[ROTATION] === 0) return false
  leaveParents(scratch, rig, bone)
  const scaleX = (flips & 1) !== 0 ? -Transform.scaleX[eid] : Transform.scaleX[eid]
  const scaleY = (flips & 2) !== 0 ? -Transform.scaleY[eid] : Transform.scaleY[eid]
  spare[ROTATION] = Transform.rotation[eid]
  writeTurn(spare)
  const x = total[X] * scaleX
  const y = total[Y] * scaleY
  total[X] = spare[COS] * x - spare[SIN] * y
  total[Y] = spare[SIN] * x + spare[COS] * y
  if (scaleX * scaleY < 0) total[ROTATION] = -total[ROTATION]
  add(Transform.x, eid, left, total, X)
  add(Transform.y, eid, left, total, Y)
  add(Transform.rotation, eid, left, total, ROTATION)
  return true
}

/** Adds a travel to a column, and keeps what the column cannot take. */
function add(
  column: Float32Array,
  eid: number,
  left: Float64Array,
  travel: Float64Array,
  axis: number,
): void {
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
