/** Finds frames of clips by time. */
import { growComponent } from '../../components/columns'
import type { Clips, RegisteredTable } from './state'

/** Buckets a frame: with two, most frames are found at once. */
const BUCKETS = 2
const MOST_BUCKETS = 4096
/** As in `bake/frames`: frames closer than this are next to a jump. */
const TINY = 2 ** -17

export function createClips(): Clips {
  return {
    count: 0,
    duration: new Float64Array(0),
    first: new Uint32Array(0),
    bucket: new Uint32Array(0),
    bucketRate: new Float32Array(0),
    animation: new Uint16Array(0),
    texel: new Float32Array(0),
    stride: new Uint16Array(0),
    corner: new Float32Array(0),
    x: new Float32Array(0),
    y: new Float32Array(0),
    width: new Float32Array(0),
    height: new Float32Array(0),
    times: new Float32Array(0),
    rates: new Float32Array(0),
    buckets: new Uint16Array(0),
  }
}

/** Appends the animations of a table. */
export function addClips(clips: Clips, { table, rig }: RegisteredTable): void {
  const { times, rates, buckets, count, ...columns } = clips
  growComponent(columns, count + table.animations.length)
  Object.assign(clips, columns)
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
    clips.duration[clip] = duration
    clips.x[clip] = table.x
    clips.y[clip] = table.y
    clips.width[clip] = table.width
    clips.height[clip] = table.height
    clips.first[clip] = frame
    clips.bucket[clip] = bucket
    clips.bucketRate[clip] = duration > 0 ? (sizes[i] - 1) / duration : 0
    clips.animation[clip] = rig.rig.animationIndex.get(name) ?? 0
    clips.times.set(own, frame)
    clips.times[frame + own.length] = Number.POSITIVE_INFINITY
    for (let at = 0; at + 1 < own.length; at++) {
      const gap = own[at + 1] - own[at]
      clips.rates[frame + at] = gap > TINY ? 1 / gap : 0
    }
    for (let at = 0, last = 0; at < sizes[i]; at++) {
      const start = duration > 0 ? at / clips.bucketRate[clip] : 0
      while (last + 1 < own.length && own[last + 1] <= start) last++
      // One too early is found by the step from frame to frame; one too late is not.
      clips.buckets[bucket + at] = Math.max(0, last - 1)
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
