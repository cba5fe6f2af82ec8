/** The mouse's figure: its drawings on its bones. */
import { makeFigure } from '../rig/figure'
import { limbMesh } from '../rig/limb'
import type { MeshPlan } from '../rig/mesh'
import { boxRails } from '../rig/ribbon'
import type { SlotJson } from '../rig/spine-json'
import { BONES } from './bones'
import { ARM_LIMB, COAT_RECT, PARTS, SCARF_LIMB, SCARF_SHORT_LIMB, TAIL_LIMB } from './drawing'

/** [slot, bone] from back to front; a slot shows the attachment of its own name. */
const ORDER: readonly (readonly [name: string, bone: string])[] = [
  ['canopy-inside', 'umbrella'],
  ['shaft', 'umbrella'],
  ['tail', 'tail-1'],
  ['raised-arm', 'body'],
  ['scarf', 'scarf-1'],
  ['leg-back', 'leg-back'],
  ['leg-front', 'leg-front'],
  ['ear-back', 'ear-back'],
  ['coat', 'torso'],
  ['scarf-short', 'scarf-short-1'],
  ['collar', 'body'],
  ['tuft', 'tuft-1'],
  ['head', 'head'],
  ['ear-front', 'ear-front'],
  ['eyes', 'face'],
  ['arm', 'arm-1'],
  ['paw', 'arm-2'],
  ['fist', 'umbrella'],
  ['canopy', 'umbrella'],
]

const SLOTS: SlotJson[] = ORDER.map(([name, bone]) => ({
  name,
  bone,
  attachment: name === 'eyes' ? 'eyes-open' : name,
}))

const COAT: MeshPlan = {
  rails: boxRails(COAT_RECT, 7),
  columns: 5,
  bones: [
    ['torso', [0, 158]],
    ['hem', [2, 236]],
  ],
  end: [2, 296],
}

const numbered = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => `${prefix}-${i + 1}`)

export const TAIL_BONES = numbered('tail', 5)
export const SCARF_BONES = numbered('scarf', 4)
export const SCARF_SHORT_BONES = numbered('scarf-short', 3)

export const MOUSE = makeFigure({
  bones: BONES,
  slots: SLOTS,
  meshPlans: new Map<string, MeshPlan>([
    ['coat', COAT],
    limbMesh(TAIL_LIMB, BONES, TAIL_BONES),
    limbMesh(SCARF_LIMB, BONES, SCARF_BONES),
    limbMesh(SCARF_SHORT_LIMB, BONES, SCARF_SHORT_BONES),
    limbMesh(ARM_LIMB, BONES, ['arm-1', 'arm-2']),
  ]),
  outfits: [{ name: 'rain', parts: PARTS }],
  shared: [],
  special: {},
})
