/** Keeps bones that move what they belong to where they are in the setup pose. */
import { LANES, LOCAL_FIELDS } from '../../base/memory/lanes'
import { forMixed } from '../../tick/mix/mix-chunk'
import { seatBase } from '../../world/chunks/addresses'
import type { Chunk } from '../../world/chunks/blocks'
import type { Joined } from '../../world/joins'
import type { AnimationState } from '../../world/state'
import type { AnimationWorld } from '../../world/world-type'
import { AXES, type MovingBone } from './options'

/** Writes the setup pose to the local rows of a bone, along the axes that move. */
export function holdBone(
  { arena, skeletons }: AnimationState,
  chunk: Chunk,
  eid: number,
  { bone, moves }: MovingBone,
): void {
  const { f32 } = arena
  const { setup } = chunk.rig.source.rows
  const local = seatBase(chunk, skeletons.seat[eid]) + chunk.layout.local
  for (let axis = 0; axis < AXES; axis++) {
    const row = bone * LOCAL_FIELDS + axis
    if ((moves & (1 << axis)) !== 0) f32[local + row * LANES] = setup[row]
  }
}

/** Keeps a bone of all skeletons of a world. They are of one rig. */
export function holdBones(motion: MovingBone): (world: AnimationWorld) => Joined {
  return ({ animation }) => {
    const hold = (eid: number, chunk: Chunk) => holdBone(animation, chunk, eid, motion)
    return {
      rows: {
        mixed: (chunk, seat) => forMixed(animation, chunk, seat, hold),
        isIn: () => true,
        rename: () => true,
        drop: () => {},
      },
    }
  }
}
