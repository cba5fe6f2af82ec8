/** Skeletons for slot children: skewed holders, plain children, and their parts of the streams. */

import type { TimelineModel } from '../../src/base/model/animation'
import { compileRig } from '../../src/rig/compile'
import type { Rig } from '../../src/rig/rig'
import { assembleFrame } from '../../src/streams/frame/frame'
import { createLooks, updateLooks } from '../../src/streams/looks'
import { quadRow } from '../../src/world/quads'
import type { AnimationWorld } from '../../src/world/world-type'
import { linear } from '../rig/animation/animation-kit'
import { modelOf, region, type SlotPlan } from '../streams/fixture'

const SLOTS: SlotPlan[] = [
  { name: 'back', attachments: { back: region('back') } },
  { name: 'hand', bone: 1, attachments: { hand: region('hand') } },
  { name: 'front', attachments: { front: region('front') } },
]

/** Three regions; the bone `arm` of the slot `hand` is turned, scaled and skewed, and can be turned by the animation `wave`. */
export function figure(slots: SlotPlan[] = SLOTS): Rig {
  const model = modelOf({ slots, bones: [{ name: 'root' }, { name: 'arm', x: 20, y: 5 }] })
  Object.assign(model.bones[1], { rotation: 0.6, scaleX: 1.5, scaleY: 0.5, shearX: 0.2, shearY: 0.4 })
  const turn: TimelineModel = {
    type: 'bone',
    bone: 1,
    property: 'rotate',
    channels: 1,
    ...linear([0, 1], [0, 3]),
  }
  const fade: TimelineModel = {
    type: 'color',
    slot: 1,
    property: 'alpha',
    channels: 1,
    ...linear([0, 1], [1, 0]),
  }
  model.animations.push({ name: 'wave', duration: 1, timelines: [turn] })
  model.animations.push({ name: 'fade', duration: 1, timelines: [fade] })
  return compileRig(model, null, { source: 'figure', pages: [], warn: () => {} })
}

/** x, y of all vertices that a skeleton shows. */
export function verticesOf(world: AnimationWorld, eid: number): number[] {
  const { skeletons, streams } = world.animation
  const first = 2 * skeletons.vertexStart[eid]
  return [...streams.positions.subarray(first, first + 2 * skeletons.vertexCount[eid])]
}

/** Drawables, back to front, one entry for each run of triangles: skeletons and sprites by their entity. */
export function drawnOf(world: AnimationWorld): number[] {
  const { frame } = assembleFrame(world)
  const { alive, joins, skeletons } = world.animation
  const { alive: quads, rows } = joins.quads
  const owners: number[] = []
  for (let i = 0; i < frame.indexCount; i += 3) {
    const [vertex, next] = frame.indices.subarray(i, i + 2)
    if (vertex === next) continue
    const skeleton = [...alive.ids.subarray(0, alive.count)].find(
      (eid) =>
        vertex >= skeletons.vertexStart[eid] &&
        vertex < skeletons.vertexStart[eid] + skeletons.vertexCount[eid],
    )
    const row = [...quads.ids.subarray(0, quads.count)].find(
      (row) => vertex >= rows.vertex[row] && vertex < rows.vertex[row] + 4,
    )
    const owner = skeleton ?? (row === undefined ? -1 : rows.entity[row])
    if (owners.at(-1) !== owner) owners.push(owner)
  }
  return owners
}

/** Alpha of the first vertex of a skeleton or sprite, 0…255. */
export function alphaOf(world: AnimationWorld, eid: number): number {
  const looks = createLooks()
  updateLooks(world, looks)
  const { joins, skeletons } = world.animation
  const { quads } = joins
  const row = quadRow(quads, eid)
  return looks.light[4 * (row > 0 ? quads.rows.vertex[row] : skeletons.vertexStart[eid]) + 3]
}
