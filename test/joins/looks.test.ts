/** The component `Look`: what it refuses, saves and replays, and what of it reaches the shader. */
import { addComponent, addEntity, hasComponent, removeComponent, removeEntity, resetWorld, set } from 'bitecs'
import { expect, test } from 'vitest'
import { spawnSkeleton } from '../../src/api'
import { boneControls } from '../../src/joins/bone-controls'
import { type LookData, type LookWorld, look, looks, setPalettes } from '../../src/joins/looks'
import { createOwners, findOwners } from '../../src/joins/looks/owners'
import { readLooks } from '../../src/joins/looks/save'
import { looksOf } from '../../src/joins/looks/state'
import { createTexels, LOOK_TEXELS, reserveTexels, writeLookTexels } from '../../src/joins/looks/texels'
import { nesting, putInSlot, takeFromSlot } from '../../src/joins/nesting'
import { openReplay, record } from '../../src/joins/replay'
import { decodeState, encodeState, restoreState, saveState } from '../../src/joins/save'
import { sprites } from '../../src/joins/sprites'
import { assembleFrame } from '../../src/streams/frame/frame'
import { makeRig, makeWorld, tick } from '../fixtures/play'
import { figure } from '../nesting/kit'

const rig = makeRig()
const FULL: Required<LookData> = {
  ...{ grey: 0.5, silhouette: 0x80ff0000, dissolve: 0.25, rim: 0xff00ff00, rimWidth: 0.125, grain: 12 },
  ...{ palette: 3, outline: 0xffffffff, outlineWidth: 6 },
}

function stage(): { world: LookWorld; eid: number } {
  const world = makeWorld({ capacity: 4, use: [nesting, looks] }) as unknown as LookWorld
  return { world, eid: spawnSkeleton(world, rig) }
}

/** The row of an entity. */
function rowOf({ components: { Look } }: LookWorld, eid: number): Record<string, number> {
  return Object.fromEntries(Object.entries(Look).map(([name, column]) => [name, column[eid]]))
}

const NOTHING = Object.fromEntries(Object.keys(FULL).map((name) => [name, 0]))

test('writes what is given, and leaves the rest', () => {
  const { world, eid } = stage()
  look(world, eid, FULL)
  expect(rowOf(world, eid)).toEqual(FULL)
  look(world, eid, { grey: 1 })
  addComponent(world, eid, set(world.components.Look, { palette: 0 }))
  expect(rowOf(world, eid)).toEqual({ ...FULL, grey: 1, palette: 0 })
  removeComponent(world, eid, world.components.Look)
  expect(rowOf(world, eid)).toEqual(NOTHING)
})

test.each([
  ['grey', -0.1],
  ['grey', Number.NaN],
  ['dissolve', 1.5],
  ['rimWidth', Number.POSITIVE_INFINITY],
  ['silhouette', 0x1_0000_0000],
  ['outline', 0.5],
  ['grain', 256],
  ['palette', -1],
  ['outlineWidth', -1],
  ['outlineWidth', '3'],
  ['glow', 1],
])('refuses %s: %s', (name, value) => {
  const { world, eid } = stage()
  const data = { [name]: value } as LookData
  const { Look } = world.components
  const code = expect.objectContaining({ code: 'bad-option' })
  expect(() => look(world, eid, data)).toThrow(code)
  expect(() => addComponent(world, eid, set(Look, data))).toThrow(code)
  expect(hasComponent(world, eid, Look)).toBe(false)
  expect(looksOf(world).count).toBe(0)
  look(world, eid, FULL)
  expect(() => look(world, eid, { grey: 0.75, ...data })).toThrow(code)
  expect(() => addComponent(world, eid, set(Look, { grey: 0.75, ...data }))).toThrow(code)
  expect(rowOf(world, eid)).toEqual(FULL)
})

test('refuses entities that are not there, worlds without it, and palettes that are none', () => {
  const { world } = stage()
  expect(() => look(world, 999, { grey: 1 })).toThrow(expect.objectContaining({ code: 'bad-option' }))
  const without = makeWorld({ capacity: 4 })
  const other = spawnSkeleton(without, rig)
  expect(() => look(without, other, { grey: 1 })).toThrow(expect.objectContaining({ code: 'no-extension' }))
  expect(() => setPalettes(without, null)).toThrow(expect.objectContaining({ code: 'no-extension' }))
  const image = (width: number, height: number, data: unknown = new Uint8Array(4 * width * height)) =>
    setPalettes(world, { width, height, data } as never)
  for (const bad of [
    () => image(257, 1),
    () => image(16, 256),
    () => image(0, 1),
    () => image(16, 1, new Uint8Array(63)),
    () => image(16, 1, [1, 2]),
    () => setPalettes(world, 5 as never),
  ])
    expect(bad).toThrow(expect.objectContaining({ code: 'bad-option' }))
  expect(looksOf(world).palettes).toBe(null)
  image(16, 2)
  expect(looksOf(world).palettes?.image.height).toBe(2)
  setPalettes(world, null)
  expect(looksOf(world).palettes).toBe(null)
})

test('an entity that takes the id of another has no look', () => {
  const { world, eid } = stage()
  look(world, eid, FULL)
  removeEntity(world, eid)
  const heir = spawnSkeleton(world, rig)
  expect(heir).toBe(eid)
  addComponent(world, heir, world.components.Look)
  expect(rowOf(world, heir)).toEqual(NOTHING)
  resetWorld(world)
  expect(looksOf(world).count).toBe(0)
})

