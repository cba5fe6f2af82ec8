/**
 * 'surfaces do not flip' of the table: when an armature is flipped, the reference leaves surfaces without a bone in place, with all
 * that hangs on them. Here they flip like the rest. Played for comparison, never by the product.
 */
import type { AnimationWorld, Rig } from 'osteon'
import type { Pose } from '../dragonbones/compare'

/** Moves children of such surfaces back to their places without flips. @param order numbers of the rig's slots, in the file's order. */
export function unflip(
  pose: Pose,
  { components: { Skeleton } }: AnimationWorld,
  eid: number,
  { bones, constraints, slots }: Rig,
  order: readonly number[],
): Pose {
  const surfaces = new Set(constraints.models.flatMap((one) => (one.type === 'surface' ? [one.bone] : [])))
  const stays = (bone: number): boolean =>
    bones.parent[bone] < 0 ? surfaces.has(bone) : stays(bones.parent[bone])
  const signs = [Skeleton.flipX[eid] ? -1 : 1, Skeleton.flipY[eid] ? -1 : 1]
  const turned = (list: readonly (number | null)[], count = list.length) =>
    list.map((value, i) => (value === null || i >= count ? value : value * signs[i & 1]))
  const ofSlots = (record: Pose['v'], count?: number): Pose['v'] =>
    Object.fromEntries(
      Object.entries(record).map(([slot, list]) => [
        slot,
        stays(slots.bone[order[Number(slot)]]) ? turned(list, count) : list,
      ]),
    )
  return {
    ...pose,
    b: pose.b.map((matrix, bone) => (stays(bone) ? turned(matrix) : matrix)),
    m: ofSlots(pose.m, 6),
    v: ofSlots(pose.v),
  }
}
