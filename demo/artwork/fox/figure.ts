/** The lamplighter: a fox in a cape, with a lantern on a crook. */
import { boneOf } from '../rig/bones'
import { hitBox, inBone, makeFigure, pointAt } from '../rig/figure'
import type { Part } from '../svg'
import { bodyParts } from './body'
import { BONES } from './bones'
import { FACE_PARTS, hatParts, headParts } from './head'
import { SHARED_PARTS } from './lantern'
import { limbParts } from './limbs'
import { MESH_PLANS } from './mesh-plans'
import { EMBER, FROST, NIGHT, type Palette } from './palette'
import { SLOTS } from './slots'

const outfit = (palette: Palette): Part[] => [
  ...headParts(palette),
  ...bodyParts(palette),
  ...limbParts(palette),
]

const lantern = boneOf(BONES, 'lantern')

export const FOX = makeFigure({
  bones: BONES,
  slots: SLOTS,
  meshPlans: MESH_PLANS,
  outfits: [
    { name: 'ember', parts: outfit(EMBER) },
    { name: 'frost', parts: [...outfit(FROST), ...hatParts(FROST)], bones: ['hat', 'pom'] },
    { name: 'night', parts: outfit(NIGHT) },
  ],
  shared: [...SHARED_PARTS, ...FACE_PARTS],
  special: {
    // Glass of the lantern: the flame is seen through it and nowhere else.
    'lantern-window': {
      'lantern-window': {
        type: 'clipping',
        end: 'spark',
        vertexCount: 4,
        vertices: inBone(lantern, [
          [183, -279],
          [233, -279],
          [237, -234],
          [179, -234],
        ]),
      },
    },
    'hit-box': {
      'hit-box': hitBox(BONES, [
        ['head', [-96, -318]],
        ['head', [-64, -388]],
        ['head', [84, -388]],
        ['head', [136, -290]],
        ['chest', [56, -214]],
        ['hip', [52, -112]],
        ['foot-back', [76, 0]],
        ['foot-front', [-34, 0]],
        ['hip', [-56, -112]],
        ['chest', [-52, -214]],
      ]),
    },
    light: { light: pointAt(lantern, [208, -250]) },
  },
})
