/** Address, scripts, weights and lanes of the tracks page. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readAddress } from '../../../demo/tracks/address'
import {
  cutEvents,
  type EventLine,
  MOST_LINES,
  noteEvent,
  payloadOf,
} from '../../../demo/tracks/fields/event-lines'
import { CURVES } from '../../../demo/tracks/fields/fields'
import { halvesOf } from '../../../demo/tracks/fields/masks'
import {
  addMark,
  cutHistory,
  forgetBefore,
  type History,
  recordTick,
  weightAt,
} from '../../../demo/tracks/history'
import { mixAt } from '../../../demo/tracks/lanes/curve'
import {
  barAt,
  endOf,
  laneView,
  marksAhead,
  queueStarts,
  rowsOf,
  spanAt,
  timeAt,
  xAt,
} from '../../../demo/tracks/lanes/lanes'
import { chainWeights, type Mixed } from '../../../demo/tracks/lanes/weights'
import { OPENING, parseScript } from '../../../demo/tracks/script'
import { asHandle } from '../../../src/world/entries'

describe('the address', () => {
  test('names the actor on stage, how far it has played, and its script', () => {
    const search = '?rig=hare&seed=7&ticks=120&paused=1&script=0+play+0+walk+loop&lanes=6&speed=0.5'
    expect(readAddress(search)).toEqual({
      rig: 'hare',
      seed: 7,
      ticks: 120,
      paused: true,
      script: '0 play 0 walk loop',
      lanes: 6,
      speed: 0.5,
    })
  })

  test('is brought into range, and its nonsense is left out', () => {
    const options = readAddress('?rig=dragon&seed=x&ticks=-5&paused=0&lanes=99&speed=0')
    expect(options).toMatchObject({
      rig: 'lamplighter',
      seed: 1,
      ticks: 0,
      paused: false,
      lanes: 8,
      speed: 0.1,
    })
    expect(readAddress('').script).toBe('opening')
  })

  test('keeps the page still for visitors with a preference for no motion, unless it says otherwise', () => {
    expect(readAddress('', true).paused).toBe(true)
    expect(readAddress('', true).ticks).toBeGreaterThan(0)
    expect(readAddress('?paused=0&ticks=3', true)).toMatchObject({ paused: false, ticks: 3 })
  })
})

describe('a script', () => {
  test('is steps in order of time', () => {
    const text =
      '2 fade 1 mix=0.2 queued; 0 play 0 walk loop; 1.5 queue 1 hit mask=upper blend=add speed=0.5; 9 again'
    expect(parseScript(text)).toEqual([
      {
        at: 0,
        command: { verb: 'play', track: 0, animation: 'walk', fields: { loop: true }, queued: false },
      },
      {
        at: 1.5,
        command: {
          verb: 'queue',
          track: 1,
          animation: 'hit',
          fields: { mask: 'upper', blend: 'add', timeScale: 0.5 },
          queued: false,
        },
      },
      { at: 2, command: { verb: 'fade', track: 1, animation: '', fields: { mix: 0.2 }, queued: true } },
      { at: 9, command: 'again' },
    ])
    expect(parseScript(' ; ')).toEqual([])
    expect(parseScript(OPENING).length).toBeGreaterThan(5)
  })

  test.each([
    ['play 0 walk', /a second/],
    ['-1 play 0 walk', /a second/],
    ['0 again', /above 0/],
    ['0 dance 0 walk', /one of play, queue/],
    ['0 play 8 walk', /a track, 0 to 7/],
    ['0 play 0.5 walk', /a track/],
    ['0 play 0', /an animation/],
    ['0 play 0 walk mix=long', /a number for mix/],
    ['0 play 0 walk mask=tail', /whole, upper, lower/],
    ['0 play 0 walk toString', /not toString/],
    ['0 play 0 walk constructor=1', /not constructor/],
  ])('such as “%s” is refused in words', (text, message) => {
    expect(() => parseScript(text)).toThrow(message)
    expect(() => parseScript(text)).toThrow(`“${text}”`)
  })
})

describe('weights', () => {
  const entry = (fields: Partial<Mixed>): Mixed => ({
    alpha: 1,
    delay: 0,
    mixingFrom: 0,
    mixFraction: 1,
    interruptAlpha: 1,
    holdPrevious: false,
    ...fields,
  })

  test('of a crossfade make one', () => {
    expect(chainWeights([entry({ mixingFrom: 5, mixFraction: 0.25 }), entry({})])).toEqual([0.25, 0.75])
  })

  test('of an interrupted crossfade keep the reached value', () => {
    const newest = entry({ mixingFrom: 5, mixFraction: 0.5, interruptAlpha: 0.4 })
    const interrupted = entry({ mixingFrom: 4, mixFraction: 0.4, alpha: 0.5 })
    const weights = chainWeights([newest, interrupted, entry({})])
    expect(weights).toEqual([0.5, 0.1, 0.6].map((weight) => expect.closeTo(weight, 12)))
  })

  test('of held timelines stay; waiting and vacant ones have none', () => {
    expect(chainWeights([entry({ mixingFrom: 1, mixFraction: 0.1, holdPrevious: true }), entry({})])[1]).toBe(
      1,
    )
    expect(chainWeights([entry({ delay: 0.3 })])).toEqual([0])
    expect(chainWeights([])).toEqual([])
  })

  test.each(CURVES)('run from nothing to all on the curve %s', (curve) => {
    expect([mixAt(curve, -1), mixAt(curve, 0), mixAt(curve, 1), mixAt(curve, 2)]).toEqual([0, 0, 1, 1])
    const steps = Array.from({ length: 101 }, (_, i) => mixAt(curve, i / 100))
    expect(steps).toEqual([...steps].sort((a, b) => a - b))
  })
})

describe('the history', () => {
  const live = (handle: number, weight: number, track = 0) => ({
    handle,
    track,
    animation: `a${handle}`,
    weight,
  })

  /** One entry, crossfaded into another from second 1 to 2. */
  function crossfade(): History {
    const history: History = []
    for (let tick = 0; tick < 30; tick++) {
      const now = (tick + 1) / 10
      const mix = Math.max(0, Math.min(1, now - 1))
      const entries = [live(1, 1 - mix), live(2, mix)]
      recordTick(
        history,
        tick / 10,
        now,
        now <= 1 ? entries.slice(0, 1) : now <= 2 ? entries : entries.slice(1),
      )
    }
    return history
  }

  test('keeps the times and names of entries, each on a line of its own', () => {
    const spans = crossfade().map(({ handle, row, born, ended }) => [handle, row, born, ended])
    expect(spans).toEqual([
      [1, 0, 0, 2],
      [2, 1, 1, Number.POSITIVE_INFINITY],
    ])
  })

  test('knows the weight at any time', () => {
    const [first, second] = crossfade()
    expect(weightAt(first, 0.5)).toBe(1)
    expect(weightAt(first, 1.55)).toBeCloseTo(0.45)
    expect(weightAt(second, 1.55)).toBeCloseTo(0.55)
    expect(weightAt(second, 99)).toBe(1)
  })

  test('is taken back as if the rest had never been', () => {
    const history = crossfade()
    addMark(history, 1, { time: 1.4, kind: 'loop' })
    addMark(history, 1, { time: 1.9, kind: 'event' })
    cutHistory(history, 1.5)
    expect(history.map(({ ended }) => ended)).toEqual([Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY])
    expect(history[0].times.at(-1)).toBe(1.5)
    expect(history[0].marks).toEqual([{ time: 1.4, kind: 'loop' }])
    cutHistory(history, 0.5)
    expect(history.map(({ handle }) => handle)).toEqual([1])
  })

  test('forgets entries that were over long ago', () => {
    const history = crossfade()
    forgetBefore(history, 2.5)
    expect(history.map(({ handle }) => handle)).toEqual([2])
  })

  test('of a minute is short enough to be drawn', () => {
    const history: History = []
    for (let tick = 0; tick < 3600; tick++) {
      recordTick(history, tick / 60, (tick + 1) / 60, [live(1, 1)])
      forgetBefore(history, tick / 60 - 10)
    }
    expect(history[0].times.length).toBeLessThan(1000)
    expect(history[0].times[0]).toBeLessThan(51)
  })
})

