/** Tells Spine JSON from other files by its top-level keys, without parsing the whole. Never throws. */
import type { SkeletonData } from '../../model/reader'
import { listIn } from '../shared/scan'
import { isObject } from '../shared/values'

/** A JSON object with a list `bones`, and not the `armature` list that DragonBones files have. */
export function looksLikeSpineJson(data: SkeletonData): boolean {
  try {
    if (typeof data === 'string') return textHasBones(data)
    if (data instanceof Uint8Array) return bytesHaveBones(data)
    return isObject(data) && Array.isArray(data.bones) && !Array.isArray(data.armature)
  } catch {
    return false // A getter of a stranger's object threw.
  }
}

const OBJECT = /^\ufeff?\s*\{/

/** Binary files are known by their start, and not decoded to their end. */
function bytesHaveBones(bytes: Uint8Array): boolean {
  const decoder = new TextDecoder()
  return OBJECT.test(decoder.decode(bytes.subarray(0, 1000))) && textHasBones(decoder.decode(bytes))
}

function textHasBones(text: string): boolean {
  return OBJECT.test(text) && listIn(text, ['bones', 'armature']) === 'bones'
}
