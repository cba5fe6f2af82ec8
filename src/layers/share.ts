/** Which share of bones, deforms and constraints an entry has: its timelines' modes (dragonbones §16.5, §16.6). */
import {
  LANES,
  LOCAL_FIELDS,
  LOCAL_ROTATION,
  LOCAL_SCALE_X,
  LOCAL_SCALE_Y,
  LOCAL_SHEAR_Y,
  LOCAL_X,
  LOCAL_Y,
  SLOT_ATTACHMENT,
  SLOT_DEFORMED,
  slotRow,
} from '../memory/lanes'
import type { Mask } from '../rig/animation/mask'
import { isKeyed } from '../tracks/keyed'
import type { Chunk } from '../world/chunks/blocks'
import { FADE, LAYER_FLAG, LAYER_TARGET, type LayerPlan } from '../world/layers'
import { MIX_BLEND, MODE, MODE_WEIGHT, MODE_WORDS } from '../world/playback'
import type { AnimationState } from '../world/state'
import { ALL_PROPERTIES } from './plan'
import { SEEN, share } from './targets'

const { faded, moved, overBefore, ranBefore, resets } = LAYER_FLAG
/** With a weight of its own: over the setup pose; on top of what entries before have left. */
const SETS = MODE.hold | MODE.own | MODE.add | (1 + MIX_BLEND.setup)
const ADDS = MODE.hold | MODE.own | MODE.add | (1 + MIX_BLEND.replace)
/** What is written as it is. */
const REPLACES = MODE.hold | MODE.own | (1 + MIX_BLEND.replace)

/** Rows of the properties of a bone, by bit. */
const FIELDS = [
  [LOCAL_ROTATION],
  [LOCAL_X, LOCAL_Y],
  [LOCAL_SCALE_X, LOCAL_SCALE_Y],
  [LOCAL_SHEAR_Y],
] as const

/**
 * Whether a timeline that does more than bones' do is still heard: with one key until the clock has run, with several until
 * it is over.
 */
export function isActive({ playback }: AnimationState, row: number, several: boolean): boolean {
  return (playback.entries.flags[row] & (several ? overBefore : ranBefore)) === 0
}

/** Writes the modes of an entry's timelines, and takes its shares. @param fades slot colours are left out. */
export function shareOut(
  state: AnimationState,
  chunk: Chunk,
  row: number,
  plan: LayerPlan,
  base: number,
  fades: boolean,
): void {
  const { layers, playback } = state
  if (!layers) return
  const { flags, track, totalAlpha } = playback.entries
  const mask = maskOf(state, chunk, row)
  const { bones, written } = layers
  const layer = track[row]
  const resetting =
    (flags[row] & (faded | resets)) === (faded | resets) && playback.entries.fade[row] !== FADE.out
  const count = resetting ? plan.hasBone.length : plan.bones.length
  for (let i = 0; i < count; i++) {
    const bone = resetting ? i : plan.bones[i]
    bones.share[bone] = 0
    if (mask && mask.bones[bone] === 0) continue
    if (share(bones, bone, layer, totalAlpha, row) === SEEN.shut) bones.share[bone] = 0
  }
  const { modes } = playback.entries
  for (let timeline = 0; timeline < plan.kind.length; timeline++) {
    const own = modes[row] + timeline * MODE_WORDS
    let mode: number = MODE.off
    let weight = 1
    const target = plan.target[timeline]
    switch (plan.kind[timeline]) {
      case LAYER_TARGET.bone:
        if (bones.share[target] === 0) break
        weight = bones.share[target]
        mode = (written[target] & plan.property[timeline]) === 0 ? SETS : ADDS
        written[target] |= plan.property[timeline]
        break
      case LAYER_TARGET.color:
        if (!fades && isKeyed(state, row, timeline) && writesColors(state, row)) mode = REPLACES
        break
      case LAYER_TARGET.constraint:
        if ((flags[row] & moved) !== 0 && playback.entries.run[row] > 0) mode = REPLACES
        break
      case LAYER_TARGET.deform: {
        if (!isKeyed(state, row, timeline) || !isActive(state, row, plan.several[timeline] === 1)) break
        const seen = share(layers.deforms, target, layer, totalAlpha, row)
        if (seen === SEEN.shut) break
        weight = layers.deforms.share[target]
        mode = seen === SEEN.once ? SETS & ~MODE.add : ADDS
        break
      }
    }
    state.arena.i32[own] = mode
    state.arena.f32[own + MODE_WEIGHT] = weight
  }
  if (resetting) {
    resetDeforms(state, chunk, row, plan, base, mask)
    if (isActive(state, row, false)) resetConstraints(state, chunk, plan, base)
  }
}

