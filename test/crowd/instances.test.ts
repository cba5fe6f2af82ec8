/** Instances that kernels fill are what the one function says that places figures for everything else. */
import { addComponent, addEntity, createWorld } from 'bitecs'
import fc from 'fast-check'
import { installAnimation } from 'osteon'
import { type CrowdWorld, crowds, playFigure, registerTable, spawnBaked } from 'osteon/crowd'
import { plainKernels } from 'osteon/kernels/plain'
import { expect, test } from 'vitest'
import { figureAt, sortFigures } from '../../src/joins/crowd/frame/order'
import {
  A,
  B,
  C,
  D,
  FRAME,
  MIX,
  OTHER_FRAME,
  OTHER_SHARE,
  PLACE_NUMBERS,
  placeFigure,
  SHARE,
  X,
  Y,
} from '../../src/joins/crowd/frame/place'
import { CLIP, INSTANCE_WORDS } from '../../src/joins/crowd/layout'
import { fillInstances } from '../../src/joins/crowd/render/instances'
import { layOut } from '../../src/joins/crowd/render/texels'
import { crowdOf } from '../../src/joins/crowd/state'
import { wasmKernels } from '../../src/kernels/wasm'
import { spineFiles, tableOf, tick } from './stage'

const files = spineFiles()[0]

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true })
const channel = fc.oneof(
  fc.constantFrom(0, 1, -1, 2, 0.5),
  fc.float({ min: 0, max: 1, noNaN: true }),
  fc.constant(Number.NaN),
)
const figure = fc.record({
  x: number(-1000, 1000),
  y: number(-1000, 1000),
  scaleX: number(-2, 2),
  scaleY: number(-2, 2),
  rotation: fc.oneof(fc.constant(0), number(-10, 10)),
  time: fc.oneof(number(0, 5), fc.constantFrom(0, -1, 1e6)),
  speed: fc.constantFrom(0, 1, 0.37),
  loop: fc.boolean(),
  flip: fc.nat(3),
  tint: fc.tuple(channel, channel, channel, channel),
  animation: fc.nat(),
  next: fc.option(fc.nat()),
  hidden: fc.boolean(),
})

test.each([
  ['WebAssembly', wasmKernels, 0],
  ['plain JavaScript', plainKernels, 0],
  ['WebAssembly, among many other entities', wasmKernels, 1000],
])('instances by %s', async (_, kernels, others) => {
  const { rig, table } = await tableOf(files)
  fc.assert(
    fc.property(fc.array(figure, { minLength: 1, maxLength: 300 }), (list) => {
      const options = { use: [crowds], capacity: 16, kernels, warn: () => {} }
      const world: CrowdWorld = installAnimation(createWorld({}), options)
      const { Baked, SortKey, Transform, Visibility } = world.components
      for (let i = 0; i < others; i++) addComponent(world, addEntity(world), Transform)
      const crowd = crowdOf(world.animation)
      const registered = registerTable(world, rig, table)
      layOut(crowd, 8)
      const count = table.animations.length
      const eids = list.map(({ animation, time, tint, flip, next, hidden, ...look }, i) => {
        const { loop, speed, ...place } = look
        const eid = spawnBaked(world, registered, { ...place, loop, speed, animation: animation % count })
        Baked.time[eid] = time
        Baked.flip[eid] = flip
        for (const [at, name] of (['red', 'green', 'blue', 'alpha'] as const).entries())
          Baked[name][eid] = tint[at]
        SortKey.value[eid] = (7 * i) % 11
        Visibility.level[eid] = hidden ? 1 : 0
        return eid
      })
      tick(world, 0.1)
      for (const [i, { next }] of list.entries())
        if (next !== null)
          playFigure(world, eids[i], table.animations[next % count].name, { mix: 0.5, unless: 'refuse' })
      tick(world, 0.1)
      const shown = sortFigures(world)
      fillInstances(world, crowd)
      const { arena, instances } = crowd.memory
      const place = new Float64Array(PLACE_NUMBERS)
      for (let i = 0; i < shown; i++) {
        const eid = figureAt(crowd, i)
        const at = instances.start + i * INSTANCE_WORDS
        placeFigure(world, crowd, eid, place)
        const first = crowd.firstClip[registered]
        const of = (clip: number, field: number) => crowd.clips.numbers[CLIP.SIZE * clip + field]
        const clip = first + Baked.animation[eid]
        const row = crowd.figures.fade[eid]
        const other = row === 0 ? clip : first + crowd.fades.animation[row]
        const [width, height] = [of(clip, CLIP.WIDTH), of(clip, CLIP.HEIGHT)]
        const texel = (of: number, stride: number, frame: number) => of + frame * stride
        const floats = [
          ...[place[A] * width, place[B] * height, place[C] * width, place[D] * height],
          place[A] * of(clip, CLIP.X) + place[B] * of(clip, CLIP.Y) + place[X],
          place[C] * of(clip, CLIP.X) + place[D] * of(clip, CLIP.Y) + place[Y],
          texel(of(clip, CLIP.TEXEL), of(clip, CLIP.STRIDE), place[FRAME]),
          texel(of(other, CLIP.TEXEL), of(other, CLIP.STRIDE), place[row === 0 ? FRAME : OTHER_FRAME]),
          of(clip, CLIP.CORNER),
        ].map((value) => Math.fround(value) + 0)
        expect(Array.from(arena.f32.subarray(at, at + 9), (value) => value + 0)).toEqual(floats)
        const share = (value: number) => Math.floor(value * 65535 + 0.5)
        const shares = [
          share(place[SHARE]),
          row === 0 ? 0 : share(place[OTHER_SHARE]),
          row === 0 ? 65535 : share(place[MIX]),
          of(clip, CLIP.STRIDE),
        ]
        expect(Array.from(arena.u16.subarray(2 * at + 18, 2 * at + 22))).toEqual(shares)
        const { red, green, blue, alpha } = Baked
        const tint = Uint8ClampedArray.of(...[red, green, blue, alpha].map((each) => 255 * each[eid]))
        expect(Array.from(arena.u8.subarray(4 * at + 44, 4 * at + 48))).toEqual(Array.from(tint))
      }
    }),
    { numRuns: 30 },
  )
})

test('numbers that a game wrote out of range draw nothing wrong', async () => {
  const { rig, table } = await tableOf(files)
  const world: CrowdWorld = installAnimation(createWorld({}), { use: [crowds], warn: () => {} })
  const registered = registerTable(world, rig, table)
  const crowd = crowdOf(world.animation)
  layOut(crowd, 8)
  const [one, other] = [spawnBaked(world, registered), spawnBaked(world, registered)]
  world.components.Baked.animation[one] = 65_535
  world.components.Baked.table[other] = 65_535
  expect(sortFigures(world)).toBe(1)
  fillInstances(world, crowd)
  const { arena, instances } = crowd.memory
  const last = CLIP.SIZE * (crowd.clips.count - 1)
  expect(arena.f32[instances.start + 6]).toBe(crowd.clips.numbers[last + CLIP.TEXEL])
})
