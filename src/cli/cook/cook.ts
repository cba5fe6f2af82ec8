/** Cooks skeletons with their atlases: for the command and for the Vite plug-in. */
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { OsteonError, type Warning } from '../../base/errors'
import type { AtlasModel } from '../../base/model/atlas'
import type { SkeletonModel } from '../../base/model/skeleton'
import { cooked } from '../../formats/cooked'
import { cookModels, nameInFile } from '../../formats/cooked/container'
import { writeTables } from '../../formats/cooked/tables/write'
import { cookedDragonBones } from '../../formats/cooked-dragonbones'
import { joinModels } from '../../load/atlas'
import { loadRigs } from '../../load/load-rig'
import type { Rig } from '../../rig/rig'
import { READERS, readInput } from '../files'

/** A cooked file, and what was found while it was made. */
export interface CookedRigs {
  readonly file: Uint8Array
  /** Of its skeletons. */
  readonly format: SkeletonModel['format']
  /** Names of the atlas's pages. */
  readonly pages: readonly string[]
  readonly warnings: readonly Warning[]
}

/**
 * Cooks skeletons as one file, and loads it once. With several atlases, the first of two regions with one name counts.
 *
 * @param skeletons paths, at least one. @param atlases paths.
 * @throws OsteonError for a file that cannot be read, cooked or loaded; `missing` if skeletons show images and there is
 *   no atlas.
 */
export async function cook(
  skeletons: readonly string[],
  atlases: readonly string[],
  scale: number,
): Promise<CookedRigs> {
  const warnings: Warning[] = []
  const warn = (warning: Warning) => void warnings.push(warning)
  const files = skeletons.map((file) => readModels(file, scale, warn))
  const models = files.flatMap((one) => one.models)
  for (const { models: own, source } of files)
    if (own[0].format !== models[0].format)
      throw new OsteonError('unsupported-feature', source, '', 'skeletons of two formats do not share a file')
  const parts = atlases.map((file) => readAtlas(file, files[0].reader, warn))
  const atlas = parts.length > 0 ? joinModels(parts) : null
  const reader = models[0].format === 'dragonbones' ? cookedDragonBones : cooked
  const file = cookModels(models, atlas, reader.brought, writeTables)
  const base = pathToFileURL(resolve(atlases[0] ?? skeletons[0])).href
  const rigs = await loadRigs(file, null, { readers: [reader], images: false, base, warn })
  if (atlas === null) for (const one of files) refuseImages(one, rigs)
  return {
    file,
    format: models[0].format,
    pages: atlas?.pages.map(({ name }) => name) ?? [],
    warnings,
  }
}

type Reader = (typeof READERS)[number]
type Warn = (warning: Warning) => void

/** A file's skeletons. */
interface Skeletons {
  readonly source: string
  readonly reader: Reader
  readonly models: readonly SkeletonModel[]
}

/** Reads all skeletons of a file, its main one first. */
function readModels(file: string, scale: number, warn: Warn): Skeletons {
  const { name: source, bytes } = readInput(file)
  const reader = READERS.find((one) => one.detect(bytes))
  if (!reader) throw new OsteonError('unknown-format', source, '', "it isn't a skeleton")
  const all = reader.readSkeletons?.(bytes, { source, scale, warn })
  if (!all) return { source, reader, models: [reader.readSkeleton(bytes, { source, scale, warn })] }
  const main = reader.readSkeleton(bytes, { source, scale, warn: () => {} })
  const isMain = (one: SkeletonModel) => one.armature === main.armature
  return { source, reader, models: [...all.filter(isMain), ...all.filter((one) => !isMain(one))] }
}

/** Without an atlas, skeletons that show images would show nothing. */
function refuseImages({ models, source }: Skeletons, rigs: ReadonlyMap<string, Rig>): void {
  for (const model of models)
    if ((rigs.get(nameInFile(model))?.pages.length ?? 0) > 0)
      throw new OsteonError('missing', source, '', 'it shows images, but no atlas lies beside it')
}

function readAtlas(file: string, reader: Reader, warn: Warn): AtlasModel {
  const { name: source, bytes } = readInput(file)
  return reader.readAtlas(bytes, { source, warn })
}
