/** Recognises DragonBones skeletons without parsing the whole file. Never throws. */
import type { SkeletonData } from '../../model/reader'
import { listIn } from '../shared/scan'
import { isObject } from '../shared/values'

const MAGIC = [0x44, 0x42, 0x44, 0x54]

/** A JSON object with a list `armature`, or a binary file. */
export function looksLikeDragonBones(data: SkeletonData): boolean {
  try {
    if (typeof data === 'string') return textHasArmatures(data)
    if (data instanceof Uint8Array) return isBinary(data) || bytesHaveArmatures(data)
    return isObject(data) && Array.isArray(data.armature)
  } catch {
    return false // A getter of a stranger's object threw.
  }
}

export function isBinary(data: SkeletonData): data is Uint8Array {
  return data instanceof Uint8Array && MAGIC.every((byte, i) => data[i] === byte)
}

const OBJECT = /^\ufeff?\s*\{/

function bytesHaveArmatures(bytes: Uint8Array): boolean {
  const decoder = new TextDecoder()
  return OBJECT.test(decoder.decode(bytes.subarray(0, 1000))) && textHasArmatures(decoder.decode(bytes))
}

function textHasArmatures(text: string): boolean {
  return OBJECT.test(text) && listIn(text, ['armature']) === 'armature'
}
