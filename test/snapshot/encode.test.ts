import { addComponent, addEntity, createWorld, entityExists, query, removeEntity, set } from 'bitecs'
import { plainKernels } from 'osteon/kernels/plain'
import { describe, expect, test } from 'vitest'
import {
  addAttachment,
  createMask,
  getBone,
  installAnimation,
  OsteonError,
  play,
  queue,
  registerRig,
  setAttachment,
  setBone,
  setSkin,
  spawnSkeleton,
} from '../../src/api'
import type { InstallOptions } from '../../src/api/install'
import { boneControls, setBoneOffset } from '../../src/joins/bone-controls'
import { nesting, putInSlot } from '../../src/joins/nesting'
import { recordings } from '../../src/joins/recordings'
import { decodeState, encodeState, restoreState, saveState } from '../../src/joins/save'
import { seal } from '../../src/joins/save/bytes/envelope'
import { registerAtlas, spawnSprite, sprites } from '../../src/joins/sprites'
import type { AnimationWorld } from '../../src/world/world-type'
import { constraints, mixing, timelineSampling } from '../../systems'
import { makeRig, makeWorld, poseBits, tick } from '../fixtures/play'
import { digestOf } from '../fixtures/state-graph'
import { validateWorld } from '../fixtures/validate-world'
import { wholeEvents } from '../fixtures/whole-events'
import { sheetOf } from '../streams/sprite-kit'
import { damage } from './damage'

const atlas = () => sheetOf({ name: 'spark', width: 10, height: 20 }, { name: 'smoke', width: 8, height: 8 })

/** A world that knows two rigs, an image in a slot and an atlas of its own, as another process would. */
function know(options: InstallOptions = {}) {
  return knowIn(makeWorld({ use: [nesting], ...options }))
}

function knowIn<W extends AnimationWorld>(world: W) {
  const rigs = [makeRig('4.2'), makeRig('3.8')]
  for (const [index, rig] of rigs.entries()) registerRig(world, rig, `rig ${index}`)
  const pages = atlas()
  const sheet = registerAtlas(world, pages)
  return { world, rigs, sheet, smoke: addAttachment(world, rigs[0], 'spot', pages, { region: 'smoke' }) }
}

/** Two rigs, masks, combined skins, a queue, a fade, a sprite, a follower, a target, an added attachment, one in a slot and events that wait. */
function crowd(options: InstallOptions = {}): { world: AnimationWorld; ids: number[] } {
  const { world, rigs, sheet, smoke } = know(options)
  const { BoneFollower, BoneTarget, Transform } = world.components
  const ids = [0, 1, 2, 3, 4, 5, 6].map((i) => spawnSkeleton(world, rigs[i % 2], { x: 10 * i }))
  for (const [i, eid] of ids.entries()) {
    play(world, eid, i % 3 === 0 ? 'walk' : '2', { loop: true })
    queue(world, eid, 'walk', { mix: 0.3 })
  }
  play(world, ids[1], '2', { track: 1, mask: createMask(rigs[1], { bones: ['head'] }), loop: true })
  setSkin(world, ids[2], ['default', 'horned'])
  const follower = spawnSprite(world, sheet, 'smoke')
  addComponent(world, follower, set(BoneFollower, { host: ids[0], bone: 'head' }))
  const target = addEntity(world)
  addComponent(world, target, set(Transform, { x: 5, y: 5 }))
  addComponent(world, target, set(BoneTarget, { host: ids[1], bone: 'goal' }))
  putInSlot(world, ids[5], 'face', ids[6])
  setAttachment(world, ids[0], 'spot', smoke)
  for (let i = 0; i < 17; i++) tick(world)
  removeEntity(world, ids.splice(3, 1)[0])
  play(world, ids[0], '2', { mix: 0.2, loop: true })
  setBone(world, ids[2], 'head', { rotation: 1 })
  setBoneOffset(world, ids[1], 'hip', { x: 2, mode: 'override' })
  setBoneOffset(world, ids[2], 'head', { rotation: 1 })
  return { world, ids: [...ids, follower, target] }
}

/** Events and poses of some ticks; the first ids are skeletons. */
function goOn(world: AnimationWorld, ids: readonly number[], ticks = 40): string[] {
  const found: string[] = []
  for (let i = 0; i < ticks; i++) {
    tick(world, (1 + (i % 3)) / 60)
    for (const { kind, entity, animation, name, time, entry } of wholeEvents(world))
      found.push(`${i} ${kind} ${ids.indexOf(entity)} ${animation} ${name} ${time} ${entry}`)
    if (i % 8 === 0) found.push(...ids.slice(0, -2).map((eid) => poseBits(world, eid)))
  }
  return found
}

const refusal = (code: string) => expect.objectContaining({ name: 'OsteonError', code })

