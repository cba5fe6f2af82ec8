/** The octopus's figure: its drawings on its bones. */
import { makeFigure } from '../rig/figure'
import { limbMesh } from '../rig/limb'
import type { MeshPlan } from '../rig/mesh'
import { pathThrough } from '../rig/path'
import { boxRails } from '../rig/ribbon'
import type { SlotJson } from '../rig/spine-json'
import { BONES, KNOTS, LEFT, PIECES, RIGHT } from './bones'
import { HEAD_RECT, LEFT_LIMB, PARTS, RIGHT_LIMB, TENTACLE_LIMB } from './drawing'

/** [slot, bone] from back to front; a slot shows the attachment of its own name. */
const ORDER: readonly (readonly [name: string, bone: string])[] = [
  ['rim', 'root'],
  ['head', 'head'],
  ['eyes', 'face'],
  ['tentacle', 'tentacle-1'],
  ['glow', 'lantern'],
  ['lantern', 'lantern'],
  ['left', 'left-1'],
  ['right', 'right-1'],
  ['barrel', 'root'],
  ['path', 'root'],
]

const SLOTS: SlotJson[] = ORDER.map(([name, bone]) => ({
  name,
  bone,
  attachment: name === 'eyes' ? 'eyes-open' : name,
}))

const HEAD: MeshPlan = {
  rails: boxRails(HEAD_RECT, 7),
  columns: 5,
  bones: [
    ['crown', [0, -404]],
    ['head', [0, -260]],
  ],
  end: [0, -136],
}

const numbered = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => `${prefix}-${i + 1}`)

export const TENTACLE_BONES = numbered('tentacle', PIECES)
export const LEFT_BONES = numbered('left', LEFT.length - 1)
export const RIGHT_BONES = numbered('right', RIGHT.length - 1)

export const OCTOPUS = makeFigure({
  bones: BONES,
  slots: SLOTS,
  meshPlans: new Map<string, MeshPlan>([
    ['head', HEAD],
    limbMesh(TENTACLE_LIMB, BONES, TENTACLE_BONES),
    limbMesh(LEFT_LIMB, BONES, LEFT_BONES),
    limbMesh(RIGHT_LIMB, BONES, RIGHT_BONES),
  ]),
  outfits: [{ name: 'sea', parts: PARTS }],
  shared: [],
  special: { path: { path: pathThrough(BONES, KNOTS) } },
})
