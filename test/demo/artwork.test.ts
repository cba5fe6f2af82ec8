import {
  applyAnimation,
  getBone,
  getBounds,
  getPoint,
  getWorldVertices,
  isBoneActive,
  setToSetupPose,
} from 'osteon'
import { constraints, worldTransform } from 'osteon/systems'
import { PNG } from 'pngjs'
import { describe, expect, test } from 'vitest'
import { lamplighterWorld, readLamplighter } from './lamplighter'

const { model, atlas, png, rig } = await readLamplighter()
const { world, eid } = lamplighterWorld(rig)

function poseAt(animation: string, time: number): void {
  setToSetupPose(world, eid, 'both')
  applyAnimation(world, eid, animation, { time })
  constraints(world)
  worldTransform(world)
}

/** Every bone's matrix and every vertex on show, at one moment. */
function wholePose(animation: string, time: number): number[] {
  poseAt(animation, time)
  const bones = rig.bones.names.flatMap((name) => [...getBone(world, eid, name)])
  const vertices = rig.slots.names.flatMap((name) => [...(getWorldVertices(world, eid, name) ?? [])])
  return [...bones, ...vertices]
}

const durationOf = (animation: string): number =>
  rig.animations[rig.animationIndex.get(animation) ?? Number.NaN].duration

describe('the shipped character', () => {
  test('has a page of the size its atlas says, with every image inside it', () => {
    const { width, height } = PNG.sync.read(png)
    expect(atlas.pages.map((page) => [page.name, page.width, page.height])).toEqual([
      ['lamplighter.png', width, height],
    ])
    for (const region of atlas.regions) {
      const turned = region.rotate === 90
      expect(region.x + (turned ? region.height : region.width)).toBeLessThanOrEqual(width)
      expect(region.y + (turned ? region.width : region.height)).toBeLessThanOrEqual(height)
    }
  })

  test('shows what a skeleton can have', () => {
    expect(rig.bones.count).toBeGreaterThanOrEqual(18)
    expect(rig.constraints.models.map(({ type }) => type)).toEqual([
      'ik',
      'ik',
      'transform',
      'transform',
      'transform',
    ])
    const types = new Set(rig.attachments.models.map(({ type }) => type))
    expect([...types].sort()).toEqual(['boundingbox', 'clipping', 'mesh', 'point', 'region'])
    expect(model.slots.map(({ blend }) => blend)).toContain('additive')
    expect(rig.slots.dark).toContain(1)
    expect(atlas.regions.map(({ rotate }) => rotate)).toContain(90)
    expect(model.animations.map(({ name }) => name)).toEqual(['idle', 'walk', 'run', 'jump', 'wave', 'hit'])
  })

  test('wears its hat, and has the bone for it, in the frost outfit only', () => {
    expect(isBoneActive(world, eid, 'pom')).toBe(false)
    const frost = lamplighterWorld(rig, 'frost')
    expect(isBoneActive(frost.world, frost.eid, 'pom')).toBe(true)
  })

  test('keeps its light in the lantern', () => {
    poseAt('walk', 0.3)
    const point = getPoint(world, eid, 'light') ?? []
    const glass = getWorldVertices(world, eid, 'lantern-window') ?? []
    const xs = [...glass].filter((_, i) => i % 2 === 0)
    const ys = [...glass].filter((_, i) => i % 2 === 1)
    expect(point[0]).toBeGreaterThan(Math.min(...xs))
    expect(point[0]).toBeLessThan(Math.max(...xs))
    expect(point[1]).toBeGreaterThan(Math.min(...ys))
    expect(point[1]).toBeLessThan(Math.max(...ys))
  })
})

test.each(['idle', 'walk', 'run'])('%s ends exactly as it begins', (animation) => {
  const start = wholePose(animation, 0)
  const end = wholePose(animation, durationOf(animation))
  expect(end.length).toBe(start.length)
  expect(Math.max(...start.map((value, i) => Math.abs(value - end[i])))).toBeLessThan(1e-3)
})

test.each(['jump', 'wave', 'hit'])('%s begins and ends in the same place', (animation) => {
  const bones = (time: number) => wholePose(animation, time).slice(0, 6 * rig.bones.count)
  const [start, end] = [bones(0), bones(durationOf(animation))]
  expect(Math.max(...start.map((value, i) => Math.abs(value - end[i])))).toBeLessThan(1e-3)
})

/** Sole of a boot in the foot bone's space: heel and toe. */
const HEEL = [-18, -34]
const TOE = [44, -34]
/** Lower than this is on the ground; units. */
const TOUCH = 1

/** World x of the toe at each of `times` when the whole sole is on the ground; NaN when it is not. */
function plantedToe(animation: string, foot: string, times: readonly number[]): number[] {
  return times.map((time) => {
    poseAt(animation, time)
    const [a, b, c, d, x, y] = getBone(world, eid, foot)
    const height = ([px, py]: number[]) => Math.abs(c * px + d * py + y)
    if (height(HEEL) > TOUCH || height(TOE) > TOUCH) return Number.NaN
    return a * TOE[0] + b * TOE[1] + x
  })
}

/** How far the toe strays from the ground that passes below it at `pace`, at worst over each stretch on the ground. */
function slide(toes: readonly number[], times: readonly number[], pace: number): number {
  let worst = 0
  let first = -1
  toes.forEach((x, i) => {
    if (Number.isNaN(x)) first = -1
    else if (first < 0) first = i
    else worst = Math.max(worst, Math.abs(x - (toes[first] - pace * (times[i] - times[first]))))
  })
  return worst
}

describe('planted feet', () => {
  poseAt('idle', 0)
  const height = getBounds(world, eid)?.[3] ?? 0
  const soles = ['foot-front', 'foot-back']

  test.each([
    // Ground speed, and the least share of the cycle that each foot stands flat.
    ['walk', 80 / 0.6, 0.25],
    ['run', 96 / 0.22, 0.1],
    ['idle', 0, 1],
    ['wave', 0, 1],
    ['hit', 0, 1],
    ['jump', 0, 0.4],
  ])('do not slide in %s', (animation, pace, share) => {
    const times = Array.from({ length: 241 }, (_, i) => (i / 240) * durationOf(animation))
    for (const foot of soles) {
      const toes = plantedToe(animation, foot, times)
      expect(toes.filter((x) => !Number.isNaN(x)).length / toes.length).toBeGreaterThanOrEqual(share)
      expect(slide(toes, times, pace)).toBeLessThan(0.002 * height)
    }
  })
})
