/** What DragonBones' reader brings for its rigs: constraints that Spine lacks, and vertices on surfaces. */
import type { SkeletonModel } from '../../../base/model/skeleton'
import type { RigParts } from '../../../rig/parts'
import { findBent } from './bend'
import { guide } from './guide'
import { latticeRecords } from './lattice'
import { surface } from './surface'

export const parts: RigParts = { kinds: { guide, surface }, layOut, findBent }

/**
 * Lays out rows of surfaces. Vertices, which are keyed with the bone, are local rows; the lattice is a world record.
 */
function layOut({ bones, constraints }: SkeletonModel): ReturnType<RigParts['layOut']> {
  let world = bones.length
  const partOf = new Int32Array(constraints.length).fill(-1)
  const worldOf = partOf.slice()
  constraints.forEach((model, index) => {
    if (model.type !== 'surface') return
    partOf[index] = model.bone
    worldOf[index] = world
    world += latticeRecords(model.columns, model.rows)
  })
  return { partOf, world, worldOf }
}
