/** The system `boneFollower`: moves entities onto bones, points and slots. */
import { removeEntity } from 'bitecs'
import { FOLLOW, WITH_HOST } from '../components/bone-follower'
import { arctangent, cosine, sine } from '../src/base/math/circular'
import { LANES, SLOT, slotRow, WORLD, WORLD_RECORD } from '../src/base/memory/lanes'
import { readBones, readSeated } from '../src/tick/doors/read'
import { copyPace } from '../src/tick/shadow'
import { resolveHost } from '../src/world/attached/links'
import { isRefBound } from '../src/world/attached/skeleton-ref'
import { heardCall, isHeard } from '../src/world/calls'
import { chunkAt } from '../src/world/chunks/blocks'
import { isPresent } from '../src/world/flags/states'
import { LEVEL } from '../src/world/skeletons'
import { PLACE } from '../src/world/state'
import { stateOf } from '../src/world/state-of'
import type { AnimationWorld } from '../src/world/world-type'

const { position, rotation: turn, scale, flip, sortKey } = FOLLOW
const { stay, hide, despawn, hidden } = WITH_HOST

/**
 * Moves every follower onto its bone, point or slot.
 *
 * reads   BoneFollower, world rows, slot rows, SortKey of hosts
 * writes  Transform and SortKey of followers, as far as they take them; vertices of quads, if `skinning` has run in
 *         this tick; `withHost` and `Visibility.level` of followers that hide or show again
 * runs    after `worldTransform`, or after `runPipeline`; a quad shows it in the same tick, a follower that
 *         carries a skeleton itself shows it in the next
 * cost    one pass over followers, nothing allocated; another one after it removed entities
 *
 * Bone matrix, y up: world = [A B; C D] · local + [X, Y]; its x axis is (A, C). If the host is gone, or replaced under
 * the same id, the follower keeps its last place, hides or is removed (`withHost`). If the host's skin leaves out the
 * bone, or the slot shows no point, the follower keeps its place.
 */
export function boneFollower(world: AnimationWorld): void {
  if (isHeard(world)) return void heardCall('boneFollower', boneFollower, world)
  const state = stateOf(world)
  const { followers, joins, tick } = state
  const { rows } = followers
  const { BoneFollower, SortKey } = world.components
  const { host, sortBias, takes, withHost } = BoneFollower
  const { value } = SortKey
  const late = tick.place >= PLACE.skinning
  let removed = 0
  for (let link = 0; link < followers.count; link++) {
    const eid = rows.entity[link]
    const owner = resolveHost(state, followers, link, host[eid])
    if (owner === 0) {
      // A host that never existed does not count as gone.
      const gone = isRefBound(followers.hosts, link) || withHost[eid] === hidden
      if (!gone || withHost[eid] === stay) continue
      if (withHost[eid] === despawn) {
        removeEntity(world, eid)
        removed++
        link-- // Another follower has its row now.
        continue
      }
      withHost[eid] = hidden
      setLevel(world, eid, LEVEL.noVertices)
      if (late) joins.quads.placeOne(eid)
      continue
    }
    if (withHost[eid] === hidden) {
      withHost[eid] = hide
      setLevel(world, eid, LEVEL.full)
    }
    if ((takes[eid] & ~sortKey) !== 0) followHost(world, eid, owner)
    if ((takes[eid] & sortKey) !== 0) value[eid] = value[owner] + sortBias[eid]
    if (late) joins.quads.placeOne(eid)
  }
  // Removed entities may have had followers of their own.
  if (removed > 0) boneFollower(world)
}

/** Hides a follower at once, or shows it again. Only a change to or from `full` affects drawing. */
function setLevel(world: AnimationWorld, eid: number, level: number): void {
  const { Visibility } = world.components
  if ((Visibility.level[eid] === LEVEL.full) === (level === LEVEL.full)) return
  Visibility.level[eid] = level
  if (isPresent(world.animation, eid)) copyPace(world, eid)
}

/** The followed place in its bone's space: bone, x, y, cosine and sine. */
const AT_BONE = 0
const AT_X = 1
const AT_Y = 2
const AT_COS = 3
const AT_SIN = 4

