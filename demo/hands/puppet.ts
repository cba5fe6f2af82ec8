/** The lamplighter with IK: its front arm and its head follow a bone that another entity may lead. */
import type { Rig } from 'osteon'
import { loadCharacter, skeletonOf } from '../characters'

/** Name of the bone that is led. */
export const REACH = 'reach'
/** The target's place when it is not led, world units. */
export const REST = { x: 150, y: 190 } as const

interface Exported {
  bones: object[]
  ik: object[]
  transform: object[]
}

/** Loads the lamplighter's file and adds two IK constraints and their target. */
export async function loadPuppet(): Promise<Rig> {
  const skeleton = await fetch(skeletonOf('lamplighter'))
  const exported = (await skeleton.json()) as Exported
  // Constraints of all kinds are numbered in one order.
  const order = exported.ik.length + exported.transform.length
  const reaching = {
    ...exported,
    bones: [...exported.bones, { name: REACH, parent: 'root', ...REST }],
    ik: [
      ...exported.ik,
      {
        name: 'reach-arm',
        order,
        bones: ['arm-front-1', 'arm-front-2'],
        target: REACH,
        bendPositive: true,
        mix: 0.9,
      },
      { name: 'reach-head', order: order + 1, bones: ['head'], target: REACH, mix: 0.3 },
    ],
  }
  return loadCharacter('lamplighter', reaching)
}
