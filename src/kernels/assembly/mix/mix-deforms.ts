/** Deform timelines: src/kernels/mix/deform, and what src/mix/mix-deforms decides for it. */
import {
  ANIMATION_CHANNELS,
  ANIMATION_DEFORM_TABLE,
  ANIMATION_SEGMENT_TABLE,
  BLEND_PLAIN,
  DEFORM_ADDS,
  DEFORM_AHEAD,
  DEFORM_BEGINS,
  DEFORM_FIRST,
  DEFORM_KEYED_WORDS,
  DEFORM_ROW_WORDS,
  DEFORM_SIZE,
  DEFORM_SLOT_WORDS,
  DEFORM_STATE_empty,
  DEFORM_STATE_faded,
  DEFORM_STATE_keyed,
  DEFORM_STATE_offsets,
  DEFORM_TIMELINE,
  DEFORM_WORDS,
  KEYED_FROM,
  KEYED_PROGRESS,
  MIX_BLEND_add,
  MIX_BLEND_first,
  MIX_BLEND_setup,
  COMMAND_ALPHA,
  COMMAND_BLEND,
  COMMAND_HELD,
  COMMAND_HOLD,
  COMMAND_KEYED,
  COMMAND_MODES,
  COMMAND_ORDERED,
  COMMAND_DEFORMS,
  COMMAND_DEFORMS_END,
  MODE_add,
  MODE_blend,
  MODE_hold,
  MODE_off,
  MODE_own,
  MODE_WEIGHT,
  MODE_WORDS,
  SEGMENT_KEY,
  SKIN_TABLE_DEFORM,
  SKIN_TABLE_WORDS,
  SLOT_ATTACHMENT,
  SLOT_DEFORMED,
} from '../layout'
import { addDoubles, Doubles, mulDoubles, PAIR, putSingle, readDown, readPair, ROW, single, splatDouble, writeDown } from '../lanes'
import { word } from '../program/rows'
import { begun, entryOf, sampled, SHIFT, valueIn } from './segments'

/**
 * Moves on the records of a command of which `mixDeforms` noted that all are keyed: slots are not looked at.
 *
 * @param entries of a table that is not wide.
 */
export function turnKeys(
  command: usize,
  image: usize,
  deform: usize,
  entries: usize,
  time: f64,
  bits: i32,
): void {
  const records = image + (word(image, ANIMATION_DEFORM_TABLE) << 2)
  const segments = image + (word(image, ANIMATION_SEGMENT_TABLE) << 2)
  const columns = entries + (word(image, ANIMATION_CHANNELS) << 1)
  let at = <usize>word(command, COMMAND_DEFORMS) << 2
  const end = <usize>word(command, COMMAND_DEFORMS_END) << 2
  const high = <f32>time
  const low = <f32>(time - <f64>high)
  const first = <i32>(image >> 2)
  const ordered = (word(command, COMMAND_BLEND) & COMMAND_ORDERED) != 0
  let record = records
  let column = columns
  do {
    // A skeleton's list is far from everything else that is read.
    if (!ordered) {
      const track = load<i32>(at) & (DEFORM_BEGINS - 1)
      record = records + track * (DEFORM_WORDS << 2)
      column = columns + (track << 1)
    }
    const keys = deform + (word(record, DEFORM_KEYED_WORDS) << 2)
    const segment = begun(segments + (<usize>load<u16>(column) << SHIFT), bits)
    store<i32>(keys, first + word(segment, SEGMENT_KEY), KEYED_FROM * ROW)
    store<f32>(keys, sampled(segment, high, low), KEYED_PROGRESS * ROW)
    record += DEFORM_WORDS << 2
    column += 2
    at += 4
  } while (at < end)
}

