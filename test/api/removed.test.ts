/**
 * Every public function that takes an entity answers alike whether its skeleton was taken away by `despawnSkeleton`, or by
 * bitECS behind the library's back, itself or together with the skeleton that holds it.
 */

import { addComponent, addEntity, removeComponent, removeEntity, set } from 'bitecs'
import { describe, expect, test } from 'vitest'
import * as api from '../../src/api'
import * as controls from '../../src/joins/bone-controls'
import * as slots from '../../src/joins/nesting'
import { nestedState } from '../../src/joins/nesting/state'
import * as motions from '../../src/joins/root-motion'
import * as saves from '../../src/joins/save'
import * as sprites from '../../src/joins/sprites'
import type { AnimationWorld } from '../../src/world/world-type'
import { boneFollower } from '../../systems'
import { makeRig, makeWorld, tick } from '../fixtures/play'
import { validateWorld } from '../fixtures/validate-world'
import { sheetOf } from '../streams/sprite-kit'

const rig = makeRig()
const other = makeRig('3.8')
const sheet = sheetOf({ name: 'spark', width: 10, height: 20 })

interface Stage {
  world: AnimationWorld
  /** It plays, is followed, aims, and holds `child`. */
  eid: number
  child: number
  sprite: number
  /** Holds `eid`. */
  holder: number
  /** In nobody's slot. */
  free: number
  entry: api.EntryHandle
  childEntry: api.EntryHandle
}

function stage(): Stage {
  const world = makeWorld({ capacity: 4, use: [slots.nesting, motions.rootMotions] })
  const [holder, free] = [api.spawnSkeleton(world, rig), api.spawnSkeleton(world, rig)]
  const [eid, child] = [api.spawnSkeleton(world, rig), api.spawnSkeleton(world, rig)]
  const sprite = sprites.spawnSprite(world, sprites.registerAtlas(world, sheet), 'spark')
  slots.putInSlot(world, holder, 'face', eid)
  slots.putInSlot(world, eid, 'face', child)
  slots.putInSlot(world, eid, 'tail', sprite)
  const follower = addEntity(world)
  addComponent(world, follower, world.components.Transform)
  addComponent(world, follower, set(world.components.BoneFollower, { host: eid, bone: 'head' }))
  const target = addEntity(world)
  addComponent(world, target, world.components.Transform)
  addComponent(world, target, set(world.components.BoneTarget, { host: eid, bone: 'head' }))
  controls.setBoneOffset(world, eid, 'head', { x: 1 })
  motions.rootMotion(world, eid, { bone: 'hip' })
  const entry = api.play(world, eid, 'walk', { loop: true })
  const childEntry = api.play(world, child, 'walk', { loop: true })
  tick(world)
  return { world, eid, child, sprite, holder, free, entry, childEntry }
}

type Call = (world: AnimationWorld, eid: number, stage: Stage) => unknown

