/** Attachments, images and skins that are added at run time. */
import { createWorld } from 'bitecs'
import { plainKernels } from 'osteon/kernels/plain'
import { describe, expect, test } from 'vitest'
import {
  addAttachment,
  addSkin,
  animationsOf,
  attachmentsOf,
  getAttachment,
  installAnimation,
  registerRig,
  replaceImage,
  setAttachment,
  setSkin,
  skinsOf,
  slotsOf,
  spawnSkeleton,
} from '../../src/api'
import { restoreState, saveState } from '../../src/joins/save'
import { compileRig } from '../../src/rig/compile'
import type { Rig } from '../../src/rig/rig'
import { createLooks, updateLooks } from '../../src/streams/looks'
import type { AnimationWorld } from '../../src/world/world-type'
import { runPipeline } from '../../systems'
import { verticesOf } from '../nesting/kit'
import { mesh, modelOf, region } from '../streams/fixture'
import { sheetOf } from '../streams/sprite-kit'

const OWN = region('hat', { x: 3, rotation: 0.5, width: 20 })
const FAN = [0, 0, 30, 0, 30, 30, 5, 20]
const SHEET = sheetOf({ name: 'crown' }, { name: 'cape', page: 1 })

/** Two skins; on the bone `tip` nothing hangs but in the slot `bare`. */
function puppet(): Rig {
  const model = modelOf({
    slots: [
      { name: 'head', bone: 1, attachments: { hat: OWN } },
      { name: 'body', attachments: { body: mesh('body', FAN) } },
      { name: 'bare', bone: 2, empty: true },
    ],
    bones: [{ name: 'root' }, { name: 'neck', x: 7, y: 9 }, { name: 'tip', x: -4 }],
  })
  const [own] = model.skins
  const tall = region('tall', { height: 50 })
  const skins = [own, { ...own, name: 'tall', entries: [{ slot: 0, key: 'hat', attachment: tall }] }]
  return compileRig({ ...model, skins }, null, { source: 'puppet', pages: [], warn: () => {} })
}

function stage(plain: boolean) {
  const world = installAnimation(createWorld(), { capacity: 16, ...(plain ? { kernels: plainKernels } : {}) })
  const rig = puppet()
  return { world, rig, eid: spawnSkeleton(world, rig), other: spawnSkeleton(world, rig) }
}

function tick(world: AnimationWorld): void {
  world.time.delta = 0.1
  runPipeline(world)
}

/** Page of the first vertex of a skeleton. */
function pageOf(world: AnimationWorld, eid: number): string {
  const looks = createLooks()
  updateLooks(world, looks)
  return world.animation.pages[looks.info[4 * world.animation.skeletons.vertexStart[eid]]].name
}