/** Finds the place for a follower of a slot. @returns whether the slot has one. */
function findPlace(world: AnimationWorld, eid: number, owner: number): boolean {
  const { arena, blocks, followers, skeletons } = world.animation
  const { bone, slot, anySlot } = world.components.BoneFollower
  const { place } = followers
  const chunk = chunkAt(blocks, skeletons.chunk[owner])
  const { bones, slots, attachments } = chunk.rig.source
  const at = slot[eid]
  place[AT_BONE] = bone[eid]
  place[AT_X] = place[AT_Y] = place[AT_SIN] = 0
  place[AT_COS] = 1
  if (at >= 0) {
    if (at >= slots.count) return false
    place[AT_BONE] = slots.bone[at]
    const base = readSeated(world.animation, owner)
    const attachment = arena.i32[slotRow(base + chunk.layout.shownSlots, at) + SLOT.ATTACHMENT * LANES]
    const model = attachment < 0 ? null : attachments.models[attachment]
    if (model?.type === 'point' || (model?.type === 'region' && anySlot[eid] !== 0)) {
      place[AT_X] = model.x
      place[AT_Y] = model.y
      place[AT_COS] = cosine(model.rotation)
      place[AT_SIN] = sine(model.rotation)
    } else if (anySlot[eid] === 0) return false
  }
  return place[AT_BONE] < bones.count && chunk.program.program.activeBones[place[AT_BONE]] !== 0
}

function followHost(world: AnimationWorld, eid: number, owner: number): void {
  const first = readBones(world.animation, owner)
  if (!findPlace(world, eid, owner)) return
  const { arena, followers } = world.animation
  const { BoneFollower, Transform } = world.components
  const { place } = followers
  const { f32 } = arena
  const takes = BoneFollower.takes[eid]
  const row = first + place[AT_BONE] * WORLD_RECORD
  const pa = f32[row + WORLD.A * LANES]
  const pb = f32[row + WORLD.B * LANES]
  const pc = f32[row + WORLD.C * LANES]
  const pd = f32[row + WORLD.D * LANES]
  const a = pa * place[AT_COS] + pb * place[AT_SIN]
  const c = pc * place[AT_COS] + pd * place[AT_SIN]
  const b = pb * place[AT_COS] - pa * place[AT_SIN]
  const d = pd * place[AT_COS] - pc * place[AT_SIN]
  const length = Math.sqrt(a * a + c * c)
  const area = a * d - b * c
  // The x axis of a bone scaled to 0 has no direction: keep the old angle.
  if ((takes & turn) !== 0 && length !== 0) Transform.rotation[eid] = arctangent(c, a)
  const mirrored = (takes & flip) !== 0 && area < 0 ? -1 : 1
  const mirrorX = (takes & turn) !== 0 ? 1 : mirrored
  const mirrorY = (takes & turn) !== 0 ? mirrored : 1
  if ((takes & position) !== 0) {
    const cos = (takes & turn) !== 0 ? cosine(Transform.rotation[eid]) : 1
    const sin = (takes & turn) !== 0 ? sine(Transform.rotation[eid]) : 0
    const ox = BoneFollower.offsetX[eid] * mirrorX
    const oy = BoneFollower.offsetY[eid] * mirrorY
    const x = pa * place[AT_X] + pb * place[AT_Y] + f32[row + WORLD.X * LANES]
    const y = pc * place[AT_X] + pd * place[AT_Y] + f32[row + WORLD.Y * LANES]
    Transform.x[eid] = x + cos * ox - sin * oy
    Transform.y[eid] = y + sin * ox + cos * oy
  }
  if ((takes & (scale | flip)) === 0) return
  const wide = (takes & scale) === 0 ? 1 : length
  const high = (takes & scale) === 0 ? 1 : length === 0 ? Math.sqrt(b * b + d * d) : Math.abs(area) / length
  Transform.scaleX[eid] = BoneFollower.scaleX[eid] * wide * mirrorX
  Transform.scaleY[eid] = BoneFollower.scaleY[eid] * high * mirrorY
}
