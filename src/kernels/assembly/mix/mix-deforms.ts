/**
 * Blends deform timelines into deform rows: (from + change · progress) · weight, over rows · (1 - weight). While a
 * single timeline at full weight deforms a slot, only its keys and progress are written.
 */
import {
  ANIMATION, BLEND, COMMAND, DEFORM, DEFORM_STATE, KEYED, MIX_BLEND, MODE, SEGMENT, SKIN, SLOT,
} from '../layout'
import {
  addDoubles, Doubles, mulDoubles, PAIR, putSingle, readDown, readPair, ROW, single, splatDouble, writeDown,
} from '../lanes'
import { rowsAt, word } from '../program/rows'
import { Command, imageOf, segmentsOf } from './command'
import { begun, entryOf, sampled, SHIFT, valueIn } from './segments'

/**
 * Updates keys and progress of a command whose slots are all keyed, as `mixDeforms` has noted, without reading slots.
 * The table must not be wide.
 */
export function turnKeys(command: Command): void {
  const image = imageOf(command)
  const deform = command.deform
  const time = command.time
  const bits = command.bits
  const records = deformsOf(image)
  const segments = segmentsOf(image)
  const columns = command.entries + (word(image, ANIMATION.CHANNELS) << 1)
  let at = <usize>command.deformsWord << 2
  const end = <usize>command.deformsEnd << 2
  const high = <f32>time
  const low = <f32>(time - <f64>high)
  const first = <i32>(image >> 2)
  const ordered = (command.blend & COMMAND.ORDERED) != 0
  let record = records
  let column = columns
  do {
    // A skeleton's list is far from all other data read here.
    if (!ordered) {
      const track = load<i32>(at) & (DEFORM.BEGINS - 1)
      record = records + track * (DEFORM.WORDS << 2)
      column = columns + (track << 1)
    }
    const keys = rowsAt(deform, record, DEFORM.KEYED_WORDS)
    const segment = begun(segments + (<usize>load<u16>(column) << SHIFT), bits)
    store<i32>(keys, first + word(segment, SEGMENT.KEY), KEYED.FROM * ROW)
    store<f32>(keys, sampled(segment, high, low), KEYED.PROGRESS * ROW)
    record += DEFORM.WORDS << 2
    column += 2
    at += 4
  } while (at < end)
}

// @ts-ignore: decorator
@inline
function deformsOf(image: usize): usize {
  return image + (word(image, ANIMATION.DEFORM_TABLE) << 2)
}

/** Writes a deform timeline to a slot in any state: its offsets, or its keys. @returns the new DEFORM_STATE. */
// @ts-ignore: decorator
@inline
function storeKeys(command: Command, record: usize, segment: usize, slot: usize, progress: f64, weight: f64): i32 {
  const from = imageOf(command) + (word(segment, SEGMENT.KEY) << 2)
  const rows = rowsAt(command.deform, record, DEFORM.ROW_WORDS)
  const keys = rowsAt(command.deform, record, DEFORM.KEYED_WORDS)
  const shown = load<i32>(slot, SLOT.ATTACHMENT * ROW)
  const own = command.attachments + shown * (SKIN.TABLE_WORDS << 2)
  if (shown < 0 || word(own, SKIN.TABLE_DEFORM) != word(record, DEFORM.SIZE)) {
    storeRows(record, from, rows, progress, weight)
    return DEFORM_STATE.offsets
  }
  store<i32>(keys, <i32>(from >> 2), KEYED.FROM * ROW)
  // At full weight, the same bits as in `turnKeys`.
  const high = <f32>command.time
  const turned = sampled(segment, high, <f32>(command.time - <f64>high))
  store<f32>(keys, weight == 1 ? turned : <f32>progress, KEYED.PROGRESS * ROW)
  if (weight == 1) return DEFORM_STATE.keyed
  putSingle(rows, weight)
  return DEFORM_STATE.faded
}

/**
 * Blends the deform timelines of any command. If it is a skeleton's only command, and all its slots are keyed at full
 * weight, that is noted. From then on `turnKeys` is enough until the command is written again.
 */
