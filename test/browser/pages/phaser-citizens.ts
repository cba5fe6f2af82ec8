/** Figures of Phaser beside its own images: a skeleton of one region stands for an image of the same page. */
import { loadRig, type OsteonError, type Rig } from 'osteon'
import { spineJson } from 'osteon/formats/spine-json'
import { type Figure, type FigurePlugin, figurePlugin } from 'osteon/phaser'
import * as Phaser from 'phaser'

declare global {
  interface Window {
    citizens?: { names: string[]; ask(name: string): Promise<unknown> }
  }
}

/** Of the region in the skeleton: its middle and its size, y up. */
const [MIDDLE_X, MIDDLE_Y, WIDE, HIGH] = [30, 10, 20, 12]
/** The same of an image. */
const [ORIGIN_X, ORIGIN_Y] = [(WIDE / 2 - MIDDLE_X) / WIDE, (HIGH / 2 + MIDDLE_Y) / HIGH]

const ATLAS = `page.png
size: ${WIDE},${HIGH}
filter: Nearest,Nearest
r
bounds: 0,0,${WIDE},${HIGH}
`
const SKELETON = {
  skeleton: { spine: '4.2.0', x: 20, y: 4, width: WIDE, height: HIGH },
  bones: [{ name: 'root' }, { name: 'b', parent: 'root' }],
  slots: [{ name: 's', bone: 'b', attachment: 'r' }],
  skins: [
    { name: 'default', attachments: { s: { r: { x: MIDDLE_X, y: MIDDLE_Y, width: WIDE, height: HIGH } } } },
  ],
  events: { step: {} },
  animations: {
    move: { bones: { b: { translate: [{}, { time: 1, x: 100 }] } }, events: [{ time: 0, name: 'step' }] },
  },
}

/** Four colours, so that flips and turns are seen. */
function drawPage(): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = WIDE
  canvas.height = HIGH
  const context = canvas.getContext('2d')
  ;['#ff0000', '#00ff00', '#0000ff', '#ffff00'].forEach((color, i) => {
    if (!context) return
    context.fillStyle = color
    context.fillRect(((i & 1) * WIDE) / 2, ((i >> 1) * HIGH) / 2, WIDE / 2, HIGH / 2)
  })
  return canvas
}

let rig: Rig
let scene: Stage

class Stage extends Phaser.Scene {
  declare figures: FigurePlugin

  create(): void {
    scene = this
    if (!this.textures.exists('page')) this.textures.addCanvas('page', drawPage())
  }
}

const figure = (x = 150, y = 150): Figure => scene.add.figure(x, y, rig)
export const image = (x = 150, y = 150) => scene.add.image(x, y, 'page').setOrigin(ORIGIN_X, ORIGIN_Y)

function boxOf({ x, y, width, height }: Phaser.Geom.Rectangle): number[] {
  return [x, y, width, height].map((value) => Math.round(100 * value) / 100)
}

function codeOf(call: () => unknown): unknown {
  try {
    call()
    return null
  } catch (error) {
    return (error as OsteonError).code ?? String(error)
  }
}

async function frames(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise((resolve) => game.events.once('postrender', resolve))
}

/** Pixels of the canvas that are not black: their box, and a sum that differs where any differs. */
function seen(): number[] {
  const { gl, width, height } = game.renderer as Phaser.Renderer.WebGL.WebGLRenderer
  const data = new Uint8Array(4 * width * height)
  gl.bindFramebuffer(gl.FRAMEBUFFER, null)
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, data)
  let [left, top, right, bottom, sum] = [width, height, -1, -1, 0]
  for (let i = 0; i < data.length; i += 4) {
    const color = (data[i] << 16) | (data[i + 1] << 8) | data[i + 2]
    if (color === 0) continue
    const [x, y] = [(i / 4) % width, height - 1 - Math.floor(i / 4 / width)]
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
    sum = (sum * 31 + color + x * 7 + y * 13) % 1_000_000_007
  }
  return right < 0 ? [] : [left, top, right + 1 - left, bottom + 1 - top, sum]
}

/** What is seen of an object that is alone. */
export async function shown(make: () => Phaser.GameObjects.GameObject): Promise<number[]> {
  const object = make()
  await frames(2)
  const found = seen()
  object.destroy()
  return found
}

const questions: Record<string, () => unknown> = {
  /** Bounds before the first tick, and those of flipped, turned, contained ones: as drawn. */
  async bounds() {
    const first = [boxOf(figure().getBounds()), figure().width, figure().displayHeight]
    scene.children.removeAll(true)
    const found = []
    for (const [scaleX, scaleY, angle, boxed] of [
      [1, 1, 0, false],
      [-1, 1, 0, false],
      [1, -2, 0, false],
      [-2, -1, 90, false],
      [-1, 2, 180, true],
    ] as const) {
      const one = figure().setScale(scaleX, scaleY).setAngle(angle)
      const box = boxed ? scene.add.container(40, 30, [one]).setScale(1, -1).setAngle(90) : null
      if (box) one.setPosition(10, 20)
      const before = boxOf(one.getBounds())
      await frames(2)
      found.push([before, boxOf(one.getBounds()), seen().slice(0, 4)])
      one.destroy()
      box?.destroy()
    }
    const dead = figure()
    dead.destroy()
    return { first, found, dead: [() => dead.width, () => dead.getBounds()].map(codeOf) }
  },
}

const game = new Phaser.Game({
  type: Phaser.WEBGL,
  width: 480,
  height: 360,
  banner: false,
  backgroundColor: '#000000',
  render: { preserveDrawingBuffer: true, antialias: false },
  audio: { noAudio: true },
  scene: Stage,
  plugins: { scene: [figurePlugin({ readers: [spineJson] })] },
})

async function start(): Promise<void> {
  const pages = { 'page.png': drawPage() }
  rig = await loadRig(SKELETON, ATLAS, { readers: [spineJson], pages })
  await frames(2)
  window.citizens = {
    names: Object.keys(questions),
    ask: async (name) => {
      scene.children.removeAll(true)
      return questions[name]()
    },
  }
}

start()
