/** Hit tests against the long way round, in random scenes. */

import { plainKernels } from 'osteon/kernels/plain'
import { describe, expect, test } from 'vitest'
import {
  despawnSkeleton,
  getBone,
  type HitTarget,
  hitTest,
  play,
  setAttachment,
  setBone,
  setDefaultMix,
  setSkin,
  spawnSkeleton,
} from '../../../src/api'
import { restoreState, saveState } from '../../../src/joins/save'
import type { Rig } from '../../../src/rig/rig'
import type { AnimationWorld } from '../../../src/world/world-type'
import {
  constraints,
  mixing,
  runPipeline,
  skinning,
  timelineSampling,
  worldTransform,
} from '../../../systems'
import { runs } from '../../deep'
import { type Actor, bruteHits } from '../../fixtures/brute-hits'
import { makeRig, makeWorld, playableJson, tick } from '../../fixtures/play'
import { richRig } from '../../fixtures/rigs/rich-rig'
import { wardrobeRig } from '../../fixtures/wardrobe'

const plain = playableJson()
delete (plain.skins as { attachments: Record<string, unknown> }[])[0].attachments.clip
plain.slots = (plain.slots as { name: string }[]).filter(({ name }) => name !== 'clip')
const box = { type: 'boundingbox', vertexCount: 5, vertices: [-9, -6, 12, -8, 0, 3, 14, 9, -4, 12] }
const boxed = wardrobeRig('4.2', (json) => {
  const [skin] = json.skins as { attachments: Record<string, unknown> }[]
  skin.attachments.body = { ...(skin.attachments.body as object), area: box }
  skin.attachments.tail = { ...(skin.attachments.tail as object), area: box }
})
/** Clipped, plain, with constraints that keep state, and one that shows little. */
const rigs = [makeRig(), makeRig('4.2', plain), makeRig('4.2', richRig('4.2')), boxed]
const SCENES = runs(1000)
const EVERYWHERE = { x: -1000, y: -1000, width: 2000, height: 2000 }

/** Numbers of a seed, 0 … 1. */
function randomOf(seed: number): () => number {
  let state = (seed + 1) * 0x9e3779b1
  return () => {
    state = Math.imul(state ^ (state >>> 15), 0x85ebca6b) + 0x6d2b79f5
    const mixed = Math.imul(state ^ (state >>> 13), 0xc2b2ae35)
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32
  }
}

interface Scene {
  world: AnimationWorld
  actors: Actor[]
  random: () => number
  pick: <T>(list: readonly T[]) => T
}

function makeScene(seed: number): Scene {
  const random = randomOf(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]
  const world = makeWorld({
    capacity: 8,
    shortcuts: seed % 5 !== 0,
    ...(seed % 2 === 0 ? { kernels: plainKernels } : {}),
  })
  const scene: Scene = { world, actors: [], random, pick }
  for (let i = 0; i < 2 + random() * 9; i++) enter(scene)
  return scene
}

function enter({ world, actors, random, pick }: Scene): void {
  const rig = pick(rigs)
  const sortKey = pick([0, 0, 1, -2.5])
  const eid = spawnSkeleton(world, rig, {
    x: random() * 100 - 50,
    y: random() * 100 - 70,
    rotation: pick([0, 0, random() * 6]),
    scaleX: pick([1, 1, -1.5]),
    scaleY: pick([1, 0.5]),
    flipX: pick([false, true]),
    sortKey,
    skin: pick([null, rig.skins[rig.skins.length - 1].name]),
  })
  const level = pick([0, 0, 0, 0, 1, 2])
  world.components.Visibility.level[eid] = level
  actors.push({ eid, rig, level, sortKey })
  if (random() < 0.7) play(world, eid, pick(rig.animations).name, { loop: random() < 0.7 })
}

