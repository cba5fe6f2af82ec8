/** Animations of one skeleton on another: worked examples, the same poses on the same skeleton, and refusals. */
import { spineJson } from 'osteon/formats/spine-json'
import { describe, expect, test } from 'vitest'
import { events, getBone, loadRig, play, type Rig, spawnSkeleton } from '../../src/api'
import type { SkeletonModel } from '../../src/base/model/skeleton'
import { readDragonBones } from '../../src/formats/dragonbones/json'
import { readSpineJson } from '../../src/formats/spine/json'
import { type RetargetOptions, retarget, withAnimations } from '../../src/joins/retarget'
import { makeWorld, playableJson, tick } from '../fixtures/play'
import { go, smallArmature } from '../fixtures/rigs/dragonbones'
import { type Json, RICH_DIALECTS, richAtlas } from '../fixtures/rigs/rich-rig'
import { noWarnings } from '../fixtures/warnings'

const read = (json: Json, source = 'rig.json'): SkeletonModel =>
  readSpineJson(json, { source, warn: noWarnings })

const BOY = {
  skeleton: { spine: '4.2.43' },
  bones: [
    { name: 'root' },
    { name: 'hip', parent: 'root', length: 10 },
    { name: 'arm', parent: 'hip', length: 20 },
    { name: 'aim', parent: 'root' },
  ],
  slots: [{ name: 'hand', bone: 'arm' }],
  ik: [{ name: 'reach', bones: ['arm'], target: 'aim', mix: 0 }],
  events: { step: { int: 3 } },
  animations: {
    walk: {
      slots: { hand: { rgba: [{ color: 'ff0000ff' }] } },
      bones: {
        root: { translate: [{ x: 0 }, { time: 1, x: 30 }] },
        hip: {
          translate: [
            { x: 0, y: 0, curve: [0.25, 4, 0.75, 8, 0.25, 0, 0.75, 1] },
            { time: 1, x: 8, y: 2 },
          ],
        },
        arm: { rotate: [{ value: 10 }, { time: 1, value: 370 }], scale: [{ x: 2 }] },
      },
      ik: { reach: [{ mix: 0.5, softness: 6 }] },
      events: [{ time: 0.5, name: 'step' }],
    },
    wave: { bones: { arm: { rotate: [{ value: 5 }] } } },
  },
}
/** Twice as long in the arm, thrice in the hip; other numbers for all. */
const GIANT = {
  skeleton: { spine: '4.2.43' },
  bones: [
    { name: 'root' },
    { name: 'aim', parent: 'root' },
    { name: 'hip', parent: 'root', length: 30, rotation: 90 },
    { name: 'arm', parent: 'hip', length: 40, rotation: 15 },
  ],
  ik: [
    { name: 'other', bones: ['hip'], target: 'aim', mix: 0 },
    { name: 'reach', order: 1, bones: ['arm'], target: 'aim', mix: 0 },
  ],
  events: { shout: {} },
  animations: { sleep: {} },
}

const to = (options: RetargetOptions = {}, giant: Json = GIANT) =>
  retarget(read(BOY, 'boy.json'), read(giant, 'giant.json'), options)

/** The keys of a bone by property. */
function keysOf(model: SkeletonModel, name: string, bone: string) {
  const number = model.bones.findIndex((one) => one.name === bone)
  const timelines = model.animations.find((one) => one.name === name)?.timelines ?? []
  return Object.fromEntries(
    timelines.flatMap((it) => (it.type === 'bone' && it.bone === number ? [[it.property, it]] : [])),
  )
}

