/** Players and the entities that they move: made, refused, and removed. */

import {
  addComponent,
  addEntity,
  createWorld,
  entityExists,
  getComponent,
  hasComponent,
  query,
  removeComponent,
  removeEntity,
  set,
} from 'bitecs'
import { installAnimation } from 'osteon'
import {
  compileRecording,
  type PlayRecordingOptions,
  playRecording,
  recordingEntities,
  recordingSampling,
  recordings,
  seekRecording,
  stopRecording,
} from 'osteon/recordings'
import { describe, expect, test } from 'vitest'
import { OsteonError } from '../../src/base/errors'
import { recordingsOf } from '../../src/joins/recordings/state'
import { makeRecording, performance } from '../fixtures/recordings'
import { compiled, difference, expectedJoint, makeWorld, poseOf, tick } from './stage'

const model = performance()
const recording = compiled(model)
const TIP = 11

function refusal(work: () => unknown): Partial<OsteonError> {
  try {
    work()
  } catch (error) {
    if (error instanceof OsteonError) return { code: error.code, source: error.source, path: error.path }
    throw error
  }
  throw new Error('nothing was thrown')
}

describe('playing', () => {
  test('makes an entity a joint, related to its hand, and the hand to its player', () => {
    const world = makeWorld()
    const { Camera3, Gaze, Hand, HandJoint, Pose3, RecordingPlayer } = world.components
    const player = playRecording(world, recording)
    const { camera, gaze, hands } = recordingEntities(world, player)
    expect(hasComponent(world, player, RecordingPlayer)).toBe(true)
    expect([Camera3.player[camera], Gaze.player[gaze]]).toEqual([player, player])
    hands.forEach(({ hand, joints }, side) => {
      expect([Hand.player[hand], Hand.side[hand]]).toEqual([player, side])
      expect(joints[0]).toBe(0) // Nobody recorded `None`.
      joints.slice(1).forEach((eid, index) => {
        expect([HandJoint.hand[eid], HandJoint.joint[eid]]).toEqual([hand, index + 1])
        expect(hasComponent(world, eid, Pose3)).toBe(true)
      })
    })
    expect(query(world, [HandJoint]).length).toBe(52)
    expect(query(world, [Pose3]).length).toBe(53)
  })

  test('moves them with the time of the world', () => {
    const world = makeWorld()
    const player = playRecording(world, recording, { speed: 2 })
    const { hands } = recordingEntities(world, player)
    for (let i = 1; i <= 5; i++) {
      tick(world, 0.1)
      const time = world.components.RecordingPlayer.time[player]
      expect(time).toBeCloseTo(0.2 * i, 12)
      expect(
        difference(poseOf(world, hands[1].joints[TIP]), expectedJoint(model, 1, TIP, time)),
      ).toBeLessThan(1e-6)
    }
  })

  test('takes seconds from where the world has them', () => {
    const world = installAnimation(createWorld({ time: { delta: 0 } }), {
      delta: ({ time }) => time.delta / 1000,
      use: [recordings],
    })
    const player = playRecording(world, recording)
    world.time.delta = 250
    recordingSampling(world)
    expect(world.components.RecordingPlayer.time[player]).toBe(0.25)
  })

  test('gives entities only to wanted joints', () => {
    const world = makeWorld()
    const player = playRecording(world, recording, { joints: ['IndexTip', 'None'] })
    const { hands } = recordingEntities(world, player)
    expect(hands[0].joints.filter((eid) => eid > 0)).toEqual([hands[0].joints[TIP]])
    tick(world, 0.5)
    expect(difference(poseOf(world, hands[0].joints[TIP]), expectedJoint(model, 0, TIP, 0.5))).toBeLessThan(
      1e-6,
    )
  })

  test('holds at its end, and starts again when it is sought', () => {
    const world = makeWorld()
    const { RecordingPlayer } = world.components
    const player = playRecording(world, recording)
    tick(world, 100)
    expect(RecordingPlayer.time[player]).toBe(recording.duration)
    tick(world, 1)
    expect(RecordingPlayer.time[player]).toBe(recording.duration)
    seekRecording(world, player, 0.5)
    tick(world, 0.25)
    expect(RecordingPlayer.time[player]).toBe(0.75)
  })

  test('goes on from its end with another speed, or when it is to loop', () => {
    const world = makeWorld()
    const { RecordingPlayer } = world.components
    const player = playRecording(world, recording)
    tick(world, 100)
    RecordingPlayer.speed[player] = -0.5
    tick(world, 1)
    expect(RecordingPlayer.time[player]).toBe(2.5)
    RecordingPlayer.speed[player] = 1
    tick(world, 100)
    RecordingPlayer.loop[player] = 1
    tick(world, 0.75)
    expect(RecordingPlayer.time[player]).toBe(0.75)
  })

  test.each([
    [1, 0, 0.5, 0.5],
    [1, 0, 3, 0],
    [1, 0, 3.5, 0.5],
    [1, 0, 300.5, 0.5],
    [1, 2.5, 0.75, 0.25],
    [-1, 3, 0.5, 2.5],
    [-1, 3, 3, 3],
    [-1, 3, 3.5, 2.5],
    [-1, 0.5, 0.75, 2.75],
    [-2, 0.5, 150.5, 2.5],
    [1, -5, 1, -4],
    [1, 7, 1, 2],
  ])('in a loop at speed %d from %d, %d seconds later, it is at %d', (speed, time, seconds, expected) => {
    const world = makeWorld()
    const player = playRecording(world, recording, { speed, time, loop: true })
    tick(world, seconds)
    expect(world.components.RecordingPlayer.time[player]).toBeCloseTo(expected, 9)
  })

  test('begins at its end if it plays backwards', () => {
    const world = makeWorld()
    const player = playRecording(world, recording, { speed: -1 })
    tick(world, 1)
    expect(world.components.RecordingPlayer.time[player]).toBe(2)
    tick(world, 5)
    expect(world.components.RecordingPlayer.time[player]).toBe(0)
  })

  test('stays exact over a simulated day', () => {
    const world = makeWorld()
    const player = playRecording(
      world,
      compiled(
        makeRecording({
          0: [
            [0, 0],
            [0.5, 1],
          ],
        }),
      ),
      { loop: true },
    )
    for (let i = 0; i < 24 * 3600 * 4; i++) tick(world, 1 / 4)
    expect(world.components.RecordingPlayer.time[player]).toBe(0)
  })

  test('shares the image of a recording in a world', () => {
    const world = makeWorld()
    playRecording(world, recording)
    const before = world.animation.arena.used
    playRecording(world, recording)
    expect(world.animation.arena.used - before).toBeLessThan(recording.image.byteLength / 10)
    expect(recordingsOf(world.animation).registered).toHaveLength(2)
  })

  test('works in two worlds at once', () => {
    const worlds = [makeWorld(), makeWorld(200)]
    const players = worlds.map((world) => playRecording(world, recording))
    for (const [i, world] of worlds.entries()) {
      tick(world, 0.25 + i)
      expect(world.components.RecordingPlayer.time[players[i]]).toBe(0.25 + i)
    }
  })
})