/** By function: a call with its arguments. Handles are the entity's. */
const CALLS: Record<string, Call> = {
  applyAnimation: (world, eid) => api.applyAnimation(world, eid, 'walk', { time: 0 }),
  childOf: (world, eid) => slots.childOf(world, eid, 'face'),
  clearTrack: (world, eid) => api.clearTrack(world, eid, 0),
  clearTracks: (world, eid) => api.clearTracks(world, eid),
  crossOutline: (world, eid) => api.crossOutline(world, eid, 'spot', { x1: 0, y1: 0, x2: 1, y2: 1 }),
  currentAnimation: (world, eid) => api.currentAnimation(world, eid, 0),
  currentEntry: (world, eid) => api.currentEntry(world, eid, 0),
  despawnSkeleton: (world, eid) => api.despawnSkeleton(world, eid),
  fadeOut: (world, eid) => api.fadeOut(world, eid, { mix: 0 }),
  fadeOutAll: (world, eid) => api.fadeOutAll(world, eid, 0),
  getAttachment: (world, eid) => api.getAttachment(world, eid, 'face'),
  getBone: (world, eid) => api.getBone(world, eid, 'head'),
  getRootMotion: (world, eid) => motions.getRootMotion(world, eid),
  getBoneOffset: (world, eid) => controls.getBoneOffset(world, eid, 'head'),
  getBounds: (world, eid) => api.getBounds(world, eid),
  getClipped: (world, eid) => api.getClipped(world, eid),
  getColorOffset: (world, eid) => api.getColorOffset(world, eid, 'face'),
  getDarkColor: (world, eid) => api.getDarkColor(world, eid, 'face'),
  getDrawOrder: (world, eid) => api.getDrawOrder(world, eid),
  getEntry: (world, eid, { child, childEntry, entry }) =>
    api.getEntry(world, eid === child ? childEntry : entry),
  getPoint: (world, eid) => api.getPoint(world, eid, 'spot'),
  getSequenceIndex: (world, eid) => api.getSequenceIndex(world, eid, 'face'),
  getSlotColor: (world, eid) => api.getSlotColor(world, eid, 'face'),
  getWorldVertices: (world, eid) => api.getWorldVertices(world, eid, 'face'),
  hitTest: (world, eid) => api.hitTest(world, { x: 0, y: 0 }, { eid }),
  holderOf: (world, eid) => slots.holderOf(world, eid),
  isBoneActive: (world, eid) => api.isBoneActive(world, eid, 'head'),
  isEntry: (world, eid, { child, childEntry, entry }) =>
    api.isEntry(world, eid === child ? childEntry : entry),
  play: (world, eid) => api.play(world, eid, 'walk'),
  putInSlot: (world, eid, { free }) => slots.putInSlot(world, eid, 'spot', free),
  queue: (world, eid) => api.queue(world, eid, 'walk'),
  replaceImage: (world, eid) => api.replaceImage(world, eid, 'face', sheet, 'spark'),
  resetPhysics: (world, eid) => api.resetPhysics(world, eid),
  setAttachment: (world, eid) => api.setAttachment(world, eid, 'face', null),
  setBone: (world, eid) => api.setBone(world, eid, 'head', { x: 1 }),
  rootMotion: (world, eid) => motions.rootMotion(world, eid, { bone: 'head' }),
  setBoneOffset: (world, eid) => controls.setBoneOffset(world, eid, 'head', { x: 2 }),
  setEntry: (world, eid, { child, childEntry, entry }) =>
    api.setEntry(world, eid === child ? childEntry : entry, { alpha: 0.5 }),
  setIk: (world, eid) => api.setIk(world, eid, 'reach', { mix: 1 }),
  setPath: (world, eid) => api.setPath(world, eid, 'path', { position: 1 }),
  setPhysics: (world, eid) => api.setPhysics(world, eid, 'sway', { mix: 1 }),
  setPhysicsForces: (world, eid) => api.setPhysicsForces(world, eid, {}),
  setPhysicsInheritance: (world, eid) => api.setPhysicsInheritance(world, eid, { movement: 1 }),
  setPhysicsMode: (world, eid) => api.setPhysicsMode(world, eid, 'pose'),
  setSkin: (world, eid) => api.setSkin(world, eid, 'horned'),
  setSlider: (world, eid) => api.setSlider(world, eid, 'slide', { mix: 1 }),
  setSlotColor: (world, eid) => api.setSlotColor(world, eid, 'face', { color: [1, 1, 1, 1] }),
  setToSetupPose: (world, eid) => api.setToSetupPose(world, eid, 'both'),
  setTransformConstraint: (world, eid) => api.setTransformConstraint(world, eid, 'lean', { mixX: 1 }),
  shiftPhysics: (world, eid) => api.shiftPhysics(world, eid, 1, 1),
  takeFromSlot: (world, eid) => slots.takeFromSlot(world, eid),
  teleport: (world, eid) => api.teleport(world, eid),
  turnPhysics: (world, eid) => api.turnPhysics(world, eid, 0, 0, 1),
  // As an argument of another entity's call, and calls that go through all entities.
  'despawnSprite of its child': (world, _, { sprite }) => sprites.despawnSprite(world, sprite),
  'putInSlot of it': (world, eid, { free }) => slots.putInSlot(world, free, 'spot', eid),
  'putInSlot of its child': (world, _, { child, free }) => slots.putInSlot(world, free, 'spot', child),
  'putInSlot of a sprite that it holds': (world, _, { free, sprite }) =>
    slots.putInSlot(world, free, 'spot', sprite),
  'putInSlot of another into its child': (world, _, { child, free }) =>
    slots.putInSlot(world, child, 'spot', free),
  'takeFromSlot of its child': (world, _, { child }) => slots.takeFromSlot(world, child),
  'takeFromSlot of a sprite that it holds': (world, _, { sprite }) => slots.takeFromSlot(world, sprite),
  'hitTest of all': (world) => api.hitTest(world, { x: 0, y: 0 }),
  replaceRig: (world) => api.replaceRig(world, rig, other),
  unregisterRig: (world) => api.unregisterRig(world, rig),
  sortByY: (world) => api.sortByY(world),
  saveState: (world) => saves.restoreState(world, saves.saveState(world)),
  encodeState: (world) => saves.encodeState(world).length,
  assembleFrame: (world) => api.assembleFrame(world).frame.runCount,
  updateLooks: (world) => api.updateLooks(world, api.createLooks()),
  spawnSkeleton: (world) => void api.spawnSkeleton(world, rig),
  skeletonRef: (world, eid) => api.skeletonRef(world, eid),
  resolveSkeleton: (world, eid) =>
    Array.from({ length: 20 }, (_, serial) => api.resolveSkeleton(world, { eid, serial })),
}

