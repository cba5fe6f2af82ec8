/** Recognises Spine JSON by its top-level keys, without parsing the whole file. Never throws. */
import type { SkeletonData } from '../../model/reader'
import { listIn } from '../shared/scan'
import { isObject } from '../shared/values'

/** A JSON object with a list `bones` and without the list `armature` of DragonBones files. */
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

/** Decodes only the start of the bytes; binary files are recognised by it. */
function bytesHaveBones(bytes: Uint8Array): boolean {
  const decoder = new TextDecoder()
  return OBJECT.test(decoder.decode(bytes.subarray(0, 1000))) && textHasBones(decoder.decode(bytes))
}

function textHasBones(text: string): boolean {
  return OBJECT.test(text) && listIn(text, ['bones', 'armature']) === 'bones'
}