describe('retarget', () => {
  test('copies keys by names, and leaves both models as they are', () => {
    const boy = read(BOY)
    const giant = read(GIANT)
    const made = retarget(boy, giant)
    expect([boy, giant]).toEqual([read(BOY), read(GIANT)])
    expect(made.animations.map(({ name }) => name)).toEqual(['sleep', 'walk', 'wave'])
    expect(keysOf(made, 'walk', 'arm').rotate.values).toEqual(keysOf(boy, 'walk', 'arm').rotate.values)
    expect([...keysOf(made, 'walk', 'arm').scale.values]).toEqual([2, 1])
    expect(made.animations[1].duration).toBe(1)
  })

  test('scales translations by the lengths of bones, with their curves', () => {
    const { translate } = keysOf(to(), 'walk', 'hip')
    expect([...translate.values]).toEqual([0, 0, 24, 6])
    expect([...(translate.handles ?? [])].slice(0, 8)).toEqual([0.25, 12, 0.75, 24, 0.25, 0, 0.75, 3])
    // The root has no length: 30 + 40 over 10 + 20.
    expect([...keysOf(to(), 'walk', 'root').translate.values]).toEqual([0, 0, 70, 0])
    expect([...keysOf(to({ scale: false }), 'walk', 'hip').translate.values]).toEqual([0, 0, 8, 2])
  })

  test('copies keys of constraints by kind and name, and events', () => {
    const made = to()
    const [ik] = made.animations[1].timelines.filter((it) => it.type === 'ik')
    expect(ik).toMatchObject({ constraint: 1, bend: Int8Array.of(1) })
    expect(ik.type === 'ik' && [...ik.values]).toEqual([0.5, 14])
    expect(made.events.map(({ name }) => name)).toEqual(['shout', 'step'])
    const [fired] = made.animations[1].timelines.filter((it) => it.type === 'event')
    expect(fired.type === 'event' && fired.keys[0]).toMatchObject({ event: 1, int: 3 })
  })

  test('numbers constraints of other kinds anew, too', () => {
    const lean = { name: 'lean', bones: ['arm'], target: 'aim', order: 1 }
    const boy = read({
      ...BOY,
      transform: [lean],
      animations: { bow: { transform: { lean: [{ mixX: 0.5 }] } } },
    })
    const made = retarget(boy, read({ ...GIANT, transform: [{ ...lean, order: 2 }] }))
    expect(boy.animations[0].timelines).toMatchObject([{ type: 'transform', constraint: 1 }])
    expect(made.animations[1].timelines).toMatchObject([{ type: 'transform', constraint: 2 }])
  })

  test('leaves out what slots show', () => {
    expect(to().animations[1].timelines.filter((it) => 'slot' in it)).toEqual([])
  })

  test('copies chosen animations under other names', () => {
    const made = to({ animations: ['wave'], rename: (name) => `boy-${name}` })
    expect(made.animations.map(({ name }) => name)).toEqual(['sleep', 'boy-wave'])
  })

  test('goes by other names of bones, and leaves out bones', () => {
    const giant = {
      ...GIANT,
      bones: GIANT.bones.map((bone) =>
        bone.name === 'hip'
          ? { ...bone, name: 'pelvis' }
          : bone.name === 'arm'
            ? { ...bone, parent: 'pelvis' }
            : bone,
      ),
      ik: [{ name: 'reach', bones: ['arm'], target: 'aim' }],
    }
    const made = to({ bones: { hip: 'pelvis', arm: null } }, giant)
    expect([...keysOf(made, 'walk', 'pelvis').translate.values]).toEqual([0, 0, 24, 6])
    expect(keysOf(made, 'walk', 'arm')).toEqual({})
  })

  test('unwinds the rotations of 3.x for later versions', () => {
    const old = read({
      skeleton: { spine: '3.8.99' },
      bones: [{ name: 'root' }],
      animations: { turn: { bones: { root: { rotate: [{ angle: 170 }, { time: 1, angle: -170 }] } } } },
    })
    const made = retarget(old, read({ skeleton: { spine: '4.2.43' }, bones: [{ name: 'root' }] }))
    const [, end] = keysOf(made, 'turn', 'root').rotate.values
    expect((end * 180) / Math.PI).toBeCloseTo(190, 4)
  })
})

