/** Loads a rig for components that wait for it in `<Suspense>`, and releases it after the last of them. */
import { useContext, useEffect, useReducer } from 'react'
import { unregisterRig, wearersOf } from '../../api/unregister'
import { OsteonError } from '../../base/errors'
import type { RigNames } from '../../base/model/names'
import { type Assets, disposeRig } from '../../load/assets'
import { loadRig } from '../../load/load-rig'
import type { LoadOptions } from '../../load/request'
import type { Rig } from '../../rig/rig'
import type { AnimationWorld } from '../../world/world-type'
import { WorldContext } from './world-context'

/** How `useRig` loads a rig. */
export interface RigOptions extends Pick<LoadOptions, 'readers' | 'scale' | 'armature'> {
  /** The cache that holds the rig. Create it once, outside components: `const assets = createAssets()`. */
  assets: Assets
  /** Addresses of images by page name. @default beside the atlas, under the page's name */
  pages?: Readonly<Record<string, string>>
}

/** A rig that components wait for, or use. */
interface Held {
  /** Resolves when the load has ended, in whatever way. */
  readonly ended: Promise<void>
  rig: Rig | null
  error: unknown
  users: number
  /** Worlds of the `<FigureWorld>`s around its users. */
  readonly worlds: Set<AnimationWorld>
  timer: ReturnType<typeof setTimeout> | undefined
  isReleased: boolean
  readonly release: () => void
}

/** Milliseconds that a rig without users is kept: React may render a component a few times before it mounts it. */
const GRACE = 2000

/** React forgets all state of a component that waits, so it is here; it goes with its assets. */
const kept = new WeakMap<Assets, Map<string, Held>>()

/**
 * Returns a rig, and suspends the component until it is loaded. Components with the same addresses and assets share it;
 * two seconds after the last of them was unmounted, `disposeRig` is called, and worlds of `<FigureWorld>`s around them
 * forget the rig unless a skeleton has it. A failed load throws its OsteonError to the
 * next error boundary, and can be tried again two seconds later.
 *
 * On a server it throws, so that React sends the fallback of the `<Suspense>` around the component.
 *
 * @param skeleton its address, relative to the page. @param atlas its address, or those of several.
 * @throws OsteonError as `loadRig` does; `unsupported-feature` on a server.
 */
export function useRig<Names extends RigNames = RigNames>(
  skeleton: string,
  atlas: string | readonly string[],
  options: RigOptions,
): Rig<Names> {
  const { assets, scale, armature, pages } = options
  const [, renew] = useReducer((count: number) => count + 1, 0)
  if (typeof document === 'undefined')
    throw new OsteonError(
      'unsupported-feature',
      'useRig',
      '',
      'a server sends the fallback of <Suspense> instead',
    )
  const rigs = kept.get(assets) ?? new Map<string, Held>()
  kept.set(assets, rigs)
  const key = JSON.stringify([skeleton, atlas, scale, armature, pages])
  const held = rigs.get(key) ?? startLoad(skeleton, atlas, options, () => rigs.delete(key))
  rigs.set(key, held)
  const world = useContext(WorldContext)
  useEffect(() => {
    if (world) held.worlds.add(world)
    // It mounted later than the grace: it renders again, and waits for another load.
    if (held.isReleased) renew()
    else return use(held)
  }, [held, world])
  if (held.error !== null) throw held.error
  if (held.rig === null) throw held.ended
  // The caller vouches for the names, as with `loadRig`.
  return held.rig as Rig<Names>
}

function startLoad(
  skeleton: string,
  atlas: string | readonly string[],
  options: RigOptions,
  forget: () => void,
): Held {
  const { assets, readers, scale, armature, pages } = options
  const release = () => {
    forget()
    held.isReleased = true
    if (!held.rig) return
    for (const world of held.worlds) forgetRig(world, held.rig)
    if (!assets.disposed) disposeRig(assets, held.rig)
  }
  const load = async () => {
    try {
      held.rig = await loadRig(skeleton, atlas, { assets, readers, scale, armature, pages })
    } catch (error) {
      held.error = error
    }
    endLater(held)
  }
  const held: Held = {
    rig: null,
    error: null,
    users: 0,
    worlds: new Set(),
    timer: undefined,
    isReleased: false,
    release,
    ended: Promise.resolve().then(load),
  }
  return held
}

function forgetRig(world: AnimationWorld, rig: Rig): void {
  const known = world.animation.rigsByRig.get(rig)
  if (known && wearersOf(world, known.number).length === 0) unregisterRig(world, rig)
}

/** Counts a mounted component. @returns what ends its use. */
function use(held: Held): () => void {
  clearTimeout(held.timer)
  held.users++
  return () => {
    held.users--
    endLater(held)
  }
}

function endLater(held: Held): void {
  if (held.users > 0) return
  clearTimeout(held.timer)
  held.timer = setTimeout(held.release, GRACE)
}
