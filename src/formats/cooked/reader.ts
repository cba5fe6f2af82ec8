/** Makes the readers of cooked files, one for each format of skeletons. */
import { badOption, OsteonError } from '../../base/errors'
import type { Reader, ReadOptions, SkeletonData } from '../../base/model/reader'
import type { SkeletonModel } from '../../base/model/skeleton'
import type { Brought, TableReader } from './codec'
import { type Cooked, isCooked, kindIn, nameInFile, type OpenFile, openCooked, readRest } from './container'

/** A reader of cooked files. */
export interface CookedReader extends Reader {
  /** Reads files that are the page's own, as the option `trusted` of `loadCooked` has it. */
  readonly trusting: Reader
  /** @internal */
  readonly brought: Brought | null
}

/** Returns what the first of several readers brings that is of such cooked files; null if none is. */
export function broughtBy(
  readers: readonly Reader[],
  isWanted: (brought: Brought) => boolean,
): Brought | null {
  const all = readers.map((one: Partial<CookedReader>) => one.brought)
  return all.find((brought) => brought && isWanted(brought)) ?? null
}

/** What the format's own reader brings for its rigs. */
type Parts = Pick<Reader, 'player' | 'parts'>

/**
 * @param brought of another format than Spine. @param readTables reads the tables of trusted files; @default their
 *   models are compiled
 */
export function cookedReader(
  name: string,
  brought: Brought | null,
  parts: Parts,
  readTables: TableReader | null = null,
): CookedReader {
  return {
    ...readerOf(name, brought, parts, false, null),
    trusting: readerOf(name, brought, parts, true, readTables),
    brought,
  }
}

function readerOf(
  name: string,
  brought: Brought | null,
  parts: Parts,
  trusted: boolean,
  readTables: TableReader | null,
): Reader {
  // Loads read a file's own atlas first: its skeletons are then read from where that ends.
  const opened = new WeakMap<object, OpenFile>()
  const open = (data: SkeletonData | string, options: ReadOptions) =>
    openCooked(data as Uint8Array, options, trusted, brought, readTables)
  const read = (data: SkeletonData, options: ReadOptions): Cooked => {
    const { source, scale = 1 } = options
    if (scale !== 1) throw badOption(source, 'scale', 'a cooked rig has its scale: give it to `osteon cook`')
    const known = opened.get(data as Uint8Array)
    opened.delete(data as Uint8Array)
    return readRest(known?.from.name === source ? known : open(data, options))
  }
  return {
    name,
    ...parts,
    detect: (data) => isCooked(data) && kindIn(data) === (brought?.kind ?? 0),
    readSkeleton: (data, options) => skeletonOf(read(data, options), options),
    readSkeletons: (data, options) => [...read(data, options).skeletons],
    readAtlas(data, options) {
      const { atlas } = open(data, options)
      if (atlas) return atlas
      throw new OsteonError('bad-atlas', options.source, '', 'it was cooked without an atlas')
    },
    readOwnAtlas(data, options) {
      const file = open(data, options)
      opened.set(data as Uint8Array, file)
      return file.atlas
    },
  }
}

function skeletonOf({ skeletons }: Cooked, { source, armature }: ReadOptions): SkeletonModel {
  const found = armature === undefined ? skeletons[0] : skeletons.find((one) => nameInFile(one) === armature)
  if (!found)
    throw new OsteonError('missing', source, armature ?? '', 'the file has no skeleton of this name')
  const { name } = found
  // Of several armatures each is named `file/armature`; one that is read alone has the name of its file.
  const ending = `/${found.armature}`
  return found.armature !== undefined && name.endsWith(ending)
    ? { ...found, name: name.slice(0, -ending.length) }
    : found
}
