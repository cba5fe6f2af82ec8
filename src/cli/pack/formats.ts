/** Formats of atlases: how each is read, named and written. */

import type { AtlasModel } from '../../base/model/atlas'
import type { Reader } from '../../base/model/reader'
import type { SkeletonModel } from '../../base/model/skeleton'
import { dragonBones } from '../../formats/dragonbones'
import { spineBinary } from '../../formats/spine-binary'
import { spineJson } from '../../formats/spine-json'
import { looksLike } from '../../load/looks-like'
import { Failure } from '../failure'
import { readInput } from '../files'
import { atlasText } from './atlas-text'
import { textureJson } from './texture-json'

export interface AtlasFormat {
  /** Reads an atlas. @param source names the file in messages. @throws OsteonError. */
  read(bytes: Uint8Array, source: string): AtlasModel
  /** Reads all skeletons of a file. @throws OsteonError, Failure for files of another format. */
  readSkeletons(file: string): SkeletonModel[]
  /**
   * Names the new files. @param file name of the old atlas. @returns the name of the new one, and that of its pages
   * without ending.
   */
  nameFiles(file: string, suffix: string): { file: string; stem: string }
  write(atlas: AtlasModel): string
  /** Whether images of pages have premultiplied alpha. */
  readonly premultiplied: boolean
  /** Whether the size of figures depends on the pages' scale. */
  readonly scaled: boolean
  /** Whether images that the atlas lacks show nothing; otherwise they are an error. */
  readonly mayLack: boolean
}

const SPINE: AtlasFormat = {
  read: (bytes, source) => spineJson.readAtlas(bytes, { source, warn: () => {} }),
  readSkeletons: (file) => readWith([spineJson, spineBinary], 'of Spine', file),
  nameFiles(file, suffix) {
    const stem = file.replace(/\.atlas(\.txt)?$/, '') + suffix
    return { file: `${stem}.atlas`, stem }
  },
  write: atlasText,
  ...{ premultiplied: true, scaled: false, mayLack: false },
}

const DRAGON_BONES: AtlasFormat = {
  read: (bytes, source) => dragonBones.readAtlas(bytes, { source, warn: () => {} }),
  readSkeletons: (file) => readWith([dragonBones], 'of DragonBones', file),
  nameFiles(file, suffix) {
    const stem = file.replace(/\.json$/, '') + suffix
    return { file: `${stem}.json`, stem }
  },
  write: textureJson,
  ...{ premultiplied: false, scaled: true, mayLack: true },
}

export function formatOf(atlas: Uint8Array): AtlasFormat {
  return looksLike(atlas) === 'a DragonBones texture atlas' ? DRAGON_BONES : SPINE
}

function readWith(readers: readonly Reader[], kind: string, file: string): SkeletonModel[] {
  const { name, bytes } = readInput(file)
  const reader = readers.find((one) => one.detect(bytes))
  if (!reader) throw new Failure(`${file}: it is not a skeleton ${kind}, as its atlas is`)
  const options = { source: name, warn: () => {} }
  return reader.readSkeletons?.(bytes, options) ?? [reader.readSkeleton(bytes, options)]
}
