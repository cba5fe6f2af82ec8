/**
 * Spine skeleton JSON of editor versions 2.1–4.3, and its atlases.
 *
 * @module osteon/formats/spine-json
 */
import type { Reader } from '../base/model/reader'
import { readSpineAtlas } from './spine/atlas'
import { looksLikeSpineJson } from './spine/detect'
import { readSpineJson } from './spine/json'

/** The reader to give to `loadRig`. */
export const spineJson: Reader = {
  name: 'spine-json',
  detect: looksLikeSpineJson,
  readSkeleton: readSpineJson,
  readAtlas: readSpineAtlas,
}
