/** Bones that a skin leaves out, under attachments and constraints. */
import { describe, expect, test } from 'vitest'
import {
  despawnSkeleton,
  getBone,
  play,
  type Rig,
  setAttachment,
  setBone,
  setSkin,
  spawnSkeleton,
} from '../../src/api'
import { chunkAt } from '../../src/world/chunks/blocks'
import type { AnimationWorld } from '../../src/world/world-type'
import { runPipeline } from '../../systems'
import { makeWorld } from '../fixtures/play'
import type { Json } from '../fixtures/rigs/rich-rig'
import { meshOn, wardrobeRig } from '../fixtures/wardrobe'

const DIALECTS = ['3.8', '4.0', '4.2'] as const

/** Everybody may wear antlers, which hang on a bone that only one skin brings. */
function antlers(json: Json): void {
  const [{ attachments }] = json.skins as { attachments: Record<string, Json> }[]
  attachments.crown.antlers = meshOn('horn', 'head')
}

/** That bone has a child that everybody has. */
function withFeather(json: Json): void {
  ;(json.bones as Json[]).push({ name: 'feather', parent: 'horn', x: 4, rotation: 30 })
  ;(json.slots as Json[]).push({ name: 'feather', bone: 'feather', attachment: 'feather' })
  const [{ attachments }] = json.skins as { attachments: Record<string, Json> }[]
  attachments.feather = { feather: { path: 'body', width: 5, height: 3 } }
}

/** A constraint moves that bone by some more each time, whether it is there or not. */
function pushed(relative: boolean): (json: Json) => void {
  return (json) => {
    antlers(json)
    const transforms = json.transform as Json[]
    transforms.push({ ...transforms[0], name: 'push', order: 5, bones: ['horn'], target: 'goal', relative })
  }
}

/** One leans against it. */
function pulled(json: Json): void {
  antlers(json)
  ;(json.ik as Json[]).push({ name: 'pull', order: 5, bones: ['horn'], target: 'goal', mix: 0.5 })
}

interface Scene {
  neighbours?: number
  keeps?: boolean
}

/** A skeleton without a skin, with or without earlier neighbours that wear the skin. */
function scene(rig: Rig, { neighbours = 0, keeps = false }: Scene): { world: AnimationWorld; eid: number } {
  const world = makeWorld()
  for (let i = 0; i < neighbours; i++) walk(world, spawnSkeleton(world, rig, { skin: 'horned', x: 9 * i }))
  const eid = spawnSkeleton(world, rig, { x: 100, y: 7 })
  if (keeps) getBone(world, eid, 'root')
  return { world, eid }
}

function walk(world: AnimationWorld, eid: number): void {
  play(world, eid, 'walk', { loop: true })
}

function run(world: AnimationWorld, ticks: number): void {
  world.time.delta = 0.05
  for (let i = 0; i < ticks; i++) runPipeline(world)
}

function vertices({ animation: { skeletons, streams } }: AnimationWorld, eid: number): string {
  const first = 2 * skeletons.vertexStart[eid]
  const positions = streams.positions.slice(first, first + 2 * skeletons.vertexCount[eid])
  return new Uint32Array(positions.buffer).join()
}

function isKept({ animation: { blocks, skeletons } }: AnimationWorld, eid: number): boolean {
  return chunkAt(blocks, skeletons.chunk[eid]).world !== 0
}

/** The picture after each of some steps, beside any neighbours and with kept rows or without: always the same. */
function expectSame(rig: Rig, script: (world: AnimationWorld, eid: number, note: () => void) => void): void {
  const [wanted, ...found] = [
    { keeps: true },
    {},
    { neighbours: 1 },
    { neighbours: 9 },
    { keeps: true, neighbours: 9 },
  ].map((given) => {
    const { world, eid } = scene(rig, given)
    const notes: string[] = []
    script(world, eid, () => notes.push(vertices(world, eid)))
    expect(notes.every((note) => note.length > 0)).toBe(true)
    return notes
  })
  for (const notes of found) expect(notes).toEqual(wanted)
}