describe('columns may be written at any time', () => {
  test('a paused player stands, and is not sampled', () => {
    const world = makeWorld()
    const { Pose3, RecordingPlayer } = world.components
    const player = playRecording(world, recording)
    const tip = recordingEntities(world, player).hands[0].joints[TIP]
    tick(world, 0.5)
    RecordingPlayer.paused[player] = 1
    Pose3.x[tip] = 99
    tick(world, 0.5)
    expect([RecordingPlayer.time[player], Pose3.x[tip]]).toEqual([0.5, 99])
    RecordingPlayer.paused[player] = 0
    tick(world, 0.5)
    expect(RecordingPlayer.time[player]).toBe(1)
    expect(difference(poseOf(world, tip), expectedJoint(model, 0, TIP, 1))).toBeLessThan(1e-6)
  })

  test('a paused player follows its time when that is written, also beyond both ends', () => {
    const world = makeWorld()
    const player = playRecording(world, recording, { paused: true })
    const tip = recordingEntities(world, player).hands[0].joints[TIP]
    for (const time of [1.25, -4, 1000]) {
      world.components.RecordingPlayer.time[player] = time
      tick(world, 1)
      expect(world.components.RecordingPlayer.time[player]).toBe(time)
      expect(difference(poseOf(world, tip), expectedJoint(model, 0, TIP, time))).toBeLessThan(1e-6)
    }
  })

  test('a time or a speed that is none changes nothing', () => {
    const world = makeWorld()
    const { RecordingPlayer } = world.components
    const player = playRecording(world, recording)
    tick(world, 0.5)
    for (const speed of [Number.NaN, Number.POSITIVE_INFINITY, 3e38]) {
      RecordingPlayer.time[player] = Number.NaN
      RecordingPlayer.speed[player] = speed
      tick(world, speed === 3e38 ? 1e308 : 0.5)
      expect(RecordingPlayer.time[player]).toBe(0.5)
    }
    RecordingPlayer.speed[player] = 1
    tick(world, 0.5)
    expect(RecordingPlayer.time[player]).toBe(1)
  })

  test('a negative tick goes back', () => {
    const world = makeWorld()
    const player = playRecording(world, recording, { time: 1 })
    tick(world, -0.25)
    expect(world.components.RecordingPlayer.time[player]).toBe(0.75)
  })
})

