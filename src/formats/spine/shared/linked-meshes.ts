/** Gives linked meshes the points of their sources, in any order of the file. */
import { listNames } from '../../../base/errors'
import type { MeshModel } from '../../../base/model/attachment'

/** A mesh that has no source yet. */
export interface Link {
  readonly mesh: MeshModel
  /** Key of the mesh in its skin. */
  readonly key: string
}

/**
 * Resolves links.
 *
 * @param sourceOf finds the source of a link; throws if there is none.
 * @param cycle throws; called with a link of a circle and the message for it.
 */
export function resolveLinks<One extends Link>(
  links: readonly One[],
  sourceOf: (link: One) => MeshModel,
  cycle: (link: One, message: string) => never,
): void {
  const linkOf = new Map(links.map((link) => [link.mesh, link]))
  for (const link of links) {
    /** The link, its source's link, and so on. */
    const chain = new Set<One>()
    let next: One | undefined = link
    while (next && !next.mesh.source) {
      if (chain.has(next)) {
        const members = [...chain].map(({ key }) => key)
        const circle = members.slice([...chain].indexOf(next))
        cycle(next, `linked meshes in a circle: ${listNames(circle)}`)
      }
      chain.add(next)
      next = linkOf.get(sourceOf(next))
    }
    for (const one of [...chain].reverse()) share(one.mesh, sourceOf(one))
  }
}

/** Gives a linked mesh all of its source's fields, except the image. */
function share(mesh: MeshModel, source: MeshModel): void {
  const { name, path, color, sequence, timelines } = mesh
  Object.assign(mesh, source, { name, path, color, sequence, timelines, source })
}

const NO_POINTS = new Float32Array(0)

/** A mesh that gets its source's points later. */
export function unresolvedMesh(
  own: Pick<MeshModel, 'name' | 'path' | 'color' | 'sequence' | 'timelines'>,
): MeshModel {
  return {
    type: 'mesh',
    ...own,
    uvs: NO_POINTS,
    triangles: new Uint16Array(0),
    count: 0,
    bones: null,
    vertices: NO_POINTS,
    hull: 0,
    edges: null,
    source: null,
  }
}
