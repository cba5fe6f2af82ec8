/**
 * Binary Spine skeletons (`.skel`) of editor versions 3.6–4.3, and their atlases.
 *
 * @module osteon/formats/spine-binary
 */
import type { Reader } from '../base/model/reader'
import { readSpineAtlas } from './spine/atlas'
import { looksLikeSpineBinary, readSpineBinary } from './spine/binary'

/** The reader to give to `loadRig`. */
export const spineBinary: Reader = {
  name: 'spine-binary',
  detect: looksLikeSpineBinary,
  readSkeleton: readSpineBinary,
  readAtlas: readSpineAtlas,
}
