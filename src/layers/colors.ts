/** Slot colours while something fades: each entry draws them towards its own, by the fourth power of its fade (dragonbones §14.6). */
import { bucketRow } from '../kernels/mix/bucket-row'
import { LANES } from '../memory/lanes'
import {
  ANIMATION_CHANNEL_TABLE,
  ANIMATION_SEGMENT_TABLE,
  ANIMATION_WIDE,
  CHANNEL_ROW,
  CHANNEL_TIMELINE,
  CHANNEL_WORDS,
  SEGMENT_SLOPE,
  SEGMENT_TIME,
  SEGMENT_VALUE,
  SEGMENT_WORDS,
} from '../rig/animation/image'
import { isKeyed } from '../tracks/keyed'
import type { Chunk } from '../world/chunks/blocks'
import { workAt } from '../world/commands'
import { LAYER_FLAG, type LayerPlan } from '../world/layers'
import { WORK_TIME } from '../world/playback'
import { SKELETON_FLAG } from '../world/skeletons'
import type { AnimationState } from '../world/state'
import { isActive, maskOf } from './share'

/** Draws the colours that an entry keys. @param local row 0 of the lane's local rows. */
export function pullColors(
  state: AnimationState,
  chunk: Chunk,
  row: number,
  plan: LayerPlan,
  variant: number,
  local: number,
): void {
  if (plan.colors.length === 0) return
  const { arena, playback } = state
  const { f32, f64, i32, u16 } = arena
  const { flags, fraction } = playback.entries
  const fades = (flags[row] & LAYER_FLAG.faded) !== 0
  const part = fades ? fraction[row] ** 4 : 1
  const image = chunk.rig.animations[variant]
  const at = workAt(playback.commands, row)
  const time = f64[at + WORK_TIME]
  const bucket = bucketRow(f32, i32, f64, at, image)
  const table = image + i32[image + ANIMATION_CHANNEL_TABLE]
  for (let i = 0; i < plan.colors.length; i++) {
    const record = table + plan.colors[i] * CHANNEL_WORDS
    const timeline = i32[record + CHANNEL_TIMELINE]
    if (!isKeyed(state, row, timeline) || (fades && !isActive(state, row, plan.several[timeline] === 1)))
      continue
    const column = bucket + plan.colors[i]
    const entry = i32[image + ANIMATION_WIDE] === 0 ? u16[column] : i32[column]
    let segment = image + i32[image + ANIMATION_SEGMENT_TABLE] + entry * SEGMENT_WORDS
    while (f32[segment + SEGMENT_WORDS + SEGMENT_TIME] <= time) segment += SEGMENT_WORDS
    const passed = time - f32[segment + SEGMENT_TIME]
    const value = f32[segment + SEGMENT_VALUE] + passed * f32[segment + SEGMENT_SLOPE]
    const target = local + i32[record + CHANNEL_ROW] * LANES
    f32[target] += (value - f32[target]) * part
  }
}

/** Draws the colours that an entry has no keys of towards the setup pose. */
export function pullToSetup(
  state: AnimationState,
  chunk: Chunk,
  row: number,
  plan: LayerPlan,
  local: number,
): void {
  const { arena, playback, skeletons } = state
  const { f32 } = arena
  const { entity, fraction } = playback.entries
  const { rows } = chunk.rig.rig
  const mask = maskOf(state, chunk, row)
  const part = fraction[row] ** 4
  for (let i = 0; i < rows.keyedColors.length; i++) {
    const slot = rows.keyedColors[i]
    if (plan.hasColor[slot] === 1 || (mask && mask.slots[slot] === 0)) continue
    skeletons.flags[entity[row]] |= SKELETON_FLAG.keyedColor
    for (let channel = rows.color[slot]; channel < rows.color[slot] + 4; channel++) {
      const target = local + channel * LANES
      f32[target] += (rows.setup[channel] - f32[target]) * part
    }
  }
}
