/** Pictures between two ticks. */
import { addComponent, entityExists, set } from 'bitecs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ownCast } from '../../bench/kit/scenes'
import {
  despawnSkeleton,
  loadRig,
  play,
  setAttachment,
  setBone,
  setSlotColor,
  spawnSkeleton,
} from '../../src/api'
import { dragonBones } from '../../src/formats/dragonbones'
import { spineJson } from '../../src/formats/spine-json'
import { drawBetween as draw, jump } from '../../src/joins/between'
import { blendTicks } from '../../src/joins/between/blend'
import { putInSlot, takeFromSlot } from '../../src/joins/nesting'
import { restoreState, saveState } from '../../src/joins/save'
import { despawnSprite, registerAtlas, type SpriteSheet, spawnSprite } from '../../src/joins/sprites'
import type { SpritedWorld } from '../../src/joins/sprites/state'
import { boneFollower } from '../../systems'
import { runs } from '../deep'
import { smallArmature, smallAtlas } from '../fixtures/rigs/dragonbones'
import { figure } from '../nesting/kit'
import { atlasOf, clipping, mesh, region, rigOf, worldOf } from '../streams/fixture'
import { sheetOf } from '../streams/sprite-kit'
import {
  betweenWorld,
  createScreen,
  cutOf,
  drawBetween,
  drawLast,
  farthest,
  mixPictures,
  type Picture,
  pictureOf,
  type Screen,
  tick,
} from './kit'

const FIGURE = figure()
const DOLL = rigOf(
  {
    slots: [
      { name: 'body', attachments: { body: mesh('body', [0, 0, 9, 0, 9, 9, 4, 12, 0, 9]) } },
      {
        name: 'hand',
        attachments: { open: region('open'), fist: region('fist'), long: mesh('long', [0, 0, 5, 0, 5, 5]) },
      },
      { name: 'hat', empty: true, attachments: { hat: region('hat') } },
    ],
  },
  atlasOf('body', 'open', 'fist', 'long', 'hat'),
)
const CLIPPED = rigOf(
  {
    slots: [
      { name: 'back', attachments: { back: region('back') } },
      { name: 'clip', empty: true, attachments: { clip: clipping([-5, -5, 3, -5, 3, 5]) } },
      { name: 'hand', attachments: { hand: region('hand') } },
    ],
  },
  atlasOf('back', 'hand'),
)

/** Expects that a renderer shows what is between the pictures of two ticks, and then the last of them. */
function expectBetween(
  world: SpritedWorld,
  screen: Screen,
  before: Picture,
  shares: readonly number[],
): void {
  const now = pictureOf(world)
  const cut = cutOf(world)
  for (const share of shares) {
    // A renderer may draw the last tick in between.
    const shown = share < 0 ? drawLast(world, screen) : drawBetween(world, screen, share)
    const off = farthest(shown, mixPictures(before, now, share < 0 ? 1 : share))
    expect(off.place).toBeLessThan(1e-4)
    expect(off.color).toBeLessThan(0.51)
    if (share < 0 || share === 1) expect(screen.cut).toEqual(cut)
  }
}

interface Stage {
  readonly world: SpritedWorld
  readonly atlas: SpriteSheet
  skeletons: number[]
  sprites: number[]
}
type Act = (stage: Stage, n: number) => void
const one = (list: readonly number[], n: number) => list[n % list.length]

