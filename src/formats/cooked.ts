/**
 * Entry `osteon/formats/cooked`: rigs that `osteon cook` wrote, in one file with their atlas.
 *
 * @module osteon/formats/cooked
 */
import { badOption, OsteonError } from '../base/errors'
import type { Named, RigNames } from '../base/model/names'
import type { Reader, ReadOptions, SkeletonData } from '../base/model/reader'
import type { SkeletonModel } from '../base/model/skeleton'
import { loadRig, loadRigs } from '../load/load-rig'
import type { LoadOptions, SkeletonInput } from '../load/request'
import type { Rig } from '../rig/rig'
import { type Cooked, isCooked, type OpenFile, openCooked, readRest } from './cooked/container'

/** The reader to give to `loadRig` and to the hosts' loaders; the atlas is then `null`, since the file holds it. */
export const cooked: Reader = /* @__PURE__ */ readerOf(false)

/** Options of `loadCooked`: those of `loadRig` that a cooked file leaves open. */
export interface CookedOptions extends Omit<LoadOptions, 'readers' | 'scale' | 'armature'> {
  /**
   * The file is the page's own: its checksum and the magnitudes of its numbers are not compared, and keys of an animation
   * are read when it is first played, or in `warmUp`. @default false
   */
  trusted?: boolean
}

/** A cooked file as `import hero from './hero.json?osteon'` gives it; the plug-in `osteon/vite` makes such imports. */
export interface CookedFile<Names extends RigNames = RigNames> extends Named<Names> {
  /** The file's address. */
  readonly file: string
  /** Addresses of images, by page name. */
  readonly pages: Readonly<Record<string, string>>
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
  const readers = [trusted ? TRUSTING : cooked]
  const [input, pages] = isImported(file) ? [file.file, file.pages] : [file, undefined]
  try {
    return await loadRig<Names>(input, null, { pages, ...options, readers, armature: skeleton })
  } catch (error) {
    if (!otherwise || !(error instanceof OsteonError) || error.code !== 'cooked-version') throw error
    // The caller vouches for the names.
    return (await otherwise()) as Rig<Names>
  }
}

/** Loads all rigs of a cooked file, by name: release them with `disposeRigs`. @throws OsteonError as `loadCooked`. */
export function loadCookedAll(
  file: SkeletonInput,
  { trusted = false, ...options }: Omit<CookedOptions, 'name'> = {},
): Promise<ReadonlyMap<string, Rig>> {
  return loadRigs(file, null, { ...options, readers: [trusted ? TRUSTING : cooked] })
}

function isImported(file: SkeletonInput | CookedFile): file is CookedFile {
  return typeof file === 'object' && 'file' in file && 'pages' in file
}

const TRUSTING = /* @__PURE__ */ readerOf(true)

function readerOf(trusted: boolean): Reader {
  // Loads read a file's own atlas first: its skeletons are then read from where that ends.
  const opened = new WeakMap<object, OpenFile>()
  const read = (data: SkeletonData, options: ReadOptions): Cooked => {
    const { source, scale = 1 } = options
    if (scale !== 1) throw badOption(source, 'scale', 'a cooked rig has its scale: give it to `osteon cook`')
    const file = data as Uint8Array
    const known = opened.get(file)
    opened.delete(file)
    return readRest(known?.from.name === source ? known : openCooked(file, options, trusted))
  }
  return {
    name: 'cooked',
    detect: isCooked,
    readSkeleton: (data, options) => skeletonOf(read(data, options), options),
    readSkeletons: (data, options) => [...read(data, options).skeletons],
    readAtlas(data, options) {
      const { atlas } = openCooked(data as Uint8Array, options, trusted)
      if (atlas) return atlas
      throw new OsteonError('bad-atlas', options.source, '', 'it was cooked without an atlas')
    },
    readOwnAtlas(data, options) {
      const file = openCooked(data as Uint8Array, options, trusted)
      opened.set(data as Uint8Array, file)
      return file.atlas
    },
  }
}

function skeletonOf({ skeletons }: Cooked, { source, armature }: ReadOptions): SkeletonModel {
  if (armature === undefined) return skeletons[0]
  const found = skeletons.find(({ name }) => name === armature)
  if (found) return found
  throw new OsteonError('missing', source, armature, 'the file has no skeleton of this name')
}
