/** Writes the modes of an entry's timelines: its shares of bones, deforms and slot colours. */
import type { Mask } from '../../../rig/animation/mask'
import type { Chunk } from '../../../world/chunks/blocks'
import { MIX_BLEND, MODE, MODE_WEIGHT, MODE_WORDS } from '../../../world/playback'
import type { AnimationState } from '../../../world/state'
import { isRead, maskOf, stillActs } from './limits'
import { resetBone, resetDeforms, writeConstraints } from './reset'
import { writesColor } from './sampling/colors'
import { ONLY_ALPHA } from './sampling/keyed'
import { type BlendTargets, type KeyedTargets, LAYER_FLAG, LAYER_TARGET, layersOf } from './sampling/layers'
import { SEEN, takeShare } from './sampling/targets'
import { loseTurns } from './turns'

const { resets } = LAYER_FLAG
/** With a weight of the timeline's own: over the setup pose, or on top of the current value. */
const SETS = MODE.hold | MODE.own | (1 + MIX_BLEND.setup)
const ADDS = MODE.hold | MODE.own | MODE.add | (1 + MIX_BLEND.replace)
/** With full weight, in place of the current value. */
const REPLACES = MODE.hold | MODE.own | (1 + MIX_BLEND.replace)

/**
 * Writes the modes of an entry's timelines, and takes its shares, except for deforms. @param fades whether slot colours
 * are left out.
 */
export function writeModes(
  state: AnimationState,
  chunk: Chunk,
  row: number,
  keyed: KeyedTargets,
  base: number,
  fades: boolean,
): void {
  const { playback } = state
  const layers = layersOf(state)
  if (!layers) return
  const { modes } = playback.entries
  const { clock, flags } = playback.layerEntries
  const mask = maskOf(state, chunk, row)
  const { bones } = layers
  const resetting = (flags[row] & resets) !== 0
  // Timelines of other clocks use the shares that the entry above has just taken.
  if (clock[row] === 0) shareBones(state, chunk, row, keyed, base, mask, bones)
  for (let timeline = 0; timeline < keyed.kind.length; timeline++) {
    const own = modes[row] + timeline * MODE_WORDS
    let mode: number = MODE.off
    let weight = 1
    const target = keyed.target[timeline]
    switch (keyed.kind[timeline]) {
      case LAYER_TARGET.bone:
        if (keyed.clock[timeline] !== clock[row] || bones.share[target] === 0) break
        weight = bones.share[target]
        mode = ADDS
        break
      case LAYER_TARGET.color:
        if (!fades && isRead(state, row, keyed, timeline) && writesColor(state, chunk, row, timeline))
          mode = REPLACES
        break
    }
    state.arena.i32[own] = mode
    state.arena.f32[own + MODE_WEIGHT] = weight
  }
  loseTurns(state, chunk, row, keyed, base)
  writeConstraints(state, chunk, row, keyed, base, resetting)
}

/** Writes the modes of an entry's deform timelines, and takes its shares of meshes. Meshes without keys are reset. */
export function writeDeforms(
  state: AnimationState,
  chunk: Chunk,
  row: number,
  keyed: KeyedTargets,
  base: number,
): void {
  const { arena, playback } = state
  const layers = layersOf(state)
  if (!layers) return
  const { modes, track } = playback.entries
  const { flags, totalWeight } = playback.layerEntries
  for (let timeline = 0; timeline < keyed.kind.length; timeline++) {
    if (keyed.kind[timeline] !== LAYER_TARGET.deform) continue
    if (!isRead(state, row, keyed, timeline) || !stillActs(state, row, keyed.several[timeline] === 1))
      continue
    const target = keyed.target[timeline]
    const seen = takeShare(layers.deforms, target, track[row], totalWeight, row)
    if (seen === SEEN.shut) continue
    const own = modes[row] + timeline * MODE_WORDS
    arena.i32[own] = seen === SEEN.once ? SETS : ADDS
    arena.f32[own + MODE_WEIGHT] = layers.deforms.share[target]
  }
  if ((flags[row] & resets) === 0) return
  resetDeforms(state, chunk, row, keyed, base, maskOf(state, chunk, row), layers)
}

/** Takes an entry's shares of bones. A bone on which no entry acted before is reset. */
function shareBones(
  state: AnimationState,
  chunk: Chunk,
  row: number,
  keyed: KeyedTargets,
  base: number,
  mask: Mask | null,
  bones: BlendTargets,
): void {
  const { track } = state.playback.entries
  const { flags, totalWeight } = state.playback.layerEntries
  const resetting = (flags[row] & resets) !== 0
  const count = resetting ? keyed.hasBone.length : keyed.bones.length
  for (let i = 0; i < count; i++) {
    const bone = resetting ? i : keyed.bones[i]
    bones.share[bone] = 0
    if (keyed.hasBone[bone] === ONLY_ALPHA || (mask && mask.bones[bone] === 0)) continue
    const seen = takeShare(bones, bone, track[row], totalWeight, row)
    if (seen === SEEN.once) resetBone(state, chunk, bone, base + chunk.layout.local)
    if (seen === SEEN.shut) bones.share[bone] = 0
  }
}
