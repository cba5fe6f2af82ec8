/** The comparison of poses with recorded ones. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareDump } from './compare'
import type { Dump } from './schema'
import { addError, createTally, MOST_ERROR, p99, passes, type Tally } from './tally'

const SIZE = 200

function pose(): Dump {
  return {
    bones: [1, 0, 0, 1, 10, 20, 0.5, -3, 2, 0.5, -900, 40, 0, 0, 0, 0, 0, 0],
    inactive: [2],
    attachments: ['head', null, 'hat'],
    colors: [1, [0.5, 1, 1, 0.25], 1],
    dark: { 1: [0, 0.5, 1] },
    sequence: { 2: 3 },
    drawOrder: [0, 2, 1],
    bounds: [-10, -20, 100, 400],
    vertices: { 0: [0, 0, 0, 10, 10, 10, 10, 0] },
    polys: { 1: [5, 5, 6, 6, 7, 5] },
    points: { 2: [1, 2, 359.9] },
    clipped: [
      { slot: 0, vertices: 4, triangles: 2, area: 50 },
      { slot: 2, vertices: 0, triangles: 0, area: 0 },
    ],
    events: [
      {
        kind: 'event',
        track: 0,
        animation: 'walk',
        event: 'step',
        int: 1,
        float: 0.1,
        string: '',
        time: 0.5,
      },
    ],
  }
}

function compared(change: (dump: Dump) => void, expected = pose()): Tally {
  const actual = structuredClone(expected)
  change(actual)
  const tally = createTally()
  compareDump(tally, expected, actual, SIZE, 'here')
  return tally
}

const event = (dump: Dump) => dump.events?.[0] ?? {}

test('a pose is like itself', () => {
  const tally = compared(() => {})
  expect(tally).toMatchObject({ max: 0, missing: 0, mismatches: 0, events: 0, findings: [] })
  // 2 active bones × 5, 3 colours × 4, dark 3, bounds 4, vertices 4, polys 3, point 2, areas 2.
  expect(tally.numbers).toBe(40)
  expect(passes(tally)).toBe(true)
})

test('a strict pose forgives nothing to far places', () => {
  const expected = pose()
  const actual = structuredClone(expected)
  // The second bone lies at -900, the bounds are 400 high.
  actual.bones[10] += 0.9
  if (actual.bounds) actual.bounds[3] += 0.4
  for (const [strict, worst, bounds] of [
    [false, 1e-3, 1e-3],
    [true, 4.5e-3, 2e-3],
  ] as const) {
    const bones = createTally()
    compareDump(bones, expected, { ...actual, bounds: expected.bounds }, SIZE, 'here', strict)
    expect(bones.max).toBeCloseTo(worst, 9)
    const box = createTally()
    compareDump(box, expected, { ...actual, bones: expected.bones }, SIZE, 'here', strict)
    expect(box.max).toBeCloseTo(bounds, 9)
  }
})

describe('differences of degree are measured in their own unit', () => {
  test.each<[string, (dump: Dump) => void, number, string]>([
    ['a bone’s place by the size', (it) => (it.bones[4] += 2), 2 / SIZE, 'here bones[0].xy'],
    ['a far bone’s by its distance', (it) => (it.bones[10] += 9), 9 / 900, 'here bones[1].xy'],
    ['both axes at once', (it) => it.bones.splice(4, 2, 13, 24), 5 / SIZE, 'here bones[0].xy'],
    ['a matrix entry by the largest', (it) => (it.bones[8] += 0.3), 0.1, 'here bones[1].c'],
    ['a small matrix by one', (it) => (it.bones[1] += 0.01), 0.01, 'here bones[0].b'],
    ['a colour as it is', (it) => it.colors.splice(1, 1, [0.5, 1, 1, 0.5]), 0.25, 'here colors[1][3]'],
    ['white', (it) => it.colors.splice(0, 1, [1, 0.9, 1, 1]), 0.1, 'here colors[0][1]'],
    ['a dark colour', (it) => Object.assign(it.dark ?? {}, { 1: [0, 0.5, 0.9] }), 0.1, 'here dark[1][2]'],
    ['bounds by their largest number', (it) => (it.bounds = [-10, -20, 104, 400]), 0.01, 'here bounds.width'],
    ['a vertex', (it) => (it.vertices = { 0: [0, 0, 0, 10, 10, 10, 12, 0] }), 0.01, 'here vertices[0][3]'],
    ['a polygon’s point', (it) => (it.polys = { 1: [5, 5, 6, 8, 7, 5] }), 0.01, 'here polys[1][1]'],
    ['a point’s place', (it) => (it.points = { 2: [1, 4, 359.9] }), 0.01, 'here points[2].xy'],
    [
      'a point’s turn, across 360°',
      (it) => (it.points = { 2: [1, 2, 3.5] }),
      0.01,
      'here points[2].rotation',
    ],
    [
      'an area',
      (it) => it.clipped?.splice(0, 1, { slot: 0, vertices: 4, triangles: 2, area: 55 }),
      0.1,
      'here clipped[0]',
    ],
    [
      'a number that is none',
      (it) => (it.bones[0] = Number.NaN),
      Number.POSITIVE_INFINITY,
      'here bones[0].a',
    ],
  ])('%s', (_, change, error, place) => {
    const tally = compared((dump) => void change(dump))
    expect(tally.max).toBeCloseTo(error, 9)
    expect(tally.worst).toBe(place)
    expect(passes(tally)).toBe(false)
    expect(tally.missing + tally.mismatches + tally.events).toBe(0)
  })
})

describe('differences in kind fail at any size', () => {
  test.each<[string, 'missing' | 'mismatches' | 'events', (dump: Dump) => void]>([
    ['a bone too few', 'missing', (it) => it.bones.splice(12, 6)],
    ['an activity', 'mismatches', (it) => (it.inactive = [])],
    ['another attachment', 'mismatches', (it) => it.attachments.splice(0, 1, 'hood')],
    ['an attachment gone', 'mismatches', (it) => it.attachments.splice(0, 1, null)],
    ['a slot too few', 'missing', (it) => it.attachments.pop()],
    ['a colour too few', 'missing', (it) => it.colors.pop()],
    ['a dark colour gone', 'missing', (it) => (it.dark = {})],
    ['a dark colour too many', 'missing', (it) => Object.assign(it.dark ?? {}, { 0: [0, 0, 0] })],
    ['another frame', 'mismatches', (it) => (it.sequence = { 2: -1 })],
    ['a frame gone', 'missing', (it) => (it.sequence = {})],
    ['another order', 'mismatches', (it) => (it.drawOrder = null)],
    ['bounds gone', 'missing', (it) => (it.bounds = null)],
    ['vertices gone', 'missing', (it) => (it.vertices = {})],
    ['vertices of another slot', 'missing', (it) => Object.assign(it.vertices ?? {}, { 2: [1, 2] })],
    ['a vertex too few', 'missing', (it) => (it.vertices = { 0: [0, 0, 0, 10, 10, 10] })],
    ['a polygon gone', 'missing', (it) => (it.polys = undefined)],
    ['a point gone', 'missing', (it) => (it.points = undefined)],
    ['a clipped area gone', 'missing', (it) => it.clipped?.shift()],
    [
      'a clipped area too many',
      'missing',
      (it) => it.clipped?.push({ slot: 1, vertices: 3, triangles: 1, area: 1e-9 }),
    ],
    ['an event gone', 'events', (it) => (it.events = undefined)],
    ['an event too many', 'events', (it) => it.events?.push({ kind: 'end', track: 0, animation: 'walk' })],
    ['another payload', 'events', (it) => (event(it).int = 2)],
    ['another animation’s event', 'events', (it) => (event(it).animation = 'run')],
    ['another kind of event', 'events', (it) => (event(it).kind = 'end')],
  ])('%s', (_, kind, change) => {
    const tally = compared((dump) => void change(dump))
    expect(tally[kind]).toBe(1)
    expect(passes(tally)).toBe(false)
    expect(tally.findings.length).toBeGreaterThan(0)
  })
})

describe('allowed differences', () => {
  test('numbers of inactive bones, and how a clipper cuts', () => {
    const tally = compared((dump) => {
      dump.bones.fill(7, 12)
      dump.clipped = [{ slot: 0, vertices: 9, triangles: 5, area: 50 }]
    })
    expect(tally.findings).toEqual([])
    expect(passes(tally)).toBe(true)
  })

  test('areas marked as loose, but not that they are there', () => {
    const expected = pose()
    expected.clipped = [{ slot: 0, vertices: 4, triangles: 2, area: 50, loose: true }]
    const other = [{ slot: 0, vertices: 4, triangles: 2, area: 90 }]
    expect(passes(compared((dump) => (dump.clipped = other), expected))).toBe(true)
    expect(compared((dump) => (dump.clipped = []), expected).missing).toBe(1)
  })

  test('vertices that were not recorded', () => {
    const expected = { ...pose(), vertices: undefined, polys: undefined, points: undefined }
    expect(passes(compared((dump) => Object.assign(dump, pose()), expected))).toBe(true)
  })
})

test('any number moved beyond the tolerance fails, any moved less is within the maximum', () => {
  const fields = ['bones', 'vertices', 'polys', 'points', 'bounds'] as const
  const far = fc.double({ min: 1.01, max: 1e6, noNaN: true })
  const near = fc.double({ min: 0, max: 0.9, noNaN: true })
  const move = (dump: Dump, field: (typeof fields)[number], at: number, by: number) => {
    const [whole, first] = [dump[field], Object.values(dump[field] ?? {})[0]]
    const numbers = Array.isArray(whole) ? whole : Array.isArray(first) ? first : []
    // Of bones: the places of the two active ones. Of points: not the angle.
    const places = field === 'bones' ? [4, 5, 10, 11] : field === 'points' ? [0, 1] : [...numbers.keys()]
    const index = places[at % places.length]
    const unit = field === 'bounds' ? 400 : field === 'bones' && index > 9 ? 900 : SIZE
    numbers[index] += by * unit * MOST_ERROR
  }
  fc.assert(
    fc.property(
      fc.constantFrom(...fields),
      fc.nat(100),
      far,
      near,
      fc.boolean(),
      (field, at, large, small, up) => {
        const sign = up ? 1 : -1
        expect(passes(compared((dump) => move(dump, field, at, sign * large)))).toBe(false)
        expect(compared((dump) => move(dump, field, at, sign * small)).max).toBeLessThan(MOST_ERROR)
      },
    ),
  )
})

describe('the tally', () => {
  const tallyOf = (errors: number[]) => {
    const tally = createTally()
    const expected = pose()
    for (const error of errors)
      compareDump(tally, expected, { ...pose(), bounds: [-10 + error * 400, -20, 100, 400] }, SIZE, '')
    return tally
  }

  test('the 99th percentile is that of the sorted errors, at most one bin too much', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 1e-9, max: 0.5, noNaN: true }), { minLength: 1, maxLength: 60 }),
        (errors) => {
          const tally = tallyOf(errors)
          const all = [...new Array(errors.length * 39).fill(0), ...errors].sort((a, b) => a - b)
          const exact = all[Math.ceil(all.length * 0.99) - 1]
          expect(p99(tally)).toBeGreaterThanOrEqual(exact * (1 - 1e-6))
          expect(p99(tally)).toBeLessThanOrEqual(exact * 1.025 + 1e-12)
        },
      ),
    )
  })

  test.each([
    [1e-4, false],
    [9.99e-5, true],
    [Number.POSITIVE_INFINITY, false],
  ])('the limit is exclusive: of 100 numbers one is off by %s: %s', (error, verdict) => {
    const tally = createTally()
    for (let i = 0; i < 100; i++) addError(tally, i === 50 ? error : 0, '')
    expect(passes(tally)).toBe(verdict)
  })
})
