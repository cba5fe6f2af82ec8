/** Applies a skeleton's tracks: writes the commands of its entries and steps their discrete timelines. */

import type { AnimationImage } from '../../rig/animation/image'
import type { Rig } from '../../rig/rig'
import type { Chunk } from '../../world/chunks/blocks'
import {
  APPLY_FLAG,
  beginCommand,
  COMMAND,
  COMMAND_HELD,
  COMMAND_OUT,
  commandAt,
  workAt,
} from '../../world/commands'
import { TRACK_FLAG } from '../../world/entries'
import { BLEND_PLAIN, BLEND_TURNS, MIX_BLEND, WORK } from '../../world/playback'
import type { AnimationState } from '../../world/state'
import { appendCommand, beginCommands, writeCommand } from '../commands/command'
import { fixUpAttachments, leaveOutDeforms, stepDiscrete } from '../commands/discrete'
import { skipsInstant } from '../commands/instant'
import { fireResets } from '../commands/resets'
import { findModes } from '../entries/modes/find-modes'
import { passEntry, showTime } from './pass'
import { writeFraction } from './times'
import { sumWeights, weighEntry } from './weights'

/**
 * Writes the commands of a skeleton's entries in application order, steps their discrete timelines and collects events.
 */
export function applyTracks(state: AnimationState, eid: number, chunk: Chunk): void {
  beginCommands(state, eid)
  walkTracks(state, eid, chunk, POSE)
  if (state.playback.markedCount > 0) fixUpAttachments(state, eid, chunk)
}

/**
 * Applies tracks without the pose: entries fade and report events. Slots stay as they are, and no command is written.
 */
export function reportTracks(state: AnimationState, eid: number, chunk: Chunk): void {
  walkTracks(state, eid, chunk, REPORT)
}

/**
 * Writes the commands of a skeleton's entries at their clocks for curves alone: nothing is reported, no slot changes,
 * and no mesh is deformed. Commands, weights and rotation memory are overwritten.
 */
export function applyCurves(state: AnimationState, eid: number, chunk: Chunk): void {
  beginCommands(state, eid)
  walkTracks(state, eid, chunk, CURVES)
}

/** What a walk over tracks is for: the pose and reports, reports alone, or curves alone. */
const POSE = 0
const REPORT = 1
const CURVES = 2

function walkTracks(state: AnimationState, eid: number, chunk: Chunk, what: number): void {
  const { arena, playback, skeletons } = state
  const { entries, trackEntries } = playback
  if (skeletons.entriesChanged[eid] === 1) findModes(state, eid)
  const tracks = skeletons.tracks[eid]
  const count = skeletons.trackCount[eid]
  for (let track = 0; track < count; track++) {
    const row = arena.i32[tracks + track]
    if (row < 0 || entries.delay[row] > 0) continue
    const blend = track === 0 ? MIX_BLEND.first : trackEntries.mixBlend[row]
    if (entries.older[row] >= 0) applyChain(state, chunk, row, blend, what)
    applyCurrent(state, chunk, row, blend, what)
  }
}

/** Applies the current entry of a track. */
function applyCurrent(state: AnimationState, chunk: Chunk, row: number, blend: number, what: number): void {
  const { commands, entries, trackEntries } = state.playback
  const { f64 } = state.arena
  const { bases, negativeHides } = chunk.rig.source.maths.tracks
  let alpha = entries.alpha[row]
  if (entries.older[row] >= 0) alpha *= trackEntries.fraction[row]
  else if (entries.trackTime[row] >= trackEntries.trackEnd[row] && entries.next[row] < 0) alpha = 0
  const isFull = entries.track[row] === 0 && alpha === 1
  let flags = APPLY_FLAG.marks | APPLY_FLAG.events
  const threshold = trackEntries.alphaAttachmentThreshold[row]
  if (isFull || alpha >= threshold || (threshold <= 0 && !negativeHides)) flags |= APPLY_FLAG.keepAttachments
  if (isFull || (!bases && blend === MIX_BLEND.add)) flags |= BLEND_PLAIN
  const at = workAt(commands, row)
  f64[at + WORK.ALPHA] = f64[at + WORK.HOLD] = alpha
  applyEntry(state, chunk, row, flags, isFull && bases ? MIX_BLEND.setup : blend, what)
}

/**
 * Applies the entries that `to` replaces, oldest first.
 *
 * @param blend blend of the current entry.
 */
