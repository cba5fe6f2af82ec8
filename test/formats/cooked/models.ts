/** Models to cook: those of the project's own rigs, of the corpus, and of samples where they lie beside it. */
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { cookedDragonBones } from 'osteon/formats/cooked-dragonbones'
import { dragonBones } from 'osteon/formats/dragonbones'
import { spineBinary } from 'osteon/formats/spine-binary'
import { spineJson } from 'osteon/formats/spine-json'
import type { AtlasModel, CurveKeys, PlaybackModel, SkeletonModel } from 'osteon/model'
import { ROOT } from '../../../scripts/entries'
import type { Brought } from '../../../src/formats/cooked/codec'
import { cookModels } from '../../../src/formats/cooked/container'
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

/** What files of other formats than Spine's need. */
export const broughtFor = ({ format }: SkeletonModel): Brought | null =>
  format === 'dragonbones' ? cookedDragonBones.brought : null

/** Cooks one skeleton, of any format. */
export const cookOne = ({ skeleton, atlas }: Models): Uint8Array =>
  cookModels([skeleton], atlas, broughtFor(skeleton))

/** Whether files are of Spine. */
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
  const { nested } = model
  return {
    ...model,
    animations: model.animations.map(({ playback, ...animation }) => ({
      ...animation,
      timelines: animation.timelines.map((one) => ('curves' in one ? bareKeys(one, one.channels) : one)),
      ...(playback ? { playback: barePlayback(playback) } : {}),
    })),
    ...(nested ? { nested: new Map([...nested].map(([name, shown]) => [name, bare(shown)])) } : {}),
  }
}

/** Its timelines are those of the animation. */
function barePlayback({ looks, tree, ...playback }: PlaybackModel): PlaybackModel {
  const children = tree?.children.map((child) => ({
    ...child,
    keys: child.keys.map((one) => bareKeys(one, one.channels)),
  }))
  return {
    ...playback,
    timelines: [],
    looks: looks?.map((one) => bareKeys(one, 1)),
    ...(tree && children ? { tree: { ...tree, children } } : {}),
  }
}

function bareKeys<T extends CurveKeys>(keys: T, channels: number): T {
  const { curves, handles, samples } = keys
  const used = curves.slice()
  used[used.length - 1] = 0
  const kept = handles?.map((value, i) => (used[Math.floor(i / (4 * channels))] === 2 ? value : 0))
  return {
    ...keys,
    curves: used,
    handles: kept && used.includes(2) ? kept : null,
    ...(samples ? { samples: samples.map((one, key) => (used[key] === 3 ? one : null)) } : {}),
  }
}
