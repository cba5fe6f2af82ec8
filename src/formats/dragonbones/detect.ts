/** Recognises DragonBones skeletons without parsing the whole file. Never throws. */
import type { SkeletonData } from '../../base/model/reader'
import { listOfFile } from '../shared/scan'
import { isObject } from '../shared/values'

const MAGIC = [0x44, 0x42, 0x44, 0x54]

/** Returns whether data is a JSON object with a list `armature`, or a binary file. */
export function looksLikeDragonBones(data: SkeletonData): boolean {
  try {
    if (isBinary(data)) return true
    if (typeof data === 'string' || data instanceof Uint8Array)
      return listOfFile(data, ['armature']) === 'armature'
    return isObject(data) && Array.isArray(data.armature)
  } catch {
    return false // A getter of a foreign object threw.
  }
}

export function isBinary(data: SkeletonData): data is Uint8Array {
  return data instanceof Uint8Array && MAGIC.every((byte, i) => data[i] === byte)
}