function applyChain(state: AnimationState, chunk: Chunk, to: number, blend: number, what: number): void {
  const { entries, trackEntries } = state.playback
  const { bases } = chunk.rig.source.maths.tracks
  const row = entries.older[to]
  writeFraction(state, to)
  if (entries.older[row] >= 0) applyChain(state, chunk, row, blend, what)
  const isFirst = blend === MIX_BLEND.first
  let own = blend
  if (trackEntries.mixDuration[to] === 0) own = isFirst ? MIX_BLEND.setup : blend
  else if (!isFirst) own = trackEntries.mixBlend[row]
  const mix = trackEntries.fraction[to]
  let flags: number = APPLY_FLAG.marks | COMMAND_OUT
  if (mix < trackEntries.eventThreshold[row]) flags |= APPLY_FLAG.events
  if (mix < trackEntries.mixAttachmentThreshold[row]) flags |= APPLY_FLAG.keepAttachments
  if (mix < trackEntries.mixDrawOrderThreshold[row]) flags |= APPLY_FLAG.keepOrder
  if (!bases && own === MIX_BLEND.add) flags |= BLEND_PLAIN
  weighEntry(state, row, bases)
  applyEntry(state, chunk, row, flags, own, what)
}

/**
 * Writes the command of an entry with known weights. The empty animation only has a clock. @param flags, blend as for
 * `beginCommand`.
 */
function applyEntry(
  state: AnimationState,
  chunk: Chunk,
  row: number,
  flags: number,
  blend: number,
  what: number,
): void {
  const { entries, trackEntries } = state.playback
  const { source: rig } = chunk.rig
  const animation = entries.animation[row]
  if (what === CURVES)
    showTime(state.playback, row, state.arena.f64, workAt(state.playback.commands, row) + WORK.TIME)
  else passEntry(state, chunk, row, (flags & APPLY_FLAG.events) !== 0)
  const fades = (flags & COMMAND_OUT) !== 0 && (flags & BLEND_PLAIN) === 0
  if (animation < 0) {
    if (fades) trackEntries.totalAlpha[row] = 0
    return
  }
  const info = rig.animations[animation]
  const image = info.image()
  begin(state, rig, row, flags, blend)
  if (fades) sumFading(state, rig, row, image)
  if ((trackEntries.flags[row] & TRACK_FLAG.reverse) !== 0) mirrorTime(state, row, info)
  if (what === CURVES) leaveOutDeforms(state, row)
  else {
    if (image.resets.length > 0) fireResets(state, row, image)
    if (what === REPORT) return
    stepDiscrete(state, row, chunk, image)
  }
  writeCommand(state, chunk, row, animation)
  appendCommand(state, entries.entity[row], row)
}

/** Begins the command of an entry: with modes or with all timelines alike, held, with rotation memory. */
function begin(state: AnimationState, { maths }: Rig, row: number, given: number, blend: number): void {
  const { arena, playback } = state
  const { commands, entries, trackEntries } = playback
  const isPlain = (given & BLEND_PLAIN) !== 0
  const isWhole = (isPlain && entries.mask[row] === 0) || entries.modeCount[row] === 0
  arena.i32[commandAt(commands, row) + COMMAND.MODES] = isWhole ? -1 : entries.modes[row]
  let flags = given
  const isHeld =
    (trackEntries.flags[row] & TRACK_FLAG.held) !== 0 && arena.f64[workAt(commands, row) + WORK.HOLD] === 1
  if (isHeld && !isPlain) flags |= COMMAND_HELD
  if (!isPlain && keepsDirection(trackEntries.flags[row], maths.tracks.bases)) {
    flags |= BLEND_TURNS
    trackEntries.flags[row] |= TRACK_FLAG.turned
  }
  beginCommand(state, row, flags, blend)
}

function sumFading(state: AnimationState, { maths }: Rig, row: number, { drawOrder }: AnimationImage): void {
  const { skipped } = state.playback.trackEntries
  const { bases } = maths.tracks
  skipped[row] =
    drawOrder && skipsInstant(state, row, drawOrder.timeline, APPLY_FLAG.keepOrder, bases) ? 1 : 0
  sumWeights(state, row, bases)
}

/** Mirrors the time of a reversed entry, which shows its animation from the end. */
function mirrorTime({ arena, playback }: AnimationState, row: number, info: { duration: number }): void {
  const at = workAt(playback.commands, row) + WORK.TIME
  arena.f64[at] = info.duration - arena.f64[at]
}

/** Returns whether an entry's rotations keep their direction. */
function keepsDirection(flags: number, bases: boolean): boolean {
  return (
    (flags & (bases ? TRACK_FLAG.shortestRotation | TRACK_FLAG.additive : TRACK_FLAG.shortestRotation)) === 0
  )
}