test('columns grow with the world', () => {
  const { world, eid } = stage()
  look(world, eid, FULL)
  const last = Array.from({ length: 40 }, () => addEntity(world)).at(-1) ?? 0
  look(world, last, { grey: 1 })
  expect(rowOf(world, eid)).toEqual(FULL)
  expect(world.components.Look.grey[last]).toBe(1)
})

test('saves hold who has a look, and its columns', () => {
  const { world, eid } = stage()
  const other = spawnSkeleton(world, rig)
  look(world, eid, FULL)
  tick(world)
  const saved = saveState(world)
  const bytes = encodeState(world)
  look(world, eid, { grey: 1 })
  removeComponent(world, eid, world.components.Look)
  look(world, other, { grey: 1 })
  restoreState(world, saved)
  expect(rowOf(world, eid)).toEqual(FULL)
  expect(hasComponent(world, other, world.components.Look)).toBe(false)
  expect(rowOf(world, other)).toEqual(NOTHING)
  expect(looksOf(world).count).toBe(1)

  const { world: heir } = stage()
  spawnSkeleton(heir, rig)
  const place = restoreState(heir, decodeState(heir, bytes)).get(eid) ?? eid
  expect(rowOf(heir, place)).toEqual(FULL)
  expect(hasComponent(heir, place, heir.components.Look)).toBe(true)
  expect(looksOf(heir).count).toBe(1)
})

test.each([
  ['no list', new Map<string, unknown>()],
  ['one entity twice', new Map<string, unknown>([['ids', new Int32Array([1, 1])]])],
])('refuses saves with %s', (_, given) => {
  expect(() => readLooks(given)).toThrow(expect.objectContaining({ code: 'damaged' }))
})

test('replays show what was set and written', () => {
  const { world, eid } = stage()
  const recording = record(world, { hash: 'every' })
  look(world, eid, FULL)
  tick(world, 0.1)
  world.components.Look.dissolve[eid] = 0.75
  tick(world, 0.1)
  const other = spawnSkeleton(world, rig)
  addComponent(world, other, set(world.components.Look, { grey: 1 }))
  tick(world, 0.1)
  const replay = openReplay(recording.save(), {
    rigs: [rig],
    use: [boneControls, sprites, nesting, looks],
    warn: () => {},
  })
  expect(replay.check()).toBe(null)
  expect(rowOf(replay.world as unknown as LookWorld, eid)).toEqual({ ...FULL, dissolve: 0.75 })
  expect(rowOf(replay.world as unknown as LookWorld, other)).toEqual({ ...NOTHING, grey: 1 })
})

test('columns out of range count as the nearest value in range', () => {
  const { world, eid } = stage()
  look(world, eid, {})
  const { Look } = world.components
  const texels = createTexels()
  reserveTexels(texels, 1, Look.grey.length)
  const at = texels.pages + LOOK_TEXELS * eid
  const words = () => [...texels.words.subarray(at, at + LOOK_TEXELS)]
  Look.outline[eid] = 0xffffffff
  expect(writeLookTexels(texels, Look, eid)).toBe(false)
  Look.grey[eid] = 7
  Look.dissolve[eid] = Number.POSITIVE_INFINITY
  Look.rimWidth[eid] = Number.NaN
  Look.silhouette[eid] = 0x80102030
  for (const none of [Number.NaN, -1, Number.POSITIVE_INFINITY]) {
    Look.outlineWidth[eid] = none
    expect(writeLookTexels(texels, Look, eid)).toBe(false)
  }
  expect(words()).toEqual([0x80302010, 0, 0xffffffff, 0x00ffffff, 0x0000_0800])
  Look.outlineWidth[eid] = 1
  expect(writeLookTexels(texels, Look, eid)).toBe(true)
  // The upper half of 1 as a float.
  expect(words()[4]).toBe(0x3f80_0800)
})

function spawnThree(world: LookWorld): number[] {
  const doll = figure()
  return [1, 2, 3].map(() => spawnSkeleton(world, doll))
}

test('every vertex has the look of its skeleton, or of the one that carries it', () => {
  const { world } = stage()
  const [eid, child, free] = spawnThree(world)
  const owners = createOwners()
  const found = (of: number) => {
    tick(world)
    const state = world.animation
    findOwners(state, looksOf(world), owners, assembleFrame(world))
    const { vertexRoom, vertexStart } = state.skeletons
    expect(vertexRoom[of]).toBeGreaterThan(0)
    const range = owners.vertices.subarray(2 * vertexStart[of], 2 * (vertexStart[of] + vertexRoom[of]))
    const pairs = new Set(
      Array.from({ length: range.length / 2 }, (_, i) => `${range[2 * i]} ${range[2 * i + 1]}`),
    )
    expect(pairs.size).toBe(1)
    return [...pairs][0].split(' ').map(Number)
  }
  expect(found(child)).toEqual([0, 0])
  look(world, eid, { outline: 0xffffffff, outlineWidth: 2 })
  expect(found(eid)).toEqual([eid, eid])
  expect(found(child)).toEqual([0, 0])
  putInSlot(world, eid, 'hand', child)
  expect(found(child)).toEqual([eid, eid])
  // Its own colours, in the outline of the whole.
  look(world, child, { grey: 1 })
  expect(found(child)).toEqual([child, eid])
  takeFromSlot(world, child)
  expect(found(child)).toEqual([child, child])
  expect(found(free)).toEqual([0, 0])
  // Another skeleton in the same vertices.
  removeEntity(world, eid)
  removeEntity(world, child)
  const heirs = spawnThree(world)
  for (const heir of heirs) expect(found(heir)).toEqual([0, 0])
})