describe('a lane', () => {
  const view = laneView(700, 66, 12)

  test('has the present under its playhead, and time from left to right', () => {
    expect(xAt(view, 12)).toBe(view.playhead)
    expect(timeAt(view, 0)).toBeLessThan(12)
    fc.assert(
      fc.property(fc.double({ min: 0, max: 100, noNaN: true }), (time) => {
        expect(timeAt(view, xAt(view, time))).toBeCloseTo(time, 9)
      }),
    )
  })

  test('has bars that lie inside of it and never over each other', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 6 }), (rows) => {
        const count = rowsOf(rows)
        let below = 0
        for (let row = 0; row < count; row++) {
          const bar = barAt(view, row, count, 11, 12)
          expect(bar.y).toBeGreaterThan(below)
          below = bar.y + bar.height
        }
        expect(below).toBeLessThan(view.height)
      }),
    )
    expect(rowsOf([])).toBe(2)
  })

  test('finds the bar under the pointer', () => {
    const history: History = []
    recordTick(history, 10, 11, [
      { handle: 1, track: 0, animation: 'a', weight: 1 },
      { handle: 2, track: 0, animation: 'b', weight: 1 },
    ])
    const { x, y } = barAt(view, 1, 2, 10, 11)
    expect(spanAt(view, history, 2, x + 4, y + 4)?.handle).toBe(2)
    expect(spanAt(view, history, 2, x - 40, y + 4)).toBeUndefined()
  })

  const clock = { trackTime: 0.5, timeScale: 2, delay: 0, loop: true, start: 0, end: 1 }

  test('foresees when a queue will play', () => {
    const queued = [
      { ...clock, delay: 3 },
      { ...clock, delay: 1, timeScale: 1 },
    ]
    expect(queueStarts(10, clock, queued)).toEqual([11.25, 11.75])
    expect(queueStarts(10, { ...clock, timeScale: 0 }, queued)[0]).toBe(Number.POSITIVE_INFINITY)
    expect(queueStarts(10, { ...clock, trackTime: 9 }, queued)[0]).toBe(10)
  })

  test('foresees loops and events', () => {
    expect(marksAhead(10, 11, clock, [0.25, 0.75])).toEqual({
      loops: [10.25, 10.75],
      events: [10.125, 10.375, 10.625, 10.875],
    })
    const once = { ...clock, loop: false }
    expect(marksAhead(10, 12, once, [0.25, 0.75])).toEqual({ loops: [10.25], events: [10.125] })
    expect(marksAhead(10, 12, { ...clock, timeScale: -1 }, [0.5])).toEqual({ loops: [], events: [] })
    expect(endOf(10, once)).toBe(10.25)
    expect(endOf(10, clock)).toBe(Number.POSITIVE_INFINITY)
  })
})

