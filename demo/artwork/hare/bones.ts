/** Places the hare's bones. */
import { chain, footControls, type LegPlan, legBones, type Point, placeBones } from '../rig/bones'

/** How far the far leg stands to the right of the near one. */
export const FAR_LEG = 24

export const legAt = (x: number): LegPlan => ({
  hip: [-14 + x, -176],
  knee: [16 + x, -112],
  ankle: [-22 + x, -40],
  ball: [40 + x, 0],
  toe: [22 + x, -40],
})

/** Where the hands hold the blades, and the blades' points. */
export const GRIP: Point = [54, -214]
export const POINT: Point = [154, -222]

export const BONES = placeBones([
  { name: 'root', from: [0, 0] },
  { name: 'shadow', parent: 'root', from: [4, 0] },
  ...footControls('front', legAt(0)),
  ...footControls('back', legAt(FAR_LEG)),
  { name: 'hip', parent: 'root', from: [-4, -182] },
  ...legBones('back', legAt(FAR_LEG)),
  ...legBones('front', legAt(0)),
  { name: 'chest', parent: 'hip', from: [-4, -192], to: [4, -300] },
  ...chain('arm-back', 'chest', [
    [24, -276],
    [52, -238],
    [86, -252],
  ]),
  { name: 'head', parent: 'chest', from: [6, -304], to: [20, -420] },
  ...chain('ear-back', 'head', [
    [42, -404],
    [40, -470],
    [20, -532],
  ]),
  ...chain('ear-front', 'head', [
    [8, -404],
    [-16, -468],
    [-54, -520],
  ]),
  ...chain('arm-front', 'chest', [
    [-4, -276],
    [-4, -226],
    [44, -214],
  ]),
  { name: 'blade', parent: 'arm-front-2', from: GRIP, to: POINT },
])
