/** Loads several rigs at once. */
import { badOption } from '../base/errors'
import type { Rig } from '../rig/rig'
import { createAssets, disposeRig } from './assets'
import type { Progress } from './cache'
import { loadRig } from './load-rig'
import type { AtlasInputs, LoadOptions, SkeletonInput } from './request'

/** A rig of `loadList`, with options that are its own. */
export interface ListedRig extends Omit<Partial<LoadOptions>, 'assets' | 'signal' | 'onProgress'> {
  skeleton: SkeletonInput
  atlas: AtlasInputs
}

/**
 * Loads rigs side by side. Atlases and images that several of them name are loaded once. If one fails, the others are
 * aborted, and none is kept.
 *
 * @param list rigs; what they leave out is taken from `options`.
 * @param options `onProgress` gets the sums over all rigs: a file that several need counts for each.
 * @returns rigs in the order of the list.
 * @throws OsteonError the first error of a rig, as `loadRig` throws it.
 */
export async function loadList(list: readonly ListedRig[], options: LoadOptions): Promise<Rig[]> {
  if (!Array.isArray(list)) throw badOption('loadList', '', 'expected a list of rigs')
  const { onProgress, signal } = options
  const assets = options.assets ?? createAssets()
  const others = new AbortController()
  const abort = () => others.abort(signal?.reason)
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort)
  const progress: Progress[] = list.map(() => ({ loaded: 0, total: 0 }))
  let failure: { error: unknown } | null = null
  const rigs = await Promise.all(
    list.map(async ({ skeleton, atlas, ...own }, index) => {
      const report = (now: Progress) => {
        progress[index] = now
        const loaded = progress.reduce((sum, one) => sum + one.loaded, 0)
        onProgress?.({ loaded, total: progress.reduce((sum, one) => sum + one.total, 0) })
      }
      try {
        const shared = { assets, signal: others.signal, onProgress: report }
        return await loadRig(skeleton, atlas, { ...options, ...own, ...shared })
      } catch (error) {
        failure ??= { error }
        others.abort()
        return null
      }
    }),
  )
  signal?.removeEventListener('abort', abort)
  const made = rigs.filter((rig) => rig !== null)
  if (!failure) return made
  for (const rig of made) disposeRig(assets, rig)
  throw (failure as { error: unknown }).error
}
