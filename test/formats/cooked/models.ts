/** Models to cook: those of the project's own rigs, of the corpus, and of samples where they lie beside it. */
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { dragonBones } from 'osteon/formats/dragonbones'
import { spineBinary } from 'osteon/formats/spine-binary'
import { spineJson } from 'osteon/formats/spine-json'
import type { AtlasModel, SkeletonModel } from 'osteon/model'
import { ROOT } from '../../../scripts/entries'
import type { RigFiles } from '../../poses/rigs'

export interface Models {
  skeleton: SkeletonModel
  atlas: AtlasModel | null
}

const READERS = [spineJson, spineBinary, dragonBones]
const warn = () => {}

export function modelsOf({ skeleton, atlas }: { skeleton: string; atlas: string | null }): Models {
  const bytes = readFileSync(skeleton)
  const reader = READERS.find((one) => one.detect(bytes))
  if (!reader) throw new Error(`${skeleton}: unknown`)
  return {
    skeleton: reader.readSkeleton(bytes, { source: basename(skeleton), warn }),
    atlas: atlas === null ? null : reader.readAtlas(readFileSync(atlas), { source: basename(atlas), warn }),
  }
}

/** Whether files are of Spine: no others can be cooked. */
export const isSpine = ({ atlas }: RigFiles): boolean => atlas.endsWith('.atlas')

/** Files that the fuzz of readers keeps, by name. */
export function corpusModels(names: readonly string[]): Models[] {
  return names.map((name) => {
    const skeleton = join(ROOT, `test/fuzz/corpus/${name}.json`)
    const atlas = skeleton.replace('.json', '.atlas')
    return modelsOf({ skeleton, atlas: existsSync(atlas) ? atlas : null })
  })
}

/**
 * A model without what has no meaning and is not kept: a last key's curve, and handles of curves that are no Bézier
 * ones.
 */
export function bare(model: SkeletonModel): SkeletonModel {
  return {
    ...model,
    animations: model.animations.map((animation) => ({
      ...animation,
      timelines: animation.timelines.map((timeline) => {
        if (!('curves' in timeline)) return timeline
        const { curves, handles, channels } = timeline
        const used = curves.slice()
        used.fill(0, -1)
        const kept = handles?.map((value, i) => (used[Math.floor(i / (4 * channels))] === 2 ? value : 0))
        return { ...timeline, curves: used, handles: kept && used.includes(2) ? kept : null }
      }),
    })),
  }
}
