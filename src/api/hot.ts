/**
 * Loads a rig, and loads it again whenever the plug-in `osteon/vite` reports that one of its files has changed.
 *
 * @module osteon/hot
 */

import { OsteonError } from '../base/errors'
import type { RigNames } from '../base/model/names'
import {
  type AtlasInputs,
  createAssets,
  type Fetch,
  type LoadOptions,
  loadRig,
  type SkeletonInput,
} from '../load'
import type { Rig } from '../rig/rig'
import type { AnimationWorld } from '../world/world-type'
import { replaceRig } from './replace-rig'
import { registerRig } from './spawn'

/** The subset of `import.meta.hot` that is used. */
export interface HotContext {
  /** Listens to an event of the server. */
  on(event: string, listener: (data: { addresses: string[] }) => void): void
  /** Sends an event to the server. */
  send?(event: string, data: { addresses: string[] }): void
}

/** How `loadHot` loads: each time with assets of its own, because shared ones would return the old files. */
export interface HotOptions<Names extends RigNames = RigNames>
  extends Omit<LoadOptions, 'assets' | 'signal'> {
  /** Called after the skeletons got the new rig: spawn later skeletons from it. */
  onReplace?: (rig: Rig<Names>) => void
}

/**
 * Loads a rig as `loadRig` does. While the dev server runs, all skeletons of the rig in the world get the new rig
 * (`replaceRig`) whenever one of its files changes. If an export cannot be loaded, the console says so and the old rig
 * stays.
 *
 * ```ts
 * const onReplace = (next: Rig) => { rig = next }
 * let rig = await loadHot(import.meta.hot, world, 'hero.json', 'hero.atlas', { readers, onReplace })
 * ```
 *
 * @param hot `import.meta.hot`, which is undefined in a build: the rig is then loaded once.
 * @throws OsteonError as `loadRig`.
 */
export async function loadHot<Names extends RigNames = RigNames>(
  hot: HotContext | undefined,
  world: AnimationWorld,
  skeleton: SkeletonInput,
  atlas: AtlasInputs,
  { onReplace, ...options }: HotOptions<Names>,
): Promise<Rig<Names>> {
  if (!hot) return loadRig<Names>(skeleton, atlas, options)
  const own: Fetch = options.fetch ?? ((url, init) => fetch(url, { ...init, cache: 'no-cache' }))
  let paths = new Set<string>()
  const load = async () => {
    const fetched = new Set<string>()
    const noting: Fetch = (url, init) => {
      fetched.add(pathOf(url))
      return own(url, init)
    }
    try {
      return await loadRig<Names>(skeleton, atlas, { ...options, assets: createAssets(), fetch: noting })
    } finally {
      // Files that a broken export names count as well, because repairing one is a change.
      paths = new Set([...paths, ...fetched])
    }
  }
  const rig = await load()
  watch(hot, world, rig, () => paths, load, onReplace)
  return rig
}

/**
 * Loads a rig through another engine's loader, and again whenever one of its files changes: for example
 * PixiJS's `Assets`.
 *
 * ```ts
 * const load = (version: number) => Assets.load<Rig>({ src: `hero.json?v=${version}` })
 * const rig = await loadHotBy(import.meta.hot, world, ['hero.json', 'hero.atlas', 'hero.png'], load)
 * ```
 *
 * @param files addresses of the files to watch.
 * @param load loads the rig. Its version is 0, then 1, 2, …; in the address it gets around caches.
 * @param onReplace called after the skeletons got the new rig: spawn later skeletons from it.
 * @throws what `load` first rejects with. Later errors are logged to the console, and the old rig stays.
 */
export async function loadHotBy<Names extends RigNames = RigNames>(
  hot: HotContext | undefined,
  world: AnimationWorld,
  files: readonly string[],
  load: (version: number) => Promise<Rig<Names>>,
  onReplace?: (rig: Rig<Names>) => void,
): Promise<Rig<Names>> {
  let version = 0
  const rig = await load(version)
  const here = typeof location === 'undefined' ? undefined : location.href
  const paths = new Set(files.map((file) => pathOf(file, here)))
  if (hot)
    watch(
      hot,
      world,
      rig,
      () => paths,
      () => load(++version),
      onReplace,
    )
  return rig
}

/** Loads a rig again when one of its files has changed, one load after the other. */
function watch<Names extends RigNames>(
  hot: HotContext,
  world: AnimationWorld,
  first: Rig<Names>,
  paths: () => ReadonlySet<string>,
  load: () => Promise<Rig<Names>>,
  onReplace?: (rig: Rig<Names>) => void,
): void {
  let rig = first
  let last = Promise.resolve()
  // The server then doesn't load the page again when these change.
  hot.send?.('osteon:watching', { addresses: [...paths()] })
  hot.on('osteon:changed', ({ addresses }) => {
    if (!addresses.some((address) => paths().has(pathOf(address)))) return
    last = last.then(async () => {
      try {
        const next = await load()
        registerRig(world, rig)
        replaceRig(world, rig, next)
        rig = next
        onReplace?.(next)
      } catch (error) {
        console.error(error instanceof OsteonError ? error.message : error)
      }
    })
  })
}

/** Returns the path of an address, because the server does not know the host. */
function pathOf(address: string, from = 'http://host/'): string {
  try {
    return decodeURI(new URL(address, from).pathname)
  } catch {
    return address
  }
}
