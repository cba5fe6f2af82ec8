/** Recognises Spine JSON by its top-level keys, without parsing the whole file. Never throws. */
import type { SkeletonData } from '../../base/model/reader'
import { listOfFile } from '../shared/scan'
import { isObject } from '../shared/values'

/** Returns whether data is a JSON object with a list `bones` and without the list `armature` of DragonBones files. */
export function looksLikeSpineJson(data: SkeletonData): boolean {
  try {
    if (typeof data === 'string' || data instanceof Uint8Array)
      return listOfFile(data, ['bones', 'armature']) === 'bones'
    return isObject(data) && Array.isArray(data.bones) && !Array.isArray(data.armature)
  } catch {
    return false // A getter of a foreign object threw.
  }
}
