/** Figures in PixiJS, by their pixels. */
import { join } from 'node:path'
import fc from 'fast-check'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROOT } from '../../scripts/entries'
import { DEEP, runs } from '../deep'
import { type Harness, passFrames, startHarness } from './harness'
import type { Group, Leaf, Tree } from './pages/pixi/sprites'
import type { Node } from './pages/pixi/tree'

/** WebGPU in software, where Chromium has it. */
const WEBGPU = [
  '--enable-unsafe-webgpu',
  '--enable-features=Vulkan,VulkanFromANGLE',
  '--use-vulkan=swiftshader',
  '--use-webgpu-adapter=swiftshader',
  '--disable-vulkan-surface',
]

/** The background is 64, a square's colours are 240 and 64, a sprite's 255 and others. */
const BACK = [64, 64, 64]
const RED = [240, 64, 64]
const GREEN = [64, 240, 64]
const ORANGE = [255, 160, 0]

type Pixels = number[][]

/** Pixels by the renderer, where PixiJS's own objects differ. */
type ByRenderer = Record<'webgl' | 'webgpu', Pixels>

const SCENES: [title: string, name: string, pixels: Pixels | ByRenderer][] = [
  ['a figure stands where the object does', 'plain', [RED, GREEN, [64, 64, 152], BACK]],
  ['a figure is posed when it is drawn before its first tick', 'untouched', [RED]],
  ['a figure has its true size at once', 'sized', [[0, -36, 32, 0, 32, 36]]],
  [
    'a figure at a fixed rate is drawn between its ticks, where the object is',
    'fixedRate',
    [GREEN, GREEN, BACK],
  ],
  ['figures lie between sprites', 'between', [RED, [255, 255, 0]]],
  ['alpha of the object and its parents multiplies', 'alpha', [[108, 64, 64]]],
  [
    'tint of the object and its parents multiplies, without a tick',
    'tint',
    [
      [120, 32, 64],
      [32, 120, 64],
      [32, 240, 64],
    ],
  ],
  [
    'a filter is applied to the whole figure',
    'filter',
    [
      [152, 64, 64],
      [64, 152, 64],
    ],
  ],
  ['a mask cuts the figure', 'mask', [RED, BACK]],
  ['a figure is a mask', 'asMask', [[255, 255, 255], [255, 255, 255], BACK]],
  [
    'dark colours, additive and multiplied slots are drawn, and tinted',
    'twoColors',
    [
      [255, 0, 0],
      [192, 192, 255],
      [32, 120, 32],
      [128, 0, 0],
    ],
  ],
  [
    'the blend mode is that of the object, else of its parents',
    'blend',
    [
      [255, 128, 128],
      [255, 128, 128],
    ],
  ],
  [
    'an additive slot changes the alpha of its target as an additive sprite does',
    'additive',
    {
      webgl: [192, 160, 160, 112, 80].map((value) => [value, value]),
      webgpu: [192, 176, 176, 120, 92].map((value) => [value, value]),
    },
  ],
  [
    'a flash covers slots of one colour and of two',
    'flashed',
    [
      [0, 255, 128],
      [127, 128, 64],
      [255, 0, 0],
      [255, 255, 255],
    ],
  ],
  [
    'the blend mode of the object goes before that of an additive slot',
    'additiveUnderModes',
    [
      [128, 128, 128],
      [64, 64, 64],
      [192, 192, 192],
    ],
  ],
  [
    'objects in a slot follow its bone and its attachment',
    'slot',
    [ORANGE, ORANGE, BACK, ORANGE, BACK, BACK],
  ],
  ['objects in a slot are drawn in the middle of the figure', 'slotOrder', [ORANGE, [159, 112, 120], GREEN]],
  ['objects in a slot are cut by the clip of the figure', 'slotClip', [ORANGE, BACK, RED, BACK, BACK, BACK]],
  ['colours that animations change are drawn', 'fade', [GREEN, [64, 152, 64], RED, [64, 108, 64], RED]],
  [
    'attachments come and go, and other figures stay',
    'blink',
    [
      [BACK, RED, GREEN],
      [GREEN, RED, GREEN],
      [BACK, RED, GREEN],
    ].flat(),
  ],
  [
    'figures share calls with sprites while they show nothing additive',
    'flash',
    [[1], BACK, [3], [128, 128, 255], [1], BACK],
  ],
  ['a figure is drawn as its object stands now, skewed too', 'placed', [RED, RED]],
  ['zIndex sorts figures', 'order', [[120, 32, 32], RED]],
  ['the object ends with its entity', 'gone', [[0, 1, 1, 1], RED]],
  [
    'a crowd has tint, alpha, filters, bounds and hits',
    'crowd',
    [
      // Half of half of the tinted colour over the background.
      [78, 64, 64],
      [80, 48, 48],
      [0, 76],
      [1, 0],
      BACK,
    ],
  ],
  ['Assets loads characters by their addresses, and lets them go', 'assets', [[1, 0, 1, 0]]],
]

