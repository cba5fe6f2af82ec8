/** Reduces values that were sampled at every frame to frames of DragonBones' timelines. */
import { round } from '../rig/round'

/** A frame of a timeline: its length in frames, its tween to the next one, and its values. */
export interface Frame {
  duration: number
  tweenEasing?: 0
  [field: string]: unknown
}

/** A sampled value: its field in a frame, the greatest error of straight lines, and the default that is left out. */
export interface Channel {
  field: string
  tolerance: number
  /** @default 0 */
  plain?: number
  values: readonly number[]
}

/** Key frames between which straight lines stay within the tolerances; none if all values are the defaults. */
export function framesOf(channels: readonly Channel[]): Frame[] {
  const isPlain = ({ values, plain = 0, tolerance }: Channel) =>
    values.every((value) => Math.abs(value - plain) <= tolerance)
  if (channels.every(isPlain)) return []
  const last = channels[0].values.length - 1
  const frames: Frame[] = []
  for (let at = 0; at <= last; ) {
    const next = at === last ? at : farthest(channels, at, last)
    frames.push({
      duration: next - at,
      ...(at === last ? {} : { tweenEasing: 0 }),
      ...valuesAt(channels, at),
    })
    at = next === at ? last + 1 : next
  }
  return frames
}

function valuesAt(channels: readonly Channel[], at: number): Record<string, number> {
  const fields = channels.map(({ field, values }) => [field, round(values[at])] as const)
  return Object.fromEntries(fields.filter(([, value], i) => value !== (channels[i].plain ?? 0)))
}

/** The last frame to which straight lines lead from `at`. */
function farthest(channels: readonly Channel[], at: number, last: number): number {
  let to = at + 1
  while (to < last && channels.every((channel) => isStraight(channel, at, to + 1))) to++
  return to
}

function isStraight({ values, tolerance }: Channel, from: number, to: number): boolean {
  for (let i = from + 1; i < to; i++) {
    const line = values[from] + ((values[to] - values[from]) * (i - from)) / (to - from)
    if (Math.abs(values[i] - line) > tolerance) return false
  }
  return true
}

/** Angles in degrees without jumps of a whole turn. */
export function unwound(angles: readonly number[]): number[] {
  let before = 0
  return angles.map((angle) => {
    before = angle - 360 * Math.round((angle - before) / 360)
    return before
  })
}
