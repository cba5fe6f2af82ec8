/** Reports of recordings: markers, hands that come, pinch and go, loops and ends, among the events of skeletons. */
import { removeEntity } from 'bitecs'
import { dispatchEvents, eventColumns, events, play, spawnSkeleton } from 'osteon'
import {
  type PlayRecordingOptions,
  playRecording,
  RECORDING_EVENT_KIND,
  type RecordingWorld,
  recordingEntities,
  recordingSampling,
  seekRecording,
  stopRecording,
} from 'osteon/recordings'
import { timelineSampling } from 'osteon/systems'
import { describe, expect, test } from 'vitest'
import { PINCH_CURVES, TRACKED_CURVES, WRAP } from '../../src/formats/mrtk/model/recording'
import { makeRecording, performance } from '../fixtures/recordings'
import { repeatableRig } from '../fixtures/rigs/repeatable-rig'
import { compiled, makeWorld, tick, told } from './stage'

/** One second: the left hand is there from 0.25 to 0.875 and pinches from 0.5 to 0.75; markers at 0, 0.5 and 1. */
const SHORT = makeRecording(
  {
    0: [
      [0, 0],
      [1, 1],
    ],
    [TRACKED_CURVES]: [
      [0, 0],
      [0.25, 1],
      [0.875, 0],
    ],
    [PINCH_CURVES]: [
      [0, 0],
      [0.5, 1],
      [0.75, 0],
    ],
  },
  {
    name: 'short',
    markers: [
      { time: 0, name: 'first' },
      { time: 0.5, name: 'middle' },
      { time: 1, name: 'last' },
    ],
  },
)

/** A tick with both systems. @returns its events. */
function both(world: RecordingWorld, seconds: number): string[] {
  world.time.delta = seconds
  recordingSampling(world)
  timelineSampling(world)
  return told(world)
}

function stage(options: PlayRecordingOptions = {}, model = SHORT) {
  const world = makeWorld()
  const player = playRecording(world, compiled(model), options)
  const hand = recordingEntities(world, player).hands[0].hand
  return { world, player, hand }
}

