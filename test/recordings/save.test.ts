/** Saved states have recordings in them: after a restore everything happens as it did the first time. */
import { removeEntity } from 'bitecs'
import { play, spawnSkeleton } from 'osteon'
import {
  playRecording,
  type RecordingWorld,
  recordingEntities,
  recordingSampling,
  registerRecording,
  seekRecording,
  stopRecording,
} from 'osteon/recordings'
import { restoreState, saveState } from 'osteon/save'
import { runPipeline } from 'osteon/systems'
import { describe, expect, test } from 'vitest'
import { bentRecording, performance } from '../fixtures/recordings'
import { repeatableRig } from '../fixtures/rigs/repeatable-rig'
import { compiled, difference, expectedJoint, makeWorld, poseOf, told } from './stage'

const RECORDINGS = [compiled(performance()), compiled(bentRecording())]

function crowd(world: RecordingWorld): number[] {
  const skeleton = spawnSkeleton(world, repeatableRig('4.2'))
  play(world, skeleton, 'walk', { loop: true })
  return Array.from({ length: 6 }, (_, i) =>
    playRecording(world, RECORDINGS[i % 2], { loop: i % 3 !== 2, speed: 0.5 + i / 3, paused: i === 4 }),
  )
}

/** Plays on. @returns all that can be seen of it. */
function go(world: RecordingWorld, players: readonly number[], ticks: number): unknown[] {
  const seen: unknown[] = []
  for (let i = 0; i < ticks; i++) {
    world.time.delta = 0.05 + (i % 3) / 20
    if (i === 3) seekRecording(world, players[1], 0.4)
    if (i === 5) world.components.RecordingPlayer.paused[players[0]] ^= 1
    recordingSampling(world)
    runPipeline(world)
    const { RecordingPlayer, Hand } = world.components
    for (const player of players) {
      const { camera, hands } = recordingEntities(world, player)
      seen.push(RecordingPlayer.time[player], RecordingPlayer.paused[player], poseOf(world, camera))
      for (const { hand, joints } of hands)
        seen.push(Hand.tracked[hand], Hand.pinching[hand], poseOf(world, joints[11]))
    }
    seen.push(told(world))
  }
  return seen
}

describe('a saved state', () => {
  test('brings everything back, as often as wanted', () => {
    const world = makeWorld(4)
    const players = crowd(world)
    go(world, players, 7)
    const saved = saveState(world)
    const first = go(world, players, 40)
    for (let i = 0; i < 3; i++) {
      restoreState(world, saved)
      expect(go(world, players, 40)).toEqual(first)
    }
  })

  test('brings columns back that were written meanwhile', () => {
    const world = makeWorld(4)
    const players = crowd(world)
    go(world, players, 3)
    const saved = saveState(world)
    const { Pose3, RecordingPlayer, Gaze } = world.components
    const { camera, gaze } = recordingEntities(world, players[0])
    const before = [Pose3.x[camera], Gaze.x[gaze], RecordingPlayer.speed[players[0]]]
    Pose3.x[camera] = Gaze.x[gaze] = 77
    RecordingPlayer.speed[players[0]] = -3
    restoreState(world, saved)
    expect([Pose3.x[camera], Gaze.x[gaze], RecordingPlayer.speed[players[0]]]).toEqual(before)
  })

  test('takes queued events between two ticks along', () => {
    const world = makeWorld(4)
    const players = crowd(world)
    world.time.delta = 0.1
    recordingSampling(world)
    const saved = saveState(world)
    runPipeline(world)
    const first = told(world)
    expect(first.length).toBeGreaterThan(0)
    restoreState(world, saved)
    runPipeline(world)
    expect(told(world)).toEqual(first)
    expect(players).toHaveLength(6)
  })

  test('outlasts recordings that were registered since, and memory that grew', () => {
    const world = makeWorld(4)
    const players = crowd(world)
    go(world, players, 5)
    const saved = saveState(world)
    const first = go(world, players, 20)
    const late = compiled(performance(60, 20))
    const { generation } = world.animation.arena
    registerRecording(world, late)
    expect(world.animation.arena.generation).toBeGreaterThan(generation)
    restoreState(world, saved)
    expect(go(world, players, 20)).toEqual(first)
    const player = playRecording(world, late, { time: 7.5, paused: true })
    world.time.delta = 0
    recordingSampling(world)
    const tip = poseOf(world, recordingEntities(world, player).hands[1].joints[11])
    expect(difference(tip, expectedJoint(late.model, 1, 11, 7.5))).toBeLessThan(1e-6)
    expect(go(world, players, 3)).toHaveLength((first.length * 3) / 20)
  })

  test.each([
    ['a player', (world: RecordingWorld, players: number[]) => stopRecording(world, players[0])],
    ['a player, by hand', (world: RecordingWorld, players: number[]) => removeEntity(world, players[0])],
    [
      'a joint',
      (world: RecordingWorld, players: number[]) =>
        removeEntity(world, recordingEntities(world, players[0]).hands[0].joints[3]),
    ],
    [
      'a camera',
      (world: RecordingWorld, players: number[]) =>
        removeEntity(world, recordingEntities(world, players[0]).camera),
    ],
  ])('is of no use once %s is gone', (_, change) => {
    const world = makeWorld(4)
    const players = crowd(world)
    go(world, players, 2)
    const saved = saveState(world)
    change(world, players)
    const left = players.slice(1)
    expect(() => restoreState(world, saved)).toThrow(expect.objectContaining({ code: 'structure-changed' }))
    go(world, left, 3)
  })

  test('written over again takes no more memory', () => {
    const world = makeWorld(4)
    const players = crowd(world)
    const saved = saveState(world)
    go(world, players, 10)
    expect(saveState(world, saved)).toBe(saved)
    const first = go(world, players, 10)
    restoreState(world, saved)
    expect(go(world, players, 10)).toEqual(first)
  })
})
