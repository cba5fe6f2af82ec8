/**
 * Entry `osteon/formats/cooked`: rigs that `osteon cook` wrote, in one file with their atlas.
 *
 * @module osteon/formats/cooked
 */
import { OsteonError } from '../base/errors'
import type { Named, RigNames } from '../base/model/names'
import type { Reader } from '../base/model/reader'
import { loadRig, loadRigs } from '../load/load-rig'
import type { LoadOptions, SkeletonInput } from '../load/request'
import type { Rig } from '../rig/rig'
import { isCooked } from './cooked/container'
import { type CookedReader, cookedReader } from './cooked/reader'
import { readTables } from './cooked/tables/read'

export type { CookedReader } from './cooked/reader'

/**
 * The reader of cooked rigs of Spine, to give to `loadRig` and to the hosts' loaders; the atlas is then `null`, since
 * the file holds it.
 */
export const cooked: CookedReader = /* @__PURE__ */ cookedReader('cooked', null, {}, readTables)

/** Options of `loadCooked`: those of `loadRig` that a cooked file leaves open. */
export interface CookedOptions extends Omit<LoadOptions, 'readers' | 'scale' | 'armature'> {
  /**
   * The file is the page's own: its checksum and the magnitudes of its numbers are not compared, skeletons of Spine are
   * opened by the tables that the file has of their rigs, and keys of an animation are read when it is first played, or in
   * `warmUp`. Never say so of files that others can write. @default false
   */
  trusted?: boolean
  /** Readers of cooked rigs, for other formats than Spine. @default those of an imported file, or [cooked] */
  readers?: readonly CookedReader[]
}

/** A cooked file as `import hero from './hero.json?osteon'` gives it; the plug-in `osteon/vite` makes such imports. */
export interface CookedFile<Names extends RigNames = RigNames> extends Named<Names> {
  /** The file's address. */
  readonly file: string
  /** Addresses of images, by page name. */
  readonly pages: Readonly<Record<string, string>>
  /** Readers of its format. @default [cooked] */
  readonly readers?: readonly CookedReader[]
}

/** Options of `loadCooked` for what to do with a file of another version. */
export interface LoadCookedOptions extends CookedOptions {
  /** Called for a file that another version of osteon cooked (`cooked-version`), and for no other error. */
  otherwise?: () => Promise<Rig>
  /** Which of several skeletons of the file, by name. @default the first */
  skeleton?: string
}

/**
 * Loads a cooked rig and the images of its atlas, which lie beside it. It is released like one of `loadRig`.
 *
 * @param file an address, bytes, or what `import hero from './hero.json?osteon'` gives.
 * @typeParam Names as for `loadRig`.
 * @throws OsteonError `unknown-format` for a file that is not cooked, `cooked-version`, `damaged`; and all that
 *   `loadRig` throws for images and options.
 */
export async function loadCooked<Names extends RigNames = RigNames>(
  file: SkeletonInput | CookedFile<Names>,
  { trusted = false, otherwise, skeleton, ...options }: LoadCookedOptions = {},
): Promise<Rig<Names>> {
  const { file: input, ...own } = isImported(file) ? file : { file }
  const { readers = [cooked], ...rest } = { ...own, ...options }
  try {
    return await loadRig<Names>(input, null, {
      ...{ ...rest, armature: skeleton },
      readers: chosen(readers, trusted),
    })
  } catch (error) {
    if (!otherwise || !(error instanceof OsteonError) || error.code !== 'cooked-version') throw error
    // The caller vouches for the names.
    return (await otherwise()) as Rig<Names>
  }
}

/** Loads all rigs of a cooked file, by name: release them with `disposeRigs`. @throws OsteonError as `loadCooked`. */
export function loadCookedAll(
  file: SkeletonInput,
  { trusted = false, readers = [cooked], ...options }: Omit<CookedOptions, 'name'> = {},
): Promise<ReadonlyMap<string, Rig>> {
  return loadRigs(file, null, { ...options, readers: chosen(readers, trusted) })
}

/** Refuses what none of the readers reads, by name. */
const OTHERS: Reader = /* @__PURE__ */ (() => ({ ...cooked, detect: isCooked }))()

function chosen(readers: readonly CookedReader[], trusted: boolean): readonly Reader[] {
  return [...readers.map((one) => (trusted ? one.trusting : one)), OTHERS]
}

function isImported(file: SkeletonInput | CookedFile): file is CookedFile {
  return typeof file === 'object' && 'file' in file && 'pages' in file
}