test('halves of a body go by its hierarchy', () => {
  const names = ['root', 'hip', 'leg', 'chest', 'arm', 'head', 'foot']
  const parent = [-1, 0, 1, 1, 3, 3, 2]
  expect(halvesOf({ names, parent })).toEqual({
    upper: ['chest', 'arm', 'head'],
    lower: ['root', 'hip', 'leg', 'foot'],
  })
  expect(halvesOf({ names: ['ball', 'eye'], parent: [-1, 0] })).toEqual({ upper: ['ball', 'eye'], lower: [] })
})

describe('event lines', () => {
  const event = {
    source: 'skeleton' as const,
    kind: 'event' as const,
    entity: 1,
    track: 0,
    entry: asHandle(1),
    animation: 'walk',
    name: 'footstep',
    int: 1,
    float: 0.5,
    string: 'back',
    time: 0.57,
    audio: null,
    volume: 1,
    balance: 0,
    details: null,
  }

  test('say all of a payload that is not empty', () => {
    expect(payloadOf(event)).toBe('footstep @0.57 int 1 float 0.5 “back”')
    expect(payloadOf({ ...event, int: 0, float: 0, string: '' })).toBe('footstep @0.57')
  })

  test('are of bounded number, and are taken back with time', () => {
    const book = { lines: [] as EventLine[], count: 0 }
    for (let tick = 0; tick < MOST_LINES + 10; tick++) noteEvent(book, tick, tick / 60, event)
    expect(book.lines).toHaveLength(MOST_LINES)
    expect(book.lines[0].number).toBe(10)
    cutEvents(book, 20)
    expect(book.lines.at(-1)?.tick).toBe(20)
  })
})
