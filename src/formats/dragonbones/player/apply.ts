/** Applies a skeleton's entries: writes their commands and steps their discrete timelines. */
import { appendCommand, beginCommands, writeCommand } from '../../../tracks/commands/command'
import { markDeforms } from '../../../tracks/commands/discrete'
import { seatBase } from '../../../world/chunks/addresses'
import type { Chunk } from '../../../world/chunks/blocks'
import { beginCommand, COMMAND, commandAt, forgetNotes, workAt } from '../../../world/commands'
import { MIX_BLEND, WORK } from '../../../world/playback'
import type { AnimationState } from '../../../world/state'
import { formOf, keyedOf, writeShown } from './form'
import { stillActs } from './limits'
import { firstActing } from './list'
import { holdsColors, pullColors, pullToSetup } from './sampling/colors'
import { scratchOf } from './sampling/keyed'
import { FADE, type KeyedTargets, LAYER_FLAG, LAYER_TARGET, RUN } from './sampling/layers'
import { blendLooks, sortSlots } from './sampling/looks'
import { orderSlots, stepSlots } from './sampling/step'
import { writeDeforms, writeModes } from './share'

const { alone, faded, fills, moved, reorders, wasFaded } = LAYER_FLAG

/** Applies all entries of a skeleton (`Player.apply`). */
export function applyLayers(state: AnimationState, eid: number, chunk: Chunk): void {
  const { skeletons } = state
  const { actsNext } = state.playback.layerEntries
  const base = seatBase(chunk, skeletons.seat[eid])
  const sole = soleEntry(state, eid)
  const only = sole >= 0 && isWhole(state, sole) ? sole : -1
  const isNew = skeletons.entriesChanged[eid] !== 0
  if (sole >= 0 && (only < 0 || isNew)) state.playback.layerEntries.flags[sole] &= ~alone
  // The rows still hold the values of this entry alone: it shares nothing, so its values replace them.
  const whole = only >= 0 && (state.playback.layerEntries.flags[only] & alone) !== 0
  const scratch = scratchOf(state, chunk.rig.source)
  if (chunk.rig.source.rows.looks) scratch.looks.seen.fill(0)
  if (!whole) {
    forgetNotes(state, eid)
    scratch.bones.seen.fill(0)
    scratch.deforms.seen.fill(0)
    scratch.rests.seen.fill(0)
  }
  beginCommands(state, eid)
  const fades = fadesNow(state, eid)
  for (let layer = skeletons.trackCount[eid] - 1; layer >= 0; layer--)
    for (let row = firstActing(state, eid, layer); row > 0; row = actsNext[row])
      applyEntry(state, chunk, row, base, whole, fades)
  // Deforms come after all displays: an entry also bends a mesh that it hides and a later one shows.
  for (let layer = skeletons.trackCount[eid] - 1; layer >= 0; layer--)
    for (let row = firstActing(state, eid, layer); row > 0; row = actsNext[row])
      deformEntry(state, chunk, row, base, whole)
  sortSlots(state, eid, chunk, base)
  skeletons.entriesChanged[eid] = 0
  if (sole < 0 || whole) return
  const keyed = keyedOf(state, sole)
  const filled = keyed !== null && fillsMeshes(state, sole, keyed, isNew)
  if (only >= 0 && filled && holdsColors(state, chunk, only, keyed, base + chunk.layout.local))
    state.playback.layerEntries.flags[only] |= alone
}

/** Returns the only entry of the skeleton; -1 if it has none or several. */
function soleEntry(state: AnimationState, eid: number): number {
  const { skeletons } = state
  const { actsNext } = state.playback.layerEntries
  let sole = -1
  for (let layer = 0; layer < skeletons.trackCount[eid]; layer++) {
    const row = firstActing(state, eid, layer)
    if (row === 0) continue
    if (sole >= 0 || actsNext[row] > 0) return -1
    sole = row
  }
  return sole
}

/** Returns whether an entry acts with full weight and does not fade. */
function isWhole({ playback }: AnimationState, row: number): boolean {
  const { alpha, mask, older } = playback.entries
  const { fade, flags, run } = playback.layerEntries
  return (
    fade[row] === FADE.steady &&
    (flags[row] & faded) === 0 &&
    alpha[row] === 1 &&
    mask[row] === 0 &&
    older[row] < 0 &&
    run[row] !== RUN.waits
  )
}