describe('an encoded state', () => {
  test.each<[string, InstallOptions, InstallOptions]>([
    ['a world like its own', {}, {}],
    ['a world of another capacity', { capacity: 4 }, { capacity: 300 }],
    ['a world without shortcuts', {}, { shortcuts: false }],
    ['a world with plain kernels', {}, { kernels: plainKernels }],
  ])('goes on in %s as in its own, and once more', (_, here, there) => {
    const { world, ids } = crowd(here)
    const saved = saveState(world)
    const bytes = encodeState(world, saved)
    const first = goOn(world, ids)
    expect(first.some((line) => line.includes('complete'))).toBe(true)
    const other = know(there).world
    const decoded = decodeState(other, bytes)
    for (let again = 0; again < 2; again++) {
      expect(restoreState(other, decoded).size).toBe(0)
      validateWorld(other)
      expect(goOn(other, ids)).toEqual(first)
    }
    restoreState(world, saved)
    expect(encodeState(world, saved)).toEqual(bytes)
  })

  test('of a world with compiled kernels goes on in one with, and one without them as well', () => {
    const { world, ids } = crowd({ kernels: plainKernels })
    const bytes = encodeState(world)
    const first = goOn(world, ids)
    const same = know({ kernels: plainKernels }).world
    restoreState(same, decodeState(same, bytes))
    expect(goOn(same, ids)).toEqual(first)
    for (const options of [{}, { kernels: plainKernels }]) {
      const plain = know(options).world
      restoreState(plain, decodeState(plain, encodeState(crowd().world)))
      expect(goOn(plain, ids, 10).length).toBeGreaterThan(0)
      validateWorld(plain)
    }
  })

  test('is restored to the number, and can be restored in its own world, too', () => {
    const { world, ids } = crowd()
    const bytes = encodeState(world)
    const other = know().world
    restoreState(other, decodeState(other, bytes))
    expect(encodeState(other)).toEqual(bytes)
    goOn(world, ids, 5)
    expect(encodeState(world)).not.toEqual(bytes)
    restoreState(world, decodeState(world, bytes))
    expect(encodeState(world)).toEqual(bytes)
  })

  test('replaces everything of ours; other entities stay, and their ids are kept', () => {
    const { world, ids } = crowd()
    const bytes = encodeState(world)
    const first = goOn(world, ids)
    const { world: other, rigs } = know()
    const mine = [0, 1, 2].map(() => addEntity(other))
    const theirs = spawnSkeleton(other, rigs[0])
    const places = restoreState(other, decodeState(other, bytes))
    expect(mine.every((eid) => entityExists(other, eid) && !ids.includes(places.get(eid) ?? 0))).toBe(true)
    expect([...places.keys()].sort()).toEqual(mine.filter((eid) => ids.includes(eid)))
    expect(query(other, [other.components.Skeleton])).toHaveLength(ids.length - 2)
    expect(places.get(theirs)).toBeUndefined()
    validateWorld(other)
    expect(
      goOn(
        other,
        ids.map((eid) => places.get(eid) ?? eid),
      ),
    ).toEqual(first)
  })

  test.each(['runPipeline', 'systems'])(
    'has the bones of resting skeletons, read before and after the first tick (%s)',
    (how) => {
      const { world, rigs } = know()
      const eid = spawnSkeleton(world, rigs[1])
      play(world, spawnSkeleton(world, rigs[0]), 'walk', { loop: true })
      setBone(world, eid, 'head', { rotation: 1 })
      addComponent(world, eid, set(world.components.Visibility, { level: 2 }))
      for (let i = 0; i < 3; i++) tick(world)
      const bytes = encodeState(world)
      const wanted = [...getBone(world, eid, 'head')]
      expect(wanted).not.toEqual([0, 0, 0, 0, 0, 0])
      const other = know().world
      restoreState(other, decodeState(other, bytes))
      getBone(other, eid, 'head')
      other.time.delta = 0.1
      if (how === 'runPipeline') tick(other, 0.1)
      else for (const system of [timelineSampling, mixing, constraints]) system(other)
      expect([...getBone(other, eid, 'head')]).toEqual(wanted)
    },
  )

  test('goes on in a world that registered its rigs and combined its skins in another order', () => {
    const { world, ids } = crowd()
    const bytes = encodeState(world)
    const first = goOn(world, ids)
    const other = makeWorld({ use: [nesting] })
    const rigs = [makeRig('3.8'), makeRig('4.2')]
    registerRig(other, makeRig('4.1'), 'another')
    registerRig(other, rigs[0], 'rig 1')
    registerRig(other, rigs[1], 'rig 0')
    const pages = atlas()
    registerAtlas(other, pages)
    addAttachment(other, rigs[1], 'spot', pages, { region: 'smoke' })
    setSkin(other, spawnSkeleton(other, rigs[1]), ['horned', 'default'])
    restoreState(other, decodeState(other, bytes))
    validateWorld(other)
    expect(goOn(other, ids)).toEqual(first)
  })

  test('is put on the entities that a deserialiser made', () => {
    const { world, ids } = crowd()
    const bytes = encodeState(world)
    const first = goOn(world, ids)
    const other = know().world
    const Name = { of: [] as string[] }
    for (let i = 0; i < 20; i++) addEntity(other)
    const entities = new Map(ids.map((eid) => [eid, addEntity(other)]))
    for (const eid of entities.values()) {
      addComponent(other, eid, Name)
      addComponent(other, eid, set(other.components.Skeleton, { rig: 'rig 0' }))
    }
    const places = restoreState(other, decodeState(other, bytes), { entities })
    expect(places).toEqual(entities)
    validateWorld(other)
    expect(query(other, [Name])).toHaveLength(ids.length)
    expect(
      goOn(
        other,
        ids.map((eid) => entities.get(eid) ?? 0),
      ),
    ).toEqual(first)
    for (const wrong of [new Map([[ids[0], 9999]]), new Map(ids.map((eid) => [eid, 1])), {} as never])
      expect(() => restoreState(other, decodeState(other, bytes), { entities: wrong })).toThrow(
        refusal('bad-option'),
      )
  })
})

