/** Finds what compiling needs to know of a skeleton's attachments before they are read. */
import { OsteonError } from '../../base/errors'
import type { AtlasModel } from '../../base/model/atlas'
import type { AttachmentFacts } from '../../base/model/attachment-facts'
import { openAccount } from '../../base/model/limits'
import type { SkeletonModel } from '../../base/model/skeleton'
import { findKeyFacts } from '../animation/facts'
import { timelinesOf } from '../animation/timelines-of'
import { numberKeys, skinList } from '../compile'
import { carriersOf } from '../constraints/path'
import { compileAttachments } from './compile'
import { findLinked } from './linked-slots'
import { checkPaths } from './paths'

/** Finds what is known of a skeleton of Spine before its timelines and attachments are read. */
export function findFacts(model: SkeletonModel, atlas: AtlasModel | null) {
  return { keys: findKeyFacts(model), attachments: atlas && findAttachmentFacts(model, atlas) }
}

/** Null if a rig cannot be compiled with the atlas, or if the size of a page is not known. */
export function findAttachmentFacts(model: SkeletonModel, atlas: AtlasModel): AttachmentFacts | null {
  if (atlas.pages.some(({ height, width }) => width === 0 || height === 0)) return null
  const { name } = model
  const pages = atlas.pages.map((page) => ({
    name: page.name,
    atlas: atlas.name,
    settings: page,
    image: null,
  }))
  const account = openAccount(model, { memory: Number.MAX_SAFE_INTEGER })
  const keyIndex = numberKeys(model)
  const slots = new Set(model.constraints.flatMap((one) => (one.type === 'path' ? [one.slot] : [])))
  try {
    checkPaths(model, name)
    const deforms = timelinesOf(model, 'deform')
    const { bySkin, table } = compileAttachments(model, atlas, { source: name, pages, account, deforms })
    return {
      regions: atlas.regions,
      keys: [...keyIndex.keys()],
      skins: skinList(model, keyIndex, bySkin).map(({ entries }) => ({
        places: Int32Array.from(entries.keys()),
        numbers: Int32Array.from(entries.values()),
      })),
      table,
      bytes: account.most - account.left,
      linked: findLinked(model),
      carriers: [...slots].map((slot) => ({ slot, bones: carriersOf({ slot }, model) })),
    }
  } catch (error) {
    // Whoever loads the file meets the error.
    if (error instanceof OsteonError) return null
    throw error
  }
}
