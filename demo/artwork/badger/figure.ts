/** The smith: a badger in an apron, with a hammer that only he can lift. */
import { boneOf } from '../rig/bones'
import { hitBox, makeFigure, pointAt } from '../rig/figure'
import { limbMesh } from '../rig/limb'
import type { MeshPlan } from '../rig/mesh'
import { boxRails } from '../rig/ribbon'
import { shadowOf } from '../rig/shadow'
import type { Part } from '../svg'
import { ARM_BACK, ARM_FRONT, bodyParts, LEG_BACK, LEG_FRONT } from './body'
import { BONES } from './bones'
import { HAMMER, HAMMER_HEAD } from './hammer'
import { FACE_PARTS, headParts } from './head'
import { COAL, MOSS, type Palette, RUST } from './palette'
import { SLOTS } from './slots'

const outfit = (palette: Palette): Part[] => [...headParts(palette), ...bodyParts(palette)]

const TORSO: MeshPlan = {
  rails: boxRails([-126, -346, 248, 260], 6),
  columns: 4,
  bones: [
    ['chest', [0, -346]],
    ['spine', [0, -228]],
    ['hip', [0, -146]],
  ],
  end: [0, -86],
}

export const BADGER = makeFigure({
  bones: BONES,
  slots: SLOTS,
  meshPlans: new Map<string, MeshPlan>([
    ['torso', TORSO],
    limbMesh(ARM_FRONT, BONES, ['arm-front-1', 'arm-front-2']),
    limbMesh(ARM_BACK, BONES, ['arm-back-1', 'arm-back-2']),
    limbMesh(LEG_FRONT, BONES, ['leg-front-1', 'leg-front-2']),
    limbMesh(LEG_BACK, BONES, ['leg-back-1', 'leg-back-2']),
  ]),
  outfits: [
    { name: 'coal', parts: outfit(COAL) },
    { name: 'rust', parts: outfit(RUST) },
    { name: 'moss', parts: outfit(MOSS) },
  ],
  shared: [HAMMER, shadowOf(140), ...FACE_PARTS],
  special: {
    'hit-box': {
      'hit-box': hitBox(BONES, [
        ['head', [-30, -400]],
        ['head', [110, -400]],
        ['head', [184, -320]],
        ['chest', [110, -250]],
        ['hip', [112, -120]],
        ['foot-back', [84, 0]],
        ['foot-front', [-66, 0]],
        ['hip', [-116, -120]],
        ['chest', [-110, -250]],
      ]),
    },
    spark: { spark: pointAt(boneOf(BONES, 'hammer'), HAMMER_HEAD) },
  },
})
