import type { MeshModel } from '../model/attachment'
import type { SkeletonModel } from '../model/skeleton'
import { timelinesOf } from './timelines-of'

/**
 * Finds out which vertices of unweighted meshes some deform key moves: often half of them never are. Linked
 * meshes share their vertices, so whichever timeline acts on whichever of them counts.
 *
 * @returns by the array of vertices: 1 per vertex that is moved, else 0.
 */
export function findMoved(model: SkeletonModel): Map<Float32Array, Uint8Array> {
  const meshes = meshesByPlace(model)
  const found = new Map<Float32Array, Uint8Array>()
  for (const timeline of timelinesOf(model, 'deform')) {
    const mesh = meshes[timeline.skin]?.get(timeline.slot)?.get(timeline.key)
    if (!mesh) continue
    const moved = found.get(mesh.vertices) ?? new Uint8Array(mesh.count)
    found.set(mesh.vertices, moved)
    timeline.deltas.forEach((deltas, key) => {
      const first = timeline.offsets[key]
      for (let i = 0; i < deltas.length; i++) if (deltas[i] !== 0) moved[(first + i) >> 1] = 1
    })
  }
  return found
}

/** Unweighted meshes by skin, slot and key. */
function meshesByPlace({ skins }: SkeletonModel): Map<number, Map<string, MeshModel>>[] {
  return skins.map(({ entries }) => {
    const bySlot = new Map<number, Map<string, MeshModel>>()
    for (const { slot, key, attachment } of entries) {
      if (attachment.type !== 'mesh' || attachment.bones) continue
      const keys = bySlot.get(slot) ?? new Map<string, MeshModel>()
      bySlot.set(slot, keys.set(key, attachment))
    }
    return bySlot
  })
}
