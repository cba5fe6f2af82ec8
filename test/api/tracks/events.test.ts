/** Events of tracks: contents, order and readers. */
import { expect, test } from 'vitest'
import {
  type AnimationEvent,
  dispatchEvents,
  EVENT_KIND,
  eventColumns,
  events,
  play,
  queue,
  readEvent,
  spawnSkeleton,
} from '../../../src/api'
import { trackStage } from '../../fixtures/track-stage'

test('keyed events carry everything they say, in the view and in columns', () => {
  const { world, eid, tick } = trackStage()
  const handle = play(world, eid, 'beat')
  tick(0.75)
  const common = {
    source: 'skeleton',
    kind: 'event',
    entity: eid,
    track: 0,
    entry: handle,
    animation: 'beat',
  }
  const silent = { int: 0, float: 0, string: '', audio: null, volume: 1, balance: 0, details: null }
  expect(Array.from(events(world), (event) => ({ ...event }))).toEqual([
    { ...common, ...silent, kind: 'start', name: null, time: 0 },
    { ...common, ...silent, name: 'tap', time: 0 },
    {
      ...common,
      name: 'tock',
      int: 7,
      float: 0.25,
      string: 'key',
      time: 0.5,
      audio: 'tock.wav',
      volume: 0.75,
      balance: -1,
      details: null,
    },
  ])
  const { count, kind, entity, track, entry, animation, event, int, float, volume, balance } =
    eventColumns(world)
  expect(count).toBe(3)
  const rows = Array.from({ length: count }, (_, i) => [
    [kind[i], entity[i], track[i], entry[i], animation[i]],
    [event[i], int[i], float[i], volume[i], balance[i]],
  ])
  const beat = 6
  expect(rows).toEqual([
    [
      [EVENT_KIND.start, eid, 0, handle, beat],
      [-1, 0, 0, 1, 0],
    ],
    [
      [EVENT_KIND.event, eid, 0, handle, beat],
      [0, 0, 0, 1, 0],
    ],
    [
      [EVENT_KIND.event, eid, 0, handle, beat],
      [1, 7, 0.25, 0.75, -1],
    ],
  ])
})

test('nothing of one event is left in the view of the next', () => {
  const { world, eid, tick } = trackStage()
  play(world, eid, 'beat')
  tick(0.6)
  const view = readEvent(world, 2)
  expect(view).toMatchObject({ name: 'tock', audio: 'tock.wav', string: 'key' })
  expect(readEvent(world, 0, view)).toBe(view)
  expect(view).toMatchObject({
    kind: 'start',
    name: null,
    audio: null,
    string: '',
    int: 0,
    volume: 1,
    time: 0,
  })
})

test('readers do not disturb one another, nested ones neither', () => {
  const { world, eid, tick } = trackStage()
  play(world, eid, 'beat')
  tick(0.6)
  const heard: string[] = []
  const label = (event: AnimationEvent) => (event.kind === 'event' ? event.name : event.kind)
  dispatchEvents(world, (outer) => {
    dispatchEvents(world, (inner) => {
      heard.push(`${label(outer)}>${label(inner)}`)
    })
  })
  const names = ['start', 'tap', 'tock']
  expect(heard).toEqual(names.flatMap((outer) => names.map((inner) => `${outer}>${inner}`)))
})

test('within a skeleton: events of calls and clocks, then of applications, track by track', () => {
  const { world, eid, tick, heard } = trackStage()
  play(world, eid, 'beat', { loop: true, track: 2 })
  play(world, eid, 'P10')
  queue(world, eid, 'beat', { delay: 0.5 })
  play(world, eid, 'C30', { track: 1, trackEnd: 0.5 })
  tick(0)
  expect(heard()).toEqual(['2:start:beat', '0:start:P10', '1:start:C30', '2:tap:beat'])
  tick(0.625)
  expect(heard()).toEqual(['2:tock:beat'])
  play(world, eid, 'P20', { track: 3 })
  tick(0.5)
  expect(heard()).toEqual([
    '3:start:P20',
    '0:interrupt:P10',
    '0:start:beat',
    '1:end:C30',
    '1:dispose:C30',
    '0:tap:beat',
    '0:tock:beat',
    '2:tack:beat',
    '2:complete:beat',
    '2:tap:beat',
  ])
})

test('skeletons come by age, however late they were written to', () => {
  const { world, eid, rig, tick } = trackStage()
  const second = spawnSkeleton(world, rig)
  play(world, second, 'beat')
  play(world, eid, 'beat')
  tick(0)
  expect(Array.from(events(world), ({ entity }) => entity)).toEqual([eid, eid, second, second])
})