describe('going', () => {
  test('stopping removes the player and all that it moved', () => {
    const world = makeWorld()
    const { used } = world.animation.arena
    const own = addEntity(world)
    addComponent(world, own, world.components.Pose3)
    const player = playRecording(world, recording)
    const image = recording.image.byteLength
    stopRecording(world, player)
    expect(query(world, [world.components.Pose3])).toEqual([own])
    expect(query(world, [world.components.Hand]).length).toBe(0)
    expect(entityExists(world, player)).toBe(false)
    expect(world.animation.arena.used - used).toBeLessThan(image * 1.2)
    expect(refusal(() => stopRecording(world, player))).toMatchObject({ code: 'no-recording' })
  })

  test('removing the player by hand does the same with the next tick', () => {
    const world = makeWorld()
    const player = playRecording(world, recording)
    const other = playRecording(world, recording)
    removeEntity(world, player)
    tick(world, 0.5)
    expect(query(world, [world.components.HandJoint]).length).toBe(52)
    expect(world.components.RecordingPlayer.time[other]).toBe(0.5)
  })

  test('an entity that was removed is written to no more, even if its id is used again', () => {
    const world = makeWorld()
    const { Pose3 } = world.components
    const player = playRecording(world, recording)
    const { camera, gaze, hands } = recordingEntities(world, player)
    for (const eid of [camera, gaze, hands[0].hand, hands[0].joints[TIP]]) removeEntity(world, eid)
    const fresh = [1, 2, 3, 4].map(() => addEntity(world))
    for (const eid of fresh) addComponent(world, eid, Pose3)
    expect(fresh).toContain(camera)
    tick(world, 1.2)
    for (const eid of fresh) expect(poseOf(world, eid)).toEqual([0, 0, 0, 0, 0, 0, 1])
    expect(recordingEntities(world, player)).toMatchObject({ camera: 0, gaze: 0, hands: [{ hand: 0 }, {}] })
    expect(difference(poseOf(world, hands[1].joints[TIP]), expectedJoint(model, 1, TIP, 1.2))).toBeLessThan(
      1e-6,
    )
    stopRecording(world, player)
    for (const eid of fresh) expect(entityExists(world, eid)).toBe(true)
  })

  test('a joint that lost its pose is written to no more', () => {
    const world = makeWorld()
    const player = playRecording(world, recording)
    const tip = recordingEntities(world, player).hands[0].joints[TIP]
    removeComponent(world, tip, world.components.Pose3)
    tick(world, 1)
    expect(world.components.Pose3.x[tip]).toBe(0)
  })

  test('ten thousand players come and go without the memory growing', () => {
    const world = makeWorld(100)
    const small = compiled(
      makeRecording({
        0: [
          [0, 1],
          [1, 2],
        ],
      }),
    )
    const keep = playRecording(world, small)
    const turn = () => {
      const players = Array.from({ length: 20 }, () => playRecording(world, small))
      for (const player of players) stopRecording(world, player)
      tick(world, 0)
    }
    turn()
    const { used } = world.animation.arena
    for (let i = 0; i < 500; i++) turn()
    expect(world.animation.arena.used).toBe(used)
    expect(recordingsOf(world.animation).alive.count).toBe(1)
    tick(world, 0.5)
    expect(world.components.RecordingPlayer.time[keep]).toBe(0.5)
  })
})

