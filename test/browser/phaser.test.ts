/** Figures as citizens of Phaser: beside its own images, in its groups, loader and textures. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEEP } from '../deep'
import { type Harness, startHarness } from './harness'
import type { Leaf, Place, Tree } from './pages/phaser/tree'

let harness: Harness

const RUNS = DEEP ? 500 : 12

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.close())

describe.each([
  ['4', '/test/browser/pages/phaser-citizens.html'],
  ['3', '/test/browser/pages/phaser3-citizens.html'],
])('figures in Phaser %s', (_, path) => {
  const ask = async <T = Record<string, unknown>>(question: string, expected?: RegExp): Promise<T> => {
    const page = await harness.openPage(path, { width: 480, height: 360, reuse: 'document', expected })
    await page.waitForFunction(() => window.citizens !== undefined)
    return (await page.evaluate((name) => window.citizens?.ask(name), question)) as T
  }

  test('have the bounds of what is drawn: before the first tick, flipped, turned, and in containers', async () => {
    const { first, found, dead } = await ask<{ first: unknown; found: number[][][]; dead: unknown }>('bounds')
    expect(first).toEqual([[170, 134, 20, 12], 20, 12])
    for (const [before, after, drawn] of found) expect([before, after]).toEqual([drawn, drawn])
    expect(found.map(([, , [x]]) => x)).toEqual([170, 110, 170, 134, 68])
    expect(dead).toEqual(['disposed', 'disposed'])
  })

  test('stand still while they are not active', async () => {
    const { stood, stands, went } = await ask('active')
    expect(stands).toEqual(stood)
    expect(went).toBe(true)
  })

  test('are got from groups, killed and got again, with a key and without', async () => {
    const { killed, ...rest } = await ask<{ killed: number[] }>('pool')
    expect(killed.slice(0, 4)).toEqual([220, 84, 20, 12])
    expect(rest).toEqual({
      same: [true, true, null, true],
      both: [220, 84, expect.any(Number), 12],
      nothing: [0, 0, [50, 60, 0, 0]],
      refused: 'unknown-rig',
      given: [true, [70, 44, 20, 12], true],
      fresh: [70, 44, 20, 12],
    })
  })

  test('are flipped about their own origin, as images with a negative scale', async () => {
    const { found, toggled } = await ask<{ found: Record<string, number[]>[]; toggled: unknown }>('flips')
    for (const { picture, like, bounds, hits, bones } of found) {
      expect(picture).toEqual(like)
      expect(bounds).toEqual(picture.slice(0, 4))
      expect(hits).toEqual([true, false])
      expect(bones).toEqual([7000, 3000, 7000, 3000])
    }
    expect(toggled).toEqual([true, false, false])
  })

  test('take a size, and are made by `make` as sprites are', async () => {
    expect(await ask('made')).toEqual({
      set: [2, 3, 40, 36],
      listed: false,
      listedNow: true,
      picture: [70, 118, 40, 24],
      scale: 2,
    })
  })

  test('are loaded once for all starts of a scene, and go when they are removed from the cache', async () => {
    expect(await ask('restarts')).toEqual({
      grown: [0, 0, 0],
      same: true,
      shows: [120, 84, 20, 12],
      kept: [[120, 84, 20, 12], 0],
      gone: [-1, 0, -1],
      anew: [[120, 84, 20, 12], 0, 2, 0],
      active: 0,
    })
  })

  test('tick at a fixed rate, and are drawn between their ticks', async () => {
    const edges = await ask<number[]>('fixedRate')
    // Ten units a second, once both ticks are known.
    for (let frame = 9; frame < edges.length; frame++)
      expect(edges[frame] - edges[frame - 1]).toBeCloseTo(1.25, 3)
  })

  test('live in a world by options of the plug-in, or in one of their own, for each game of a page', async () => {
    const refused = ['bad-option', 'bad-option', 'bad-option', 'bad-option']
    expect(await ask('worlds')).toEqual([7, true, true, true, true, ...refused])
  })

  test('are drawn as images are where no tick has posed them: new, hidden, in no list, changed, as masks', async () => {
    const found = await ask<[name: string, isSeen: boolean, worst: number][]>('early')
    expect(found.length).toBeGreaterThan(12)
    // A half alpha is rounded in another place.
    for (const [name, isSeen, worst] of found) expect([name, isSeen, worst <= 1]).toEqual([name, true, true])
  })

  test('are posed once for early pictures, and tell their events after the next tick', async () => {
    expect(await ask('quiet')).toEqual({
      runs: 1,
      early: [],
      told: ['start', 'event'],
      each: 15,
      goesOn: true,
    })
  })

  test('are posed although nobody sees them if they are told so', async () => {
    expect(await ask('unseen')).toEqual([2, 0])
  })

  test('say what was sent in place of a file, with an error of their own on each', async () => {
    const page = 'it looks like a web page: no such file?'
    expect(await ask('wrongFiles', /osteon|Failed to (load|process)/)).toEqual([
      [[`unknown-format blob:h ${page} (unknown-format)`], undefined],
      [[`unknown-format blob:h ${page} (unknown-format)`], undefined],
      [[`decode-failed blob:h ${page} (decode-failed)`], undefined],
      [['decode-failed blob:h it begins with "sorry!" (decode-failed)'], undefined],
      [
        [
          'fetch-failed none.j the server answered 404 (fetch-failed)',
          'fetch-failed none.a the server answered 404 (fetch-failed)',
        ],
        undefined,
      ],
    ])
  })

  test('are read by a worker, and from cooked files, which are fetched once', async () => {
    expect(await ask('workerAndCooked', /osteon/)).toEqual({
      worker: [[], 2],
      refused: [[expect.stringMatching(/^unknown-bone blob:h .*slots\[0\]/)], undefined],
      answers: ['ready', 'read', 'failed'],
      cooked: [2, 1],
    })
  })

  test('are scaled and filtered as they are loaded, and find the atlas of all their editions', async () => {
    expect(await ask('options')).toEqual({
      size: [10, 'linear'],
      refused: ['bad-option', 'bad-option', 'bad-option', 'bad-option'],
      asked: ['one.atlas'],
      pro: [0, 20],
    })
  })

  test('look as images do in any tree of containers, in layers, cameras, textures and masks', async () => {
    const page = await harness.openPage(path, { width: 480, height: 360, reuse: 'document' })
    await page.waitForFunction(() => window.citizens !== undefined)
    let hits = 0
    await fc.assert(
      fc.asyncProperty(tree, async (trees) => {
        const found = await page.evaluate((one) => window.citizens?.compare(one), trees)
        // Colours and alpha are rounded in another order.
        expect(found?.worst).toBeLessThanOrEqual(3)
        expect(found?.figures).toEqual(found?.images)
        hits += Object.keys(found?.images.hits ?? {}).length
      }),
      { numRuns: RUNS },
    )
    expect(hits).toBeGreaterThan(RUNS)
  })
})

const whole = (min: number, max: number) => fc.integer({ min, max })
const place = {
  x: whole(60, 420),
  y: whole(60, 300),
  scaleX: fc.constantFrom(1, 1, 2, -1),
  scaleY: fc.constantFrom(1, 2, -1),
  turns: whole(0, 3),
  alpha: fc.constantFrom(1, 1, 0.5, 0.25, 0),
}
const tree = fc.record<Tree>({
  boxes: fc.array(fc.record<Place>({ ...place, x: whole(-40, 40), y: whole(-40, 40) }), {
    minLength: 2,
    maxLength: 2,
  }),
  leaves: fc.array(
    fc.record<Leaf>({
      ...place,
      tint: fc.constantFrom(0xffffff, 0xffffff, 0x80ff40),
      flipX: fc.boolean(),
      blend: fc.constantFrom<Leaf['blend']>('NORMAL', 'NORMAL', 'ADD', 'MULTIPLY', 'SCREEN'),
      clipped: fc.boolean(),
      scroll: fc.constantFrom(1, 1, 0),
      within: fc.constantFrom(-1, -1, 0, 1),
      how: fc.constantFrom<Leaf['how']>(
        'seen',
        'seen',
        'seen',
        'late',
        'shown',
        'texture',
        'masked',
        'layer',
        'filtered',
      ),
    }),
    { minLength: 1, maxLength: 8 },
  ),
  zoom: fc.constantFrom(1, 1, 2),
  second: fc.boolean(),
})
