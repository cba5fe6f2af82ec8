/** The demo's characters: files, gaits and meshes. */
import {
  applyAnimation,
  getBone,
  getBounds,
  getPoint,
  getWorldVertices,
  isBoneActive,
  setToSetupPose,
} from 'osteon'
import { spineJson } from 'osteon/formats/spine-json'
import { constraints, worldTransform } from 'osteon/systems'
import { PNG } from 'pngjs'
import { describe, expect, test } from 'vitest'
import { CAST } from '../../demo/artwork/cast'
import { type Character, skeletonText } from '../../demo/artwork/rig/character'
import { CURVE } from '../../src/base/model/animation'
import { asset, readCharacter, worldWith } from './lamplighter'

/** A character of the cast as shipped, and one of it to be posed. */
async function rehearse(character: Character) {
  const read = await readCharacter(character.name)
  const { world, eid } = worldWith(read.rig)
  const { rig } = read
  return {
    ...read,
    ...character,
    world,
    eid,
    poseAt(animation: string, time: number): void {
      setToSetupPose(world, eid, 'both')
      applyAnimation(world, eid, animation, { time })
      constraints(world)
      worldTransform(world)
    },
    durationOf(animation: string): number {
      return rig.animations[rig.animationIndex.get(animation) ?? Number.NaN].duration
    },
  }
}

type Actor = Awaited<ReturnType<typeof rehearse>>

const actors = await Promise.all(CAST.map(rehearse))
const everyone = actors.map((actor) => [actor.name, actor] as const)
const LOOPS = ['idle', 'walk', 'run']
const MOVES = [...LOOPS, 'jump', 'hit', 'strike']

/** Every bone's matrix and every vertex on show, at one moment. */
function wholePose(actor: Actor, animation: string, time: number): { bones: number[]; vertices: number[] } {
  const { rig, world, eid } = actor
  actor.poseAt(animation, time)
  return {
    bones: rig.bones.names.flatMap((name) => [...getBone(world, eid, name)]),
    vertices: rig.slots.names.flatMap((name) => [...(getWorldVertices(world, eid, name) ?? [])]),
  }
}

function furthest(a: readonly number[], b: readonly number[]): number {
  expect(a.length).toBe(b.length)
  return Math.max(...a.map((value, i) => Math.abs(value - b[i])))
}

const SIDES = ['front', 'back'] as const
const SAMPLES = 240

interface Foot {
  /** World place of the ball of the foot, about which it rolls. */
  ball: readonly [x: number, y: number]
  /** From hip to ankle, as a part of the leg's length. */
  stretch: number
  /** Between the end of the leg and where its foot should be, units. */
  gap: number
}

interface Stride {
  time: number
  front: Foot
  back: Foot
}

function footOf({ figure, world, eid }: Actor, side: (typeof SIDES)[number]): Foot {
  const bones = (name: string) => figure.bones.get(name)
  const place = (name: string) => [...getBone(world, eid, name)]
  const [control, foot] = [bones(`foot-${side}-ctrl`), bones(`foot-${side}`)]
  const length = [1, 2].reduce((sum, i) => sum + (bones(`leg-${side}-${i}`)?.json.length ?? 0), 0)
  if (!control || !foot) throw new Error(`no ${side} foot`)
  // In the setup pose the foot's bone is level, so that its space is the drawing's but for the place.
  const [dx, dy] = [control.x - foot.x, control.y - foot.y]
  const [a, b, c, d, x, y] = place(`foot-${side}`)
  const [hip, target] = [place(`leg-${side}-1`), place(`foot-${side}-target`)]
  return {
    ball: [a * dx + b * dy + x, c * dx + d * dy + y],
    stretch: Math.hypot(target[4] - hip[4], target[5] - hip[5]) / length,
    gap: Math.hypot(target[4] - x, target[5] - y),
  }
}

function steps(actor: Actor, animation: string): Stride[] {
  return Array.from({ length: SAMPLES + 1 }, (_, i) => {
    const time = (i / SAMPLES) * actor.durationOf(animation)
    actor.poseAt(animation, time)
    return { time, front: footOf(actor, 'front'), back: footOf(actor, 'back') }
  })
}

/** Nearer to the ground than this is on it; units. */
const TOUCH = 0.5

const onGround = ({ ball }: Foot): boolean => Math.abs(ball[1]) < TOUCH

/** How far a foot strays from the ground that passes below it at `pace`, at worst over each stretch on it. */
function slide(all: readonly Stride[], side: (typeof SIDES)[number], pace: number): number {
  let worst = 0
  let first: Stride | null = null
  for (const stride of all) {
    if (!onGround(stride[side])) first = null
    else first ??= stride
    if (!first) continue
    const moved = stride[side].ball[0] - first[side].ball[0]
    worst = Math.max(worst, Math.abs(moved + pace * (stride.time - first.time)))
  }
  return worst
}

