/** Gives linked meshes the points of their sources (spine-json §7.5), whatever the order in the file. */
import { listNames } from '../../../errors'
import type { MeshModel } from '../../../model/attachment'
import type { Link } from './attachments'
import { type Context, entryOf } from './context'
import { fail, shown } from './place'
import { textOf } from './values'

/** Throws `unknown-skin`, `unknown-attachment`, `cycle`. */
export function resolveLinks(context: Context, links: readonly Link[]): void {
  const linkOf = new Map(links.map((link) => [link.mesh, link]))
  for (const link of links) {
    /** The link, the one that it waits for, and so on. */
    const chain = new Set<Link>()
    let next: Link | undefined = link
    while (next && !next.mesh.source) {
      if (chain.has(next)) {
        const members = [...chain].map(({ at }) => String(at.key))
        const circle = members.slice([...chain].indexOf(next))
        fail(next.at, 'parent', 'cycle', `linked meshes in a circle: ${listNames(circle)}`)
      }
      chain.add(next)
      next = linkOf.get(sourceOf(context, next))
    }
    for (const one of [...chain].reverse()) share(one.mesh, sourceOf(context, one))
  }
}

/** All that a linked mesh has is its source's, apart from its image. */
function share(mesh: MeshModel, source: MeshModel): void {
  const { name, path, color, sequence, timelines } = mesh
  Object.assign(mesh, source, { name, path, color, sequence, timelines, source })
}

function sourceOf(context: Context, { at, slot, sourceKey }: Link): MeshModel {
  const { model, skins } = context
  const skinName = textOf(at, 'skin', null)
  const skin = skinName === null ? model.defaultSkin : skins.get(skinName)
  if (skin === undefined || skin === -1) {
    const message = skinName === null ? 'there is no default skin' : `no skin is named ${shown(skinName)}`
    return fail(at, 'skin', 'unknown-skin', message)
  }
  const source = entryOf(context, skin, slot, sourceKey)?.attachment
  if (source?.type === 'mesh') return source
  const found = source ? `is a ${source.type}` : 'does not exist'
  const message = `${shown(sourceKey)} in skin ${shown(model.skins[skin].name)} ${found}; a mesh is needed`
  return fail(at, 'parent', 'unknown-attachment', message)
}
