/** Loads a skeleton by its address, with the atlas that lies beside it. */
import { OsteonError } from '../../base/errors'
import { loadRig } from '../../load/load-rig'
import type { LoadOptions } from '../../load/request'
import type { Rig } from '../../rig/rig'

/**
 * Loads a rig, with the first of several atlases that is there; without one, the skeleton's file holds it. @returns the
 * rig, and the address of its atlas. @throws OsteonError as `loadRig` does for the last atlas.
 */
export async function loadBeside(
  src: string,
  [atlas, ...others]: readonly string[],
  options: LoadOptions,
): Promise<[Rig, string]> {
  try {
    return [await loadRig(src, atlas ?? null, options), atlas ?? src]
  } catch (error) {
    const isMissing = error instanceof OsteonError && ['fetch-failed', 'unknown-format'].includes(error.code)
    if (!isMissing || others.length === 0) throw error
    return loadBeside(src, others, options)
  }
}
