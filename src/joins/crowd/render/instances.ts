/** Fills instance records: what the GPU gets for a figure in a frame. */
import { cosine, sine } from '../../../base/math/circular'
import { type CrowdWorld, FLIP_X, FLIP_Y } from '../component'
import { findFrame, mixOf } from '../frame/place'
import { CLIP, type CrowdState } from '../state'

/** Words of a record: the matrix (4), x, y, two frames, the table's corners, shares (8 bytes), tint (4 bytes). */
const RECORD = 12
export const RECORD_BYTES = 4 * RECORD

/** Records on their way to the GPU in drawing order, seen as numbers of all sizes. */
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
 * Fills the records of all figures that are drawn. It goes by age, so that columns are read in order, and each figure's
 * columns only once; only records are written out of order.
 */
export function fillRecords(world: CrowdWorld, crowd: CrowdState, { f32, u8, u16, u32 }: Records): void {
  const { Baked, Transform } = world.components
  const { alpha, animation, blue, flip, green, loop, red, table, time } = Baked
  const { rotation, scaleX, scaleY, x, y } = Transform
  const { clips, count, figures, firstClip, ids, order } = crowd
  const { buckets, numbers, rates, times } = clips
  const { cycle, fade } = figures
  const { ranks } = order
  for (let i = 0; i < count; i++) {
    const rank = ranks[i]
    if (rank < 0) continue
    const at = RECORD * rank
    const eid = ids[i]
    const clip0 = firstClip[table[eid]]
    const of = CLIP.SIZE * (clip0 + animation[eid])
    // `findFrame`, written out.
    const most = numbers[of]
    let second = time[eid]
    if (loop[eid] !== 0) second -= cycle[eid]
    if (second > most) second = most
    else if (!(second > 0)) second = 0
    const start = numbers[of + CLIP.FIRST] | 0
    const bucket = (numbers[of + CLIP.BUCKET] | 0) + ((second * numbers[of + CLIP.BUCKET_RATE]) | 0)
    let frame = start + buckets[bucket]
    // Two steps without a branch that the processor would have to predict; there are hardly ever more.
    frame += Number(times[frame + 1] <= second)
    frame += Number(times[frame + 1] <= second)
    while (times[frame + 1] <= second) frame++
    const turns = flip[eid]
    let sx = scaleX[eid]
    let sy = scaleY[eid]
    if ((turns & FLIP_X) !== 0) sx = -sx
    if ((turns & FLIP_Y) !== 0) sy = -sy
    f32[at] = sx * numbers[of + CLIP.WIDTH]
    f32[at + 1] = 0
    f32[at + 2] = 0
    f32[at + 3] = sy * numbers[of + CLIP.HEIGHT]
    f32[at + 4] = sx * numbers[of + CLIP.X] + x[eid]
    f32[at + 5] = sy * numbers[of + CLIP.Y] + y[eid]
    if (rotation[eid] !== 0) turnRecord(numbers, of, rotation[eid], sx, sy, f32, at, x[eid], y[eid])
    const stride = numbers[of + CLIP.STRIDE] | 0
    const texel = numbers[of + CLIP.TEXEL] + (frame - start) * stride
    f32[at + 6] = texel
    f32[at + 7] = texel
    f32[at + 8] = numbers[of + CLIP.CORNER]
    u32[at + 9] = ((second - times[frame]) * rates[frame] * 65535 + 0.5) | 0
    // The current animation has its full weight.
    u32[at + 10] = 65535 | (stride << 16)
    const byte = 4 * at + 44
    if (red[eid] === 1 && green[eid] === 1 && blue[eid] === 1 && alpha[eid] === 1) u32[at + 11] = 0xffffffff
    else {
      u8[byte] = 255 * red[eid]
      u8[byte + 1] = 255 * green[eid]
      u8[byte + 2] = 255 * blue[eid]
      u8[byte + 3] = 255 * alpha[eid]
    }
    if (fade[eid] !== 0) fillFade(crowd, eid, clip0, f32, u16, at)
  }
}

/** Writes the matrix and the place of a figure that is rotated. */
function turnRecord(
  numbers: Float64Array,
  of: number,
  turn: number,
  sx: number,
  sy: number,
  f32: Float32Array,
  at: number,
  x: number,
  y: number,
): void {
  const left = numbers[of + CLIP.X]
  const bottom = numbers[of + CLIP.Y]
  const a = cosine(turn) * sx
  const b = -sine(turn) * sy
  const c = sine(turn) * sx
  const d = cosine(turn) * sy
  f32[at] = a * numbers[of + CLIP.WIDTH]
  f32[at + 1] = b * numbers[of + CLIP.HEIGHT]
  f32[at + 2] = c * numbers[of + CLIP.WIDTH]
  f32[at + 3] = d * numbers[of + CLIP.HEIGHT]
  f32[at + 4] = a * left + b * bottom + x
  f32[at + 5] = c * left + d * bottom + y
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
  const of = CLIP.SIZE * clip
  const duration = clips.numbers[of + CLIP.DURATION]
  const time = fades.time[row]
  const second = fades.loop[row] !== 0 && duration > 0 ? time % duration : time
  FADE[1] = Math.max(0, Math.min(duration, second))
  findFrame(crowd, clip, FADE, 0)
  f32[at + 7] = clips.numbers[of + CLIP.TEXEL] + FADE[0] * clips.numbers[of + CLIP.STRIDE]
  u16[2 * at + 19] = FADE[1] * 65535 + 0.5
  u16[2 * at + 20] = mixOf(crowd, row) * 65535 + 0.5
}