const ACTS: Record<string, Act> = {
  doll: ({ world, skeletons }, n) => skeletons.push(spawnSkeleton(world, DOLL, { x: n, sortKey: n % 5 })),
  figure: ({ world, skeletons }, n) => {
    const eid = spawnSkeleton(world, FIGURE, { y: n })
    play(world, eid, n % 2 ? 'wave' : 'fade', { loop: true })
    skeletons.push(eid)
  },
  clipped: ({ world, skeletons }, n) => skeletons.push(spawnSkeleton(world, CLIPPED, { x: n })),
  sprite: ({ world, atlas, sprites }, n) => sprites.push(spawnSprite(world, atlas, 'gem', { x: n })),
  leave: ({ world, skeletons }, n) => {
    for (const eid of skeletons.splice(n % (skeletons.length + 1), 1)) despawnSkeleton(world, eid)
  },
  gone: ({ world, sprites }, n) => {
    for (const eid of sprites.splice(n % (sprites.length + 1), 1)) despawnSprite(world, eid)
  },
  move: ({ world, skeletons, sprites }, n) => {
    const { rotation, x } = world.components.Transform
    const all = [...skeletons, ...sprites]
    if (all.length === 0) return
    x[one(all, n)] += n
    rotation[one(all, n + 1)] += n / 50
  },
  tint: ({ world, skeletons, sprites }, n) => {
    if (skeletons.length > 0) world.components.Skeleton.alpha[one(skeletons, n)] = n / 100
    if (sprites.length > 0) world.components.Sprite.red[one(sprites, n)] = n / 100
  },
  slot: ({ world, skeletons }, n) => {
    if (skeletons.length > 0) setSlotColor(world, one(skeletons, n), 'hand', { color: [1, n / 100, 0, 1] })
  },
  hold: ({ world, skeletons }, n) => {
    const eid = one(skeletons, n)
    if (skeletons.length === 0 || world.animation.skeletons.rig[eid] === 0) return
    const names = ['open', 'fist', 'long', null]
    const shows = [
      () => setAttachment(world, eid, 'hand', names[n % 4]),
      () => setAttachment(world, eid, 'hand', 'hand'),
    ]
    for (const show of shows)
      try {
        show()
      } catch {
        // Of another rig.
      }
  },
  hat: ({ world, skeletons }, n) => {
    for (const [slot, name] of [
      ['hat', 'hat'],
      ['clip', 'clip'],
    ])
      try {
        if (skeletons.length > 0) setAttachment(world, one(skeletons, n), slot, n % 3 ? name : null)
      } catch {
        // Of another rig.
      }
  },
  see: ({ world, skeletons, sprites }, n) => {
    const all = [...skeletons, ...sprites]
    if (all.length > 0)
      addComponent(world, one(all, n), set(world.components.Visibility, { level: n % 3 === 0 ? 1 : 0 }))
  },
  hang: ({ world, skeletons, sprites }, n) => {
    const all = [...skeletons, ...sprites]
    if (all.length < 2) return
    try {
      putInSlot(world, one(skeletons, n), 'hand', one(all, n >> 2))
    } catch {
      // It would hang in itself.
    }
  },
  take: ({ world, skeletons, sprites }, n) => {
    const all = [...skeletons, ...sprites]
    if (all.length > 0) takeFromSlot(world, one(all, n))
  },
  rest: () => {},
}

test('between two ticks is what is between their pictures, after any operations', () => {
  const act = fc.tuple(fc.constantFrom(...Object.keys(ACTS)), fc.nat(99))
  const share = fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(-1, 0, 0.5, 1))
  const step = fc.record({
    acts: fc.array(act, { maxLength: 4 }),
    shares: fc.array(share, { maxLength: 3 }),
  })
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 14 }), (steps) => {
      const world = betweenWorld()
      const screen = createScreen()
      const stage: Stage = {
        world,
        atlas: registerAtlas(world, sheetOf({ name: 'gem' })),
        skeletons: [],
        sprites: [],
      }
      ACTS.doll(stage, 3)
      tick(world)
      let before = pictureOf(world)
      for (const { acts, shares } of steps) {
        for (const [name, n] of acts) {
          ACTS[name](stage, n)
          // What hung in a slot went with its carrier.
          stage.skeletons = stage.skeletons.filter((eid) => entityExists(world, eid))
          stage.sprites = stage.sprites.filter((eid) => entityExists(world, eid))
        }
        tick(world)
        expectBetween(world, screen, before, shares)
        before = pictureOf(world)
      }
    }),
    { numRuns: runs(400) },
  )
})