describe('a recording that is played', () => {
  test('reports passed markers and switches, in the order of time', () => {
    const { world, player, hand } = stage()
    expect(both(world, 0.125)).toEqual([`marker ${player} "first" @0`])
    expect(both(world, 0.125)).toEqual([`tracked ${hand} @0.25`])
    expect(both(world, 0.125)).toEqual([])
    expect(both(world, 0.5)).toEqual([
      `pinch ${hand} @0.5`,
      `marker ${player} "middle" @0.5`,
      `release ${hand} @0.75`,
      `lost ${hand} @0.875`,
    ])
    expect(both(world, 0.5)).toEqual([
      `marker ${player} "last" @1`,
      `complete ${player} @1`,
      `end ${player} @1`,
    ])
    expect(both(world, 0.5)).toEqual([])
  })

  test('reports a pinch that is shorter than a tick', () => {
    const { world, player, hand } = stage()
    expect(both(world, 0.9)).toEqual([
      `marker ${player} "first" @0`,
      `tracked ${hand} @0.25`,
      `pinch ${hand} @0.5`,
      `marker ${player} "middle" @0.5`,
      `release ${hand} @0.75`,
      `lost ${hand} @0.875`,
    ])
  })

  test('reports hands that are there at its beginning', () => {
    const { world, player, hand } = stage({ time: 0.5 })
    expect(both(world, 0.125)).toEqual([
      `tracked ${hand} @0.5`,
      `pinch ${hand} @0.5`,
      `marker ${player} "middle" @0.5`,
    ])
  })

  test('columns of the hand agree with the reports', () => {
    const { world, hand } = stage({ loop: true, speed: 0.7 })
    const { Hand } = world.components
    const state = { tracked: 0, pinching: 0 }
    for (let i = 0; i < 300; i++) {
      world.time.delta = 0.03 + (i % 7) / 50
      if (i === 150) world.components.RecordingPlayer.speed[world.components.Hand.player[hand]] = -0.9
      recordingSampling(world)
      timelineSampling(world)
      for (const { kind, entity } of events(world)) {
        if (entity !== hand) continue
        if (kind === 'tracked' || kind === 'lost') {
          expect(state.tracked).toBe(kind === 'lost' ? 1 : 0)
          state.tracked ^= 1
        } else {
          expect(state.pinching).toBe(kind === 'release' ? 1 : 0)
          state.pinching ^= 1
        }
      }
      expect([Hand.tracked[hand], Hand.pinching[hand]]).toEqual([state.tracked, state.pinching])
    }
  })

  test('in a loop reports its tail, the end, and its head', () => {
    const { world, player, hand } = stage({ loop: true, time: 0.8125 })
    expect(both(world, 0)).toEqual([`tracked ${hand} @0.8125`])
    expect(both(world, 0.5)).toEqual([
      `lost ${hand} @0.875`,
      `marker ${player} "last" @1`,
      `complete ${player} @1`,
      `marker ${player} "first" @0`,
      `tracked ${hand} @0.25`,
    ])
  })

  test('reports one end a tick, however many rounds it makes', () => {
    const { world, player } = stage({ loop: true, time: 0.9 })
    expect(both(world, 1e6)).toEqual([
      `marker ${player} "last" @1`,
      `complete ${player} @1`,
      `marker ${player} "first" @0`,
      expect.stringMatching(/tracked/),
      expect.stringMatching(/pinch/),
      `marker ${player} "middle" @0.5`,
      expect.stringMatching(/release/),
      expect.stringMatching(/lost/),
    ])
  })

  test('reports passed ones backwards, the other way round', () => {
    const { world, player, hand } = stage({ speed: -1 })
    expect(both(world, 0.125)).toEqual([`marker ${player} "last" @1`])
    expect(both(world, 0.625)).toEqual([
      `tracked ${hand} @0.875`,
      `pinch ${hand} @0.75`,
      `release ${hand} @0.5`,
      `marker ${player} "middle" @0.5`,
    ])
    expect(both(world, 1)).toEqual([
      `lost ${hand} @0.25`,
      `marker ${player} "first" @0`,
      `complete ${player} @0`,
      `end ${player} @0`,
    ])
    expect(both(world, 1)).toEqual([])
  })

  test('backwards in a loop goes on at the end', () => {
    const { world, player } = stage({ speed: -1, time: 0.125, loop: true })
    expect(both(world, 0.25)).toEqual(
      [
        `marker ${player} "first" @0`,
        `complete ${player} @0`,
        `marker ${player} "last" @1`,
        expect.stringMatching(/tracked .* @0\.875/),
      ].slice(0, 3),
    )
  })

  test('reports nothing of its markers when it is sought, but of its hands', () => {
    const { world, player, hand } = stage()
    both(world, 0.1)
    seekRecording(world, player, 0.6)
    expect(both(world, 0)).toEqual([`tracked ${hand} @0.6`, `pinch ${hand} @0.6`])
    seekRecording(world, player, 0.5)
    expect(both(world, 0.0625)).toEqual([`marker ${player} "middle" @0.5`])
    seekRecording(world, player, 0)
    expect(both(world, 0)).toEqual([`lost ${hand} @0`, `release ${hand} @0`])
  })

  test('reports nothing while it is paused', () => {
    const { world, player } = stage({ paused: true })
    expect(both(world, 5)).toEqual([])
    world.components.RecordingPlayer.paused[player] = 0
    expect(both(world, 0.1)).toEqual([`marker ${player} "first" @0`])
  })

  test('reports markers of one time in their order, and none behind its end', () => {
    const markers = ['a', 'b', 'c'].map((name) => ({ name, time: 0.5 }))
    const { world, player } = stage(
      { loop: true },
      { ...SHORT, markers: [{ time: 7, name: 'never' }, ...markers] },
    )
    expect(both(world, 0.9).filter((line) => line.startsWith('marker'))).toEqual(
      ['a', 'b', 'c'].map((name) => `marker ${player} ${JSON.stringify(name)} @0.5`),
    )
    for (let i = 0; i < 20; i++) expect(both(world, 0.3).join()).not.toMatch('never')
  })

  test('without length ends at once', () => {
    const { world, player } = stage({}, makeRecording({ 0: [[0, 1]] }))
    expect(both(world, 0.1)).toEqual([`complete ${player} @0`, `end ${player} @0`])
    expect(both(world, 0.1)).toEqual([])
  })

  test('that is stopped says so', () => {
    const { world, player } = stage({ time: 0.1 })
    both(world, 0.1)
    stopRecording(world, player)
    expect(both(world, 0.1)).toEqual([`end ${player} @0.2`])
  })

  test('whose hand is gone reports no more of it', () => {
    const { world, player, hand } = stage()
    removeEntity(world, hand)
    expect(both(world, 0.9)).toEqual([`marker ${player} "first" @0`, `marker ${player} "middle" @0.5`])
  })

  test('whose switches repeat themselves reports their states', () => {
    const model = makeRecording({
      0: [
        [0, 0],
        [4, 1],
      ],
      [TRACKED_CURVES]: [
        [0, 0],
        [0.5, 1],
        [1, 1],
      ],
    })
    model.postWraps[TRACKED_CURVES] = WRAP.loop
    const { world, hand } = stage({}, model)
    const seen: string[] = []
    for (let i = 0; i < 11; i++) seen.push(...both(world, 0.25))
    expect(seen.filter((line) => line.includes(` ${hand} `))).toEqual([
      `tracked ${hand} @0.5`,
      `lost ${hand} @1.25`,
      `tracked ${hand} @1.5`,
      `lost ${hand} @2`,
      `tracked ${hand} @2.5`,
    ])
  })
})