describe.each(DIALECTS)(
  'a bone that is never composed does not depend on other skeletons (%s)',
  (dialect) => {
    test.each([
      ['a mesh hangs on it', antlers],
      ['a bone hangs on it', withFeather],
      ['a constraint pushes it on and on', pushed(true)],
      ['a constraint pushes it towards something', pushed(false)],
      ['a constraint turns it', pulled],
    ])('where %s', (_, change) => {
      expectSame(wardrobeRig(dialect, both(antlers, change)), (world, eid, note) => {
        walk(world, eid)
        run(world, 2)
        note()
        setAttachment(world, eid, 'crown', 'antlers')
        for (let i = 0; i < 4; i++) {
          run(world, 1)
          note()
        }
      })
    })

    test.each([
      ['a mesh hangs on it', antlers],
      ['a bone hangs on it', withFeather],
      ['a constraint pushes it', pushed(true)],
    ])('where %s, after a change of clothes it stays as it was last', (_, change) => {
      const rig = wardrobeRig(dialect, both(antlers, change))
      expectSame(rig, (world, eid, note) => {
        walk(world, eid)
        setSkin(world, eid, 'horned')
        setAttachment(world, eid, 'crown', 'antlers')
        run(world, 3)
        note()
        for (const skin of [null, 'red', 'horned', 'blue', null]) {
          setSkin(world, eid, skin)
          for (let i = 0; i < 3; i++) {
            run(world, 1)
            note()
          }
        }
      })
    })

    test('a skeleton that takes a used seat starts without such rows', () => {
      const rig = wardrobeRig(dialect, antlers)
      expectSame(rig, (world, eid, note) => {
        const other = spawnSkeleton(world, rig, { skin: 'horned' })
        run(world, 3)
        setSkin(world, other, null)
        run(world, 1)
        despawnSkeleton(world, other)
        const next = spawnSkeleton(world, rig)
        setAttachment(world, next, 'crown', 'antlers')
        run(world, 2)
        note()
        setAttachment(world, eid, 'crown', 'antlers')
        world.components.Transform.x[next] = 100
        world.components.Transform.y[next] = 7
        run(world, 2)
        note()
        expect(vertices(world, next)).toBe(vertices(world, eid))
      })
    })

    test('a skeleton with a bone that drifts never sleeps', () => {
      const [still, disturbed] = [false, true].map((disturbs) => {
        const { world, eid } = scene(wardrobeRig(dialect, pushed(true)), {})
        setAttachment(world, eid, 'crown', 'antlers')
        for (let i = 0; i < 12; i++) {
          if (disturbs) setBone(world, eid, 'tip', { x: 5 })
          run(world, 1)
        }
        return vertices(world, eid)
      })
      expect(still).toBe(disturbed)
    })
  },
)

describe('world rows are kept', () => {
  test('once a skeleton shows a mesh on an inactive bone', () => {
    const rig = wardrobeRig('4.2', antlers)
    const { world, eid } = scene(rig, { neighbours: 1 })
    run(world, 3)
    expect(isKept(world, eid)).toBe(false)
    setAttachment(world, eid, 'crown', 'antlers')
    run(world, 1)
    expect(isKept(world, eid)).toBe(true)
  })

  test('not while the skin brings the bone of the attachment', () => {
    const { world, eid } = scene(wardrobeRig('4.2', antlers), { neighbours: 1 })
    run(world, 1)
    for (const skin of ['red', 'horned']) {
      setSkin(world, eid, skin)
      setAttachment(world, eid, 'crown', skin === 'horned' ? 'antlers' : null)
      run(world, 2)
      expect(isKept(world, eid)).toBe(false)
    }
  })
})

function both(...changes: ((json: Json) => void)[]): (json: Json) => void {
  return (json) => {
    for (const change of new Set(changes)) change(json)
  }
}
