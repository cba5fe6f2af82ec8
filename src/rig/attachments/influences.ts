/** Finds the bones of weighted attachments. */
import type { AttachmentModel } from '../../base/model/attachment'

/** Flags the bones of a weighted attachment. @param flags one for each bone. */
export function flagInfluences(model: AttachmentModel, flags: Uint8Array): void {
  const bones = influencesOf(model)
  // For each point a count and that many bones.
  for (let at = 0; at < bones.length; at += 1 + bones[at])
    for (let influence = 1; influence <= bones[at]; influence++) flags[bones[at + influence]] = 1
}

/** Whether a weighted attachment uses a bone whose flag is 0. */
export function hangsOnUnflagged(model: AttachmentModel, flags: Uint8Array): boolean {
  const bones = influencesOf(model)
  for (let at = 0; at < bones.length; at += 1 + bones[at])
    for (let influence = 1; influence <= bones[at]; influence++)
      if (flags[bones[at + influence]] === 0) return true
  return false
}

const NONE = new Uint16Array(0)

function influencesOf(model: AttachmentModel): Uint16Array {
  return (model.type === 'mesh' || model.type === 'clipping' ? model.bones : null) ?? NONE
}
