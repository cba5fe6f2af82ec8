/** Loads what an element shows. */
import { type AnimationBounds, measureAnimation } from '../../api/animation-bounds'
import type { Reader } from '../../base/model/reader'
import { dragonBones } from '../../formats/dragonbones'
import { spineBinary } from '../../formats/spine-binary'
import { spineJson } from '../../formats/spine-json'
import type { Rig } from '../../rig/rig'
import { loadBeside } from '../figures/load-beside'
import { atlasNamesOf } from '../figures/make-rig'
import type { Stage } from './actor'
import { createFigureWorld } from './stage'

const READERS: readonly Reader[] = [spineJson, spineBinary, dragonBones]
/** Samples of an animation that is measured, and seconds between two if it is short. */
const MOST_LOOKS = 40
const STEP = 1 / 60

/** What an element asks for. */
export interface Wanted {
  src: string
  /** Empty: named after `src`. */
  atlas: string
  armature: string
}

/** Loads a rig, with the first atlas that is there. @throws OsteonError as `loadRig` does. */
export async function loadWanted({ assets }: Stage, wanted: Wanted, signal: AbortSignal): Promise<Rig> {
  const { src, atlas, armature } = wanted
  const options = { readers: READERS, assets, signal, armature: armature || undefined }
  const [rig] = await loadBeside(src, atlas ? [atlas] : atlasNamesOf(src), options)
  return rig
}

/**
 * Returns the box that an animation fills, or the setup pose; null if nothing is ever shown. The stage keeps it.
 *
 * @throws OsteonError `unknown-animation`, `unknown-skin`.
 */
export function boxOf(
  { boxes }: Stage,
  rig: Rig,
  animation: string | null,
  skin: readonly string[] | null,
): AnimationBounds | null {
  const key = JSON.stringify([animation, skin])
  const known = boxes.get(rig) ?? new Map<string, AnimationBounds | null>()
  boxes.set(rig, known)
  const kept = known.get(key)
  if (kept !== undefined) return kept
  const duration = rig.animations[rig.animationIndex.get(animation ?? '') ?? -1]?.duration ?? 0
  const looks = Math.min(MOST_LOOKS, Math.ceil(duration / STEP))
  const box = measureAnimation(createFigureWorld(16), rig, animation, skin, duration, looks)
  known.set(key, box)
  return box
}
