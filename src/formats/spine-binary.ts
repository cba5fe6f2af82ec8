/** Entry `osteon/formats/spine-binary`: binary Spine skeletons of editor versions 3.6–4.3, and their atlases. */
import type { Reader } from '../model/reader'
import { readSpineAtlas } from './spine/atlas'
import { looksLikeSpineBinary, readSpineBinary } from './spine/binary'

/** Give it to `loadRig` among the readers it may use. */
export const spineBinary: Reader = {
  name: 'spine-binary',
  detect: looksLikeSpineBinary,
  readSkeleton: readSpineBinary,
  readAtlas: readSpineAtlas,
}