/** Something that a game does between two ticks. */
function change(scene: Scene): void {
  const { world, actors, random, pick } = scene
  const actor = pick(actors)
  const { eid, rig } = actor
  switch (Math.floor(random() * 9)) {
    case 0:
      world.components.Transform.x[eid] += random() * 80 - 40
      break
    case 1:
      setBone(world, eid, pick(rig.bones.names), { rotation: random() * 6 })
      break
    case 2:
      setAttachment(world, eid, 'body', pick([null, 'body', ...(rig === boxed ? ['area'] : [])]))
      break
    case 3:
      setSkin(world, eid, pick(rig.skins).name)
      break
    case 4:
      enter(scene)
      break
    case 5:
      if (actors.length < 2) break
      despawnSkeleton(world, eid)
      actors.splice(actors.indexOf(actor), 1)
      break
    case 6:
      play(world, eid, pick(rig.animations).name, { loop: true, mix: 0.1 })
      break
    case 7:
      if (rig === rigs[0]) setAttachment(world, eid, 'clip', pick([null, 'mask']))
      break
    default:
      world.components.SortKey.value[eid] = actor.sortKey = pick([0, 3, -1])
  }
}

/** System by system, with hit tests in between. */
function apart({ world, random }: Scene): void {
  world.time.delta = 1 / 30
  for (const system of [timelineSampling, mixing, constraints, worldTransform, skinning]) {
    system(world)
    if (random() < 0.3) hitTest(world, EVERYWHERE, { by: random() < 0.5 ? 'boxes' : 'shapes' })
  }
}

function targetOf({ random }: Scene): HitTarget {
  const at = () => random() * 140 - 70
  const kind = random()
  if (kind < 0.4) return { x: at(), y: at() }
  if (kind < 0.7) return { x1: at(), y1: at(), x2: at(), y2: at() }
  return { x: at(), y: at(), width: random() * 60, height: random() * 60 }
}

const named = (hits: ReturnType<typeof hitTest>) => hits.map(({ eid, name }) => `${eid} ${name}`)

describe('random scenes', () => {
  test.each(Array.from({ length: 10 }, (_, part) => part))('equal to the long way round: part %i', (part) => {
    const hits = { boxes: 0, shapes: 0 }
    for (let seed = part; seed < SCENES; seed += 10) {
      const scene = makeScene(seed)
      const { world, actors, random, pick } = scene
      setDefaultMix(world, boxed, 0.2)
      const ticks = 1 + Math.floor(random() * 4)
      for (let number = 0; number < ticks; number++) {
        if (seed % 3 === 0) apart(scene)
        else tick(world)
        // Written since the last tick.
        for (let i = 0; random() < 0.3; i++) {
          if (i > 0) hitTest(world, EVERYWHERE, { by: pick(['boxes', 'shapes']) })
          setBone(world, pick(actors).eid, 1, { rotation: random() * 6, x: random() * 30 })
        }
        const reads = seed % 4 === 0 || number === ticks - 1
        const asked = Array.from({ length: 8 }, () => {
          const target = targetOf(scene)
          const by = pick(['boxes', 'shapes'] as const)
          return { target, by, got: named(hitTest(world, target, { by })) }
        })
        // Reading has world matrices kept: often it comes last.
        for (const { target, by, got } of reads ? asked : []) {
          const wanted = bruteHits(world, actors, target, by)
          hits[by] += wanted.length
          expect(got, `seed ${seed}, tick ${number}, ${by} ${JSON.stringify(target)}`).toEqual(wanted)
        }
        for (let i = 0; i < 3; i++) change(scene)
      }
    }
    expect(hits.shapes).toBeGreaterThan(runs(150))
    expect(hits.boxes).toBeGreaterThan(runs(10))
  })
})