const node = fc.letrec<{ node: Node; leaf: Node; container: Node }>((tie) => {
  const common = {
    rig: fc.constantFrom<Node['rig']>('plain', 'clipped'),
    x: fc.integer({ min: -50, max: 50 }),
    y: fc.integer({ min: -40, max: 40 }),
    turns: fc.integer({ min: 0, max: 3 }),
    scaleX: fc.constantFrom(1, -1, 2),
    scaleY: fc.constantFrom(1, -1),
    alpha: fc.constantFrom(1, 0.75, 0.5, 0.2),
    tint: fc.constantFrom(0xffffff, 0xff8000, 0x80ffff),
    zIndex: fc.integer({ min: -1, max: 1 }),
    visible: fc.constantFrom(true, true, true, false),
    masked: fc.constantFrom(false, false, true),
    holds: fc.boolean(),
  }
  return {
    leaf: fc.record({
      kind: fc.constantFrom<Node['kind']>('figure', 'figure', 'sprite'),
      ...common,
      children: fc.constant([]),
    }),
    container: fc.record({
      kind: fc.constant<Node['kind']>('container'),
      ...common,
      children: fc.array(tie('node'), { minLength: 1, maxLength: 4 }),
    }),
    node: fc.oneof({ maxDepth: 3, withCrossShrink: true }, tie('leaf'), tie('leaf'), tie('container')),
  }
})

const whole = (min: number, max: number) => fc.integer({ min, max })
const trees = fc.letrec<{ tree: Tree; group: Group; leaf: Leaf }>((tie) => {
  const place = {
    x: whole(-50, 50),
    y: whole(-40, 40),
    scaleX: fc.constantFrom(1, 1, 2, -1),
    scaleY: fc.constantFrom(1, 2, -1),
    turns: whole(0, 3),
    alpha: fc.constantFrom(1, 1, 0.5, 0.25, 0),
    tint: fc.constantFrom(0xffffff, 0xffffff, 0x80ff40),
    zIndex: whole(-1, 1),
    visible: fc.constantFrom(true, true, true, false),
    blend: fc.constantFrom<Leaf['blend']>(
      'inherit',
      'inherit',
      'normal',
      'add',
      'multiply',
      'screen',
      'erase',
    ),
  }
  const some = <T>(usual: T, ...others: T[]) =>
    fc.constantFrom(...Array<T>(others.length / 2).fill(usual), ...others)
  return {
    leaf: fc.record<Leaf>({
      ...place,
      kind: fc.constant('leaf'),
      rig: fc.constantFrom<Leaf['rig']>('plain', 'plain', 'additive', 'dark'),
      how: some<Leaf['how']>(
        'seen',
        ...(['late', 'shown', 'moved', 'texture', 'mask'] as const),
        ...(['masked', 'layer', 'filtered', 'faded', 'cached'] as const),
      ),
      later: some<Leaf['later']>(
        'nothing',
        ...(['alpha', 'tint', 'blend', 'flip', 'hide', 'front', 'destroy', 'filter'] as const),
      ),
    }),
    group: fc.record<Group>({
      ...place,
      kind: fc.constant('group'),
      how: some<Group['how']>(
        'plain',
        ...(['filtered', 'faded', 'cached', 'render group', 'masked', 'reverse masked'] as const),
      ),
      children: fc.array(tie('tree'), { minLength: 1, maxLength: 4 }),
    }),
    tree: fc.oneof({ maxDepth: 3, withCrossShrink: true }, tie('leaf'), tie('leaf'), tie('group')),
  }
})

/** In the middle of the picture. */
const forest = fc.array(
  trees.tree.map((tree) => ({ ...tree, x: tree.x + 120, y: tree.y + 100 })),
  { minLength: 1, maxLength: 4 },
)

