import type { AnimationWorld } from '../components/world-type'
import {
  LANES,
  SLOT_ATTACHMENT,
  slotRow,
  WORLD_A,
  WORLD_B,
  WORLD_C,
  WORLD_D,
  WORLD_RECORD,
  WORLD_X,
  WORLD_Y,
} from '../src/memory/lanes'
import { keepWorldOf } from '../src/solve/keep-world'
import { placeSprite } from '../src/streams/sprites'
import { chunkAt, seatBase, worldBase } from '../src/world/chunks/seats'
import { isBound } from '../src/world/links'
import { spriteRow } from '../src/world/sprites'
import { PLACE } from '../src/world/state'
import { stateOf } from '../src/world/state-of'

/**
 * Moves every follower onto its bone or point.
 *
 * reads   BoneFollower, world rows, slot rows of points
 * writes  Transform of followers; vertices of sprites, where `skinning` has run in this tick
 * runs    after `worldTransform`, or after `runPipeline`; a sprite shows it in the same tick, a follower that
 *         carries a skeleton itself shows it in the next
 * cost    one pass over followers, nothing allocated
 *
 * Bone matrix, y up: world = [A B; C D] · local + [X, Y]; its x axis is (A, C). A follower whose host is gone,
 * or replaced under the same id, keeps its last place; so does one whose bone the host's skin leaves out, and
 * one whose slot shows no point.
 */
export function boneFollower(world: AnimationWorld): void {
  const state = stateOf(world)
  const { followers, sprites, tick } = state
  const { rows, count } = followers
  const { host } = world.components.BoneFollower
  const late = tick.place >= PLACE.skinning
  for (let link = 0; link < count; link++) {
    const eid = rows.entity[link]
    if (!isBound(state, followers, link, host[eid])) continue
    followHost(world, eid, host[eid])
    if (late && spriteRow(sprites, eid) !== 0) placeSprite(world, eid)
  }
}

function followHost(world: AnimationWorld, eid: number, owner: number): void {
  keepWorldOf(world.animation, owner)
  const { arena, blocks, skeletons } = world.animation
  const { bone, slot, offsetX, offsetY } = world.components.BoneFollower
  const { x, y, rotation, scaleX, scaleY } = world.components.Transform
  const { f32, i32 } = arena
  const chunk = chunkAt(blocks, skeletons.chunk[owner])
  const { bones, slots, attachments } = chunk.rig.rig
  const base = seatBase(chunk, skeletons.seat[owner])

  let index = bone[eid]
  let ox = offsetX[eid]
  let oy = offsetY[eid]
  let cos = 1
  let sin = 0
  if (slot[eid] >= 0) {
    if (slot[eid] >= slots.count) return
    const attachment = i32[slotRow(base + chunk.layout.shownSlots, slot[eid]) + SLOT_ATTACHMENT * LANES]
    const point = attachment < 0 ? null : attachments.models[attachment]
    if (point?.type !== 'point') return
    cos = Math.cos(point.rotation)
    sin = Math.sin(point.rotation)
    const along = ox
    ox = point.x + cos * along - sin * oy
    oy = point.y + sin * along + cos * oy
    index = slots.bone[slot[eid]]
  }
  if (index >= bones.count || chunk.program.program.activeBones[index] === 0) return

  const row = worldBase(chunk, base) + index * WORLD_RECORD
  const pa = f32[row + WORLD_A * LANES]
  const pb = f32[row + WORLD_B * LANES]
  const pc = f32[row + WORLD_C * LANES]
  const pd = f32[row + WORLD_D * LANES]
  x[eid] = pa * ox + pb * oy + f32[row + WORLD_X * LANES]
  y[eid] = pc * ox + pd * oy + f32[row + WORLD_Y * LANES]
  const a = pa * cos + pb * sin
  const c = pc * cos + pd * sin
  const b = pb * cos - pa * sin
  const d = pd * cos - pc * sin
  const length = Math.sqrt(a * a + c * c)
  scaleX[eid] = length
  if (length === 0) {
    // A bone scaled to nothing points nowhere: keep the old angle.
    scaleY[eid] = Math.sqrt(b * b + d * d)
    return
  }
  rotation[eid] = Math.atan2(c, a)
  scaleY[eid] = (a * d - b * c) / length // Signed: a mirrored bone mirrors its follower.
}
