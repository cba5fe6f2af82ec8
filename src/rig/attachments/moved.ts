import type { SkeletonModel } from '../../base/model/skeleton'
import { timelinesOf } from '../animation/timelines-of'
import type { AttachmentNumbers } from './numbers'

/**
 * Finds the vertices of unweighted meshes that deform keys move; often most of them stay. Linked meshes share their
 * vertices, so the timelines of all of them count.
 *
 * @returns by the array of vertices: 1 for each vertex that is moved, otherwise 0.
 */
export function findMoved(
  model: SkeletonModel,
  { list, numberOf }: AttachmentNumbers,
): Map<Float32Array, Uint8Array> {
  const found = new Map<Float32Array, Uint8Array>()
  for (const timeline of timelinesOf(model, 'deform')) {
    const mesh = list[numberOf(timeline.skin, timeline.slot, timeline.key)]?.attachment
    if (mesh?.type !== 'mesh' || mesh.bones) continue
    const moved = found.get(mesh.vertices) ?? new Uint8Array(mesh.count)
    found.set(mesh.vertices, moved)
    for (let key = 0; key < timeline.deltas.length; key++) {
      const deltas = timeline.deltas[key]
      const first = timeline.offsets[key]
      for (let i = 0; i < deltas.length; i++) if (deltas[i] !== 0) moved[(first + i) >> 1] = 1
    }
  }
  return found
}
