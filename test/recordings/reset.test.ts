/** Recordings live through bitECS's `resetWorld`: players and their entities are gone, registered recordings stay. */

import { addComponent, addEntity, createWorld, hasComponent, query, resetWorld } from 'bitecs'
import {
  playRecording,
  type RecordingWorld,
  recordingEntities,
  recordingSampling,
  registerRecording,
  stopRecording,
} from 'osteon/recordings'
import { restoreState, saveState } from 'osteon/save'
import { runPipeline } from 'osteon/systems'
import { describe, expect, test } from 'vitest'
import { recordingsOf } from '../../src/joins/recordings/state'
import { performance } from '../fixtures/recordings'
import { compiled, difference, expectedJoint, makeWorld, poseOf, tick } from './stage'

const clip = compiled(performance())

function populated(): RecordingWorld {
  const world = makeWorld()
  for (let i = 0; i < 3; i++) playRecording(world, clip, { loop: true })
  tick(world, 0.1)
  return world
}

describe('after resetWorld', () => {
  test.each<[string, (world: RecordingWorld) => void]>([
    ['the system', recordingSampling],
    ['another system', runPipeline],
    ['playing', (world) => stopRecording(world, playRecording(world, clip))],
    ['registering', (world) => void registerRecording(world, clip)],
    ['saving', saveState],
  ])('%s finds nobody left', (_, call) => {
    const world = populated()
    resetWorld(world)
    world.time.delta = 0.1
    call(world)
    expect(recordingsOf(world.animation).alive.count).toBe(0)
    expect([...query(world, [world.components.Pose3])]).toEqual([])
    tick(world, 0.1)
  })

  test('a recording keeps its number and plays as before', () => {
    const world = populated()
    const number = registerRecording(world, clip)
    resetWorld(world)
    const player = playRecording(world, clip, { time: 1.2, paused: true })
    expect(world.components.RecordingPlayer.recording[player]).toBe(number)
    tick(world, 0)
    const tip = poseOf(world, recordingEntities(world, player).hands[1].joints[11])
    expect(difference(tip, expectedJoint(clip.model, 1, 11, 1.2))).toBeLessThan(1e-6)
  })

  test('memory does not grow from reset to reset', () => {
    const world = populated()
    const tops = Array.from({ length: 4 }, () => {
      resetWorld(world)
      for (let i = 0; i < 3; i++) playRecording(world, clip)
      tick(world, 0.1)
      return world.animation.arena.top
    })
    expect(new Set(tops).size).toBe(1)
  })

  test('an earlier state cannot be restored', () => {
    const world = populated()
    const saved = saveState(world)
    resetWorld(world)
    recordingSampling(world)
    expect(() => restoreState(world, saved)).toThrow(expect.objectContaining({ code: 'structure-changed' }))
  })

  test('a component that came before the next call is taken off, and said so', () => {
    const world = populated()
    resetWorld(world)
    const eid = addEntity(world)
    const { Hand } = world.components
    addComponent(world, eid, Hand)
    expect(() => recordingSampling(world)).toThrow(expect.objectContaining({ code: 'world-reset' }))
    expect(hasComponent(world, eid, Hand)).toBe(false)
    addComponent(world, eid, Hand)
    tick(world, 0.1)
    expect(hasComponent(world, eid, Hand)).toBe(true)
  })
})

test('a world without installAnimation is told so', () => {
  const bare = createWorld() as unknown as RecordingWorld
  for (const call of [recordingSampling, (world: RecordingWorld) => playRecording(world, clip)])
    expect(() => call(bare)).toThrow(expect.objectContaining({ code: 'no-animation' }))
})
