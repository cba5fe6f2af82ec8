/** Writes and reads the fields of a layer's entry. */
import type { RigAnimation } from '../../../rig/rig'
import { readNumbers, writeCommonFields, writeNumbers } from '../../../tracks/entries/common-fields'
import { changeModes } from '../../../tracks/entries/modes/find-modes'
import { registeredRigOf } from '../../../world/chunks/registry'
import type { EntryFields, EntryValues } from '../../../world/play-options'
import type { AnimationState } from '../../../world/state'
import { endOf } from './clock'

const NUMBERS = { last: 'stepped', mix: 'fadeSeconds', parameter: 'parameter' } as const

/** Writes fields (`Player.write`). The arena may grow for a mask. */
export function writeLayerFields(state: AnimationState, row: number, fields: EntryFields): void {
  writeCommonFields(state, row, fields)
  const { layerEntries } = state.playback // Renewed: the arena may have grown.
  writeNumbers(layerEntries, NUMBERS, row, fields)
  if (fields.last !== undefined) layerEntries.second[row] = fields.last
  if (fields.loop === true) layerEntries.playTimes[row] = 0
  // The current loop becomes the last.
  else if (fields.loop === false && layerEntries.playTimes[row] === 0)
    layerEntries.playTimes[row] = layerEntries.plays[row] + 1
}

/** Reads fields (`Player.read`). Fields of tracks have their defaults. */
export function readLayerFields(state: AnimationState, row: number, out: EntryValues): void {
  const { layerEntries } = state.playback
  readNumbers(layerEntries, NUMBERS, row, out)
  out.loop = layerEntries.playTimes[row] === 0
  out.reverse = out.shortestRotation = out.holdPrevious = out.additive = false
  out.blend = 'replace'
  out.mixInterpolation = 'linear'
  out.trackEnd = Number.POSITIVE_INFINITY
  out.eventThreshold = out.attachmentThreshold = out.drawOrderThreshold = out.alphaAttachmentThreshold = 0
  out.last = out.animationTime = layerEntries.second[row]
  out.mixTime = layerEntries.fadeTime[row]
  out.mixFraction = layerEntries.fadeShare[row]
  out.interruptAlpha = 1
  out.trackComplete = endOf(state, row)
}

/** Changes an entry (`Player.change`). */
export function changeLayerEntry(
  state: AnimationState,
  row: number,
  from: RigAnimation,
  to: RigAnimation,
): void {
  const { animationEnd, entity } = state.playback.entries
  const { stepped } = state.playback.layerEntries
  if (animationEnd[row] === lengthOf(from)) animationEnd[row] = lengthOf(to)
  // Slots are stepped again.
  stepped[row] = -1
  changeModes(state, registeredRigOf(state, entity[row]).source, row)
}

/** Returns the seconds of one loop. */
function lengthOf({ duration, playback }: RigAnimation): number {
  return playback?.seconds ?? duration
}
