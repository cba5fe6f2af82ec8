/** Fills instance records: what the GPU is told of a figure in a frame. */
import { cosine, sine } from '../../math/circular'
import { type CrowdWorld, FLIP_X, FLIP_Y } from '../component'
import { findFrame, mixOf } from '../place'
import type { CrowdState } from '../state'

/** Words of a record: the matrix (4), x, y, two frames, the table's corners, shares (8 bytes), tint (4 bytes). */
const RECORD = 12
export const RECORD_BYTES = 4 * RECORD

/** Records on their way to the GPU, seen as numbers of all sizes. */
export interface Records {
  readonly f32: Float32Array
  /** Rounds and limits what is written. */
  readonly u8: Uint8ClampedArray
  readonly u16: Uint16Array
  readonly u32: Uint32Array
}

export function createRecords(count: number): Records {
  const f32 = new Float32Array(RECORD * count)
  return {
    f32,
    u8: new Uint8ClampedArray(f32.buffer),
    u16: new Uint16Array(f32.buffer),
    u32: new Uint32Array(f32.buffer),
  }
}

const FADE = new Float64Array(2)

/**
 * Fills records of all visible figures, in drawing order. It goes through figures by age, in which their columns lie in memory, and
 * writes each record to its place: in drawing order each of the columns would be a jump.
 */
export function fillRecords(world: CrowdWorld, crowd: CrowdState, { f32, u8, u16, u32 }: Records): void {
  const { Baked, Transform } = world.components
  const { alpha, animation, blue, flip, green, loop, red, table, time } = Baked
  const { rotation, scaleX, scaleY, x, y } = Transform
  const { clips, figures, firstClip, order } = crowd
  const { bucket, bucketRate, buckets, corner, duration, first, height } = clips
  const { rates, stride, texel, times, width, x: boxX, y: boxY } = clips
  const { cycle, fade, rank } = figures
  const { level } = world.components.Visibility
  for (let i = 0; i < order.count; i++) rank[order.ids[i]] = i
  const { count, ids } = crowd
  for (let i = 0; i < count; i++) {
    const eid = ids[i]
    if (level[eid] !== 0 || table[eid] === 0) continue
    const at = RECORD * rank[eid]
    const clip0 = firstClip[table[eid]]
    const clip = clip0 + animation[eid]
    // `findFrame`, written out.
    const most = duration[clip]
    let second = time[eid] - (loop[eid] !== 0 ? cycle[eid] : 0)
    if (second > most) second = most
    else if (!(second > 0)) second = 0
    const start = first[clip]
    let frame = buckets[bucket[clip] + ((second * bucketRate[clip]) | 0)]
    // Two steps without a jump that the processor would have to guess; there are hardly more.
    frame += Number(times[start + frame + 1] <= second)
    frame += Number(times[start + frame + 1] <= second)
    while (times[start + frame + 1] <= second) frame++
    const sx = (flip[eid] & FLIP_X) !== 0 ? -scaleX[eid] : scaleX[eid]
    const sy = (flip[eid] & FLIP_Y) !== 0 ? -scaleY[eid] : scaleY[eid]
    const turn = rotation[eid]
    const cos = turn === 0 ? 1 : cosine(turn)
    const sin = turn === 0 ? 0 : sine(turn)
    const a = cos * sx
    const b = -sin * sy
    const c = sin * sx
    const d = cos * sy
    const left = boxX[clip]
    const bottom = boxY[clip]
    f32[at] = a * width[clip]
    f32[at + 1] = b * height[clip]
    f32[at + 2] = c * width[clip]
    f32[at + 3] = d * height[clip]
    f32[at + 4] = a * left + b * bottom + x[eid]
    f32[at + 5] = c * left + d * bottom + y[eid]
    const shown = texel[clip] + frame * stride[clip]
    f32[at + 6] = shown
    f32[at + 7] = shown
    f32[at + 8] = corner[clip]
    const half = 2 * at
    // Written as one word where nothing fades: the second weight is whole.
    u32[at + 9] = ((second - times[start + frame]) * rates[start + frame] * 65535 + 0.5) | 0
    u16[half + 20] = 65535
    u16[half + 21] = stride[clip]
    const byte = 4 * at + 44
    u8[byte] = 255 * red[eid]
    u8[byte + 1] = 255 * green[eid]
    u8[byte + 2] = 255 * blue[eid]
    u8[byte + 3] = 255 * alpha[eid]
    if (fade[eid] !== 0) fillFade(crowd, eid, clip0, f32, u16, at)
  }
}

function fillFade(
  crowd: CrowdState,
  eid: number,
  clip0: number,
  f32: Float32Array,
  u16: Uint16Array,
  at: number,
): void {
  const { clips, fades, figures } = crowd
  const row = figures.fade[eid]
  const clip = clip0 + fades.animation[row]
  const duration = clips.duration[clip]
  const time = fades.time[row]
  const second = fades.loop[row] !== 0 && duration > 0 ? time % duration : time
  FADE[1] = Math.max(0, Math.min(duration, second))
  findFrame(crowd, clip, FADE, 0)
  f32[at + 7] = clips.texel[clip] + FADE[0] * clips.stride[clip]
  u16[2 * at + 19] = FADE[1] * 65535 + 0.5
  u16[2 * at + 20] = mixOf(crowd, row) * 65535 + 0.5
}
