/**
 * Finds additive triangles among normal ones, for targets whose alpha is read later: there a host blends them
 * separately.
 */
import type { MeshArrays } from '../../render/mesh-arrays'

/**
 * Returns the end of a span of triangles that are all additive, or all not additive.
 *
 * @param at index of the first corner of its first triangle. @param end index after the last corner that may belong to
 *   it.
 */
export function spanEnd(mesh: MeshArrays, indices: Uint32Array, at: number, end: number): number {
  const isAdded = isAdditive(mesh, indices[at])
  let next = at + 3
  while (next < end && isAdditive(mesh, indices[next]) === isAdded) next += 3
  return next
}

/** Whether a vertex belongs to an additive slot. */
export function isAdditive({ light, dark, info }: MeshArrays, vertex: number): boolean {
  const at = 4 * vertex
  return (info[at + 2] & 1) !== 0 ? (info[at + 2] & 2) !== 0 : light[at + 3] === 0 && dark[at + 3] !== 0
}