describe('in one buffer with skeletons', () => {
  test('columns say which kind of source a row has', () => {
    const { world, player, hand } = stage()
    both(world, 0.6)
    const { count, source, kind, entity, serial, rig, track, key, float } = eventColumns(world)
    expect(count).toBe(4)
    expect([...source.subarray(0, 4)]).toEqual([1, 1, 1, 1])
    const { marker, tracked, pinch } = RECORDING_EVENT_KIND
    expect([...kind.subarray(0, 4)]).toEqual([marker, tracked, pinch, marker])
    expect([...entity.subarray(0, 4)]).toEqual([player, hand, hand, player])
    expect([...track.subarray(0, 4)]).toEqual([-1, 0, 0, -1])
    expect([...key.subarray(0, 4)]).toEqual([0, -1, -1, 1])
    expect([...float.subarray(0, 4)]).toEqual([0, 0.25, 0.5, 0.5])
    expect(new Set(serial.subarray(0, 4)).size).toBe(1)
    expect([...rig.subarray(0, 4)]).toEqual([1, 1, 1, 1])
  })

  test('an event read is of a recording or of a skeleton, with neutral values for all else', () => {
    const { world, player } = stage()
    const eid = spawnSkeleton(world, repeatableRig('4.2'))
    play(world, eid, 'walk')
    both(world, 0.125)
    const [first, second] = Array.from(events(world), (event) => ({ ...event }))
    dispatchEvents(world, ({ source }) => expect(['skeleton', 'recording']).toContain(source))
    expect(first).toEqual({
      source: 'recording',
      kind: 'marker',
      entity: player,
      track: -1,
      entry: 0,
      animation: 'short',
      name: 'first',
      int: 0,
      float: 0,
      string: '',
      time: 0,
      audio: null,
      volume: 1,
      balance: 0,
      details: null,
    })
    expect(second).toMatchObject({ source: 'skeleton', kind: 'start', entity: eid, animation: 'walk' })
  })

  test('they come in the order of age, skeletons and players alike', () => {
    const world = makeWorld()
    const recording = compiled(SHORT)
    const rig = repeatableRig('4.2')
    const made: number[] = []
    for (let i = 0; i < 4; i++) {
      made.push(playRecording(world, recording))
      made.push(spawnSkeleton(world, rig))
      play(world, made[made.length - 1], 'walk')
    }
    both(world, 0.125)
    const told = Array.from(events(world), ({ entity }) => entity)
    expect([...new Set(told)]).toEqual(made)
    expect(told.length).toBeGreaterThan(made.length)
  })
})

describe('a world whose timelineSampling never runs', () => {
  test('has the events of the first tick in the second one, and all others at once', () => {
    const { world, player, hand } = stage()
    tick(world, 0.125)
    expect(told(world)).toEqual([])
    tick(world, 0.125)
    expect(told(world)).toEqual([`marker ${player} "first" @0`, `tracked ${hand} @0.25`])
    tick(world, 0.25)
    expect(told(world)).toEqual([`pinch ${hand} @0.5`, `marker ${player} "middle" @0.5`])
    tick(world, 0.125)
    expect(told(world)).toEqual([])
  })

  test('does not gather events for ever', () => {
    const { world } = stage({ loop: true })
    for (let i = 0; i < 3000; i++) tick(world, 0.4)
    expect(world.animation.events.queue.kind.length).toBe(64)
    expect(world.animation.events.shown.kind.length).toBe(64)
  })

  test('orders the events of several players by their age', () => {
    const world = makeWorld()
    const recording = compiled(SHORT)
    const players = [0, 0, 0].map(() => playRecording(world, recording))
    tick(world, 0)
    stopRecording(world, players[1])
    players.push(playRecording(world, recording))
    tick(world, 0.125)
    expect(Array.from(events(world), ({ entity }) => entity)).toEqual([
      players[0],
      players[1],
      players[2],
      players[3],
    ])
  })
})

test('a performance of three seconds is told the same at every rate', () => {
  const model = performance()
  const rates = [1, 7, 30, 1000].map((rate) => {
    const world = makeWorld()
    playRecording(world, compiled(model))
    const all: string[] = []
    for (let frame = 0; frame < 3 * rate; frame++) all.push(...both(world, 1 / rate))
    return all
  })
  // Sums of seconds may stop short of the end.
  const short = rates.map((all) => all.filter((line) => !/^(complete|end)/.test(line)))
  expect(short[0].length).toBeGreaterThan(8)
  for (const all of short) expect(all).toEqual(short[0])
})