describe.each([
  ['WebAssembly', false],
  ['plain kernels', true],
])('an added attachment (%s)', (_, plain) => {
  test('is skinned as one of the rig would be, beside others that show their own', () => {
    const { world, rig, eid, other } = stage(plain)
    tick(world)
    const before = verticesOf(world, other)
    const data = { region: 'crown', x: 3, rotation: 0.5, width: 20, height: 10 }
    setAttachment(world, eid, 'head', addAttachment(world, rig, 'head', SHEET, data))
    tick(world)
    expect(verticesOf(world, eid)).toEqual(before)
    expect(verticesOf(world, other)).toEqual(before)
    expect([pageOf(world, eid), pageOf(world, other)]).toEqual(['one.png', ''])
    expect(getAttachment(world, eid, 'head')).toMatchObject({ type: 'region', path: 'crown' })
    expect(rig.attachments.count).toBe(3)
  })

  test('may be a mesh in a slot that no skin has anything for, on bones that nothing else needs', () => {
    const { world, rig, eid } = stage(plain)
    for (const slot of ['head', 'body']) setAttachment(world, eid, slot, null)
    tick(world)
    expect(verticesOf(world, eid)).toEqual([])
    const uvs = [0, 0, 1, 0, 1, 1, 0, 1]
    const shared = { region: 'cape', uvs, triangles: [0, 1, 2, 2, 3, 0] }
    const added = addAttachment(world, rig, 'bare', SHEET, { ...shared, vertices: FAN })
    setAttachment(world, eid, 'bare', added)
    tick(world)
    const shown = verticesOf(world, eid)
    expect(shown).toEqual(FAN.map((value, i) => (i % 2 === 0 ? value - 4 : value)))
    expect(pageOf(world, eid)).toBe('two.png')
    const weights = FAN.flatMap((_, i) => (i % 2 === 0 ? [FAN[i], FAN[i + 1], 1] : []))
    const weighted = { ...shared, vertices: weights, bones: [1, 1, 1, 1, 1, 1, 1, 1] }
    setAttachment(world, eid, 'bare', addAttachment(world, rig, 'bare', SHEET, weighted))
    tick(world)
    expect(verticesOf(world, eid)).toEqual(FAN.map((value, i) => value + (i % 2 === 0 ? 7 : 9)))
  })

  test('comes back with a state, whether it was added before or after that was saved', () => {
    const { world, rig, eid } = stage(plain)
    const first = addAttachment(world, rig, 'head', SHEET, { region: 'crown', width: 8 })
    setAttachment(world, eid, 'head', first)
    tick(world)
    const shown = verticesOf(world, eid)
    const saved = saveState(world)
    for (let i = 0; i < 2; i++) {
      const later = addAttachment(world, rig, 'head', SHEET, { region: 'crown', width: 4 + i })
      setAttachment(world, eid, 'head', later)
      tick(world)
      const then = verticesOf(world, eid)
      restoreState(world, saved)
      // New memory would lie where the attachment was.
      registerRig(world, puppet())
      tick(world)
      expect(verticesOf(world, eid)).toEqual(shown)
      setAttachment(world, eid, 'head', later)
      tick(world)
      expect(verticesOf(world, eid)).toEqual(then)
    }
  })

  test('replaces an image in its place', () => {
    const { world, eid, other } = stage(plain)
    tick(world)
    const before = verticesOf(world, eid)
    const number = replaceImage(world, eid, 'head', SHEET, 'crown')
    replaceImage(world, eid, 'body', SHEET, 'cape')
    tick(world)
    expect(verticesOf(world, eid)).toEqual(before)
    expect(pageOf(world, eid)).toBe('one.png')
    expect(replaceImage(world, other, 'head', SHEET, 'crown')).toBe(number)
  })

  test('and entries of skins make a skin by hand', () => {
    const { world, rig, eid, other } = stage(plain)
    const cape = addAttachment(world, rig, 'body', SHEET, { region: 'cape' })
    addSkin(world, rig, 'mine', [
      { slot: 'head', key: 'hat', attachment: { skin: 'tall' } },
      { slot: 'body', key: 'body', attachment: cape },
    ])
    setSkin(world, eid, 'mine')
    setSkin(world, other, ['tall', 'mine'])
    tick(world)
    expect(getAttachment(world, eid, 'head')).toMatchObject({ path: 'tall' })
    expect(getAttachment(world, eid, 'body')).toMatchObject({ path: 'cape' })
    expect(verticesOf(world, other)).toEqual(verticesOf(world, eid))
    const born = spawnSkeleton(world, rig, { skin: 'mine' })
    tick(world)
    expect(verticesOf(world, born)).toEqual(verticesOf(world, eid))
  })
})

