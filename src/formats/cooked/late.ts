/** Attachments of a rig from facts of them: their models are read and compiled on first use. */
import { OsteonError } from '../../base/errors'
import type { AtlasModel } from '../../base/model/atlas'
import type { AttachmentFacts } from '../../base/model/attachment-facts'
import { afford, beyondMemory, openAccount } from '../../base/model/limits'
import type { SkeletonModel } from '../../base/model/skeleton'
import {
  type AttachmentContext,
  compileAttachments,
  type LateAttachments,
  noAddresses,
} from '../../rig/attachments/compile'
import { ATTACHMENT_KIND } from '../../rig/attachments/table'
import { once } from '../../rig/once'
import type { RigSkin } from '../../rig/tables'

/** A model with facts of its attachments as the compiler asks for them. */
export function withLater(model: SkeletonModel): SkeletonModel {
  const { attachmentFacts: facts } = model
  if (!facts) return model
  const later: AttachmentFacts['later'] = (asked, atlas, context) =>
    attachmentsLater(facts, asked as SkeletonModel, atlas, context as AttachmentContext)
  return { ...model, attachmentFacts: { ...facts, later } }
}

/** @returns null where the facts do not hold: for another atlas, or with images of the caller's own. */
function attachmentsLater(
  facts: AttachmentFacts,
  model: SkeletonModel,
  atlas: AtlasModel | null,
  context: AttachmentContext,
): LateAttachments | null {
  const { account, pages, resolve, source } = context
  if (facts.regions !== atlas?.regions || resolve || pages.length !== atlas.pages.length) return null
  if (!afford(account, facts.bytes))
    throw new OsteonError('too-large', source, 'skins', beyondMemory(account, 'what attachments take'))
  const unpaid = openAccount(model, { memory: Number.POSITIVE_INFINITY })
  const compiled = once(() => compileAttachments(model, atlas, { ...context, account: unpaid }))
  const { kind } = facts.table
  const table: LateAttachments['table'] = {
    ...facts.table,
    ...noAddresses(kind.length),
    count: kind.length,
    clips: kind.includes(ATTACHMENT_KIND.clipping),
    get models() {
      return compiled().table.models
    },
  }
  return {
    ...{ table, pages, skins: skinsLater(model, facts) },
    get images() {
      return compiled().images
    },
    moved: { get: (vertices) => compiled().moved.get(vertices) },
  }
}

/** Skins whose entries become maps on first look-up. */
function skinsLater({ skins }: SkeletonModel, facts: AttachmentFacts): RigSkin[] {
  return skins.map(({ name, bones, constraints }, skin) => {
    const { places, numbers } = facts.skins[skin]
    const entries = once(() => new Map(Array.from(places, (place, i) => [place, numbers[i]])))
    return {
      ...{ name, bones, constraints },
      get entries() {
        return entries()
      },
    }
  })
}