test('three characters make up the cast, and cast.json tells a game of each', () => {
  expect(CAST.map(({ name }) => name)).toEqual(['lamplighter', 'badger', 'hare'])
  const told = JSON.parse(asset('cast.json').toString())
  expect(told).toEqual(
    CAST.map(({ name, height, pace, figure }) => ({
      name,
      height,
      speeds: { walk: expect.closeTo(pace.walk, 3), run: expect.closeTo(pace.run, 3) },
      skins: figure.skins.map((skin) => skin.name),
    })),
  )
})

describe.each(everyone)('the %s', (_, actor) => {
  const { rig, model, world, eid } = actor

  test('ships as its sources say, in small files', () => {
    expect(actor.json.toString()).toBe(skeletonText(actor))
    expect(actor.json.length).toBeLessThan(200_000)
  })

  test('has one page of the size its atlas says, with every image inside it', () => {
    const { width, height } = PNG.sync.read(actor.png)
    expect(actor.atlas.pages.map((page) => [page.name, page.width, page.height])).toEqual([
      [`${actor.name}.png`, width, height],
    ])
    expect(Math.max(width, height)).toBeLessThanOrEqual(1024)
    for (const region of actor.atlas.regions) {
      const turned = region.rotate === 90
      expect(region.x + (turned ? region.height : region.width)).toBeLessThanOrEqual(width)
      expect(region.y + (turned ? region.width : region.height)).toBeLessThanOrEqual(height)
    }
  })

  test('stands on legs of two bones, each steered by a foot', () => {
    expect(rig.bones.count).toBeGreaterThanOrEqual(18)
    const legs = rig.constraints.models.flatMap((made) =>
      made.type === 'ik'
        ? [[...made.bones.map((bone) => rig.bones.names[bone]), rig.bones.names[made.target]]]
        : [],
    )
    expect(legs).toEqual([
      ['leg-front-1', 'leg-front-2', 'foot-front-target'],
      ['leg-back-1', 'leg-back-2', 'foot-back-target'],
    ])
  })

  test('bends without creases: torso, arms and legs are meshes that several bones pull at', () => {
    for (const name of ['torso', 'arm-front', 'arm-back', 'leg-front', 'leg-back']) {
      const found = rig.attachments.models.find((made) => made.name === name)
      expect(found?.type).toBe('mesh')
      if (found?.type !== 'mesh' || !found.bones) throw new Error(`${name} is not weighted`)
      expect(new Set(found.bones).size).toBeGreaterThan(1)
      expect(found.bones.length).toBeGreaterThan(2 * found.count)
    }
  })

  test('has three outfits that share their meshes', () => {
    expect(model.skins).toHaveLength(3)
    for (const skin of model.skins.slice(1)) {
      const meshes = skin.entries.flatMap(({ attachment }) =>
        attachment.type === 'mesh' ? [attachment] : [],
      )
      expect(meshes.length).toBeGreaterThanOrEqual(5)
      expect(meshes.every((mesh) => mesh.source !== null)).toBe(true)
      const paths = skin.entries.flatMap(({ attachment }) => ('path' in attachment ? [attachment.path] : []))
      expect(paths.every((path) => path.startsWith(`${skin.name}/`))).toBe(true)
    }
  })

  test('moves in every way that a game needs, on eased curves', () => {
    expect(model.animations.map(({ name }) => name)).toEqual(expect.arrayContaining(MOVES))
    for (const { timelines } of model.animations) {
      const kinds = timelines.flatMap((line) =>
        'curves' in line && line.type === 'bone' ? [...line.curves] : [],
      )
      expect(kinds.filter((kind) => kind === CURVE.bezier).length).toBeGreaterThan(0.6 * kinds.length)
    }
  })

  test.each([
    ['walk', 'footstep', 2],
    ['run', 'footstep', 2],
    ['jump', 'land', 1],
    ['hit', 'hurt', 1],
    ['strike', 'strike', 1],
  ])('in %s it fires %s', (animation, event, times) => {
    const found = model.animations.find(({ name }) => name === animation)
    const fired = (found?.timelines ?? []).flatMap((line) =>
      line.type === 'event' ? line.keys.map((key) => model.events[key.event].name) : [],
    )
    expect(fired.filter((name) => name === event)).toHaveLength(times)
  })

  test('has a place for light or sparks that moves with it', () => {
    const { keys, slots, attachments, skins, defaultSkin } = rig
    const lit = [...skins[defaultSkin].entries].flatMap(([place, attachment]) =>
      attachments.models[attachment].type === 'point' ? [slots.names[Math.floor(place / keys.length)]] : [],
    )
    expect(lit).toHaveLength(1)
    const at = (time: number) => {
      actor.poseAt('strike', time)
      return [...(getPoint(world, eid, lit[0]) ?? [])]
    }
    const [before, after] = [at(0), at(0.4 * actor.durationOf('strike'))]
    expect(Math.hypot(after[0] - before[0], after[1] - before[1])).toBeGreaterThan(20)
  })

  test('is as tall as it is said to be', () => {
    setToSetupPose(world, eid, 'both')
    worldTransform(world)
    const [, y, , height] = getBounds(world, eid) ?? []
    expect((y + height) / actor.height).toBeGreaterThan(0.94)
    expect((y + height) / actor.height).toBeLessThan(1.06)
  })

  test.each(LOOPS)('%s ends exactly as it begins', (animation) => {
    const [start, end] = [0, actor.durationOf(animation)].map((time) => wholePose(actor, animation, time))
    expect(furthest(start.bones, end.bones)).toBeLessThan(1e-3)
    expect(furthest(start.vertices, end.vertices)).toBeLessThan(1e-3)
  })

  test.each(Object.keys(actor.animations).filter((name) => !LOOPS.includes(name)))(
    '%s begins and ends in the same place',
    (animation) => {
      const [start, end] = [0, actor.durationOf(animation)].map((time) => wholePose(actor, animation, time))
      expect(furthest(start.bones, end.bones)).toBeLessThan(1e-3)
    },
  )

  test('walk and run are different gaits: the run is faster, and in it nobody touches the ground at times', () => {
    expect(actor.pace.run).toBeGreaterThan(2 * actor.pace.walk)
    const aloft = (animation: string) =>
      steps(actor, animation).filter(({ front, back }) => front.ball[1] > 1 && back.ball[1] > 1).length
    expect(aloft('walk')).toBe(0)
    expect(aloft('run')).toBeGreaterThan(0.1 * SAMPLES)
  })

  test.each(Object.keys(actor.animations))('planted feet stand still in %s', (animation) => {
    const all = steps(actor, animation)
    const pace = actor.pace[animation] ?? 0
    for (const side of SIDES) {
      expect(slide(all, side, pace)).toBeLessThan(0.006 * actor.height)
      expect(all.filter((step) => onGround(step[side])).length).toBeGreaterThan(0.25 * SAMPLES)
      expect(Math.min(...all.map((step) => step[side].ball[1]))).toBeGreaterThan(-0.5)
    }
  })

  test.each(Object.keys(actor.animations))('no knee locks or leaves its foot behind in %s', (animation) => {
    for (const step of steps(actor, animation))
      for (const side of SIDES) {
        // At 1 the leg is straight: there a knee turns infinitely fast, which is seen as a pop.
        expect(step[side].stretch).toBeLessThan(0.985)
        expect(step[side].gap).toBeLessThan(0.01 * actor.height)
      }
  })
})

