/** Properties that hold for any Spine JSON file. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readSpineJson } from '../../../src/formats/spine/json'
import { notFinite } from '../../fixtures/finite'
import { RICH_DIALECTS } from '../../fixtures/rigs/rich-rig'
import { noWarnings } from '../../fixtures/warnings'
import { rad, readRich, readSmall, readSmall38, timelinesOf } from './read-rich'

const value = fc.double({ min: -1e6, max: 1e6, noNaN: true })
const times = fc
  .array(fc.double({ min: 0, max: 100, noNaN: true }), { minLength: 2, maxLength: 8 })
  .map((list) => list.sort((a, b) => a - b))

const rotate = (keys: object[]) => ({ animations: { walk: { bones: { arm: { rotate: keys } } } } })

describe('any file', () => {
  test.each(RICH_DIALECTS)('%s: the loader scale multiplies lengths and nothing else', (dialect) => {
    for (const scale of [2, 0.5, -4]) {
      const changed = new Set<string>()
      compare(readRich(dialect), readRich(dialect, scale), '', (plain, scaled, place) => {
        if (scaled === plain) return
        // From a length to another property, it is that much less.
        const isLess =
          place === 'map.properties.to.scale' && Math.abs(scaled) < Math.abs(plain) === Math.abs(scale) > 1
        expect(scaled, place).toBe(isLess ? plain / scale : plain * scale)
        changed.add(place)
      })
      const only42 = ['physics.limit']
      const only43 = ['map.properties.to.max', 'map.properties.to.scale', 'map.properties.offset']
      const transform = dialect === '4.3' ? 'map' : 'transform'
      const only40 = ['bone:translateX.values', 'bone:translateY.values', 'bone:translateY.handles']
      expect([...changed].sort()).toEqual(
        [
          ...['referenceScale', 'bones.length', 'bones.x', 'bones.y'],
          ...['ik.softness', `${transform}.offsetX`, `${transform}.offsetY`, 'path.position'],
          ...['region.x', 'region.width', 'region.height', 'mesh.vertices', 'path.vertices', 'path.lengths'],
          ...['boundingbox.vertices', 'clipping.vertices', 'point.x', 'point.y'],
          ...['bone:translate.values', 'bone:translate.handles', 'ik.values', 'ik.handles', 'deform.deltas'],
          ...['path:position.values', 'path:position.handles'],
          ...(dialect === '3.8' ? [] : only40),
          ...(dialect >= '4.2' ? only42 : []),
          ...(dialect === '4.3' ? only43 : []),
        ].sort(),
      )
    }
  })

  test('bones with any names are found again', () => {
    const names = fc.uniqueArray(
      fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', '', '1')),
      {
        minLength: 1,
        maxLength: 20,
      },
    )
    fc.assert(
      fc.property(names, (list) => {
        const bones = list.map((name, i) => (i === 0 ? { name } : { name, parent: list[i - 1] }))
        const slots = list.map((name) => ({ name, bone: name, attachment: name }))
        const attachments = Object.fromEntries(
          list.map((name) => [name, { [name]: { width: 1, height: 1 } }]),
        )
        const events = Object.fromEntries(list.map((name) => [name, {}]))
        const timelines = Object.fromEntries(list.map((name) => [name, { scale: [{}] }]))
        const keys = list.map((name) => ({ name }))
        const animations = Object.fromEntries(list.map((name) => [name, { bones: timelines, events: keys }]))
        const skins = list.map((name) => ({ name, attachments }))
        const rig = { skeleton: { spine: '4.2' }, bones, slots, skins, events, animations }
        const model = readSpineJson(JSON.stringify(rig), { source: 'n', warn: noWarnings })
        expect(model.bones.map(({ name, parent }) => [name, parent])).toEqual(
          list.map((name, i) => [name, i - 1]),
        )
        for (const skin of model.skins) {
          expect(skin.entries).toHaveLength(list.length)
          for (const { slot, key } of skin.entries) expect(list[slot]).toBe(key)
        }
        for (const { timelines } of model.animations) {
          const owners = timelines.flatMap((one) => (one.type === 'bone' ? [one.bone] : []))
          expect(owners.sort((a, b) => a - b)).toEqual(list.map((_, i) => i))
          const fired = timelines.flatMap((one) => (one.type === 'event' ? one.keys : []))
          expect(fired.map(({ event }) => model.events[event].name)).toEqual(list)
        }
      }),
      { numRuns: 50 },
    )
  })
})

describe('curves', () => {
  test('a 3.8 curve lies where the percentage of the way says', () => {
    const unit = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(
        times,
        fc.tuple(unit, value, unit, value),
        fc.array(value, { minLength: 8, maxLength: 8 }),
        (at, c, xs) => {
          const [curve, c2, c3, c4] = c
          const keys = at.map((time, i) => ({ time, x: xs[i], curve, c2, c3, c4 }))
          const model = readSmall38({ animations: { walk: { bones: { arm: { translate: keys } } } } }, 2)
          const [{ handles, values, times: read }] = timelinesOf(model, 'bone')
          expect([...read]).toEqual(at)
          expect(notFinite(model)).toEqual([])
          for (let i = 0; i + 1 < at.length; i++) {
            expect(values[i * 2]).toBe(xs[i] * 2)
            expect(handles?.[i * 8]).toBeCloseTo(at[i] + curve * (at[i + 1] - at[i]), 9)
            expect(handles?.[i * 8 + 3]).toBeCloseTo((xs[i] + c4 * (xs[i + 1] - xs[i])) * 2, 0)
          }
        },
      ),
      { numRuns: 50 },
    )
  })

  test('a 3.8 rotation never bends by more than half a turn', () => {
    const angle = fc.double({ min: -2000, max: 2000, noNaN: true })
    fc.assert(
      fc.property(angle, angle, (from, to) => {
        const keys = [
          { angle: from, curve: 0.5, c2: 1, c4: 1 },
          { time: 1, angle: to },
        ]
        const [{ handles, values }] = timelinesOf(readSmall38(rotate(keys)), 'bone')
        const bend = ((handles?.[1] ?? 0) - values[0]) / rad(1)
        expect(Math.abs(bend)).toBeLessThan(180 + 1e-8)
        const turns = (bend - (to - from)) / 360
        expect(Math.abs(turns - Math.round(turns))).toBeLessThan(1e-8)
      }),
    )
  })

  test('a 4.x curve is kept as it is written', () => {
    fc.assert(
      fc.property(fc.array(value, { minLength: 4, maxLength: 4 }), (curve) => {
        const [{ handles }] = timelinesOf(readSmall(rotate([{ curve }, { time: 1 }])), 'bone')
        expect([...(handles ?? [])].slice(0, 4)).toEqual([curve[0], rad(curve[1]), curve[2], rad(curve[3])])
      }),
    )
  })
})

test('any draw order comes out as a permutation in which named slots are where they should be', () => {
  const moves = fc.integer({ min: 1, max: 12 }).chain((count) =>
    fc.record({
      count: fc.constant(count),
      targets: fc.shuffledSubarray(Array.from({ length: count }, (_, i) => i)),
      sources: fc.shuffledSubarray(Array.from({ length: count }, (_, i) => i)),
    }),
  )
  fc.assert(
    fc.property(moves, ({ count, targets, sources }) => {
      const slots = Array.from({ length: count }, (_, i) => ({ name: `s${i}`, bone: 'root' }))
      const pairs = sources.slice(0, targets.length).map((slot, i) => [slot, targets[i]])
      const offsets = pairs.map(([slot, position]) => ({ slot: `s${slot}`, offset: position - slot }))
      const model = readSmall({ slots, animations: { walk: { drawOrder: [{ offsets }] } } })
      const order = timelinesOf(model, 'drawOrder')[0].orders[0]
      if (offsets.length === 0) {
        expect(order).toBeNull()
        return
      }
      const list = [...(order ?? [])]
      expect([...list].sort((a, b) => a - b)).toEqual(slots.map((_, i) => i))
      for (const [slot, position] of pairs) expect(list[position]).toBe(slot)
      const moved = new Set(pairs.map(([slot]) => slot))
      const others = list.filter((slot) => !moved.has(slot))
      expect(others).toEqual([...others].sort((a, b) => a - b))
    }),
  )
})

/** Tells of every pair of numbers, with the kind of place that they are in: `mesh.vertices`. */
function compare(
  a: unknown,
  b: unknown,
  place: string,
  one: (a: number, b: number, place: string) => void,
): void {
  if (typeof a === 'number' && typeof b === 'number') one(a, b, place)
  else if (typeof a === 'object' && a !== null && typeof b === 'object' && b !== null) {
    const [left, right] = [Object.entries(a), Object.entries(b)]
    expect(right.map(([key]) => key)).toEqual(left.map(([key]) => key))
    const { type, property } = a as { type?: string; property?: string }
    const kind = type ? (property ? `${type}:${property}` : type) : place
    const list = Array.isArray(a) || ArrayBuffer.isView(a)
    for (let i = 0; i < left.length; i++)
      compare(left[i][1], right[i][1], list ? kind : `${kind ? `${kind}.` : ''}${left[i][0]}`, one)
  } else expect(b).toEqual(a)
}
