/** Caches files, images, atlases and rigs of loads, by address and by the options that matter. */
import { OsteonError, type Warn } from '../base/errors'
import type { AtlasModel } from '../base/model/atlas'
import type { PageImage, Rig, RigPage } from '../rig/rig'
import { drop, type Entry, giveBack, type Waiter, wait } from './cache'

/**
 * A cache of files, images, atlases and rigs. Create one with `createAssets` and pass it to each `loadRig` and
 * `loadAtlas`. The lists are private; only `dispose` is for users.
 */
export interface Assets {
  /** @internal */
  readonly rigs: Entry<Rig>[]
  /** All rigs of a file. @internal */
  readonly families: Entry<ReadonlyMap<string, Rig>>[]
  /** @internal */
  readonly atlases: Entry<LoadedAtlas>[]
  /** Atlases that `loadAtlas` loaded. @internal */
  readonly sheets: Entry<LoadedAtlas>[]
  /** @internal */
  readonly images: Entry<PageImage>[]
  /** @internal */
  readonly files: Entry<Uint8Array>[]
  /** Warnings that each function has already received. @internal */
  readonly warned: WeakMap<Warn, Set<string>>
  disposed: boolean
  /** Forgets everything, closes all images that were decoded here, and fails the loads in progress. */
  dispose(): void
}

/** A texture atlas with its pages, as `loadAtlas` returns it and `registerAtlas` takes it. */
export interface LoadedAtlas {
  /** Its pages are the same as `pages`, with sizes filled in. */
  readonly model: AtlasModel
  readonly pages: readonly RigPage[]
}

/**
 * Creates an empty cache for `loadRig(…, { assets })`. A second load with the same address (or the same object) and the
 * same options shares the first one's result. So two rigs with the same atlas have the same page objects, and share one
 * texture. Objects among the options (`pages`, `resolveAttachment`) count as equal only if they are the same object, so
 * create them once. References are counted: each successful load takes one, and `disposeRig` gives it back.
 */
export function createAssets(): Assets {
  const assets: Assets = {
    rigs: [],
    families: [],
    atlases: [],
    sheets: [],
    images: [],
    files: [],
    warned: new WeakMap(),
    disposed: false,
    dispose() {
      assets.disposed = true
      const { rigs, families, sheets, atlases, images, files } = assets
      for (const list of [rigs, families, sheets, atlases, images, files])
        for (const entry of [...list]) drop(entry, disposed())
    },
  }
  return assets
}

/** Refuses disposed assets. @throws OsteonError `disposed`. */
export function checkNotDisposed(assets: Assets): void {
  if (assets.disposed) throw disposed()
}

function disposed(): OsteonError {
  return new OsteonError('disposed', 'assets', '', 'these assets were disposed')
}

/**
 * Gives back the reference that `loadRig` took. The last one drops the rig, and its atlas if no other rig uses it.
 * Decoded images are closed, so nothing may draw the rig afterwards.
 *
 * @throws OsteonError `disposed` if `assets` does not hold the rig, or no longer does.
 */
export function disposeRig(assets: Assets, rig: Rig): void {
  dispose(assets.rigs, rig, rig.name, 'this rig was')
}

/**
 * Gives back the reference that `loadRigs` took, for all of the file's rigs together, as `disposeRig` does.
 *
 * @throws OsteonError `disposed` if `assets` does not hold them, or no longer does.
 */
export function disposeRigs(assets: Assets, rigs: ReadonlyMap<string, Rig>): void {
  dispose(assets.families, rigs, 'rigs', 'these rigs were')
}

function dispose<T>(list: readonly Entry<T>[], value: T, source: string, what: string): void {
  const entry = list.find((one) => one.value === value)
  if (!entry) {
    const message = `${what} not loaded with these assets, or disposed of as often as loaded`
    throw new OsteonError('disposed', source, '', message)
  }
  giveBack(entry)
}

/**
 * Gives back the reference that `loadAtlas` took. The last one drops the atlas, unless a rig uses it. Decoded images
 * are closed, so nothing may draw them afterwards.
 *
 * @throws OsteonError `disposed` if `assets` does not hold the atlas, or no longer does.
 */
export function disposeAtlas(assets: Assets, atlas: LoadedAtlas): void {
  dispose(assets.sheets, atlas, atlas.model.name, 'this atlas was')
}

/** Waits for an entry and passes its warnings to the caller. Keeps the reference only on success. */
export async function receive<T>(
  assets: Assets,
  entry: Entry<T>,
  caller: Waiter & { warn: Warn },
): Promise<T> {
  const { warn } = caller
  const known = assets.warned.get(warn) ?? new Set<string>()
  assets.warned.set(warn, known)
  const value = await wait(entry, caller).catch((error: unknown) => {
    passWarnings(entry, warn, known)
    throw error
  })
  try {
    passWarnings(entry, warn, known)
  } catch (error) {
    giveBack(entry)
    throw error
  }
  return value
}

/** Passes on the warnings of an entry and its parts, each distinct warning once. @param known those passed on before. */
function passWarnings({ parts, warnings }: Entry<unknown>, warn: Warn, known: Set<string>): void {
  for (const warning of warnings) {
    const key = JSON.stringify([warning.code, warning.source, warning.path, warning.message])
    if (known.has(key)) continue
    known.add(key)
    warn(warning)
  }
  for (const part of parts) passWarnings(part, warn, known)
}
