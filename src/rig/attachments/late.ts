/** Attachments of a rig as its compiler needs them: compiled at once, or on first use where facts of them are known. */

import { OsteonError } from '../../base/errors'
import type { AtlasModel } from '../../base/model/atlas'
import type { AttachmentFacts, SkinFacts } from '../../base/model/attachment-facts'
import { afford, beyondMemory, openAccount } from '../../base/model/limits'
import type { SkeletonModel } from '../../base/model/skeleton'
import { once } from '../../base/once'
import type { RigPage } from '../rig'
import { type AttachmentContext, type CompiledAttachments, compileAttachments, makeTable } from './compile'
import type { AttachmentTable } from './table'

export interface RigAttachments {
  readonly table: AttachmentTable
  readonly pages: readonly RigPage[]
  readonly skins: readonly SkinFacts[]
  /** The same table with what its image is made of. */
  readonly compiled: () => CompiledAttachments
  readonly moved: () => CompiledAttachments['moved']
}

/** @throws OsteonError as `compileAttachments`. */
export function attachmentsOf(
  model: SkeletonModel,
  atlas: AtlasModel | null,
  context: AttachmentContext,
  keyIndex: ReadonlyMap<string, number>,
): RigAttachments {
  const { attachmentFacts: facts } = model
  const holds = facts && atlas && facts.regions === atlas.regions && !context.resolve
  if (holds && context.pages.length === atlas.pages.length)
    return attachmentsLater(facts, model, atlas, context)
  const compiled = compileAttachments(model, atlas, context)
  const { moved, pages, table } = compiled
  const skins = compiled.bySkin.map((numbers, skin) => ({
    places: placesOf(model.skins[skin], keyIndex),
    numbers,
  }))
  return { table, pages, skins, compiled: () => compiled, moved: () => moved }
}

function attachmentsLater(
  facts: AttachmentFacts,
  model: SkeletonModel,
  atlas: AtlasModel,
  context: AttachmentContext,
): RigAttachments {
  const { account, source } = context
  if (!afford(account, facts.bytes))
    throw new OsteonError('too-large', source, 'skins', beyondMemory(account, 'what attachments take'))
  const unpaid = openAccount(model, { memory: Number.POSITIVE_INFINITY })
  const compiled = once(() => compileAttachments(model, atlas, { ...context, account: unpaid }))
  const models = once(() => compiled().table.models)
  const table = makeTable(facts.table, models)
  const { pages } = context
  return {
    table,
    pages,
    skins: facts.skins,
    compiled: () => ({ ...compiled(), table }),
    moved: () => compiled().moved,
  }
}

/** Places of a skin's entries, as `RigSkin.entries` has them. */
function placesOf(
  { entries }: SkeletonModel['skins'][number],
  keyIndex: ReadonlyMap<string, number>,
): Int32Array {
  const places = new Int32Array(entries.length)
  for (let i = 0; i < places.length; i++)
    places[i] = entries[i].slot * keyIndex.size + (keyIndex.get(entries[i].key) ?? 0)
  return places
}