describe.each<[renderer: keyof ByRenderer, args: string[]]>([
  ['webgl', []],
  ['webgpu', WEBGPU],
])('with %s', (renderer, args) => {
  let harness: Harness
  beforeAll(async () => {
    harness = await startHarness({ args })
  })
  afterAll(() => harness?.close())

  /** `null`: this browser has no such renderer. */
  async function open(): Promise<Page | null> {
    const page = await harness.openPage(`/test/browser/pages/pixi.html?renderer=${renderer}`, {
      expected: /WebGPU|GPU adapter|external Instance/,
      reuse: 'document',
    })
    await page.waitForFunction(() => window.pixi !== undefined)
    await page.route('**/characters/*', (route) =>
      route.fulfill({
        path: join(ROOT, 'demo/assets', new URL(route.request().url()).pathname.split('/')[2]),
      }),
    )
    return (await page.evaluate(() => window.pixi.renderer)) === renderer ? page : null
  }

  test.each(SCENES)('%s', async (_, name, pixels) => {
    const page = await open()
    if (!page) return expect(renderer).toBe('webgpu')
    const wanted = 'webgl' in pixels ? pixels[renderer] : pixels
    expect(await page.evaluate((scene) => window.pixi.scene(scene), name)).toEqual(wanted)
  })

  test('trees of containers, figures and sprites look like those with figures baked into textures', async () => {
    const page = await open()
    if (!page) return expect(renderer).toBe('webgpu')
    let shown = 0
    const tree = node.container.map((root) => ({ ...root, x: 120, y: 100, visible: true }))
    await fc.assert(
      fc.asyncProperty(tree, async (root) => {
        const found = await page.evaluate((one) => window.pixi.compare(one), root)
        shown += found.shown
        // Colours are rounded to bytes once more by the texture.
        expect(found.worst).toBeLessThanOrEqual(3)
      }),
      { numRuns: runs(60) },
    )
    // Some trees show nothing: a dozen came to 1 600 … 11 700 pixels.
    expect(shown).toBeGreaterThan(runs(5_000))
  })

  test.each(['y', 'zIndex', 'looks', 'masked', 'filtered', 'moved', 'sprite'] as const)(
    'figures among baked figures are drawn as among figures: %s',
    async (how) => {
      const page = await harness.openPage(`/test/browser/pages/pixi-crowd.html?renderer=${renderer}`, {
        expected: /WebGPU|GPU adapter|external Instance/,
        reuse: 'document',
      })
      await page.waitForFunction(() => window.pixiCrowd !== undefined)
      if ((await page.evaluate(() => window.pixiCrowd?.renderer)) !== renderer)
        return expect(renderer).toBe('webgpu')
      for (const { differ, drawn } of (await page.evaluate((one) => window.pixiCrowd?.compare(one), how)) ??
        []) {
        // An edge that is turned goes through the middle of a pixel.
        expect(differ).toBeLessThanOrEqual(how === 'moved' ? 3 : 0)
        expect(drawn).toBeGreaterThan(3000)
      }
      expect.hasAssertions()
    },
  )

  test('look, are measured and are hit as sprites of the same page, in any tree', async () => {
    const page = await harness.openPage(`/test/browser/pages/pixi-citizens.html?renderer=${renderer}`, {
      expected: /WebGPU|GPU adapter|external Instance/,
      reuse: 'document',
    })
    await page.waitForFunction(() => window.pixiCitizens !== undefined)
    if ((await page.evaluate(() => window.pixiCitizens?.renderer)) !== renderer)
      return expect(renderer).toBe('webgpu')
    let shown = 0
    await fc.assert(
      fc.asyncProperty(forest, async (all) => {
        const found = await page.evaluate((one) => window.pixiCitizens?.compare(one), all)
        if (!found) throw new Error('the page was left')
        // Colours and alpha are rounded in another order.
        expect(Math.max(...found.worst), String(found.worst)).toBeLessThanOrEqual(3)
        expect(found.bounds[1]).toEqual(found.bounds[0])
        expect(found.hits[1]).toEqual(found.hits[0])
        shown += found.shown
      }),
      { numRuns: DEEP ? 500 : 12 },
    )
    expect(shown).toBeGreaterThan(runs(5_000))
  })
})

