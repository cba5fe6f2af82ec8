/** Cooks skeletons with their atlases: for the command and for the Vite plug-in. */
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { OsteonError, type Warning } from '../../base/errors'
import type { AtlasModel } from '../../base/model/atlas'
import type { SkeletonModel } from '../../base/model/skeleton'
import { cooked } from '../../formats/cooked'
import { cookModels } from '../../formats/cooked/container'
import { joinModels } from '../../load/atlas'
import { loadRigs } from '../../load/load-rig'
import { READERS, readInput } from '../files'

/** A cooked file, and what was found while it was made. */
export interface CookedRigs {
  readonly file: Uint8Array
  /** Names of the atlas's pages. */
  readonly pages: readonly string[]
  /** Whether the skeletons show images and there is no atlas. */
  readonly lacksAtlas: boolean
  readonly warnings: readonly Warning[]
}

/**
 * Cooks skeletons as one file, and loads it once. With several atlases, the first of two regions with one name counts.
 *
 * @param skeletons paths, at least one. @param atlases paths.
 * @throws OsteonError for a file that cannot be read, cooked or loaded.
 */
export async function cook(
  skeletons: readonly string[],
  atlases: readonly string[],
  scale: number,
): Promise<CookedRigs> {
  const warnings: Warning[] = []
  const warn = (warning: Warning) => void warnings.push(warning)
  const models = skeletons.map((file) => readModel(file, scale, warn))
  const parts = atlases.map((file) => readAtlas(file, models[0].reader, warn))
  const atlas = parts.length > 0 ? joinModels(parts) : null
  const file = cookModels(
    models.map(({ model }) => model),
    atlas,
  )
  const base = pathToFileURL(resolve(atlases[0] ?? skeletons[0])).href
  const rigs = await loadRigs(file, null, { readers: [cooked], images: false, base, warn })
  return {
    file,
    pages: atlas?.pages.map(({ name }) => name) ?? [],
    lacksAtlas: atlas === null && [...rigs.values()].some((rig) => rig.pages.length > 0),
    warnings,
  }
}

type Reader = (typeof READERS)[number]
type Warn = (warning: Warning) => void

function readModel(file: string, scale: number, warn: Warn): { reader: Reader; model: SkeletonModel } {
  const { name: source, bytes } = readInput(file)
  const reader = READERS.find((one) => one.detect(bytes))
  if (!reader) throw new OsteonError('unknown-format', source, '', "it isn't a skeleton")
  return { reader, model: reader.readSkeleton(bytes, { source, scale, warn }) }
}

function readAtlas(file: string, reader: Reader, warn: Warn): AtlasModel {
  const { name: source, bytes } = readInput(file)
  return reader.readAtlas(bytes, { source, warn })
}