/** Functions that have nothing to do with the entities that there are. */
const APART = [
  ...[
    'OsteonError',
    'addAttachment',
    'addSkin',
    'animationsOf',
    'attachmentsOf',
    'compileRig',
    'createAssets',
  ],
  ...['createLooks', 'createMask', 'createPage', 'dispatchEvents', 'disposeAtlas', 'disposeRig'],
  ...[
    'disposeRigs',
    'despawnSprite',
    'eventColumns',
    'events',
    'freePages',
    'getAnimationBounds',
    'getMix',
    'getPages',
  ],
  ...[
    'installAnimation',
    'kernelsOf',
    'listRigs',
    'loadAtlas',
    'loadList',
    'loadPages',
    'loadRig',
    'loadRigs',
    'readEvent',
  ],
  ...[
    'registerAtlas',
    'registerRig',
    'setDefaultMix',
    'setMix',
    'skinsOf',
    'slotsOf',
    'spawnSprite',
    'warmUp',
  ],
]

test('no function is left out', () => {
  const all = Object.entries(api).filter(([, value]) => typeof value === 'function')
  const named = [...Object.keys(CALLS), ...APART]
  expect(all.map(([name]) => name).filter((name) => !named.includes(name))).toEqual([])
})

/** The result of a call, or its refusal. */
function outcome(call: Call, stage: Stage, eid: number): unknown {
  try {
    return JSON.stringify(call(stage.world, eid, stage))
  } catch (error) {
    if (error instanceof api.OsteonError) return error.code
    throw error
  }
}

const WAYS: Record<
  string,
  [who: 'eid' | 'child', behind: (stage: Stage) => void, plain: (stage: Stage) => void]
> = {
  removeEntity: [
    'eid',
    ({ world, eid }) => removeEntity(world, eid),
    ({ world, eid }) => api.despawnSkeleton(world, eid),
  ],
  'removeComponent of Skeleton': [
    'eid',
    ({ world, eid }) => removeComponent(world, eid, world.components.Skeleton),
    ({ world, eid }) => api.despawnSkeleton(world, eid, { keepEntity: true }),
  ],
  'removeEntity of its holder': [
    'child',
    ({ world, eid }) => removeEntity(world, eid),
    ({ world, eid }) => api.despawnSkeleton(world, eid),
  ],
  "removeEntity of its holder's holder": [
    'child',
    ({ world, holder }) => removeEntity(world, holder),
    ({ world, holder }) => api.despawnSkeleton(world, holder),
  ],
}

describe.each(Object.entries(WAYS))('after bitECS: %s', (_, [who, behind, plain]) => {
  test.each(Object.entries(CALLS))('%s', (_name, call) => {
    const [gone, told] = [stage(), stage()]
    behind(gone)
    plain(told)
    expect(outcome(call, gone, gone[who])).toBe(outcome(call, told, told[who]))
    for (const { world } of [gone, told])
      for (let i = 0; i < 3; i++) {
        tick(world)
        boneFollower(world)
        validateWorld(world)
      }
    expect(gone.world.animation.alive.count).toBe(told.world.animation.alive.count)
    expect(nestedState(gone.world.animation).nesting.places.size).toBe(
      nestedState(told.world.animation).nesting.places.size,
    )
  })
})