/** Stores a track's offsets, or where its keys are, whatever the slot held. @returns which of DEFORM_STATE. */
// @ts-ignore: decorator
@inline
function storeKeys(
  from: usize,
  change: usize,
  record: usize,
  segment: usize,
  slot: usize,
  rows: usize,
  keys: usize,
  time: f64,
  progress: f64,
  weight: f64,
  attachments: usize,
): i32 {
  const size = word(record, DEFORM_SIZE)
  const shown = load<i32>(slot, SLOT_ATTACHMENT * ROW)
  if (shown >= 0 && word(attachments + shown * (SKIN_TABLE_WORDS << 2), SKIN_TABLE_DEFORM) == size) {
    store<i32>(keys, <i32>(from >> 2), KEYED_FROM * ROW)
    // At full weight the bits of `turnKeys`.
    const high = <f32>time
    const turned = sampled(segment, high, <f32>(time - <f64>high))
    store<f32>(keys, weight == 1 ? turned : <f32>progress, KEYED_PROGRESS * ROW)
    if (weight == 1) return DEFORM_STATE_keyed
    putSingle(rows, weight)
    return DEFORM_STATE_faded
  }
  storeRows(from, change, rows, size, progress, weight)
  return DEFORM_STATE_offsets
}

/**
 * Those of any command. Where all were keyed before and are so at full weight, a skeleton's only command says so: until it
 * is written anew, nothing but `turnKeys` happens to them.
 *
 * @param slots first slot row of the lane. @param deform first deform row of the lane.
 * @param attachments first record of the skin table.
 */
export function mixDeforms(
  command: usize,
  image: usize,
  slots: usize,
  deform: usize,
  entries: usize,
  wide: bool,
  time: f64,
  bits: i32,
  attachments: usize,
  alone: bool,
): void {
  const held = (word(command, COMMAND_BLEND) & COMMAND_HELD) != 0
  const alpha = held ? 1 : load<f64>(command, COMMAND_ALPHA << 2)
  const hold = load<f64>(command, COMMAND_HOLD << 2)
  const blend = word(command, COMMAND_BLEND)
  const modes = <usize>word(command, COMMAND_MODES) << 2
  const hasModes = !held && word(command, COMMAND_MODES) >= 0
  const heeded = (blend & BLEND_PLAIN) != 0 ? MODE_off : -1
  const records = image + (word(image, ANIMATION_DEFORM_TABLE) << 2)
  const segments = image + (word(image, ANIMATION_SEGMENT_TABLE) << 2)
  const columns = word(image, ANIMATION_CHANNELS)
  const end = <usize>word(command, COMMAND_DEFORMS_END) << 2
  let keyed: i32 = COMMAND_KEYED | COMMAND_ORDERED
  for (let at = <usize>word(command, COMMAND_DEFORMS) << 2, next = 0; at < end; at += 4, next++) {
    const marked = load<i32>(at)
    const track = marked & (DEFORM_BEGINS - 1)
    if (track != next) keyed &= ~COMMAND_ORDERED
    const record = records + track * (DEFORM_WORDS << 2)
    const slot = slots + (word(record, DEFORM_SLOT_WORDS) << 2)
    const rows = deform + (word(record, DEFORM_ROW_WORDS) << 2)
    const keys = deform + (word(record, DEFORM_KEYED_WORDS) << 2)
    const size = word(record, DEFORM_SIZE)
    // An application after this one may have emptied the buffer: then it stays empty.
    const flag = load<i32>(slot, SLOT_DEFORMED * ROW)
    const reached = time >= single(record, DEFORM_FIRST << 2)
    let mode: i32 = MIX_BLEND_setup
    let weight = alpha
    const own = modes + word(record, DEFORM_TIMELINE) * (MODE_WORDS << 2)
    const how = hasModes ? load<i32>(own) & heeded : 0
    if ((how & MODE_hold) != 0) weight = hold
    if ((how & MODE_own) != 0) weight = single(own, MODE_WEIGHT << 2)
    if (marked < DEFORM_BEGINS && flag != DEFORM_STATE_empty) {
      const named = how & MODE_blend
      mode = named == 0 ? blend & 3 : named - 1
      if (reached && (how & MODE_add) != 0 && mode != MIX_BLEND_setup) mode = MIX_BLEND_add
      if (weight == 1 && mode != MIX_BLEND_add && (reached || mode == MIX_BLEND_first)) mode = MIX_BLEND_setup
    }
    if (!reached || mode != MIX_BLEND_setup || weight != 1 || flag != DEFORM_STATE_keyed) keyed = 0
    if (!reached) {
      if (mode != MIX_BLEND_first) continue
      if (flag == DEFORM_STATE_keyed) {
        store<f32>(rows, 1)
        store<i32>(slot, DEFORM_STATE_faded, SLOT_DEFORMED * ROW)
      }
      const last = rows + (flag == DEFORM_STATE_offsets ? size * ROW : ROW)
      for (let row = rows; row < last; row += ROW) putSingle(row, single(row) * (1 - weight))
      continue
    }

    const segment = begun(segments + (entryOf(entries, wide, columns + track) << SHIFT), bits)
    const progress = valueIn(segment, time)
    const from = image + (word(segment, SEGMENT_KEY) << 2)
    const change = from + (word(record, DEFORM_AHEAD) << 2)
    let holds: i32 = DEFORM_STATE_offsets
    if (mode == MIX_BLEND_setup)
      holds = storeKeys(from, change, record, segment, slot, rows, keys, time, progress, weight, attachments)
    else {
      const adds = mode == MIX_BLEND_add
      const keep: f64 = adds ? 1 : 1 - weight
      if (!adds && time >= single(record, DEFORM_ADDS << 2)) weight *= 2
      if (flag != DEFORM_STATE_offsets) {
        const held: f64 = flag == DEFORM_STATE_faded ? single(rows) : 1
        blendKeyed(from, change, rows, keys, size, progress, weight, held * keep)
      } else blendRows(from, change, rows, size, progress, weight, keep)
    }
    if (flag != holds && flag != DEFORM_STATE_empty) store<i32>(slot, holds, SLOT_DEFORMED * ROW)
    if (holds != DEFORM_STATE_keyed) keyed = 0
  }
  if (alone) store<i32>(command, blend | keyed, COMMAND_BLEND << 2)
}

