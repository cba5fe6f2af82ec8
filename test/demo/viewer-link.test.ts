/** Links to the viewer page, and the code that it shows. */
import { createWorld } from 'bitecs'
import { describe, expect, test } from 'vitest'
import { codeFor } from '../../demo/viewer/code'
import { jointAt, moveJoint } from '../../demo/viewer/drag'
import { loadSource } from '../../demo/viewer/files'
import { readLink, readSource, writeLink, writeSource } from '../../demo/viewer/link'
import { boxOf, pose, type Stage, samplesOf } from '../../demo/viewer/stage'
import { choose, createState, type ViewerState } from '../../demo/viewer/state'
import { getBone, getBounds, installAnimation, loadRig, spawnSkeleton } from '../../src/api'
import { dragonBones } from '../../src/formats/dragonbones'
import { childOf, nesting } from '../../src/joins/nesting'
import { richRig } from '../fixtures/rigs/rich-rig'
import { readLamplighter } from './lamplighter'

const { rig } = await readLamplighter()

/** The parts of a stage that poses need; nothing is drawn. */
function open(): { stage: Stage; state: ViewerState } {
  const world = installAnimation(createWorld(), { capacity: 8 })
  const stage = { world, eid: spawnSkeleton(world, rig) } as Stage
  const state = createState(rig)
  Object.assign(state.size, { width: 800, height: 600 })
  pose(stage, state)
  return { stage, state }
}

describe('a link', () => {
  test('has the shown character, and the place of the camera', () => {
    const state = createState(rig)
    choose(state, 'walk')
    state.skins = ['frost', 'a & b']
    Object.assign(state.camera, { x: -12.5, y: 200, zoom: 0.75 })
    expect(readLink(writeLink('lamplighter', state))).toEqual({
      member: 'lamplighter',
      animation: 'walk',
      skins: ['frost', 'a & b'],
      time: null,
      camera: { x: -12.5, y: 200, zoom: 0.75 },
    })
  })

  test('has the time of a pose that is held', () => {
    const state = createState(rig)
    choose(state, 'walk')
    Object.assign(state, { playing: false, time: 0.51249 })
    expect(readLink(writeLink(null, state)).time).toBe(0.512)
  })

  test.each(['-1', 'a', 'Infinity', ''])('has no time where it is %j', (time) => {
    expect(readLink(`#time=${time}`).time).toBeNull()
  })

  test('names files by address, beside other words', () => {
    const source = { src: 'https://example.org/a b.json?v=1&w', atlas: '../b.atlas' }
    const search = writeSource('?theme=dark&src=old.json', source)
    expect(readSource(search)).toEqual(source)
    expect(readSource('?src=a.json&atlas=')).toEqual({ src: 'a.json', atlas: null })
    expect(readSource('?src=')).toBeNull()
    expect(writeSource(search, null)).toBe('?theme=dark')
    expect(writeSource('?src=a.json', null)).toBe('')
  })

  test('of files of the user names no character; the setup pose has no name', () => {
    const link = readLink(writeLink(null, createState(rig)))
    expect([link.member, link.animation]).toEqual([null, ''])
  })

  test.each(['', '#', '#view=1,2', '#view=a,b,c', '#view=0,0,-1', '#show=__proto__'])(
    '%j asks for nothing',
    (hash) => {
      expect(readLink(hash)).toEqual({ member: null, animation: null, skins: [], time: null, camera: null })
    },
  )
})

describe('the code for the shown character', () => {
  test('loads, dresses and plays it', () => {
    const state = createState(rig)
    choose(state, 'walk')
    state.skins = ['frost']
    state.speed = 0.5
    const code = codeFor({ skeleton: 'fox-pro.skel', atlas: "o'fox.atlas", reader: 'spine-binary' }, state)
    expect(code).toContain("import { spineBinary } from 'osteon/formats/spine-binary'")
    expect(code).toContain("await loadRig('fox-pro.skel', 'o\\'fox.atlas', { readers: [spineBinary] })")
    expect(code).toContain("spawnSkeleton(world, rig, { skin: 'frost' })")
    expect(code).toContain("play(world, eid, 'walk', { loop: true, timeScale: 0.5 })")
  })

  test('plays nothing in the setup pose', () => {
    const code = codeFor({ skeleton: 'a.json', atlas: null, reader: 'dragonbones' }, createState(rig))
    expect(code).toContain("loadRig('a.json', null, { readers: [dragonBones] })")
    expect(code).not.toContain('play(world')
  })

  test('names the atlas that a cooked rig holds by nothing', () => {
    const names = { skeleton: 'a.rig', atlas: 'a.rig', reader: 'cooked' }
    const code = codeFor(names, createState(rig))
    expect(code).toContain("import { cooked } from 'osteon/formats/cooked'")
    expect(code).toContain("loadRig('a.rig', null, { readers: [cooked] })")
  })

  test('names the reader of files by address', async () => {
    const src = `data:application/json,${encodeURIComponent(JSON.stringify(richRig('4.2')))}`
    const [, atlas, reader] = await loadSource({ src, atlas: null }, () => {})
    expect([atlas, reader]).toEqual([src, 'spine-json'])
  })
})