describe('three pictures between two ticks', () => {
  /** Distances from a world with three times the ticks, in world units, ascending. */
  function offsOf(rate: number, spawn: (world: SpritedWorld) => void): number[] {
    const [slow, fast] = [betweenWorld(), betweenWorld()]
    for (const world of [slow, fast]) {
      spawn(world)
      tick(world, 0)
    }
    const screen = createScreen()
    const offs: number[] = []
    for (let i = 0; i < rate; i++) {
      tick(slow, 1 / rate)
      for (const share of [1 / 3, 2 / 3, 1]) {
        tick(fast, 1 / (3 * rate))
        const shown = drawBetween(slow, screen, share)
        for (const [name, values] of pictureOf(fast)) {
          const others = shown.get(name)
          if (others) offs.push(Math.hypot(values[0] - others[0], values[1] - others[1]))
        }
      }
    }
    return offs.sort((a, b) => a - b)
  }

  test('are within half a pixel of a run at three times the rate, where the motion is smooth', () => {
    const offs = offsOf(30, (world) => {
      const holder = spawnSkeleton(world, FIGURE, { scaleX: 5, scaleY: 5 })
      const child = spawnSkeleton(world, FIGURE)
      for (const eid of [holder, child]) play(world, eid, 'wave', { loop: false })
      putInSlot(world, holder, 'hand', child)
    })
    expect(offs.length).toBeGreaterThan(1000)
    expect(offs.at(-1)).toBeLessThan(0.5)
  })

  test.each(ownCast())('are near it where $name walks', async ({ animation, atlas, skeleton }) => {
    const options = { readers: [spineJson], images: false, warn: () => {} }
    const rig = await loadRig(Buffer.from(skeleton), Buffer.from(atlas), options)
    const offs = offsOf(30, (world) => play(world, spawnSkeleton(world, rig), animation, { loop: true }))
    expect(offs[Math.floor(0.5 * offs.length)]).toBeLessThan(0.25)
    expect(offs[Math.floor(0.95 * offs.length)]).toBeLessThan(1)
  })
})

describe('what clips cut', () => {
  const names = ['back', 'hand', 'gem']
  const bones = [{ name: 'root' }, { name: 'window' }, { name: 'arm' }]
  const square = clipping([-5, -5, 5, -5, 5, 5, -5, 5])
  const star = clipping([-9, -9, 0, -3, 9, -9, 3, 0, 9, 9, 0, 3, -9, 9, -3, 0])
  const rigWith = (clip: typeof square, maths = {}) =>
    rigOf(
      {
        bones,
        maths,
        slots: [
          { name: 'clip', bone: 1, attachments: { clip } },
          { name: 'back', attachments: { back: region('back', { width: 20 }) } },
          {
            name: 'hand',
            bone: 2,
            color: [1, 1, 1, 0.5],
            attachments: { hand: mesh('hand', [0, 0, 9, 0, 9, 9, 4, 12]) },
          },
        ],
      },
      atlasOf(...names),
    )
  type Pose = { x: number; window: number; arm: number; alpha: number }

  /** A skeleton with another in a clipped slot. */
  function stage(clip: typeof square, maths = {}) {
    const world = betweenWorld()
    const rig = rigWith(clip, maths)
    const [eid, child] = [spawnSkeleton(world, rig), spawnSkeleton(world, rig)]
    putInSlot(world, eid, 'back', child)
    const pose = ({ x, window, arm, alpha }: Pose) => {
      world.components.Transform.x[eid] = x
      setBone(world, eid, 'window', { x: window, y: -window })
      for (const one of [eid, child]) setBone(world, one, 'arm', { x: arm })
      setSlotColor(world, eid, 'hand', { color: [1, 1, 1, alpha] })
      tick(world)
    }
    return { world, eid, child, pose }
  }

  const number = fc.integer({ min: -12, max: 12 })
  const poses = fc.record({ x: number, window: number, arm: number, alpha: fc.constantFrom(0, 1) })
  const clips = fc.constantFrom(square, star, clipping([-9, -9, 9, -9, 0, 9]))
  const maths = fc.constantFrom({}, { clipping: 'lines' }, { clipping: 'parametric' })

  test('is what they leave of vertices between the ticks', () => {
    fc.assert(
      fc.property(
        clips,
        maths,
        fc.array(poses, { minLength: 2, maxLength: 4 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (clip, rule, all, share) => {
          const screen = createScreen()
          const shown = stage(clip, rule)
          const exact = stage(clip, rule)
          for (const pose of all) shown.pose(pose)
          const [a, b] = all.slice(-2)
          const mixed = (key: keyof Pose) => (1 - share) * a[key] + share * b[key]
          exact.pose({ x: mixed('x'), window: mixed('window'), arm: mixed('arm'), alpha: mixed('alpha') })
          const last = cutOf(shown.world)
          drawBetween(shown.world, screen, share)
          expect(areaOf(screen.cut)).toBeCloseTo(areaOf(cutOf(exact.world)), 2)
          drawLast(shown.world, screen)
          expect(screen.cut).toEqual(last)
        },
      ),
      { numRuns: runs(200) },
    )
  })

  test('shows cut sprites as they are in the last tick', () => {
    const screen = createScreen()
    const { world, eid, pose } = stage(square)
    const sprite = spawnSprite(world, registerAtlas(world, sheetOf({ name: 'gem' })), 'gem', { red: 0.2 })
    putInSlot(world, eid, 'hand', sprite)
    for (const x of [0, 4]) pose({ x, window: x, arm: 0, alpha: 1 })
    const ofSprite = (cut: number[][]) => cut.filter((corners) => corners[4] === 51)
    const last = ofSprite(cutOf(world))
    drawBetween(world, screen, 0.5)
    expect(last.length).toBeGreaterThan(0)
    expect(ofSprite(screen.cut)).toEqual(last)
  })
})

/** Area of triangles, each weighed by its light and texture coordinates. */
function areaOf(cut: number[][]): number {
  let area = 0
  for (const corners of cut) {
    const [a, b, c] = [0, 12, 24].map((at) => corners.slice(at, at + 12))
    const size = Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])) / 2
    const middle = (i: number) => (a[i] + b[i] + c[i]) / 3
    area += size * (1 + middle(2) + 2 * middle(3) + middle(7) / 512)
  }
  return area
}

