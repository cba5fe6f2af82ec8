/** Finds the sources of linked meshes. */
import type { MeshModel } from '../../../base/model/attachment'
import { fail, type ObjectPlace } from '../../shared/place'
import { shown } from '../../shared/source-file'
import { eitherKey, textOf } from '../../shared/values'
import { entryOf } from '../shared/entries'
import type { JsonLink } from './attachments'
import type { Context } from './context'

/** Returns the key of the source's name: `source` since 4.3, `parent` before. */
export function sourceKeyOf(at: ObjectPlace): string {
  return eitherKey(at, 'parent', 'source')
}

/** Throws `unknown-skin`, `unknown-attachment`. */
export function sourceOf(context: Context, { at, slot, sourceKey }: JsonLink): MeshModel {
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
  return fail(at, sourceKeyOf(at), 'unknown-attachment', message)
}
