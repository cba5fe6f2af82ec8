/** Writes the parts of a skeleton's retained streams that do not follow from its pose. */
import { LANES, SLOT_SEQUENCE, SLOT_VERTEX } from '../memory/lanes'
import { BLEND } from '../model/skeleton'
import type { Chunk } from '../world/blocks'
import type { AnimationState } from '../world/state'
import { RUN_BLEND, RUN_COUNT, RUN_PAGE, RUN_START, RUN_WORDS, SPLICE } from './memory'
import { frameOf, pageOf, shownAttachment, slotRows } from './shown'

/** Texture coordinates and `info` of all shown slots, or only of those with sequences. */
export function writeTextures(
  state: AnimationState,
  eid: number,
  chunk: Chunk,
  base: number,
  all: boolean,
): void {
  const { arena, skeletons, streams } = state
  const { f32, i32 } = arena
  const { pools, changes } = streams
  const { slots, attachments } = chunk.rig.rig
  const { vertices, frames, uvs } = attachments
  const start = skeletons.vertexStart[eid]
  for (let slot = 0; slot < slots.count; slot++) {
    const rows = slotRows(chunk, base, slot)
    const attachment = shownAttachment(i32, chunk, base, slot)
    const vertex = i32[rows + SLOT_VERTEX * LANES]
    if (attachment < 0 || vertex < 0 || (!all && frames[attachment] < 2)) continue
    const count = vertices[attachment]
    const frame = frameOf(attachments, attachment, i32[rows + SLOT_SEQUENCE * LANES])
    const from = chunk.rig.image + uvs[attachment] + frame * count * 2
    f32.copyWithin(pools.words.uvs + 2 * (start + vertex), from, from + count * 2)
    const info = pools.words.info + start + vertex
    // Colour mode and signs are 0 in Spine's colours.
    i32.fill(pageOf(chunk, attachment, frame), info, info + count)
  }
  if (skeletons.vertexCount[eid] === 0) return
  changes.uvsFrom = Math.min(changes.uvsFrom, start)
  changes.uvsTo = Math.max(changes.uvsTo, start + skeletons.vertexCount[eid])
}

/** Triangles in draw order, as vertex numbers of the whole stream. @param target word index. */
export function writeIndices(
  i32: Int32Array,
  chunk: Chunk,
  base: number,
  firstVertex: number,
  target: number,
): void {
  const { slots, attachments } = chunk.rig.rig
  let at = target
  for (let place = 0; place < slots.count; place++) {
    const slot = i32[base + chunk.layout.order + place * LANES]
    const attachment = shownAttachment(i32, chunk, base, slot)
    const vertex = i32[slotRows(chunk, base, slot) + SLOT_VERTEX * LANES]
    if (attachment < 0 || vertex < 0) continue
    const from = chunk.rig.image + attachments.triangles[attachment]
    const count = attachments.indices[attachment]
    for (let i = 0; i < count; i++) i32[at + i] = i32[from + i] + firstVertex + vertex
    at += count
  }
}

/**
 * Cuts the draw order into runs of one page and blend state; slots that are clipped become splices, which
 * are filled in every tick.
 *
 * @param at word index in `target`. @returns number of runs.
 */
export function writeRuns(
  i32: Int32Array,
  chunk: Chunk,
  base: number,
  clippedBy: Int32Array,
  target: Int32Array,
  at: number,
): number {
  const { slots, attachments } = chunk.rig.rig
  let runs = 0
  let indices = 0
  for (let place = 0; place < slots.count; place++) {
    const slot = i32[base + chunk.layout.order + place * LANES]
    const attachment = shownAttachment(i32, chunk, base, slot)
    if (attachment < 0) continue
    const clipped = clippedBy[slot] >= 0
    const sequence = i32[slotRows(chunk, base, slot) + SLOT_SEQUENCE * LANES]
    const page = clipped ? 0 : pageOf(chunk, attachment, frameOf(attachments, attachment, sequence))
    const blend = clipped ? SPLICE : blendState(slots.blend[slot])
    const count = clipped ? 0 : attachments.indices[attachment]
    const last = at + (runs - 1) * RUN_WORDS
    if (runs > 0 && target[last + RUN_BLEND] === blend && target[last + RUN_PAGE] === page)
      target[last + RUN_COUNT] += count
    else {
      const run = at + runs++ * RUN_WORDS
      target[run + RUN_START] = indices
      target[run + RUN_COUNT] = count
      target[run + RUN_PAGE] = page
      target[run + RUN_BLEND] = blend
    }
    indices += count
  }
  return runs
}

/** With premultiplied colours, additive is normal with an alpha of 0 (spine-pose §11.1). */
export function blendState(blend: number): number {
  return blend === BLEND.additive ? BLEND.normal : blend
}
