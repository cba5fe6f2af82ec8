/** Writes rows directly: setup values for bones and meshes, and constraint values. */
import type { Arena } from '../../../base/memory/arena'
import { LANES, LOCAL_FIELDS, SLOT, slotRow } from '../../../base/memory/lanes'
import { CHANNEL } from '../../../rig/animation/image'
import type { Mask } from '../../../rig/animation/mask'
import type { PoseRows } from '../../../rig/tables'
import type { Chunk } from '../../../world/chunks/blocks'
import { workAt } from '../../../world/commands'
import { WORK } from '../../../world/playback'
import type { AnimationState } from '../../../world/state'
import { formOf } from './form'
import { stillActs } from './limits'
import { hadDeforms } from './ranks'
import { type KeyedTargets, LAYER_FLAG, type LayerScratch } from './sampling/layers'
import { sampleChannel } from './sampling/sample'
import { SEEN, takeShare } from './sampling/targets'

const { moved } = LAYER_FLAG

/** Puts a bone into the setup pose, for entries to add to. */
export function resetBone({ arena }: AnimationState, chunk: Chunk, bone: number, local: number): void {
  const { rows } = chunk.rig.source
  for (let row = bone * LOCAL_FIELDS; row < (bone + 1) * LOCAL_FIELDS; row++)
    arena.f32[local + row * LANES] = rows.setup[row]
  const part = rows.partOf?.indexOf(bone) ?? -1
  if (part >= 0) resetConstraint(arena, rows, part, local)
}

function resetConstraint({ f32 }: Arena, rows: PoseRows, constraint: number, local: number): void {
  const end = constraint + 1 < rows.constraint.length ? rows.constraint[constraint + 1] : rows.firstSlotRow
  for (let row = rows.constraint[constraint]; row < end; row++) f32[local + row * LANES] = rows.setup[row]
}

/** Restores the setup shape of shown meshes that have no keys here, but had some before the entry's first update. */
export function resetDeforms(
  state: AnimationState,
  chunk: Chunk,
  row: number,
  keyed: KeyedTargets,
  base: number,
  mask: Mask | null,
  { deforms, rests }: LayerScratch,
): void {
  const { arena, playback } = state
  if (!stillActs(state, row, false)) return
  const { attachments, rows, slots } = chunk.rig.source
  const { i32 } = arena
  const { track } = playback.entries
  const { totalWeight } = playback.layerEntries
  for (let slot = 0; slot < slots.count; slot++) {
    if (rows.deformOf[slot] < 0 || keyed.hasDeform[slot] === 1) continue
    if (mask && mask.slots[slot] === 0) continue
    const at = slotRow(base + chunk.layout.slots, slot)
    const shown = i32[at + SLOT.ATTACHMENT * LANES]
    if (shown < 0 || !hadDeforms(state, chunk, row, attachments.timeline[shown], base)) continue
    // A mesh with the name of its slot shares with keyed deforms. Any other mesh shares by slot, with meshes like it.
    const isNamed = attachments.models[shown].name === slots.names[slot]
    const targets = isNamed ? deforms : rests
    const target = isNamed ? attachments.timeline[shown] : slot
    if (takeShare(targets, target, track[row], totalWeight, row) !== SEEN.once) continue
    if (i32[at + SLOT.DEFORMED * LANES] === 0) continue
    i32[at + SLOT.DEFORMED * LANES] = 0
    playback.deformsChanged = true
  }
}

/**
 * Writes the values of constraints that an entry keys. They are not shared: the last entry that moved decides. An entry
 * that just started, or is still fading in, also resets constraints without keys to the setup pose.
 */
export function writeConstraints(
  state: AnimationState,
  chunk: Chunk,
  row: number,
  keyed: KeyedTargets,
  base: number,
  resetting: boolean,
): void {
  const { arena, playback } = state
  const { commands, entries, layerEntries } = playback
  const isFirst = entries.appliedAt[row] === -1
  const hasMoved = (layerEntries.flags[row] & moved) !== 0
  if (!isFirst && !hasMoved) return
  const { rows } = chunk.rig.source
  const local = base + chunk.layout.local
  const image = chunk.rig.animations[formOf(state, row)]
  const work = workAt(commands, row)
  for (let i = 0; i < keyed.constraints.length; i++) {
    const record = sampleChannel(state, image, keyed.constraints[i], work)
    if (keyed.clock[arena.i32[record + CHANNEL.TIMELINE]] !== layerEntries.clock[row]) continue
    arena.f32[local + arena.i32[record + CHANNEL.ROW] * LANES] = arena.f64[work + WORK.VALUE]
  }
  if (!resetting || !(isFirst || stillActs(state, row, false))) return
  const count = keyed.hasConstraint.length
  for (let constraint = 0; constraint < count; constraint++) {
    // A constraint that belongs to a bone is reset with the bone.
    if (keyed.hasConstraint[constraint] === 1 || (rows.partOf?.[constraint] ?? -1) >= 0) continue
    resetConstraint(arena, rows, constraint, local)
  }
}