describe('bytes that are refused, with nothing changed', () => {
  const { world: source } = crowd()
  const good = encodeState(source)
  const { world, ids } = crowd()
  const before = digestOf(world, ids)
  const refused = (bytes: unknown, code: string, there = world) =>
    expect(() => decodeState(there, bytes as Uint8Array)).toThrow(refusal(code))
  const changed = (change: (bytes: Uint8Array, view: DataView) => void) => {
    const bytes = good.slice()
    change(bytes, new DataView(bytes.buffer))
    return bytes
  }

  test('foreign, empty, cut, longer, older, of another release', () => {
    for (const wrong of [null, undefined, 7, 'osteon', {}, [], new ArrayBuffer(64), new Float32Array(8)])
      refused(wrong, 'wrong-type')
    refused(new TextEncoder().encode('{"skeleton": {"hash": "a long text of another kind"}}'), 'bad-magic')
    for (const length of [0, 3, 8, 31, 32, 100, good.length - 4, good.length - 1])
      refused(good.subarray(0, length), 'truncated')
    refused(Buffer.concat([good, Buffer.of(0, 0, 0, 0)]), 'trailing-data')
    refused(
      changed((_, view) => view.setUint32(8, 0, true)),
      'unsupported-version',
    )
    refused(
      changed((_, view) => view.setUint32(8, 3, true)),
      'unsupported-version',
    )
    refused(
      changed((_, view) => view.setUint32(8, 1, true)),
      'unsupported-version',
    )
    expect(digestOf(world, ids)).toEqual(before)
  })

  test('2,000 damaged encodings', () => {
    const seeds = Array.from({ length: 2000 }, (_, seed) => seed)
    for (const seed of seeds) {
      const bytes = damage(good, seed)
      expect(() => decodeState(world, bytes), `seed ${seed}`).toThrow(OsteonError)
    }
    expect(digestOf(world, ids)).toEqual(before)
  })

  test('damaged ones under a check that fits give an OsteonError, or a state, and change nothing', () => {
    let errors = 0
    for (let seed = 0; seed < 400; seed++) {
      const bytes = damage(good, seed)
      if (bytes.length < 64) continue
      seal(bytes.subarray(0, bytes.length & ~3))
      try {
        decodeState(world, bytes.subarray(0, bytes.length & ~3))
      } catch (error) {
        errors++
        expect(error, `seed ${seed}: ${(error as Error).stack}`).toBeInstanceOf(OsteonError)
      }
    }
    expect(errors).toBeGreaterThan(100)
    expect(digestOf(world, ids)).toEqual(before)
  })

  test('for a world that knows other rigs, skins or atlases', () => {
    refused(good, 'missing-region', makeWorld())
    const few = makeWorld()
    registerAtlas(few, atlas())
    refused(good, 'unknown-rig', few)
    const without = makeWorld()
    for (const [i, version] of (['4.2', '3.8'] as const).entries())
      registerRig(without, makeRig(version), `rig ${i}`)
    registerAtlas(without, atlas())
    refused(good, 'unknown-attachment', without)
    const changedRig = makeWorld()
    registerRig(changedRig, makeRig('4.1'), 'rig 0')
    registerRig(changedRig, makeRig('3.8'), 'rig 1')
    registerAtlas(changedRig, atlas())
    refused(good, 'unknown-rig', changedRig)
  })

  test('moved bones are refused in a world without `boneControls`', () => {
    const { world: apart } = knowIn(
      installAnimation(createWorld(), { use: [nesting, sprites], warn: () => {} }),
    )
    refused(good, 'unsupported-feature', apart)
  })

  test('sprites are refused by name in a world without `sprites`', () => {
    const apart = installAnimation(createWorld(), { use: [nesting, boneControls], warn: () => {} })
    expect(() => decodeState(apart, good)).toThrow(
      expect.objectContaining({ code: 'unsupported-feature', path: 'sprites' }),
    )
  })

  test('recordings are refused by name, on both ends', () => {
    const { world } = know({ use: [recordings] })
    expect(() => encodeState(world)).toThrow(refusal('unsupported-feature'))
    refused(good, 'unsupported-feature', world)
  })

  test('a state of another world is not encoded', () => {
    const garbage: unknown[] = [saveState(source), null, {}, good]
    for (const wrong of garbage)
      expect(() => encodeState(world, wrong as never)).toThrow(refusal('bad-option'))
  })
})