// @ts-ignore: decorator
@inline
function between(from: usize, change: usize, progress: Doubles): Doubles {
  return addDoubles(readPair(from), mulDoubles(readPair(change), progress))
}

function storeRows(from: usize, change: usize, rows: usize, size: i32, progress: f64, gain: f64): void {
  const end = from + (size << 2)
  const shares = splatDouble(progress)
  const gains = splatDouble(gain)
  for (; from < end; from += PAIR << 2, change += PAIR << 2, rows += PAIR * ROW) writeDown(rows, mulDoubles(between(from, change, shares), gains))
}

function blendRows(from: usize, change: usize, rows: usize, size: i32, progress: f64, gain: f64, keep: f64): void {
  const end = from + (size << 2)
  const shares = splatDouble(progress)
  const gains = splatDouble(gain)
  const keeps = splatDouble(keep)
  for (; from < end; from += PAIR << 2, change += PAIR << 2, rows += PAIR * ROW) {
    const held = readDown(rows)
    writeDown(rows, addDoubles(mulDoubles(held, keeps), mulDoubles(between(from, change, shares), gains)))
  }
}

/** The same over what a record says; its keys are as long. */
// Called once: inlined, it packs better.
// @ts-ignore: decorator
@inline
function blendKeyed(from: usize, change: usize, rows: usize, keys: usize, size: i32, progress: f64, gain: f64, keep: f64): void {
  let held = <usize>load<i32>(keys, KEYED_FROM * ROW) << 2
  const ahead = change - from
  const heldShares = splatDouble(single(keys, KEYED_PROGRESS * ROW))
  const keeps = splatDouble(keep)
  const end = from + (size << 2)
  const shares = splatDouble(progress)
  const gains = splatDouble(gain)
  for (; from < end; from += PAIR << 2, change += PAIR << 2, held += PAIR << 2, rows += PAIR * ROW)
    writeDown(
      rows,
      addDoubles(
        mulDoubles(between(held, held + ahead, heldShares), keeps),
        mulDoubles(between(from, change, shares), gains),
      ),
    )
}
