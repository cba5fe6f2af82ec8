/** Finds frames of clips by time. */
import { CLIP } from '../layout'
import type { Clips, RegisteredTable } from '../state'

/** Buckets per frame: with two, most frames are found at once. */
const BUCKETS = 2
const MOST_BUCKETS = 4096
/** More than the rounding error of the product of a second and a bucket rate. */
const EARLIER = 1 - 1e-12
/** As in `bake/frames`: frames closer than this are next to a jump. */
const TINY = 2 ** -17

export function createClips(): Clips {
  return {
    count: 0,
    numbers: new Float64Array(0),
    animation: new Uint16Array(0),
    times: new Float32Array(0),
    rates: new Float32Array(0),
    buckets: new Uint16Array(0),
  }
}

/** Appends the animations of a table. */
export function addClips(clips: Clips, { table, rig }: RegisteredTable): void {
  const { times, rates, buckets, count } = clips
  const most = count + table.animations.length
  const { numbers, animation } = clips
  clips.numbers = new Float64Array(CLIP.SIZE * most)
  clips.numbers.set(numbers)
  clips.animation = new Uint16Array(most)
  clips.animation.set(animation)
  let frame = times.length
  let bucket = buckets.length
  // One more, for the end.
  const sizes = table.animations.map(({ times: own, duration }) => bucketCount(own.length, duration) + 1)
  clips.times = longer(
    times,
    table.animations.reduce((sum, each) => sum + each.times.length + 1, 0),
  )
  clips.rates = longer(rates, clips.times.length - rates.length)
  const more = new Uint16Array(bucket + sizes.reduce((sum, each) => sum + each, 0))
  more.set(buckets)
  clips.buckets = more
  table.animations.forEach(({ name, duration, times: own }, i) => {
    const clip = clips.count++
    const bucketRate = duration > 0 ? (sizes[i] - 1) / duration : 0
    const { x, y, width, height } = table
    clips.numbers.set([duration, frame, bucket, bucketRate, 0, 0, 0, x, y, width, height], CLIP.SIZE * clip)
    clips.animation[clip] = rig.source.animationIndex.get(name) ?? 0
    clips.times.set(own, frame)
    clips.times[frame + own.length] = Number.POSITIVE_INFINITY
    for (let at = 0; at + 1 < own.length; at++) {
      const gap = own[at + 1] - own[at]
      clips.rates[frame + at] = gap > TINY ? 1 / gap : 0
    }
    for (let at = 0, last = 0; at < sizes[i]; at++) {
      // A frame that is too early is corrected by the step from frame to frame; one that is too late is not.
      const start = duration > 0 ? (at / bucketRate) * EARLIER : 0
      while (last + 1 < own.length && own[last + 1] <= start) last++
      clips.buckets[bucket + at] = last
    }
    frame += own.length + 1
    bucket += sizes[i]
  })
}

function bucketCount(frames: number, duration: number): number {
  return duration > 0 ? Math.min(MOST_BUCKETS, BUCKETS * frames) : 1
}

function longer(array: Float32Array, more: number): Float32Array {
  const copy = new Float32Array(array.length + more)
  copy.set(array)
  return copy
}
