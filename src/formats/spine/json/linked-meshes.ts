/** Gives linked meshes the points of their sources (spine-json §7.5), whatever the order in the file. */
import { listNames } from '../../../errors'
import type { MeshModel } from '../../../model/attachment'
import type { Link } from './attachments'
import type { Context } from './context'
import { fail } from './place'
import { shown } from './values'

/** Throws `unknown-skin`, `unknown-attachment`, `cycle`. */
export function resolveLinks(context: Context, links: readonly Link[]): void {
  const linkOf = new Map<MeshModel, Link>()
  for (const link of links) linkOf.set(link.mesh, link)
  for (const link of links) {
    if (link.mesh.source) continue
    const chain: Link[] = []
    const seen = new Set<MeshModel>()
    let next: Link | undefined = link
    while (next && !next.mesh.source) {
      if (seen.has(next.mesh)) {
        const members = chain.slice(chain.indexOf(next)).map(({ place }) => String(place.key))
        fail(next.place, 'parent', 'cycle', `linked meshes in a circle: ${listNames(members)}`)
      }
      seen.add(next.mesh)
      chain.push(next)
      next = linkOf.get(sourceOf(context, next))
    }
    for (const one of chain.reverse()) share(one.mesh, sourceOf(context, one))
  }
}

function share(mesh: MeshModel, source: MeshModel): void {
  mesh.source = source
  mesh.count = source.count
  mesh.bones = source.bones
  mesh.vertices = source.vertices
  mesh.uvs = source.uvs
  mesh.triangles = source.triangles
  mesh.hull = source.hull
  mesh.edges = source.edges
}

function sourceOf(context: Context, link: Link): MeshModel {
  const { sourceSkin, sourceKey, slot } = link
  const skin = sourceSkin === null ? context.model.defaultSkin : (context.skins.get(sourceSkin) ?? -1)
  if (skin === -1) {
    const message = sourceSkin === null ? 'there is no default skin' : `no skin is named ${shown(sourceSkin)}`
    return fail(link.place, 'skin', 'unknown-skin', message)
  }
  const source = context.entries[skin].get(slot)?.get(sourceKey)?.attachment
  if (source?.type === 'mesh') return source
  const found = source ? `is a ${source.type}` : 'does not exist'
  const name = context.model.skins[skin].name
  const message = `${shown(sourceKey)} in skin ${shown(name)} ${found}; a mesh is needed`
  return fail(link.place, 'parent', 'unknown-attachment', message)
}