describe('a bone', () => {
  test('is found and dragged by its joint while bones are shown', () => {
    const { stage, state } = open()
    const bone = rig.bones.index.get('head') ?? -1
    const [, , , , x, y] = getBone(stage.world, stage.eid, bone)
    const [sx, sy] = [x - state.camera.x + 400, 300 - (y - state.camera.y)]
    expect(jointAt(stage, state, sx, sy)).toBe(-1)
    state.overlays.add('bones')
    const found = jointAt(stage, state, sx, sy)
    const [, , , , foundX, foundY] = getBone(stage.world, stage.eid, found)
    expect(Math.hypot(foundX - x, foundY - y)).toBeLessThan(14)
    moveJoint(stage, state, bone, sx + 30, sy - 20)
    pose(stage, state)
    const moved = getBone(stage.world, stage.eid, bone)
    expect([moved[4], moved[5]]).toEqual([expect.closeTo(x + 30, 3), expect.closeTo(y + 20, 3)])
    state.moved.clear()
    pose(stage, state)
    expect(getBone(stage.world, stage.eid, bone)[4]).toBeCloseTo(x, 3)
  })
})

test('an armature that a slot shows plays along', async () => {
  const frame = [
    { duration: 24, tweenEasing: 0, x: 0 },
    { duration: 0, x: 48 },
  ]
  const outer = {
    ...{ type: 'Armature', name: 'outer', frameRate: 24, bone: [{ name: 'root' }] },
    slot: [{ name: 'hand', parent: 'root' }],
    skin: [{ slot: [{ name: 'hand', display: [{ type: 'armature', name: 'inner' }] }] }],
    animation: [{ name: 'idle', duration: 24, playTimes: 0 }],
  }
  const inner = {
    ...{ type: 'Armature', name: 'inner', frameRate: 24, bone: [{ name: 'root' }] },
    animation: [
      { name: 'spin', duration: 24, playTimes: 0, bone: [{ name: 'root', translateFrame: frame }] },
    ],
  }
  const file = { version: '5.5', name: 'file', frameRate: 24, armature: [outer, inner] }
  const rig = await loadRig(file, null, { readers: [dragonBones] })
  const world = installAnimation(createWorld(), { capacity: 8, use: [nesting] })
  const stage = { world, eid: spawnSkeleton(world, rig) } as Stage
  const state = createState(rig)
  choose(state, 'idle')
  pose(stage, state)
  const child = childOf(world, stage.eid, 'hand') ?? 0
  const xs = [0, 0.5, 0.25].map((time) => {
    state.time = time
    pose(stage, state)
    return getBone(world, child, 0)[4]
  })
  expect(xs).toEqual([expect.closeTo(0), expect.closeTo(24), expect.closeTo(12)])
})

test('the box to fit holds every pose of the animation, and the time stays', () => {
  const { stage, state } = open()
  choose(state, 'jump')
  state.time = 0.3
  const [x, y, width, height] = boxOf(stage, state, samplesOf(state))
  expect(state.time).toBe(0.3)
  for (const time of [0, 0.35, 0.7, 1.05]) {
    state.time = time
    pose(stage, state)
    const box = getBounds(stage.world, stage.eid) ?? []
    expect(box[1]).toBeGreaterThanOrEqual(y - 12)
    expect(box[1] + box[3]).toBeLessThanOrEqual(y + height + 12)
    expect(box[0]).toBeGreaterThanOrEqual(x - 12)
    expect(box[0] + box[2]).toBeLessThanOrEqual(x + width + 12)
  }
  state.time = 0
  pose(stage, state)
  expect(height).toBeGreaterThan((getBounds(stage.world, stage.eid) ?? [])[3] + 20)
})