describe('refused, with nothing changed:', () => {
  const UVS = [0, 0, 1, 0, 1, 1]
  const POINTS = [0, 0, 1, 0, 1, 1]
  const TRIANGLES = [0, 1, 2]
  const good = { region: 'crown', vertices: POINTS, uvs: UVS, triangles: TRIANGLES }
  test.each<[string, string, Parameters<typeof addAttachment>[4]]>([
    ['an unknown region', 'missing-region', { region: 'corwn' }],
    ['a place that is no number', 'not-finite', { region: 'crown', x: Number.NaN }],
    ['a size beyond floats', 'not-finite', { region: 'crown', width: 1e39 }],
    ['points without uvs', 'bad-vertices', { ...good, uvs: [0, 0] }],
    ['half a point', 'bad-vertices', { ...good, vertices: [0, 0, 1] }],
    ['half a triangle', 'bad-triangles', { ...good, triangles: [0, 1] }],
    ['a triangle of other points', 'bad-triangles', { ...good, triangles: [0, 1, 3] }],
    [
      'an unknown bone',
      'unknown-bone',
      { ...good, bones: [1, 0, 1, 9, 1, 0], vertices: [0, 0, 1, 0, 0, 1, 0, 0, 1] },
    ],
    ['a count of bones that runs out', 'bad-vertices', { ...good, bones: [1, 0, 1, 0, 5, 0] }],
    ['points far away', 'out-of-range', { ...good, vertices: [0, 0, 1e13, 0, 1, 1] }],
  ])('%s', (_, code, data) => {
    const { world, rig, eid } = stage(false)
    tick(world)
    expect(() => addAttachment(world, rig, 'head', SHEET, data)).toThrow(
      expect.objectContaining({ name: 'OsteonError', code }),
    )
    expect(world.animation.rigs[1]?.source).toBe(rig)
    tick(world)
    expect(verticesOf(world, eid).length).toBe(16)
  })

  test('entries of skins and slots that are not there', () => {
    const { world, rig, eid } = stage(false)
    const hat = addAttachment(world, rig, 'head', SHEET, { region: 'crown' })
    const refused = (code: string) => expect.objectContaining({ name: 'OsteonError', code })
    const add = (slot: string, key: string, attachment: number | { skin: string }) => () =>
      addSkin(world, rig, 'mine', [{ slot, key, attachment }])
    expect(add('haed', 'hat', hat)).toThrow(refused('unknown-slot'))
    expect(add('head', 'haat', hat)).toThrow(refused('unknown-attachment'))
    expect(add('body', 'body', hat)).toThrow(refused('unknown-attachment'))
    expect(add('body', 'hat', { skin: 'tall' })).toThrow(refused('unknown-attachment'))
    expect(add('head', 'hat', { skin: 'small' })).toThrow(refused('unknown-skin'))
    expect(() => addSkin(world, rig, 'tall', [])).toThrow(refused('duplicate-name'))
    expect(() => setAttachment(world, eid, 'body', hat)).toThrow(refused('unknown-attachment'))
    expect(() => setAttachment(world, eid, 'head', 99)).toThrow(/it has "hat"/)
    expect(() => replaceImage(world, eid, 'bare', SHEET, 'crown')).toThrow(refused('unknown-attachment'))
    expect(() => replaceImage(world, eid, 'head', SHEET, 'none')).toThrow(/there are "crown", "cape"/)
    expect(() => setSkin(world, eid, 'mine')).toThrow(/it has "default", "tall"/)
  })
})

test('lists have the names of the rig’s parts', () => {
  const rig = puppet()
  expect([animationsOf(rig), skinsOf(rig), slotsOf(rig)]).toEqual([
    [],
    ['default', 'tall'],
    ['head', 'body', 'bare'],
  ])
  expect(attachmentsOf(rig, 'head')).toEqual(['hat'])
  expect(attachmentsOf(rig, 1, 'tall')).toEqual(['body'])
  expect(attachmentsOf(rig, 'bare', 'tall')).toEqual([])
  expect(() => attachmentsOf(rig, 'haed')).toThrow(/it has "head", "body", "bare" \(unknown-slot\)/)
  expect(() => attachmentsOf(rig, 3)).toThrow(expect.objectContaining({ code: 'unknown-slot' }))
  expect(() => attachmentsOf(rig, 'head', 'talll')).toThrow(/it has "default", "tall" \(unknown-skin\)/)
})