function writesColors({ playback: { entries } }: AnimationState, row: number): boolean {
  return (entries.flags[row] & LAYER_FLAG.displays) !== 0 && (entries.flags[row] & moved) !== 0
}

/** The shown meshes without keys go to their setup shape. */
function resetDeforms(
  state: AnimationState,
  chunk: Chunk,
  row: number,
  plan: LayerPlan,
  base: number,
  mask: Mask | null,
): void {
  const { arena, layers, playback } = state
  if (!layers || !isActive(state, row, false)) return
  const { attachments, rows, slots } = chunk.rig.rig
  const { i32 } = arena
  for (let slot = 0; slot < slots.count; slot++) {
    if (rows.deformOf[slot] < 0 || plan.hasDeform[slot] === 1) continue
    if (mask && mask.slots[slot] === 0) continue
    const at = slotRow(base + chunk.layout.slots, slot)
    const shown = i32[at + SLOT_ATTACHMENT * LANES]
    if (shown < 0) continue
    const { totalAlpha, track } = playback.entries
    const seen = share(layers.deforms, attachments.timeline[shown], track[row], totalAlpha, row)
    if (seen !== SEEN.once || i32[at + SLOT_DEFORMED * LANES] === 0) continue
    i32[at + SLOT_DEFORMED * LANES] = 0
    playback.deformsChanged = true
  }
}

function resetConstraints({ arena }: AnimationState, chunk: Chunk, plan: LayerPlan, base: number): void {
  const { rows } = chunk.rig.rig
  const local = base + chunk.layout.local
  for (let constraint = 0; constraint < plan.hasConstraint.length; constraint++) {
    if (plan.hasConstraint[constraint] === 1) continue
    const end = constraint + 1 < plan.hasConstraint.length ? rows.constraint[constraint + 1] : rows.firstColor
    for (let row = rows.constraint[constraint]; row < end; row++)
      arena.f32[local + row * LANES] = rows.setup[row]
  }
}

/** Bones that entries act on are at the setup pose in all that none of them keys. */
export function resetUnwritten({ arena, layers }: AnimationState, chunk: Chunk, base: number): void {
  if (!layers) return
  const { bones, rows } = chunk.rig.rig
  const local = base + chunk.layout.local
  for (let bone = 0; bone < bones.count; bone++) {
    if (layers.bones.seen[bone] === SEEN.never || layers.written[bone] === ALL_PROPERTIES) continue
    for (let bit = 0; bit < FIELDS.length; bit++) {
      if ((layers.written[bone] & (1 << bit)) !== 0) continue
      for (let i = 0; i < FIELDS[bit].length; i++) {
        const row = bone * LOCAL_FIELDS + FIELDS[bit][i]
        arena.f32[local + row * LANES] = rows.setup[row]
      }
    }
  }
}

/** The mask that an entry is limited to. */
export function maskOf(state: AnimationState, chunk: Chunk, row: number): Mask | null {
  const { animation, mask: words } = state.playback.entries
  if (words[row] === 0) return null
  for (const { mask, words: byAnimation } of chunk.rig.masks.values())
    if (byAnimation[animation[row]] === words[row]) return mask
  return null
}