describe('components', () => {
  test('are yours as well: a pose, a hand, a gaze of your own', () => {
    const world = makeWorld(2)
    const { Gaze, Hand, Pose3 } = world.components
    const eids = Array.from({ length: 20 }, () => addEntity(world))
    const eid = eids[19]
    addComponent(world, eid, Pose3)
    expect(getComponent(world, eid, Pose3)).toEqual({ x: 0, y: 0, z: 0, qx: 0, qy: 0, qz: 0, qw: 1 })
    addComponent(world, eid, set(Pose3, { x: 1, qw: 0.5 }))
    expect(getComponent(world, eid, Pose3)).toMatchObject({ x: 1, qw: 0.5 })
    addComponent(world, eid, set(Hand, { side: 1, tracked: 1 }))
    addComponent(world, eid, set(Gaze, { directionZ: -1 }))
    expect(getComponent(world, eid, Hand)).toEqual({ player: 0, side: 1, tracked: 1, pinching: 0 })
    tick(world, 1)
    expect(getComponent(world, eid, Gaze)).toMatchObject({ player: 0, directionZ: -1 })
    expect(refusal(() => addComponent(world, eid, set(Pose3, { y: Number.NaN })))).toMatchObject({
      code: 'not-finite',
      path: 'Pose3.y',
    })
  })

  test('grow with the entities', () => {
    const world = makeWorld(2)
    const players = Array.from({ length: 30 }, () => playRecording(world, recording))
    tick(world, 1)
    for (const player of players) {
      const tip = recordingEntities(world, player).hands[0].joints[TIP]
      expect(difference(poseOf(world, tip), expectedJoint(model, 0, TIP, 1))).toBeLessThan(1e-6)
    }
  })
})

describe('impossible requests are refused, and leave the world as it was', () => {
  const wrong: [string, PlayRecordingOptions, string, string][] = [
    ['a speed that is no number', { speed: Number.NaN }, 'not-finite', 'speed'],
    ['a speed that no float32 holds', { speed: 1e39 }, 'not-finite', 'speed'],
    ['a time that is none', { time: Number.POSITIVE_INFINITY }, 'not-finite', 'time'],
    ['a joint that no hand has', { joints: ['IndexTip', 'Thumb' as 'IndexTip'] }, 'bad-option', 'joints[1]'],
  ]
  test.each(wrong)('%s', (_, options, code, path) => {
    const world = makeWorld()
    const before = world.animation.arena.used
    expect(refusal(() => playRecording(world, recording, options))).toMatchObject({ code, path })
    expect(world.animation.arena.used).toBe(before)
    expect(query(world, [world.components.RecordingPlayer]).length).toBe(0)
  })

  test('memory that cannot be had', () => {
    const world = makeWorld()
    const huge = { ...recording, image: { byteLength: 2 ** 33 } as Int32Array }
    expect(refusal(() => playRecording(world, huge))).toMatchObject({ code: 'out-of-memory' })
    expect(query(world, [world.components.RecordingPlayer]).length).toBe(0)
    const player = playRecording(world, recording)
    tick(world, 1)
    expect(world.components.RecordingPlayer.time[player]).toBe(1)
  })

  test('an entity that plays nothing', () => {
    const world = makeWorld()
    for (const eid of [0, 1, 999_999, addEntity(world)]) {
      const error = { code: 'no-recording', source: `entity ${eid}` }
      expect(refusal(() => stopRecording(world, eid))).toMatchObject(error)
      expect(refusal(() => seekRecording(world, eid, 0))).toMatchObject(error)
      expect(refusal(() => recordingEntities(world, eid))).toMatchObject(error)
    }
    const player = playRecording(world, recording)
    expect(refusal(() => seekRecording(world, player, Number.NaN))).toMatchObject({ code: 'not-finite' })
  })

  test('a tick of no length that is a number', () => {
    const world = makeWorld()
    const player = playRecording(world, recording)
    expect(refusal(() => tick(world, Number.NaN))).toMatchObject({ code: 'not-finite', path: 'time.delta' })
    tick(world, 0.5)
    expect(world.components.RecordingPlayer.time[player]).toBe(0.5)
  })

  test('a world without recordings, or with two of them', () => {
    const plain = installAnimation(createWorld()) as ReturnType<typeof makeWorld>
    for (const call of [() => playRecording(plain, recording), () => recordingSampling(plain)])
      expect(refusal(call)).toMatchObject({ code: 'no-extension', path: 'recordings' })
    const twice = () => installAnimation(createWorld(), { use: [recordings, recordings] })
    expect(refusal(twice)).toMatchObject({ code: 'component-in-use', path: 'components.Pose3' })
    const taken = createWorld({ components: { Hand: {} } })
    expect(refusal(() => installAnimation(taken, { use: [recordings] }))).toMatchObject({
      code: 'component-in-use',
      path: 'components.Hand',
    })
    expect(taken).not.toHaveProperty('animation')
  })

  test('a space that is none', () => {
    expect(refusal(() => compileRecording(model, { space: 'up' as 'unity' }))).toMatchObject({
      code: 'bad-option',
      path: 'space',
    })
  })
})
