/** Places the badger's bones. */
import { chain, footControls, type LegPlan, legBones, placeBones } from '../rig/bones'

/** How far the far leg stands to the right of the near one. */
export const FAR_LEG = 46

export const legAt = (x: number): LegPlan => ({
  hip: [-30 + x, -128],
  knee: [-14 + x, -84],
  ankle: [-34 + x, -38],
  ball: [22 + x, 0],
  toe: [8 + x, -38],
})

export const BONES = placeBones([
  { name: 'root', from: [0, 0] },
  { name: 'shadow', parent: 'root', from: [6, 0] },
  ...footControls('front', legAt(0)),
  ...footControls('back', legAt(FAR_LEG)),
  { name: 'hip', parent: 'root', from: [-6, -136] },
  ...legBones('back', legAt(FAR_LEG)),
  ...legBones('front', legAt(0)),
  { name: 'tail', parent: 'hip', from: [-84, -142], to: [-134, -128] },
  { name: 'spine', parent: 'hip', from: [-6, -140], to: [-4, -222] },
  { name: 'chest', parent: 'spine', from: [-4, -222], to: [2, -320] },
  ...chain('arm-back', 'chest', [
    [64, -290],
    [98, -226],
    [118, -164],
  ]),
  { name: 'head', parent: 'chest', from: [28, -310], to: [60, -400] },
  { name: 'face', parent: 'head', from: [84, -340] },
  { name: 'ear', parent: 'head', from: [8, -384], to: [-6, -420] },
  ...chain('arm-front', 'chest', [
    [-34, -284],
    [-6, -210],
    [66, -186],
  ]),
  { name: 'hammer', parent: 'arm-front-2', from: [84, -184], to: [-96, -340] },
])
