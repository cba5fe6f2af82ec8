/** Moves bones by their joints, an IK target for instance, while bones are shown. */
import { getBone, isBoneActive } from 'osteon'
import { screenToWorld, worldToScreen } from 'osteon/render'
import { viewOf } from './camera'
import type { Stage } from './stage'
import type { ViewerState } from './state'

/** Greatest distance of the pointer from a joint, CSS pixels. */
const REACH = 14

/** The joint at a place of the stage, CSS pixels, while bones are shown; -1 = none. */
export function jointAt({ world, eid }: Stage, state: ViewerState, x: number, y: number): number {
  const { camera, overlays, rig, size } = state
  if (state.mode !== 'figure' || !overlays.has('bones')) return -1
  const view = viewOf(camera, size)
  let nearest = REACH
  let found = -1
  for (let bone = 0; bone < rig.bones.count; bone++) {
    if (!isBoneActive(world, eid, bone)) continue
    const [, , , , worldX, worldY] = getBone(world, eid, bone)
    const [jointX, jointY] = worldToScreen(view, worldX, worldY, size.width, size.height)
    const away = Math.hypot(jointX - x, jointY - y)
    // The last of several joints at one place is taken: controls come behind the bones that they control.
    if (away > nearest) continue
    nearest = away
    found = bone
  }
  return found
}

/** Moves a bone's joint to a place of the stage, CSS pixels. */
export function moveJoint(
  { world, eid }: Stage,
  state: ViewerState,
  bone: number,
  x: number,
  y: number,
): void {
  const { camera, rig, size } = state
  const [worldX, worldY] = screenToWorld(viewOf(camera, size), x, y, size.width, size.height)
  const parent = rig.bones.parent[bone]
  if (parent < 0) {
    state.moved.set(bone, { x: worldX, y: worldY })
    return
  }
  const [a, b, c, d, parentX, parentY] = getBone(world, eid, parent)
  const [dx, dy] = [worldX - parentX, worldY - parentY]
  const area = a * d - b * c
  if (area !== 0) state.moved.set(bone, { x: (d * dx - b * dy) / area, y: (a * dy - c * dx) / area })
}
