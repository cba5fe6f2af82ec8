/** Reads older forms of fields from before 3.6. The readers call these functions if the current form is absent. */
import type { BlendName, InheritName } from '../../../base/model/values'
import { MOST_POINTS } from '../../shared/limits'
import { fail, missing, type ObjectPlace } from '../../shared/place'
import { shown } from '../../shared/source-file'
import { booleanOf, bounded, eitherKey, nameLike, requiredList } from '../../shared/values'
import type { Context } from './context'
import type { Keys } from './timelines/keys'

const WEIGHTED_TYPES = ['skinnedmesh', 'weightedmesh', 'weightedlinkedmesh'] as const

/** Returns the current type of a weighted mesh, which used to have its own type; `null` for another type. */
export function oldType({ value }: ObjectPlace): 'mesh' | 'linkedmesh' | null {
  const type = typeof value.type === 'string' ? nameLike(WEIGHTED_TYPES, value.type) : undefined
  if (type === undefined) return null
  return type === 'weightedlinkedmesh' ? 'linkedmesh' : 'mesh'
}

/**
 * Returns the key of deform timelines, and of the flag of linked meshes that follow their source's deform timelines.
 */
export function deformKey({ before36 }: Context, at: ObjectPlace): string {
  return before36 ? eitherKey(at, 'deform', 'ffd') : 'deform'
}

/** Reads the separate flags for rotation and scale that bones used to have. */
export function oldInherit(at: ObjectPlace): InheritName {
  const scale = booleanOf(at, 'inheritScale', true)
  if (booleanOf(at, 'inheritRotation', true)) return scale ? 'normal' : 'noScale'
  return scale ? 'noRotationOrReflection' : 'onlyTranslation'
}

/** Reads the flag that slots had instead of blend modes. */
export function oldBlend(at: ObjectPlace): BlendName {
  return booleanOf(at, 'additive') ? 'additive' : 'normal'
}

/** Returns the number of points of unweighted bounding boxes, which files did not state. */
export function oldBoxCount({ before36 }: Context, at: ObjectPlace): number | undefined {
  if (!before36 || !missing(at.value.vertexCount)) return undefined
  const { length } = requiredList(at, 'vertices').value
  if (length % 2 !== 0)
    fail(at, 'vertices', 'bad-vertices', `expected pairs of numbers, got ${length} numbers`)
  return bounded(length / 2, at, 'vertices', 0, MOST_POINTS)
}

const FLIPS = ['flipX', 'flipY'] as const

/**
 * Refuses flips of 2.x, which flip bones across the world's axes; no scale can do that. Throws `unsupported-feature`.
 */
export function refuseFlips(at: ObjectPlace): void {
  for (const flip of FLIPS)
    if (booleanOf(at, flip)) fail(at, flip, 'unsupported-feature', whyNoFlips(`bone ${shown(at.value.name)}`))
}

/** Flip timelines of bones, which 3.x lacks. One that never flips is ignored. */
export const OLD_BONE_TIMELINES = FLIPS.map((flip) => [flip, neverFlips] as const)

function neverFlips(_: Context, { list }: Keys): null {
  const flips = list.value.some((key) => Object.values(Object(key)).includes(true))
  return flips ? fail(list, undefined, 'unsupported-feature', whyNoFlips('this animation')) : null
}

function whyNoFlips(who: string): string {
  return `${who} flips as in Spine 2, which cannot be played: scale by -1 in Spine 3 or later, and export again`
}
