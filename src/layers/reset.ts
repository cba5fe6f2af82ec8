/** What layers write to local rows at once: what begins with the setup pose, constraint values, and turns that were lost. */
import { LANES, LOCAL_FIELDS, SLOT_ATTACHMENT, SLOT_DEFORMED, slotRow } from '../memory/lanes'
import { ANIMATION_CHANNEL_TABLE, CHANNEL_ROW, CHANNEL_TIMELINE, CHANNEL_WORDS } from '../rig/animation/image'
import type { Mask } from '../rig/animation/mask'
import type { Chunk } from '../world/chunks/blocks'
import { workAt } from '../world/commands'
import { FADE, LAYER_FLAG, type LayerPlan, type LayerScratch } from '../world/layers'
import { MODE, MODE_TOTAL, MODE_WEIGHT, MODE_WORDS, WORK_VALUE } from '../world/playback'
import type { AnimationState } from '../world/state'
import { formOf } from './form'
import { isActive } from './limits'
import { sampleChannel } from './sampling/sample'
import { SEEN, takeShare } from './sampling/targets'

const { moved } = LAYER_FLAG

/** A bone on which entries act begins with the setup pose: they add what they change of it. */
export function resetBone({ arena }: AnimationState, chunk: Chunk, bone: number, local: number): void {
  const { rows } = chunk.rig.rig
  for (let row = bone * LOCAL_FIELDS; row < (bone + 1) * LOCAL_FIELDS; row++)
    arena.f32[local + row * LANES] = rows.setup[row]
  const part = rows.partOf?.indexOf(bone) ?? -1
  if (part < 0) return
  const end = part + 1 < rows.constraint.length ? rows.constraint[part + 1] : rows.firstColor
  for (let row = rows.constraint[part]; row < end; row++) arena.f32[local + row * LANES] = rows.setup[row]
}

/** The shown meshes without keys go to their setup shape. */
export function resetDeforms(
  state: AnimationState,
  chunk: Chunk,
  row: number,
  plan: LayerPlan,
  base: number,
  mask: Mask | null,
  { deforms, rests }: LayerScratch,
): void {
  const { arena, playback } = state
  if (!isActive(state, row, false)) return
  const { attachments, rows, slots } = chunk.rig.rig
  const { i32 } = arena
  const { totalAlpha, track } = playback.entries
  for (let slot = 0; slot < slots.count; slot++) {
    if (rows.deformOf[slot] < 0 || plan.hasDeform[slot] === 1) continue
    if (mask && mask.slots[slot] === 0) continue
    const at = slotRow(base + chunk.layout.slots, slot)
    const shown = i32[at + SLOT_ATTACHMENT * LANES]
    // Meshes are told by their own names, but by those of their slots here: with others they share with their like only.
    const isNamed = shown >= 0 && attachments.models[shown].name === slots.names[slot]
    const targets = isNamed ? deforms : rests
    const target = isNamed ? attachments.timeline[shown] : slot
    if (takeShare(targets, target, track[row], totalAlpha, row) !== SEEN.once) continue
    if (i32[at + SLOT_DEFORMED * LANES] === 0) continue
    i32[at + SLOT_DEFORMED * LANES] = 0
    playback.deformsChanged = true
  }
}

/** Constraints are not shared: the last entry of which a timeline moves has them; at first also one that has no keys of them. */
export function writeConstraints(
  state: AnimationState,
  chunk: Chunk,
  row: number,
  plan: LayerPlan,
  base: number,
  resetting: boolean,
): void {
  const { arena, playback } = state
  const { commands, entries } = playback
  const isFirst = entries.nextTrackLast[row] === -1
  const hasMoved = (entries.flags[row] & moved) !== 0
  if (!isFirst && !hasMoved) return
  const { rows } = chunk.rig.rig
  const local = base + chunk.layout.local
  const image = chunk.rig.animations[formOf(state, row)]
  const work = workAt(commands, row)
  for (let i = 0; i < plan.constraints.length; i++) {
    const record = sampleChannel(state, image, plan.constraints[i], work)
    if (plan.clock[arena.i32[record + CHANNEL_TIMELINE]] !== entries.clock[row]) continue
    arena.f32[local + arena.i32[record + CHANNEL_ROW] * LANES] = arena.f64[work + WORK_VALUE]
  }
  if (!resetting || !(isFirst || isActive(state, row, false))) return
  const count = plan.hasConstraint.length
  for (let constraint = 0; constraint < count; constraint++) {
    if (plan.hasConstraint[constraint] === 1 || (rows.partOf?.[constraint] ?? -1) >= 0) continue
    const end = constraint + 1 < count ? rows.constraint[constraint + 1] : rows.firstColor
    for (let value = rows.constraint[constraint]; value < end; value++)
      arena.f32[local + value * LANES] = rows.setup[value]
  }
}

/** Takes the whole turns away that an entry's angles lost when it began to fade out. */
export function loseTurns(
  state: AnimationState,
  chunk: Chunk,
  row: number,
  plan: LayerPlan,
  base: number,
): void {
  const { arena, playback } = state
  const { fade, flags, modes } = playback.entries
  if (fade[row] !== FADE.out || (flags[row] & moved) !== 0) return
  const { f32, i32 } = arena
  const image = chunk.rig.animations[playback.entries.animation[row]]
  const table = image + i32[image + ANIMATION_CHANNEL_TABLE]
  for (let i = 0; i < plan.angles.length; i++) {
    const record = table + plan.angles[i] * CHANNEL_WORDS
    const own = modes[row] + i32[record + CHANNEL_TIMELINE] * MODE_WORDS
    if (i32[own] === MODE.off || f32[own + MODE_TOTAL] === 0) continue
    const target = base + chunk.layout.local + i32[record + CHANNEL_ROW] * LANES
    f32[target] -= f32[own + MODE_TOTAL] * f32[own + MODE_WEIGHT]
  }
}
