/** Local → applied. */
import { ALL_LANES, APPLIED_STALE, LANES, LOCAL_FIELDS } from '../../memory/lanes'
import { COPY_BONES, COPY_COUNT, COPY_WORDS } from '../../rig/program/ops'
import { INDEX, STALE } from './program-rows'

/** The copy op at `at`. Section addresses are those of the block, without lane. */
export function copyBones(
  f32: Float32Array,
  i32: Int32Array,
  at: number,
  mask: number,
  local: number,
  applied: number,
): void {
  const end = at + COPY_BONES + i32[at + COPY_COUNT] * COPY_WORDS
  for (let bone = (at + COPY_BONES) & INDEX; bone < end; bone = (bone + COPY_WORDS) & INDEX) {
    const from = (local + i32[bone]) & INDEX
    const to = (applied + i32[bone + 1]) & INDEX
    if (mask === ALL_LANES) {
      for (let i = 0; i < LOCAL_FIELDS * LANES; i += LANES) {
        f32[to + i] = f32[from + i]
        f32[to + i + 1] = f32[from + i + 1]
        f32[to + i + 2] = f32[from + i + 2]
        f32[to + i + 3] = f32[from + i + 3]
      }
      for (let lane = 0; lane < LANES; lane++) f32[to + STALE + lane] = 0
      continue
    }
    for (let lane = 0; lane < LANES; lane++)
      if ((mask & (1 << lane)) !== 0) copyPose(f32, from + lane, to + lane)
  }
}

/** One lane of a bone; its applied pose is no longer stale. */
export function copyPose(f32: Float32Array, from: number, to: number): void {
  for (let row = 0; row < APPLIED_STALE * LANES; row += LANES) f32[to + row] = f32[from + row]
  f32[to + STALE] = 0
}