describe('loadRig with other animations', () => {
  const load = (readers: readonly (typeof spineJson)[], json: Json = GIANT): Promise<Rig> =>
    loadRig(json, new TextEncoder().encode(richAtlas()), {
      readers,
      images: false,
      name: 'giant',
      warn: noWarnings,
    })

  test('plays them from the setup pose of the new skeleton', async () => {
    const rig = await load([withAnimations(spineJson, read(BOY), { constraints: false })])
    const world = makeWorld()
    const eid = spawnSkeleton(world, rig)
    play(world, eid, 'walk')
    tick(world, 0.5)
    expect([...events(world)].map((event) => event.kind)).toContain('event')
    tick(world, 0.5)
    const [a, , c, , x, y] = getBone(world, eid, 'hip')
    expect([x, y]).toEqual([70 + 24, 6])
    expect([a, c].map((value) => Math.round(value))).toEqual([0, 1])
  })

  test.each(RICH_DIALECTS)('gives the same poses on the same skeleton: %s', async (dialect) => {
    const json = playableJson(dialect)
    const reader = withAnimations(spineJson, read(json), { rename: (name) => `copy ${name}` })
    const rig = await load([reader], json)
    const world = makeWorld()
    const [one, other] = [spawnSkeleton(world, rig), spawnSkeleton(world, rig)]
    for (const { name } of read(json).animations) {
      play(world, one, name, { loop: true })
      play(world, other, `copy ${name}`, { loop: true })
      for (let i = 0; i < 5; i++) {
        tick(world, 0.11)
        // An animation with other channels beside them may sample its curves in float32 instead of float64.
        for (let bone = 0; bone < rig.bones.count; bone++)
          for (const [row, value] of getBone(world, one, bone).entries())
            expect(Math.abs(getBone(world, other, bone)[row] - value)).toBeLessThan(
              1e-5 * (1 + Math.abs(value)),
            )
      }
    }
  })
})

describe('refuses', () => {
  const refusal = (code: string, path: string, message = '') =>
    expect.objectContaining({ code, path, message: expect.stringContaining(message) })

  test('all that is missing, with a list', () => {
    const giant = { ...GIANT, bones: GIANT.bones.slice(0, 3), ik: GIANT.ik.slice(0, 1) }
    expect(() => to({}, giant)).toThrow(refusal('unknown-bone', 'animations', 'bone "arm", ik "reach"'))
    expect(() => to({ bones: { arm: null } }, giant)).toThrow(
      refusal('unknown-constraint', 'animations', 'ik "reach"'),
    )
    expect(to({ bones: { arm: null }, constraints: false }, giant).animations).toHaveLength(3)
  })

  test.each<[string, object, string, string]>([
    ['an unknown animation', { animations: ['run'] }, 'unknown-animation', 'animations'],
    ['one name instead of a list', { animations: 'walk' }, 'bad-option', 'animations'],
    ['a bone that the first lacks', { bones: { tail: 'arm' } }, 'unknown-bone', 'bones'],
    ['a bone that the second lacks', { bones: { arm: 'tail' } }, 'unknown-bone', 'bones'],
    ['bones as a text', { bones: 'arm' }, 'bad-option', 'bones'],
    ['a factor as scale', { scale: 2 }, 'bad-option', 'scale'],
    ['a number for constraints', { constraints: 1 }, 'bad-option', 'constraints'],
    ['a name that is taken', { rename: () => 'sleep' }, 'duplicate-name', 'animations'],
    ['one name for two', { rename: () => 'all' }, 'duplicate-name', 'animations'],
    ['a name that is none', { rename: () => 3 }, 'bad-option', 'rename'],
    ['an unknown option', { skins: [] }, 'bad-option', 'skins'],
  ])('%s', (_, options, code, path) => {
    expect(() => to(options)).toThrow(refusal(code, path))
  })

  test('rotations of later versions for 3.x', () => {
    const old = read({ skeleton: { spine: '3.8.99' }, bones: GIANT.bones })
    expect(() => retarget(read(BOY), old)).toThrow(refusal('unsupported-feature', ''))
  })

  test('DragonBones', () => {
    const other = readDragonBones(smallArmature(go({})), { source: 'small.json', warn: noWarnings })
    expect(() => retarget(other, read(GIANT))).toThrow(refusal('unsupported-feature', ''))
    expect(() => retarget(read(BOY), other)).toThrow(refusal('unsupported-feature', ''))
  })
})
