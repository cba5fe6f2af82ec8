/** Halves of a body, by hierarchy: all above the hip, and all else. */
import { createMask, type Rig } from 'osteon'
import type { Masks } from './fields'

/** Names that the first bone of a body's upper half goes by. */
const TRUNK = ['spine', 'torso', 'chest', 'body']

interface Hierarchy {
  readonly names: readonly string[]
  /** -1 for roots; parents come before their children. */
  readonly parent: ArrayLike<number>
}

/** Names of bones: those that hang on the trunk, itself included, and the others. Without a trunk all are upper. */
export function halvesOf({ names, parent }: Hierarchy): { upper: string[]; lower: string[] } {
  const trunk = TRUNK.map((name) => names.indexOf(name)).find((bone) => bone >= 0) ?? 0
  const isUpper: boolean[] = []
  for (const bone of names.keys()) isUpper[bone] = bone === trunk || (isUpper[parent[bone]] ?? false)
  return {
    upper: names.filter((_, bone) => isUpper[bone]),
    lower: names.filter((_, bone) => !isUpper[bone]),
  }
}

/** Made once a rig: what masks let through is kept per animation. */
export function createMasks(rig: Rig): Masks {
  const { upper, lower } = halvesOf(rig.bones)
  return { whole: null, upper: createMask(rig, { bones: upper }), lower: createMask(rig, { bones: lower }) }
}
