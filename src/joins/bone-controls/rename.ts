/** Finds bones by name in another rig. */

import { isRefTo } from '../../world/attached/skeleton-ref'
import type { BoneHooks } from '../../world/joins'
import { OFFSET_NEXT, OFFSET_WHAT, offsetAt } from './offsets'
import type { ControlledWorld } from './state'

/**
 * Renumbers the bones that offsets and entities move on a skeleton.
 *
 * @returns false if the new rig lacks one; everything is then as it was.
 */
export function renameBones(
  { animation, components }: ControlledWorld,
  ...[eid, from, to]: Parameters<BoneHooks['rename']>
): boolean {
  const { arena, offsets, skeletons, targets } = animation
  const { i32 } = arena
  const { bone } = components.BoneTarget
  const numberOf = (index: number) => to.index.get(from.names[index]) ?? -1
  const rows: number[] = []
  for (let row = skeletons.moved[eid]; row !== 0; row = i32[offsetAt(offsets, row) + OFFSET_NEXT])
    rows.push(offsetAt(offsets, row) + OFFSET_WHAT)
  const leaders = Array.from(targets.rows.entity.subarray(0, targets.count)).filter(
    (leader, link) => isRefTo(targets.hosts, link, eid) && bone[leader] < from.names.length,
  )
  const bones = rows.map((at) => numberOf(i32[at] >> 1))
  const led = leaders.map((leader) => numberOf(bone[leader]))
  if (bones.includes(-1) || led.includes(-1)) return false
  rows.forEach((at, i) => {
    i32[at] = 2 * bones[i] + (i32[at] & 1)
  })
  leaders.forEach((leader, i) => {
    bone[leader] = led[i]
  })
  return true
}
