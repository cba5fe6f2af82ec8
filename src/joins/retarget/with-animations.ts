/** Loads rigs with animations of other files. */
import type { Reader } from '../../base/model/reader'
import type { SkeletonModel } from '../../base/model/skeleton'
import { type RetargetOptions, retarget } from './retarget'

/**
 * Returns a reader that gives each skeleton it reads the animations of another one, for `loadRig`. Keep the reader:
 * loads of the same file share a rig only if they have the same readers.
 *
 * @param from what a reader made of the other file: `spineJson.readSkeleton(data, { source: 'hero.json' })`.
 * @returns a reader that throws the errors of `retarget` as well. It reads one skeleton of a file.
 */
export function withAnimations(reader: Reader, from: SkeletonModel, options: RetargetOptions = {}): Reader {
  return {
    ...reader,
    readSkeleton: (data, given) => retarget(from, reader.readSkeleton(data, given), options),
    readSkeletons: undefined,
  }
}
