/**
 * Spine skeleton JSON of editor versions 2.1–4.3, and its atlases.
 *
 * @module osteon/formats/spine-json
 */
import type { Reader, SkeletonData } from '../base/model/reader'
import { listOfFile } from './shared/scan'
import { isObject } from './shared/values'
import { readSpineAtlas } from './spine/atlas'
import { readSpineJson } from './spine/json'

/** The reader to give to `loadRig`. */
export const spineJson: Reader = {
  name: 'spine-json',
  detect: looksLikeSpineJson,
  readSkeleton: readSpineJson,
  readAtlas: readSpineAtlas,
}

/**
 * Returns whether data is a JSON object with a list `bones` and without the list `armature` of DragonBones files. It
 * doesn't parse the whole file, and never throws.
 */
function looksLikeSpineJson(data: SkeletonData): boolean {
  try {
    if (typeof data === 'string' || data instanceof Uint8Array)
      return listOfFile(data, ['bones', 'armature']) === 'bones'
    return isObject(data) && Array.isArray(data.bones) && !Array.isArray(data.armature)
  } catch {
    return false // A getter of a foreign object threw.
  }
}
