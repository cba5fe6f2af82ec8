/** Places the fox's bones. */
import { chain, footControls, type LegPlan, legBones, placeBones } from '../rig/bones'
import { FAR_LEG } from './limbs'

const legAt = (x: number): LegPlan => ({
  hip: [-10 + x, -126],
  knee: [4 + x, -80],
  ankle: [-14 + x, -34],
  ball: [34 + x, 0],
  toe: [20 + x, -34],
})

export const BONES = placeBones([
  { name: 'root', from: [0, 0] },
  { name: 'shadow', parent: 'root', from: [8, 0] },
  ...footControls('front', legAt(0)),
  ...footControls('back', legAt(FAR_LEG)),
  { name: 'plumb', parent: 'root', from: [300, -300], to: [300, -250] },
  { name: 'hip', parent: 'root', from: [0, -130] },
  ...legBones('back', legAt(FAR_LEG)),
  ...legBones('front', legAt(0)),
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
])