/**
 * Returns whether the meshes that a sole entry keys still have its shapes. They do if it deformed them with full
 * weight, in this update or when their timelines acted last. The result is kept in its flag `fills`. @param isNew
 * whether other entries may have acted since.
 */
function fillsMeshes(
  state: AnimationState,
  row: number,
  { kind, several }: KeyedTargets,
  isNew: boolean,
): boolean {
  const { mask } = state.playback.entries
  const { flags, totalWeight } = state.playback.layerEntries
  let acts = totalWeight[row] === 1 && mask[row] === 0
  let kept = acts && !isNew && (flags[row] & fills) !== 0
  for (let timeline = 0; timeline < kind.length && acts && !kept; timeline++)
    if (kind[timeline] === LAYER_TARGET.deform) acts = stillActs(state, row, several[timeline] === 1)
  kept ||= acts
  flags[row] = kept ? flags[row] | fills : flags[row] & ~fills
  return kept
}

/** Returns whether any entry fades. If so, the entries pull slot colours towards their own, one after another. */
function fadesNow(state: AnimationState, eid: number): boolean {
  const { actsNext, flags } = state.playback.layerEntries
  for (let layer = 0; layer < state.skeletons.trackCount[eid]; layer++)
    for (let row = firstActing(state, eid, layer); row > 0; row = actsNext[row])
      if ((flags[row] & faded) !== 0) return true
  return false
}

function applyEntry(
  state: AnimationState,
  chunk: Chunk,
  row: number,
  base: number,
  whole: boolean,
  fades: boolean,
): void {
  const { arena, playback } = state
  const { commands, entries, layerEntries } = playback
  const keyed = keyedOf(state, row)
  if (!keyed) return
  const form = formOf(state, row)
  const command = commandAt(commands, row)
  const work = workAt(commands, row)
  writeShown(state, row, work)
  const { above, clock, totalWeight } = layerEntries
  if (clock[row] > 0) totalWeight[row] = totalWeight[above[row]]
  arena.f64[work + WORK.ALPHA] = arena.f64[work + WORK.HOLD] = whole ? 1 : layerEntries.totalWeight[row]
  arena.i32[command + COMMAND.MODES] = whole ? -1 : entries.modes[row]
  arena.i32[command + COMMAND.DEFORMS] = arena.i32[command + COMMAND.DEFORMS_END] = entries.deforms[row]
  beginCommand(state, row, 0, MIX_BLEND.setup)
  if ((layerEntries.flags[row] & reorders) !== 0) {
    layerEntries.flags[row] &= ~reorders
    if (chunk.rig.source.rows.order > 0) orderSlots(state, entries.entity[row], chunk, null, base)
  }
  // Without weight, an entry only has a clock.
  if (entries.alpha[row] === 0) return
  if (!whole) writeModes(state, chunk, row, keyed, base, fades)
  if (fades) fadeColors(state, chunk, row, keyed, form, base)
  stepSlots(state, chunk, row, keyed, form, base)
  blendLooks(state, chunk, row, keyed, form, base)
  entries.appliedAt[row] = entries.trackTime[row]
}

/** Applies an entry's deforms, and completes its command. */
function deformEntry(state: AnimationState, chunk: Chunk, row: number, base: number, whole: boolean): void {
  const { entries } = state.playback
  const keyed = keyedOf(state, row)
  if (!keyed || entries.alpha[row] === 0) return
  const form = formOf(state, row)
  if (!whole) writeDeforms(state, chunk, row, keyed, base)
  const image = chunk.rig.source.animations[form].image()
  if (image.deforms.length > 0) markDeforms(state, row, chunk, image, base)
  writeCommand(state, chunk, row, form)
  appendCommand(state, entries.entity[row], row)
}

function fadeColors(
  state: AnimationState,
  chunk: Chunk,
  row: number,
  keyed: KeyedTargets,
  form: number,
  base: number,
): void {
  const { flags } = state.playback.layerEntries
  if ((flags[row] & LAYER_FLAG.displays) === 0) return
  if ((flags[row] & (faded | wasFaded | moved)) === 0) return
  pullColors(state, chunk, row, keyed, form, base + chunk.layout.local)
  if (stillActs(state, row, false) && (flags[row] & LAYER_FLAG.resets) !== 0)
    pullToSetup(state, chunk, row, keyed, base + chunk.layout.local)
}
