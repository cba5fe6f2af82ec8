/** Steering, cells and particles of the demo's crowd. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cellAt, createCells, fillCells, findNear, resizeCells } from '../../../demo/crowd/figures/cells'
import {
  facingTo,
  giveWay,
  hasArrived,
  makeRoom,
  STEEPEST,
  slopeTo,
} from '../../../demo/crowd/figures/steering'
import { readAddress, toAmount, toSlider, withParameter } from '../../../demo/crowd/page/address'
import {
  type Burst,
  createParticles,
  emit,
  type Kind,
  moveParticles,
  opacityAt,
  sizeAt,
} from '../../../demo/crowd/particles'
import { createRandom } from '../../../demo/crowd/random'

describe('steering', () => {
  const place = fc.integer({ min: -4000, max: 4000 })
  const speed = fc.integer({ min: 60, max: 600 })

  test('leads to any goal, and never more steeply than feet can go', () => {
    fc.assert(
      fc.property(place, place, speed, fc.constantFrom(-1, 1), (goalX, goalY, pace, first) => {
        let [x, y, facing, turns, steepest] = [0, 0, Number(first), 0, 0]
        for (let tick = 0; tick < 60 * 200; tick++) {
          const [dx, dy] = [goalX - x, goalY - y]
          if (hasArrived(dx, dy)) {
            expect(steepest).toBeLessThanOrEqual(STEEPEST)
            return
          }
          const next = facingTo(facing, dx, dy)
          if (next !== facing) turns++
          facing = next
          const slope = slopeTo(dx, dy)
          steepest = Math.max(steepest, Math.abs(slope))
          x += (facing * pace) / 60
          y += (slope * pace) / 60
        }
        throw new Error(`still under way after ${turns} turns, at ${x}, ${y}`)
      }),
    )
  })

  test('two actors that are too near each other part', () => {
    fc.assert(
      fc.property(fc.integer({ min: -140, max: 140 }), fc.integer({ min: -60, max: 60 }), (dx, dy) => {
        const mine = giveWay(dx, dy)
        const theirs = giveWay(-dx, -dy)
        if (dx !== 0 || dy !== 0) expect(mine).toBeCloseTo(-theirs)
        if (dy !== 0) expect(Math.sign(mine)).toBe(-Math.sign(dy))
      }),
    )
    expect(giveWay(0, 90)).toBe(0)
  })
})

test('cells hold everybody once, each in the cell of its place', () => {
  const spot = fc.tuple(fc.integer({ min: -50, max: 1050 }), fc.integer({ min: -50, max: 650 }))
  fc.assert(
    fc.property(fc.array(spot, { maxLength: 60 }), (spots) => {
      const cells = createCells(100)
      resizeCells(cells, 1000, 600, spots.length)
      const x = Float32Array.from([0, ...spots.map(([at]) => at)])
      const y = Float32Array.from([0, ...spots.map(([, at]) => at)])
      const ids = Int32Array.from(spots, (_, i) => i + 1)
      fillCells(cells, ids, x, y)
      expect([...cells.entities].sort((a, b) => a - b)).toEqual([...ids])
      for (let cell = 0; cell < cells.columns * cells.rows; cell++)
        for (const eid of cells.entities.subarray(cells.starts[cell], cells.starts[cell + 1]))
          expect(cellAt(cells, x[eid], y[eid])).toBe(cell)
      expect(cells.starts.at(-1)).toBe(spots.length)
    }),
  )
})

test('all actors less than a cell away are found, once, and none two cells away', () => {
  const spot = fc.tuple(fc.integer({ min: 0, max: 999 }), fc.integer({ min: 0, max: 599 }))
  fc.assert(
    fc.property(fc.array(spot, { minLength: 1, maxLength: 60 }), (spots) => {
      const cells = createCells(100)
      resizeCells(cells, 1000, 600, spots.length)
      const x = Float32Array.from([0, ...spots.map(([at]) => at)])
      const y = Float32Array.from([0, ...spots.map(([, at]) => at)])
      const ids = Int32Array.from(spots, (_, i) => i + 1)
      fillCells(cells, ids, x, y)
      const found = cells.near.subarray(0, findNear(cells, x[1], y[1]))
      expect(new Set(found).size).toBe(found.length)
      for (const eid of ids) {
        const away = Math.max(Math.abs(x[eid] - x[1]), Math.abs(y[eid] - y[1]))
        if (away < 100) expect(found).toContain(eid)
        if (away >= 200) expect(found).not.toContain(eid)
      }
    }),
  )
})

describe('the particles', () => {
  const kind = (change: Partial<Kind> = {}): Kind => ({
    region: 'spark',
    additive: false,
    life: [0.5, 1],
    speed: [10, 100],
    spread: 1,
    gravity: -500,
    drag: 0.5,
    size: [1, 0.25],
    alpha: 0.8,
    fadeIn: 0.1,
    spin: [-1, 1],
    lands: false,
    ...change,
  })
  const burst = (change: Partial<Burst> = {}): Burst => {
    return { x: 5, y: 100, ground: 0, angle: 1, scale: 1, red: 1, green: 1, blue: 1, ...change }
  }

  test('are never more than they may be', () => {
    const random = createRandom(1)
    const particles = createParticles([kind()], 10)
    expect(emit(particles, 0, 7, burst(), random)).toBe(7)
    expect(emit(particles, 0, 7, burst(), random)).toBe(3)
    expect(emit(particles, 0, 7, burst(), random)).toBe(0)
    expect(particles.count).toBe(10)
    particles.most = 4
    expect(emit(particles, 0, 1, burst(), random)).toBe(0)
  })

  test('die when their time has come, and no other is lost or changed with them', () => {
    const lives = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(lives, fc.integer({ min: 1, max: 19 }), (ticks, at) => {
        const kinds = ticks.map((life) => kind({ life: [life, life], speed: [0, 0], gravity: 0 }))
        const particles = createParticles(kinds, ticks.length)
        // Each is known by its place.
        ticks.forEach((_, i) => {
          emit(particles, i, 1, burst({ x: i }), createRandom(i))
        })
        for (let tick = 0; tick < at; tick++) moveParticles(particles, 1)
        const left = Array.from(particles.x.subarray(0, particles.count)).sort((a, b) => a - b)
        expect(left).toEqual(ticks.flatMap((life, i) => (life > at ? [i] : [])))
        for (let row = 0; row < particles.count; row++) expect(particles.kind[row]).toBe(particles.x[row])
      }),
    )
  })

  test('fall, and stay above the ground once they have landed', () => {
    const random = createRandom(3)
    const particles = createParticles([kind({ lands: true, life: [9, 9] }), kind({ life: [9, 9] })], 8)
    emit(particles, 0, 4, burst(), random)
    emit(particles, 1, 4, burst(), random)
    for (let tick = 0; tick < 240; tick++) moveParticles(particles, 1 / 60)
    for (let row = 0; row < 4; row++) expect(particles.y[row]).toBeGreaterThanOrEqual(0)
    for (let row = 4; row < 8; row++) expect(particles.y[row]).toBeLessThan(-100)
  })

  test('fade in from nothing, out to nothing, and change their size on the way', () => {
    const looks = kind()
    expect(opacityAt(looks, 0)).toBe(0)
    expect(opacityAt(looks, 0.1)).toBeCloseTo(0.8)
    expect(opacityAt(looks, 1)).toBeCloseTo(0)
    expect(sizeAt(looks, 2, 0)).toBe(2)
    expect(sizeAt(looks, 2, 1)).toBeCloseTo(0.5)
  })
})

describe('the address', () => {
  test('is read with defaults for fields left out', () => {
    expect(readAddress('')).toMatchObject({
      count: 300,
      culling: true,
      paused: false,
      worker: false,
      kernels: 'wasm',
      ticks: 0,
    })
    expect(
      readAddress('?count=1000&ticks=120&paused=1&worker=1&seed=-3&culling=0&kernels=plain'),
    ).toMatchObject({
      count: 1000,
      ticks: 120,
      paused: true,
      worker: true,
      kernels: 'plain',
      seed: -3,
      culling: false,
    })
  })

  test.each(['count=', 'count=many', 'count=NaN', 'count=Infinity'])('%s counts as left out', (search) => {
    expect(readAddress(`?${search}`).count).toBe(300)
  })

  test.each([
    ['count=0', 1],
    ['count=-5', 1],
    ['count=1e9', 100_000],
    ['count=12.6', 13],
  ])('%s is brought into range', (search, count) => {
    expect(readAddress(`?${search}`).count).toBe(count)
  })

  test('changes one parameter and keeps the others', () => {
    expect(withParameter('?count=5&seed=2', 'count', '70')).toBe('?count=70&seed=2')
    expect(withParameter('', 'worker', '1')).toBe('?worker=1')
  })

  test('the slider reaches both ends, and a number finds its place on it again', () => {
    expect(toAmount(0, 20_000)).toBe(1)
    expect(toAmount(1, 20_000)).toBe(20_000)
    for (const amount of [1, 2, 30, 450, 1000, 10_000, 20_000])
      expect(toAmount(toSlider(amount, 20_000), 20_000)).toBe(amount)
  })
})

describe('room for bodies', () => {
  test('two in nearly one spot are pushed apart, with equal force, and no longer once they do not touch', () => {
    const spot = fc.integer({ min: -300, max: 300 })
    fc.assert(
      fc.property(spot, spot, (dx, dy) => {
        const mine = new Float64Array(2)
        const theirs = new Float64Array(2)
        makeRoom(dx, dy, 1, mine)
        makeRoom(-dx, -dy, -1, theirs)
        expect(mine[0]).toBeCloseTo(-theirs[0])
        expect(mine[1]).toBeCloseTo(-theirs[1])
        expect(mine[0] * dx + mine[1] * dy).toBeLessThanOrEqual(0)
        expect(Math.hypot(mine[0], mine[1])).toBeLessThanOrEqual(1)
      }),
    )
    const none = new Float64Array(2)
    makeRoom(240, 0, 1, none)
    makeRoom(0, -130, 1, none)
    expect([...none]).toEqual([0, 0])
  })
})