export function mixDeforms(command: Command): void {
  const image = imageOf(command)
  const deform = command.deform
  const entries = command.entries
  const wide = command.wide != 0
  const time = command.time
  const blend = command.blend
  const held = (blend & COMMAND.HELD) != 0
  const alpha = held ? 1 : command.alpha
  const modes = <usize>command.modesWord << 2
  const hasModes = !held && command.modesWord >= 0
  const heeded = (blend & BLEND.PLAIN) != 0 ? MODE.off : -1
  const records = deformsOf(image)
  const segments = segmentsOf(image)
  const columns = word(image, ANIMATION.CHANNELS)
  const end = <usize>command.deformsEnd << 2
  let keyed: i32 = COMMAND.KEYED | COMMAND.ORDERED
  for (let at = <usize>command.deformsWord << 2, next = 0; at < end; at += 4, next++) {
    const marked = load<i32>(at)
    const track = marked & (DEFORM.BEGINS - 1)
    if (track != next) keyed &= ~COMMAND.ORDERED
    const record = records + track * (DEFORM.WORDS << 2)
    const slot = rowsAt(command.slots, record, DEFORM.SLOT_WORDS)
    const rows = rowsAt(deform, record, DEFORM.ROW_WORDS)
    // A later application may have emptied the slot: it then stays empty.
    const flag = load<i32>(slot, SLOT.DEFORMED * ROW)
    const reached = time >= single(record, DEFORM.FIRST << 2)
    let mode: i32 = MIX_BLEND.setup
    let weight = alpha
    const own = modes + word(record, DEFORM.TIMELINE) * (MODE.WORDS << 2)
    const how = hasModes ? load<i32>(own) & heeded : 0
    if ((how & MODE.hold) != 0) weight = command.hold
    if ((how & MODE.own) != 0) weight = single(own, MODE.WEIGHT << 2)
    if (marked < DEFORM.BEGINS && flag != DEFORM_STATE.empty) {
      const named = how & MODE.blend
      mode = named == 0 ? blend & 3 : named - 1
      if (reached && (how & MODE.add) != 0 && mode != MIX_BLEND.setup) mode = MIX_BLEND.add
      if (weight == 1 && mode != MIX_BLEND.add && (reached || mode == MIX_BLEND.first)) mode = MIX_BLEND.setup
    }
    if (!reached || mode != MIX_BLEND.setup || weight != 1 || flag != DEFORM_STATE.keyed) keyed = 0
    if (!reached) {
      if (mode != MIX_BLEND.first) continue
      if (flag == DEFORM_STATE.keyed) {
        store<f32>(rows, 1)
        store<i32>(slot, DEFORM_STATE.faded, SLOT.DEFORMED * ROW)
      }
      const last = rows + (flag == DEFORM_STATE.offsets ? word(record, DEFORM.SIZE) * ROW : ROW)
      for (let row = rows; row < last; row += ROW) putSingle(row, single(row) * (1 - weight))
      continue
    }

    const segment = begun(segments + (entryOf(entries, wide, columns + track) << SHIFT), command.bits)
    const progress = valueIn(segment, time)
    let holds: i32 = DEFORM_STATE.offsets
    if (mode == MIX_BLEND.setup)
      holds = storeKeys(command, record, segment, slot, progress, weight)
    else {
      const from = image + (word(segment, SEGMENT.KEY) << 2)
      const adds = mode == MIX_BLEND.add
      const keep: f64 = adds ? 1 : 1 - weight
      if (!adds && time >= single(record, DEFORM.ADDS << 2)) weight *= 2
      if (flag != DEFORM_STATE.offsets) {
        const held: f64 = flag == DEFORM_STATE.faded ? single(rows) : 1
        const keys = rowsAt(deform, record, DEFORM.KEYED_WORDS)
        blendKeyed(record, from, rows, keys, progress, weight, held * keep)
      } else blendRows(record, from, rows, progress, weight, keep)
    }
    if (flag != holds && flag != DEFORM_STATE.empty) store<i32>(slot, holds, SLOT.DEFORMED * ROW)
    if (holds != DEFORM_STATE.keyed) keyed = 0
  }
  if (command.alone != 0) command.blend = blend | keyed
}

// @ts-ignore: decorator
@inline
function between(from: usize, change: usize, progress: Doubles): Doubles {
  return addDoubles(readPair(from), mulDoubles(readPair(change), progress))
}

function storeRows(record: usize, from: usize, rows: usize, progress: f64, gain: f64): void {
  let change = rowsAt(from, record, DEFORM.AHEAD)
  const end = rowsAt(from, record, DEFORM.SIZE)
  const shares = splatDouble(progress)
  const gains = splatDouble(gain)
  for (; from < end; from += PAIR << 2, change += PAIR << 2, rows += PAIR * ROW) writeDown(rows, mulDoubles(between(from, change, shares), gains))
}

function blendRows(record: usize, from: usize, rows: usize, progress: f64, gain: f64, keep: f64): void {
  let change = rowsAt(from, record, DEFORM.AHEAD)
  const end = rowsAt(from, record, DEFORM.SIZE)
  const shares = splatDouble(progress)
  const gains = splatDouble(gain)
  const keeps = splatDouble(keep)
  for (; from < end; from += PAIR << 2, change += PAIR << 2, rows += PAIR * ROW) {
    const held = readDown(rows)
    writeDown(rows, addDoubles(mulDoubles(held, keeps), mulDoubles(between(from, change, shares), gains)))
  }
}

/** Blends over a keyed slot, whose keys replace its rows. These keys have the same length. */
// Called once: inlined, it packs better.
// @ts-ignore: decorator
@inline
function blendKeyed(record: usize, from: usize, rows: usize, keys: usize, progress: f64, gain: f64, keep: f64): void {
  let held = <usize>load<i32>(keys, KEYED.FROM * ROW) << 2
  const ahead = word(record, DEFORM.AHEAD) << 2
  let change = from + ahead
  const heldShares = splatDouble(single(keys, KEYED.PROGRESS * ROW))
  const keeps = splatDouble(keep)
  const end = rowsAt(from, record, DEFORM.SIZE)
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
