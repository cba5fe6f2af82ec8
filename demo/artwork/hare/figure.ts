/** The courier: a hare with long legs, long ears and two short blades. */
import { boneOf } from '../rig/bones'
import { hitBox, makeFigure, pointAt } from '../rig/figure'
import { limbMesh } from '../rig/limb'
import type { MeshPlan } from '../rig/mesh'
import { boxRails } from '../rig/ribbon'
import { shadowOf } from '../rig/shadow'
import type { Part } from '../svg'
import { BLADES } from './blades'
import { ARM_BACK, ARM_FRONT, bodyParts, LEG_BACK, LEG_FRONT } from './body'
import { BONES, POINT } from './bones'
import { EAR_BACK, EAR_FRONT, FACE_PARTS, headParts } from './head'
import { CLOVER, DUSK, type Palette, SNOW } from './palette'
import { SLOTS } from './slots'

const outfit = (palette: Palette): Part[] => [...headParts(palette), ...bodyParts(palette)]

const TORSO: MeshPlan = {
  rails: boxRails([-72, -308, 132, 180], 6),
  columns: 3,
  bones: [
    ['chest', [0, -308]],
    ['hip', [0, -206]],
  ],
  end: [0, -128],
}

export const HARE = makeFigure({
  bones: BONES,
  slots: SLOTS,
  meshPlans: new Map<string, MeshPlan>([
    ['torso', TORSO],
    limbMesh(ARM_FRONT, BONES, ['arm-front-1', 'arm-front-2']),
    limbMesh(ARM_BACK, BONES, ['arm-back-1', 'arm-back-2']),
    limbMesh(LEG_FRONT, BONES, ['leg-front-1', 'leg-front-2']),
    limbMesh(LEG_BACK, BONES, ['leg-back-1', 'leg-back-2']),
    limbMesh(EAR_FRONT, BONES, ['ear-front-1', 'ear-front-2'], 0.5),
    limbMesh(EAR_BACK, BONES, ['ear-back-1', 'ear-back-2'], 0.5),
  ]),
  outfits: [
    { name: 'clover', parts: outfit(CLOVER) },
    { name: 'snow', parts: outfit(SNOW) },
    { name: 'dusk', parts: outfit(DUSK) },
  ],
  shared: [...BLADES, shadowOf(84), ...FACE_PARTS],
  special: {
    'hit-box': {
      'hit-box': hitBox(BONES, [
        ['head', [-50, -320]],
        ['head', [-30, -410]],
        ['head', [70, -416]],
        ['head', [118, -336]],
        ['chest', [44, -260]],
        ['hip', [46, -160]],
        ['foot-back', [80, 0]],
        ['foot-front', [-38, 0]],
        ['hip', [-54, -160]],
        ['chest', [-44, -260]],
      ]),
    },
    spark: { spark: pointAt(boneOf(BONES, 'blade'), POINT) },
  },
})
