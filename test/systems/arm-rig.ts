/** An arm of two bones that reaches for a third one by IK, a hand on it, a point, and odd bones beside. */

import { assembleFrame } from '../../src/api'
import type { BoneModel } from '../../src/base/model/skeleton'
import { compileRig } from '../../src/rig/compile'
import type { Rig } from '../../src/rig/rig'
import type { AnimationWorld } from '../../src/world/world-type'
import { constraints, mixing, skinning, timelineSampling, worldTransform } from '../../systems'
import { modelOf } from '../streams/fixture'

function bone(name: string, parent: number, changes: Partial<BoneModel> = {}): BoneModel {
  return {
    name,
    parent,
    length: 50,
    x: 0,
    y: 0,
    rotation: 0,
    scaleX: 1,
    scaleY: 1,
    shearX: 0,
    shearY: 0,
    inherit: 'normal',
    skinRequired: false,
    ...changes,
  }
}

/** @param root changes of the root bone; @param goal of the IK target, a child of `body`. */
export function armRig(root: Partial<BoneModel> = {}, goal: Partial<BoneModel> = {}): Rig {
  const model = modelOf({
    slots: [
      {
        name: 'tip',
        bone: 3,
        attachments: { tip: { type: 'point', name: 'tip', x: 5, y: 0, rotation: Math.PI / 2 } },
      },
      { name: 'bare', bone: 3, empty: true },
    ],
  })
  return compileRig(
    {
      ...model,
      bones: [
        bone('root', -1, root),
        bone('upper', 0, { x: 10, rotation: 0.3 }),
        bone('lower', 1, { x: 50, rotation: -0.4 }),
        bone('hand', 2, { x: 50 }),
        bone('body', 0, { x: -20, y: 5, rotation: 0.7, scaleX: 2, scaleY: 0.5, shearY: 0.2 }),
        bone('goal', 4, { x: 30, y: -10, ...goal }),
        bone('outfit', 0, { skinRequired: true }),
        bone('flat', 0, { scaleX: 0 }),
        bone('onFlat', 7),
      ],
      constraints: [
        {
          type: 'ik',
          name: 'reach',
          skinRequired: false,
          bones: [1, 2],
          target: 5,
          mix: 1,
          softness: 0,
          bend: 1,
          compress: false,
          stretch: false,
          scaleY: 'none',
        },
      ],
    },
    null,
    { source: 'arm', pages: [], warn: () => {} },
  )
}

/** Systems 1-5 one by one, with others before `constraints` and after `worldTransform`. */
export function tickWith(
  world: AnimationWorld,
  before: (world: AnimationWorld) => void,
  after: (world: AnimationWorld) => void = () => {},
): void {
  timelineSampling(world)
  mixing(world)
  before(world)
  constraints(world)
  worldTransform(world)
  after(world)
  skinning(world)
  assembleFrame(world)
}