describe('on a page', () => {
  let harness: Harness
  beforeAll(async () => {
    harness = await startHarness()
  })
  afterAll(() => harness?.close())

  async function open(): Promise<Page> {
    const page = await harness.openPage('/test/browser/pages/pixi.html', { reuse: 'document' })
    await page.waitForFunction(() => window.pixi !== undefined)
    return page
  }

  test('wrong input is refused, and leaves no entity behind', async () => {
    const page = await open()
    expect(await page.evaluate(() => window.pixi.refusals())).toEqual([
      'bad-option rig',
      'unknown-animation animation',
      'unknown-skin skin',
      'bad-option eid',
      'no-skeleton ',
      'unknown-slot slot',
      'unknown-bone bone',
      'not-finite bone.x',
      'bad-option asset',
      'bad-option world',
      'bad-option readers',
      'bad-option world',
      1,
    ])
  })

  test('a ticker may follow one that was destroyed', async () => {
    const page = await open()
    expect(await page.evaluate(() => window.pixi.replaceTicker())).toBe(0)
  })

  test('calls through a destroyed figure never reach the figure that has its id', async () => {
    const page = await open()
    const calls = ['play', 'queue', 'fadeOut', 'skin', 'flash', 'setBonePosition', 'timeScale']
    expect(await page.evaluate(() => window.pixi.over())).toEqual([
      ...[1, 0, 0],
      ...[1, 0, 20],
      ...Array(5).fill('disposed'),
      ...calls.map((call) => `disposed-figure ${call}`),
    ])
  })

  test('a figure hears no events of another one that had its entity', async () => {
    const page = await open()
    expect(await page.evaluate(() => window.pixi.inherit())).toEqual([
      'same entity',
      'animation start',
      'start',
    ])
  })

  test('renderers keep no world in memory whose figures were destroyed', async () => {
    const page = await open()
    expect(await page.evaluate(() => window.pixi.abandon())).toBeLessThanOrEqual(1)
  })

  test('baked figures are drawn by instances, a call for each piece between figures', async () => {
    const page = await harness.openPage('/test/browser/pages/pixi-crowd.html', { reuse: 'document' })
    await page.waitForFunction(() => window.pixiCrowd !== undefined)
    expect(await page.evaluate(() => window.pixiCrowd?.calls('y'))).toBe(4)
  })

  test('a crowd is drawn again after the context was lost', async () => {
    const page = await harness.openPage('/test/browser/pages/pixi-crowd.html')
    await page.waitForFunction(() => window.pixiCrowd !== undefined)
    expect(await page.evaluate(() => window.pixiCrowd?.lose())).toEqual([0, 0])
  })

  test('additive slots share a draw call with others on an opaque canvas alone', async () => {
    const page = await open()
    // Under a filter: three calls of the figure, one of the filter.
    expect(await page.evaluate(() => window.pixi.glow())).toEqual([1, 192, 4])
  })

  test('figures with a title are found by role and pressed by keyboard', async () => {
    const page = await harness.openPage('/test/browser/pages/pixi.html', { reuse: true })
    await page.waitForFunction(() => window.pixi !== undefined)
    await page.evaluate(() => window.pixi.named())
    await passFrames(page)
    const boxes = await page.evaluate(() => window.pixi.figures?.boxes() ?? [])
    // PixiJS makes its elements at the first Tab.
    const button = page.getByRole('button', { name: 'Greet the hero' })
    expect(await button.count()).toBe(0)
    await page.keyboard.press('Tab')
    await button.waitFor()
    const picture = page.getByRole('img', { name: 'A guard' })
    const { left, top, right } = await page
      .locator('canvas')
      .first()
      .evaluate((canvas) => {
        const { left, top, right } = canvas.getBoundingClientRect()
        return { left, top, right }
      })
    const places = boxes.map(([x, y, width, height]) => ({
      ...{ x: left + x, y: top + y, height },
      width: Math.min(width, right - left - x),
    }))
    expect([await button.boundingBox(), await picture.boundingBox()]).toEqual(places)
    // What PixiJS cuts off at the edge of the stage stays part of the figure.
    expect(await page.evaluate(() => window.pixi.figures?.boxes())).toEqual(boxes)
    expect(await page.getByRole('button', { name: 'Take the sword' }).count()).toBe(1)
    await button.focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Space')
    expect(await page.evaluate(() => window.pixi.figures?.pressed())).toBe(2)
  })

  test('pointers meet figures by their shapes, their bounds or their boxes', async () => {
    const page = await open()
    await page.evaluate(() => window.pixi.pointers())
    await passFrames(page)
    for (const [x, y] of [
      [28, 142],
      [46, 120],
      [126, 120],
      [188, 142],
      [205, 175],
    ])
      await page.mouse.click(x, y)
    expect(await page.evaluate(() => window.pixi.heard)).toEqual(['shapes', 'bounds', 'boxes'])
  })
})