describe('the lamplighter’s own', () => {
  const fox = actors[0]

  test('rig uses every feature of a skeleton', () => {
    const types = new Set(fox.rig.attachments.models.map(({ type }) => type))
    expect([...types].sort()).toEqual(['boundingbox', 'clipping', 'mesh', 'point', 'region'])
    expect(fox.model.slots.map(({ blend }) => blend)).toContain('additive')
    expect(fox.rig.slots.dark).toContain(1)
    expect(fox.atlas.regions.map(({ rotate }) => rotate)).toContain(90)
  })

  test('hat, and the bone for it, are in the frost outfit only', () => {
    expect(isBoneActive(fox.world, fox.eid, 'pom')).toBe(false)
    const frost = worldWith(fox.rig, 'frost')
    expect(isBoneActive(frost.world, frost.eid, 'pom')).toBe(true)
  })

  test('light stays in the lantern', () => {
    fox.poseAt('walk', 0.3)
    const point = getPoint(fox.world, fox.eid, 'light') ?? []
    const glass = getWorldVertices(fox.world, fox.eid, 'lantern-window') ?? []
    const xs = [...glass].filter((_, i) => i % 2 === 0)
    const ys = [...glass].filter((_, i) => i % 2 === 1)
    expect(point[0]).toBeGreaterThan(Math.min(...xs))
    expect(point[0]).toBeLessThan(Math.max(...xs))
    expect(point[1]).toBeGreaterThan(Math.min(...ys))
    expect(point[1]).toBeLessThan(Math.max(...ys))
  })
})

test('the particles’ atlas names everything that flies about', () => {
  const atlas = spineJson.readAtlas(asset('particles.atlas'), { source: 'particles.atlas', warn: () => {} })
  const { width, height } = PNG.sync.read(asset('particles.png'))
  expect(atlas.pages.map((page) => [page.name, page.width, page.height])).toEqual([
    ['particles.png', width, height],
  ])
  expect(atlas.regions.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['glow', 'spark', 'smoke', 'dust', 'star', 'ring', 'shadow']),
  )
})
