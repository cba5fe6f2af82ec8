/** Converts tracks of bones and slots to timelines of the model. */
import type { BoneProperty, BoneTimeline, ColorTimeline, TimelineModel } from '../../../base/model/animation'
import { BYTES_OF_A_KEY, BYTES_OF_AN_ITEM } from '../../shared/limits'
import { missing, type ObjectPlace, spend } from '../../shared/place'
import { asObject } from '../../shared/values'
import { colorOf, needsOffset } from '../bones'
import type { Context } from '../context'
import { wrap } from '../transform'
import { clockOf, curveKeys, type Timing, type Track, timesOf } from './tracks'

/** Tracks of a bone; `rotate` has rotation and skew, in radians. */
export interface BoneTracks {
  readonly translate: Track | null
  readonly rotate: Track | null
  readonly scale: Track | null
}

/** Makes successive angles continuous: each takes the short way, or makes as many turns as the previous key says. */
export function joined(angles: number[], turns: readonly number[]): void {
  for (let i = 1; i < angles.length; i++) {
    const before = angles[i - 1]
    let turn = turns[i - 1]
    if (turn === 0) {
      angles[i] = before + wrap(angles[i] - before)
      continue
    }
    if (turn > 0 && angles[i] >= before) turn--
    else if (turn < 0 && angles[i] <= before) turn++
    angles[i] += 2 * Math.PI * turn
  }
}

/** Returns a track of rotation and skew whose last key takes the short way to the first. */
export function turnedTrack(track: Track): Track {
  const { values } = track
  const last = values.length - 2
  const goal = [0, 1].map(
    (channel) => values[last + channel] + wrap(values[channel] - values[last + channel]),
  )
  return { ...track, goal }
}

/** Makes the timelines of a bone. A property that stays at its setup value gets none. */
export function boneTimelines(
  { scale: length }: Context,
  at: ObjectPlace,
  bone: number,
  { translate, rotate, scale }: BoneTracks,
  timing: Timing,
): TimelineModel[] {
  const found: TimelineModel[] = []
  const add = (
    track: Track | null,
    property: BoneProperty,
    channels: readonly (readonly [number, number])[],
    setup: number,
  ) => {
    if (!track || !moves(track, channels, setup)) return
    spend(at, BYTES_OF_AN_ITEM)
    const keys = curveKeys(at, track, timing, channels)
    const timeline: BoneTimeline = { type: 'bone', bone, property, channels: channels.length, ...keys }
    found.push(timeline)
  }
  add(rotate, 'rotate', [[0, -1]], 0)
  add(
    translate,
    'translate',
    [
      [0, length],
      [1, -length],
    ],
    0,
  )
  add(
    scale,
    'scale',
    [
      [0, 1],
      [1, 1],
    ],
    1,
  )
  add(rotate, 'shearY', [[1, -1]], 0)
  return found
}

function moves(track: Track, channels: readonly (readonly [number, number])[], setup: number): boolean {
  for (let key = 0; key < track.positions.length; key++)
    for (const [channel] of channels) if (track.values[key * track.channels + channel] !== setup) return true
  return false
}

export function displayTimeline(
  at: ObjectPlace,
  slot: number,
  positions: readonly number[],
  names: readonly (string | null)[],
  timing: Timing,
): TimelineModel {
  const { times, keys } = timesOf(at, positions, timing, false)
  spend(at, times.length * BYTES_OF_A_KEY)
  const shown = Array.from(keys, (key) => names[key])
  return { type: 'attachment', slot, times, names: shown, ...clockOf(at, timing, { positions }) }
}

/** Reads the colour of a slot's key. */
export function colorValues(at: ObjectPlace): number[] {
  const key = missing(at.value.value) ? 'color' : 'value'
  const value = at.value[key]
  return roundedColor(missing(value) ? { ...at, value: {} } : asObject({ ...at, parent: at, key, value }))
}

/** Reads a colour rounded to percents and to 255ths, as in the official runtime. */
function roundedColor(at: ObjectPlace): number[] {
  return colorOf(at).map((value, i) => {
    const whole = i < 4 ? 100 : 255
    return Math.floor(whole * value + 0.5) / whole
  })
}

/**
 * Makes the timeline of a track of colours, eight numbers each. `narrowColors` removes the addends if the slot is drawn
 * without them.
 */
export function colorTimeline(
  { model, slotAlphas }: Context,
  at: ObjectPlace,
  slot: number,
  track: Track,
  timing: Timing,
): ColorTimeline {
  if (needsOffset(track.values)) model.slots[slot].offset ??= [0, 0, 0, 0]
  const channels = Array.from({ length: 8 }, (_, channel) => {
    return [channel, channel === 3 ? slotAlphas[slot] : 1] as const
  })
  return { type: 'color', slot, property: 'offset', channels: 8, ...curveKeys(at, track, timing, channels) }
}

export function narrowColors({ model: { animations, slots } }: Context): void {
  for (const { timelines } of animations)
    for (const [i, one] of timelines.entries()) {
      if (one.type !== 'color' || slots[one.slot].offset) continue
      const values = one.values.filter((_, i) => (i & 4) === 0)
      timelines[i] = { ...one, property: 'rgba', channels: 4, values }
    }
}
