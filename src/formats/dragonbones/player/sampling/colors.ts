/** Writes slot colours by layers' rules: which entry writes a colour when, and how fading entries pull it. */
import { LANES } from '../../../../base/memory/lanes'
import { CURVE } from '../../../../base/model/animation'
import { CHANNEL } from '../../../../rig/animation/image'
import type { Chunk } from '../../../../world/chunks/blocks'
import { workAt } from '../../../../world/commands'
import { noteKeyedColors } from '../../../../world/flags/changes'
import { WORK } from '../../../../world/playback'
import type { AnimationState } from '../../../../world/state'
import { formOf } from '../form'
import { isRead, keyReached, maskOf, reachesKey, stillActs } from '../limits'
import { FADE, type KeyedTargets, LAYER_FLAG } from './layers'
import { sampleChannel } from './sample'

/** Channels that differ by less are equal. */
const SAME = 1e-6

/**
 * Returns whether a colour timeline changes its slot in this update: it tweens, it reached another key, or a fade of
 * its colour has ended.
 */
export function writesColor(state: AnimationState, chunk: Chunk, row: number, timeline: number): boolean {
  const { flags } = state.playback.layerEntries
  if ((flags[row] & LAYER_FLAG.displays) === 0) return false
  const model = chunk.rig.source.animations[formOf(state, row)].playback?.timelines[timeline]
  if (model?.type !== 'color') return false
  if ((flags[row] & LAYER_FLAG.wasFaded) !== 0 && stillActs(state, row, model.times.length > 1)) return true
  if ((flags[row] & LAYER_FLAG.moved) === 0) return false
  const key = keyReached(model.times, state.arena.f64, workAt(state.playback.commands, row) + WORK.TIME)
  if (key < model.times.length - 1 && model.curves[key] !== CURVE.stepped) return true
  return reachesKey(state, row, model.times, key)
}

/**
 * Returns whether the slots have the colours that an entry keys, or get them in this update. A colour stays as another
 * entry left it until the timeline moves on.
 *
 * @param local row 0 of the lane's local rows.
 */
export function holdsColors(
  state: AnimationState,
  chunk: Chunk,
  row: number,
  { colors }: KeyedTargets,
  local: number,
): boolean {
  const { arena, playback } = state
  if (colors.length > 0 && (playback.layerEntries.flags[row] & LAYER_FLAG.displays) === 0) return false
  const image = chunk.rig.animations[formOf(state, row)]
  const at = workAt(playback.commands, row)
  for (let i = 0; i < colors.length; i++) {
    const record = sampleChannel(state, image, colors[i], at)
    if (writesColor(state, chunk, row, arena.i32[record + CHANNEL.TIMELINE])) continue
    const shown = arena.f32[local + arena.i32[record + CHANNEL.ROW] * LANES]
    if (Math.abs(shown - arena.f64[at + WORK.VALUE]) > SAME) return false
  }
  return true
}

/**
 * Returns the share by which a fading entry pulls colours. In the update in which its automatic fade-out begins it
 * pulls fully.
 */
function pullOf({ playback: { layerEntries } }: AnimationState, row: number): number {
  const { fade, flags, fadeShare } = layerEntries
  if (fade[row] === FADE.out && (flags[row] & LAYER_FLAG.begun) === 0) return 1
  const square = fadeShare[row] * fadeShare[row]
  return square * square
}

/** Pulls slot colours towards the colours that an entry keys. @param local row 0 of the lane's local rows. */
export function pullColors(
  state: AnimationState,
  chunk: Chunk,
  row: number,
  keyed: KeyedTargets,
  form: number,
  local: number,
): void {
  if (keyed.colors.length === 0) return
  const { arena, playback } = state
  const { f32, f64, i32 } = arena
  const fades = (playback.layerEntries.flags[row] & LAYER_FLAG.faded) !== 0
  const part = fades ? pullOf(state, row) : 1
  const image = chunk.rig.animations[form]
  const at = workAt(playback.commands, row)
  for (let i = 0; i < keyed.colors.length; i++) {
    const record = sampleChannel(state, image, keyed.colors[i], at)
    const timeline = i32[record + CHANNEL.TIMELINE]
    if (!isRead(state, row, keyed, timeline)) continue
    if (
      fades
        ? !stillActs(state, row, keyed.several[timeline] === 1)
        : !writesColor(state, chunk, row, timeline)
    )
      continue
    const target = local + i32[record + CHANNEL.ROW] * LANES
    f32[target] += (f64[at + WORK.VALUE] - f32[target]) * part
  }
}

/** Pulls slot colours without keys towards the setup pose. */
export function pullToSetup(
  state: AnimationState,
  chunk: Chunk,
  row: number,
  keyed: KeyedTargets,
  local: number,
): void {
  const { arena, playback } = state
  const { f32 } = arena
  const { entity } = playback.entries
  const { rows } = chunk.rig.source
  const mask = maskOf(state, chunk, row)
  const part = pullOf(state, row)
  for (let i = 0; i < rows.keyedColors.length; i++) {
    const slot = rows.keyedColors[i]
    if (keyed.hasColor[slot] === 1 || (mask && mask.slots[slot] === 0)) continue
    noteKeyedColors(state, entity[row])
    // Offsets come after multipliers.
    const last = Math.max(rows.color[slot], rows.dark[slot]) + 4
    const own = rows.looks?.ownAlpha[slot] ?? -1
    for (let channel = rows.color[slot]; channel < last; channel++) {
      const row = own >= 0 && channel === rows.color[slot] + 3 ? own : channel
      const target = local + row * LANES
      f32[target] += (rows.setup[row] - f32[target]) * part
    }
  }
}
