/** A rig of squares that do not overlap, so that its picture is the same whether it is drawn at once or baked first. */
import { createPage, loadRig, type Rig } from 'osteon'
import { spineJson } from 'osteon/formats/spine-json'

const SIDE = 16
const COLORS = { red: '#f04040', green: '#40f040', blue: '#4040f0', white: '#ffffff' }
type Color = keyof typeof COLORS

const square = (path: Color, x: number, y: number) => ({ path, x, y, width: SIDE, height: SIDE })

const BONES = [{ name: 'root' }, { name: 'arm', parent: 'root', x: 20, y: 0 }]

function skeleton(more: object): object {
  return { skeleton: { spine: '4.2.22' }, bones: BONES, ...more }
}

/** Red, green on the bone `arm`, half of blue above, and a bounding box below the green square. */
const PLAIN = skeleton({
  slots: [
    { name: 'base', bone: 'root', attachment: 'base' },
    { name: 'arm', bone: 'arm', attachment: 'arm' },
    { name: 'top', bone: 'root', attachment: 'top', color: 'ffffff80' },
    { name: 'box', bone: 'arm', attachment: 'box' },
  ],
  skins: [
    {
      name: 'default',
      attachments: {
        base: { base: square('red', 8, 8) },
        arm: { arm: square('green', 4, 8) },
        top: { top: square('blue', 8, 28) },
        box: { box: { type: 'boundingbox', vertexCount: 4, vertices: [0, -30, 10, -30, 10, -20, 0, -20] } },
      },
    },
  ],
  animations: {
    hop: { bones: { arm: { translate: [{ x: 0, y: 0 }, { time: 1, x: 0, y: 32 }, { time: 2 }] } } },
    hide: { slots: { arm: { attachment: [{ name: null }] } } },
    blink: {
      slots: { arm: { attachment: [{ name: null }, { time: 1, name: 'arm' }, { time: 2, name: null }] } },
    },
    fade: { slots: { arm: { alpha: [{ value: 1 }, { time: 1, value: 0 }] } } },
  },
})

/** A clip cuts its square, and objects in `arm`, to x from 0 to 12. */
const CLIPPED = skeleton({
  slots: [
    { name: 'clip', bone: 'root', attachment: 'clip' },
    { name: 'base', bone: 'root', attachment: 'base' },
    { name: 'arm', bone: 'root' },
    { name: 'top', bone: 'root', attachment: 'top' },
  ],
  skins: [
    {
      name: 'default',
      attachments: {
        clip: {
          clip: { type: 'clipping', end: 'arm', vertexCount: 4, vertices: [0, 0, 12, 0, 12, 40, 0, 40] },
        },
        base: { base: square('red', 8, 8) },
        top: { top: square('blue', 8, 48) },
      },
    },
  ],
})

/** Light and dark colours, and an additive square. */
const TINTED = skeleton({
  slots: [
    { name: 'base', bone: 'root', attachment: 'base', color: 'ff0000ff', dark: '00ff00' },
    { name: 'top', bone: 'root', attachment: 'top', blend: 'additive' },
    { name: 'dim', bone: 'root', attachment: 'dim', blend: 'multiply' },
  ],
  skins: [
    {
      name: 'default',
      attachments: {
        base: { base: square('white', 8, 8) },
        top: { top: square('blue', 8, 28) },
        dim: { dim: square('green', 28, 8) },
      },
    },
  ],
})

/** Red, and an additive square that only an animation shows. */
const FLASHING = skeleton({
  slots: [
    { name: 'base', bone: 'root', attachment: 'base' },
    { name: 'glow', bone: 'root', blend: 'additive' },
  ],
  skins: [
    {
      name: 'default',
      attachments: { base: { base: square('red', 8, 8) }, glow: { glow: square('blue', 8, 28) } },
    },
  ],
  animations: {
    flash: {
      slots: {
        glow: {
          attachment: [
            { time: 1, name: 'glow' },
            { time: 2, name: null },
          ],
        },
      },
    },
  },
})

/** An additive square of half alpha between two normal ones. */
const GLOWING = skeleton({
  slots: [
    { name: 'base', bone: 'root', attachment: 'base' },
    { name: 'glow', bone: 'root', attachment: 'glow', blend: 'additive', color: 'ffffff80' },
    { name: 'top', bone: 'root', attachment: 'top' },
  ],
  skins: [
    {
      name: 'default',
      attachments: {
        base: { base: square('white', 28, 8) },
        glow: { glow: square('white', 8, 8) },
        top: { top: square('white', 28, 28) },
      },
    },
  ],
})

function pageOf(color: string) {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = SIDE
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no 2D context')
  context.fillStyle = color
  context.fillRect(0, 0, SIDE, SIDE)
  return createPage(color, canvas, { minFilter: 'nearest', magFilter: 'nearest' })
}

export async function createRigs(): Promise<
  Record<'plain' | 'clipped' | 'tinted' | 'flashing' | 'glowing', Rig>
> {
  const pages = Object.fromEntries(Object.entries(COLORS).map(([name, color]) => [name, pageOf(color)]))
  const load = (json: object, name: string) =>
    loadRig(json, null, {
      readers: [spineJson],
      name,
      resolveAttachment: ({ path }) => ({ page: pages[path] }),
    })
  const [plain, clipped, tinted, flashing, glowing] = await Promise.all([
    load(PLAIN, 'plain'),
    load(CLIPPED, 'clipped'),
    load(TINTED, 'tinted'),
    load(FLASHING, 'flashing'),
    load(GLOWING, 'glowing'),
  ])
  return { plain, clipped, tinted, flashing, glowing }
}
