/** Reads the curves of a bone from an animation's image. */
import { LOCAL_FIELDS } from '../../base/memory/lanes'
import { ANIMATION, CHANNEL, CHANNEL_WORDS, SEGMENT, SEGMENT_WORDS } from '../../rig/animation/image'
import { AXES } from '../moving-bones/options'

/** Memory in which the image of an animation is: the arena, or its own words. */
export interface Words {
  readonly f32: Float32Array
  readonly i32: Int32Array
}

/**
 * Writes the numbers of the channels that key a bone's x, y and rotation; -1 = none. @param image its first word.
 * @returns whether there are any.
 */
export function findChannels({ i32 }: Words, image: number, bone: number, channels: Int32Array): boolean {
  channels.fill(-1)
  const first = bone * LOCAL_FIELDS
  const count = i32[image + ANIMATION.CHANNELS]
  let found = false
  for (let channel = 0; channel < count; channel++) {
    const axis = i32[channelAt(i32, image, channel) + CHANNEL.ROW] - first
    if (axis < 0 || axis >= AXES) continue
    // The last of two that key a row is written last.
    channels[axis] = channel
    found = true
  }
  return found
}

/** Returns the word index of a channel's record. */
export function channelAt(i32: Int32Array, image: number, channel: number): number {
  return image + i32[image + ANIMATION.CHANNEL_TABLE] + channel * CHANNEL_WORDS
}

/**
 * Writes the value of a channel at a second of its animation to `out[at]`, in float64. Before its first key it has the
 * value of that key.
 */
export function sampleChannel(
  { f32, i32 }: Words,
  image: number,
  channel: number,
  second: Float64Array,
  out: Float64Array,
  at: number,
): void {
  const time = Math.max(second[0], f32[channelAt(i32, image, channel) + CHANNEL.FIRST])
  const wanted = Math.trunc(time * f32[image + ANIMATION.RATE])
  const bucket = Math.max(0, Math.min(i32[image + ANIMATION.BUCKETS] - 1, wanted))
  const column = bucket * i32[image + ANIMATION.COLUMNS] + channel
  const table = image + i32[image + ANIMATION.BUCKET_TABLE]
  const entry =
    i32[image + ANIMATION.WIDE] !== 0
      ? i32[table + column]
      : (i32[table + (column >> 1)] >> ((column & 1) * 16)) & 0xffff
  let segment = image + i32[image + ANIMATION.SEGMENT_TABLE] + entry * SEGMENT_WORDS
  while (f32[segment + SEGMENT_WORDS + SEGMENT.TIME] <= time) segment += SEGMENT_WORDS
  out[at] = f32[segment + SEGMENT.VALUE] + (time - f32[segment + SEGMENT.TIME]) * f32[segment + SEGMENT.SLOPE]
}
