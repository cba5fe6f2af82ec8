/** Masks for the halves of a body, by hierarchy: the trunk with all above, and the rest. */
import { createMask, type Rig } from 'osteon'
import type { Masks } from './fields'

/** Usual names of the first bone of a body's upper half. */
const TRUNK = ['spine', 'torso', 'chest', 'body']

interface Hierarchy {
  readonly names: readonly string[]
  /** -1 for roots; parents come before their children. */
  readonly parent: ArrayLike<number>
}

/** Names of the bones from the trunk upwards, and of the others. Without a trunk all are upper. */
export function halvesOf({ names, parent }: Hierarchy): { upper: string[]; lower: string[] } {
  const trunk = TRUNK.map((name) => names.indexOf(name)).find((bone) => bone >= 0) ?? 0
  const isUpper: boolean[] = []
  for (const bone of names.keys()) isUpper[bone] = bone === trunk || (isUpper[parent[bone]] ?? false)
  return {
    upper: names.filter((_, bone) => isUpper[bone]),
    lower: names.filter((_, bone) => !isUpper[bone]),
  }
}

/** Makes the masks of a rig, once: a mask keeps a list for each animation. */
export function createMasks(rig: Rig): Masks {
  const { upper, lower } = halvesOf(rig.bones)
  return { whole: null, upper: createMask(rig, { bones: upper }), lower: createMask(rig, { bones: lower }) }
}