describe('one skeleton', () => {
  const [rich] = rigs
  const pose = () => {
    const world = makeWorld()
    const eid = spawnSkeleton(world, rich)
    tick(world)
    const [, , , , x, y] = getBone(world, eid, 'head')
    return { world, eid, x, y }
  }

  test('says slot and attachment, at the front first, and stops at the limit', () => {
    const { world, eid, x, y } = pose()
    const hits = hitTest(world, { x: x + 6, y: y + 3 }, { by: 'shapes' })
    expect(hits.length).toBeGreaterThan(1)
    expect(hits[0]).toMatchObject({ eid, name: rich.slots.names[hits[0].slot] })
    expect(hits[0].attachment.name).toBeTypeOf('string')
    expect(hits.map(({ slot }) => slot)).toEqual(hits.map(({ slot }) => slot).sort((a, b) => b - a))
    expect(hitTest(world, { x: x + 6, y: y + 3 }, { by: 'shapes', limit: 1 })).toEqual(hits.slice(0, 1))
    expect(hitTest(world, { x: x + 6, y: y + 3 }, { by: 'shapes', eid })).toEqual(hits)
    expect(hitTest(world, { x: x + 6, y: y + 3 }, { by: 'shapes', filter: () => false })).toEqual([])
  })

  test('has no world matrices kept, and nothing is hit before the first tick', () => {
    const world = makeWorld()
    const eid = spawnSkeleton(world, boxed)
    expect(hitTest(world, EVERYWHERE, { by: 'shapes' })).toEqual([])
    tick(world)
    expect(hitTest(world, EVERYWHERE, { by: 'shapes' }).length).toBeGreaterThan(0)
    expect(hitTest(world, EVERYWHERE, { by: 'shapes', eid }).length).toBeGreaterThan(0)
    const chunk = world.animation.blocks.chunks[world.animation.skeletons.chunk[eid]]
    expect(chunk?.world).toBe(0)
  })

  test('is found where it was after its state was restored', () => {
    const world = makeWorld()
    const eid = spawnSkeleton(world, boxed)
    tick(world)
    const saved = saveState(world)
    const near = { x: -100, y: -100, width: 200, height: 200 }
    world.components.Transform.x[eid] = 5000
    tick(world)
    expect(hitTest(world, near, { by: 'shapes' })).toEqual([])
    restoreState(world, saved)
    expect(hitTest(world, near, { by: 'shapes' }).length).toBeGreaterThan(0)
  })
})

describe('bad input:', () => {
  const point = { x: 0, y: 0 }
  test.each<[string, object, object, string, string]>([
    ['a coordinate that is no number', { x: Number.NaN, y: 0 }, {}, 'not-finite', 'x'],
    ['an infinite end', { x1: 0, y1: 0, x2: 1, y2: Number.NEGATIVE_INFINITY }, {}, 'not-finite', 'y2'],
    ['a width that is no number', { x: 0, y: 0, width: Number.NaN, height: 1 }, {}, 'not-finite', 'width'],
    ['a coordinate beyond float32', { x: 1e39, y: 0 }, {}, 'not-finite', 'x'],
    ['a text', { x: '1', y: 0 }, {}, 'not-finite', 'x'],
    ['half a segment', { x1: 0, y1: 0 }, {}, 'bad-option', 'target'],
    ['a box without a height', { x: 0, y: 0, width: 1 }, {}, 'bad-option', 'target'],
    ['a negative size', { x: 0, y: 0, width: -1, height: 1 }, {}, 'bad-option', 'width'],
    ['nothing', {}, {}, 'bad-option', 'target'],
    ['a limit of nothing', point, { limit: 0 }, 'bad-option', 'limit'],
    ['a limit that is no number', point, { limit: Number.NaN }, 'bad-option', 'limit'],
    ['another way', point, { by: 'pixels' }, 'bad-option', 'by'],
    ['a filter that cannot be called', point, { filter: 7 }, 'bad-option', 'filter'],
    ['an option that there is not', point, { entity: 1 }, 'bad-option', 'entity'],
    ['an entity without a skeleton', point, { eid: 99 }, 'no-skeleton', ''],
    ['an entity that is no number', point, { eid: Number.NaN }, 'no-skeleton', ''],
  ])('%s is refused', (_, target, options, code, path) => {
    const world = makeWorld()
    spawnSkeleton(world, rigs[0] as Rig)
    runPipeline(world)
    expect(() => hitTest(world, target as HitTarget, options)).toThrow(
      expect.objectContaining({ code, path }),
    )
  })
})
