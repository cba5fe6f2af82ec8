/** Fills instances: what the GPU gets for a figure in a frame. */
import { cosine, sine } from '../../../base/math/circular'
import type { CrowdWorld } from '../component'
import { findFadeSecond, findFrame, mixOf } from '../frame/place'
import { CLIP, FLIP_X, FLIP_Y, INSTANCE_WORDS } from '../layout'
import { runFill } from '../run-kernels'
import type { CrowdState } from '../state'

const FADE = new Float64Array(2)

/** Fills the instances of all figures that are drawn: those of `crowd.memory.instances`, in the order of drawing. */
export function fillInstances(world: CrowdWorld, crowd: CrowdState): void {
  runFill(world, crowd)
  const { Baked, Transform } = world.components
  const { figures, firstClip, ids, memory } = crowd
  const { arena, instances, specials } = memory
  const { rank, special } = memory.lists.columns
  const { fade } = figures
  for (let i = 0; i < specials; i++) {
    const eid = ids[special[i]]
    const at = instances.start + INSTANCE_WORDS * rank[special[i]]
    const first = firstClip[Baked.table[eid]]
    if (Transform.rotation[eid] !== 0) turnInstance(world, crowd, eid, first, arena.f32, at)
    if (fade[eid] !== 0) fillFade(crowd, eid, first, arena.f32, arena.u16, at)
  }
}

/** Writes the matrix and the place of a figure that is rotated. */
function turnInstance(
  { components: { Baked, Transform } }: CrowdWorld,
  { clips: { numbers } }: CrowdState,
  eid: number,
  clip0: number,
  f32: Float32Array,
  at: number,
): void {
  const of = CLIP.SIZE * (clip0 + Baked.animation[eid])
  const flip = Baked.flip[eid]
  const turn = Transform.rotation[eid]
  const sx = (flip & FLIP_X) !== 0 ? -Transform.scaleX[eid] : Transform.scaleX[eid]
  const sy = (flip & FLIP_Y) !== 0 ? -Transform.scaleY[eid] : Transform.scaleY[eid]
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
  f32[at + 4] = a * left + b * bottom + Transform.x[eid]
  f32[at + 5] = c * left + d * bottom + Transform.y[eid]
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
  findFadeSecond(crowd, clip, row, FADE, 0)
  findFrame(crowd, clip, FADE, 0)
  f32[at + 7] = clips.numbers[of + CLIP.TEXEL] + FADE[0] * clips.numbers[of + CLIP.STRIDE]
  u16[2 * at + 19] = FADE[1] * 65535 + 0.5
  u16[2 * at + 20] = mixOf(crowd, row) * 65535 + 0.5
}