describe('between ticks', () => {
  test('a skeleton that jumps is at its new place at once, with what is in its slots', () => {
    const world = betweenWorld()
    const screen = createScreen()
    const holder = spawnSkeleton(world, FIGURE)
    putInSlot(world, holder, 'hand', spawnSkeleton(world, FIGURE))
    const atlas = registerAtlas(world, sheetOf({ name: 'gem' }))
    const sprite = spawnSprite(world, atlas, 'gem')
    tick(world)
    const { x } = world.components.Transform
    x[holder] = x[sprite] = 100
    jump(world, holder)
    jump(world, sprite)
    tick(world)
    const now = pictureOf(world)
    expect(farthest(drawBetween(world, screen, 0), now).place).toBe(0)
    x[holder] = x[sprite] = 200
    tick(world)
    expect(farthest(drawBetween(world, screen, 0), now).place).toBe(0)
  })

  test('what sleeps is not uploaded again', () => {
    const world = betweenWorld()
    const screen = createScreen()
    const eids = Array.from({ length: 40 }, (_, i) => spawnSkeleton(world, DOLL, { x: i }))
    for (let i = 0; i < 4; i++) {
      tick(world)
      for (const share of [0.3, 0.7]) drawBetween(world, screen, share)
    }
    drawBetween(world, screen, 0.2)
    expect(screen.bytes).toBe(0)
    world.components.Transform.x[eids[7]] += 9
    tick(world)
    for (const share of [0.1, 0.5]) {
      drawBetween(world, screen, share)
      expect(screen.bytes).toBeGreaterThan(0)
      expect(screen.bytes).toBeLessThan(2048)
    }
    // A second view of the same share.
    drawBetween(world, screen, 0.5)
    expect(screen.bytes).toBe(0)
  })

  test('a restored state is shown as it is, until the second tick after it', () => {
    const world = betweenWorld()
    const screen = createScreen()
    const eid = spawnSkeleton(world, FIGURE)
    const { Transform } = world.components
    tick(world)
    const saved = saveState(world)
    for (let i = 0; i < 3; i++) {
      spawnSkeleton(world, DOLL)
      Transform.x[eid] += 50
      tick(world)
      drawBetween(world, screen, 0.5)
    }
    restoreState(world, saved)
    Transform.x[eid] += 10
    tick(world)
    const first = pictureOf(world)
    expect(farthest(drawBetween(world, screen, 0), first).place).toBe(0)
    Transform.x[eid] += 10
    tick(world)
    const second = pictureOf(world)
    expect(farthest(drawBetween(world, screen, 0.5), mixPictures(first, second, 0.5)).place).toBeLessThan(
      1e-4,
    )
  })

  test('a skeleton that was hidden is shown where it appears', () => {
    const world = betweenWorld()
    const screen = createScreen()
    const eid = spawnSkeleton(world, FIGURE)
    const see = (level: number) => addComponent(world, eid, set(world.components.Visibility, { level }))
    tick(world)
    see(1)
    tick(world)
    see(0)
    world.components.Transform.x[eid] = 100
    tick(world)
    expect(farthest(drawBetween(world, screen, 0), pictureOf(world)).place).toBe(0)
  })

  test('what an older skeleton shows is found when many others come', () => {
    const world = betweenWorld()
    const screen = createScreen()
    const eid = spawnSkeleton(world, DOLL)
    tick(world)
    const before = pictureOf(world)
    for (let i = 0; i < 100; i++) spawnSkeleton(world, DOLL)
    setAttachment(world, eid, 'hand', 'long')
    setAttachment(world, eid, 'hat', 'hat')
    world.components.Transform.x[eid] = 10
    tick(world)
    const middle = mixPictures(before, pictureOf(world), 0.5)
    expect(farthest(drawBetween(world, screen, 0.5), middle).place).toBeLessThan(1e-4)
  })

  test('the last tick may be drawn in between', () => {
    const world = betweenWorld()
    const screen = createScreen()
    const eid = spawnSkeleton(world, DOLL)
    tick(world)
    const before = pictureOf(world)
    world.components.Transform.x[eid] = 10
    tick(world)
    const now = pictureOf(world)
    const middle = mixPictures(before, now, 0.5)
    for (let i = 0; i < 3; i++) {
      expect(farthest(drawBetween(world, screen, 0.5), middle).place).toBeLessThan(1e-4)
      expect(farthest(drawLast(world, screen), now).place).toBe(0)
    }
  })

  test('a sprite that follows a bone is placed after the tick, and drawn between its places', () => {
    const world = betweenWorld()
    const screen = createScreen()
    const host = spawnSkeleton(world, FIGURE)
    const sprite = spawnSprite(world, registerAtlas(world, sheetOf({ name: 'gem' })), 'gem')
    addComponent(world, sprite, set(world.components.BoneFollower, { host, bone: 'arm' }))
    tick(world)
    boneFollower(world)
    for (const x of [40, 90]) {
      const before = pictureOf(world)
      world.components.Transform.x[host] = x
      tick(world)
      drawBetween(world, screen, 0.5)
      boneFollower(world)
      const middle = mixPictures(before, pictureOf(world), 0.5)
      expect(farthest(drawBetween(world, screen, 0.5), middle).place).toBeLessThan(1e-4)
    }
  })

  test('a colour whose sign changes is not blended', async () => {
    const file = smallArmature({ slot: [{ name: 'slot', parent: 'arm', color: { rO: 40 } }] })
    const options = { readers: [dragonBones], name: 'x', images: false, warn: () => {} }
    const world = betweenWorld()
    const eid = spawnSkeleton(world, await loadRig(file, JSON.stringify(smallAtlas()), options))
    const red = () => [...drawBetween(world, createScreen(), 0.5).values()][0][6]
    const change = (offset: number) => {
      setSlotColor(world, eid, 'slot', { offset: [offset, 0, 0, 0] })
      tick(world)
    }
    change(40 / 255)
    change(20 / 255)
    expect(red()).toBe(30)
    change(-10 / 255)
    expect(red()).toBe(10)
  })

  test('wrong shares, worlds and entities are refused', () => {
    const world = betweenWorld()
    for (const share of [-0.1, 1.1, Number.NaN])
      expect(() => blendTicks(world, share)).toThrow(expect.objectContaining({ code: 'bad-option' }))
    expect(() => blendTicks(worldOf(), 0.5)).toThrow(expect.objectContaining({ code: 'no-extension' }))
    expect(() => jump(worldOf(), 1)).toThrow(expect.objectContaining({ code: 'no-extension' }))
    expect(() => jump(world, 7)).toThrow(expect.objectContaining({ code: 'no-skeleton' }))
    expect(() => draw(world, 0.5)).toThrow(expect.objectContaining({ code: 'no-renderer' }))
  })
})
