/** Figures of Phaser beside its own images: a skeleton of one region stands for an image of the same page. */
import { createWorld } from 'bitecs'
import { type AnimationWorld, installAnimation, loadRig, nesting, type OsteonError, type Rig } from 'osteon'
import { spineJson } from 'osteon/formats/spine-json'
import { plainKernels } from 'osteon/kernels/plain'
import { Figure, type FigurePlugin, type FigurePluginOptions, figurePlugin } from 'osteon/phaser'
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
const image = (x = 150, y = 150) => scene.add.image(x, y, 'page').setOrigin(ORIGIN_X, ORIGIN_Y)

function clear({ children }: Phaser.Scene): void {
  for (const object of [...children.list]) object.destroy()
}

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
async function shown(make: () => Phaser.GameObjects.GameObject): Promise<number[]> {
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
    clear(scene)
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

const paces: Record<string, () => unknown> = {
  /** A figure that is not active stands still, and goes on where it stood. */
  async active() {
    const one = figure()
    one.play('move')
    await frames(3)
    one.setActive(false)
    await frames(1)
    const stood = [one.getBounds().x, ...seen()]
    await frames(3)
    const stands = [one.getBounds().x, ...seen()]
    one.setActive(true)
    await frames(3)
    return { stood, stands, went: one.getBounds().x > stands[0] }
  },

  /** A group as a pool: got, killed, got again; made without a key, and given a rig later. */
  async pool() {
    scene.cache.custom.figure.add('one', rig)
    const group = scene.add.group({ classType: Figure, defaultKey: 'one', maxSize: 2 })
    const [first, second] = [group.get(100, 100) as Figure, group.get(200, 100, 'one') as Figure]
    const full = group.get(1, 1)
    first.play('move', { loop: true })
    await frames(3)
    group.killAndHide(first)
    await frames(1)
    const { eid } = first
    const killed = seen()
    const again = (group.get(300, 100) as Figure).setActive(true).setVisible(true)
    await frames(2)
    const both = seen()
    const bare = scene.add.group({ classType: Figure }).get(50, 60) as Figure
    await frames(1)
    const nothing = [bare.eid, bare.width, boxOf(bare.getBounds())]
    const refused = codeOf(() => bare.setRig('none'))
    bare.setRig(rig, { animation: 'move' })
    const given = [bare.eid > 0, boxOf(bare.getBounds()), bare.rig === rig]
    bare.setRig(rig)
    await frames(1)
    const fresh = boxOf(bare.getBounds())
    scene.cache.custom.figure.remove('one')
    return {
      same: [again === first, again.eid === eid, full, second.rig === rig],
      killed,
      both: both.slice(0, 4),
      nothing,
      refused,
      given,
      fresh,
    }
  },
}

const sizes: Record<string, () => unknown> = {
  /** Flips mirror at the figure's own origin, for pictures, bounds, hits and bones alike. */
  async flips() {
    const found = []
    for (const [flipX, flipY, scaleX] of [
      [true, false, 1],
      [false, true, 2],
      [true, true, -1],
    ] as const) {
      const one = figure().setFlip(flipX, flipY).setScale(scaleX, 1).setAngle(90)
      await frames(2)
      const picture = seen()
      const bounds = boxOf(one.getBounds())
      const { centerX, centerY } = one.getBounds()
      const middle = one.getLocalPoint(centerX, centerY)
      const hits = [one.hits(middle.x, middle.y), one.hits(-middle.x, middle.y)]
      const bones = []
      for (const bone of ['b', 'root']) {
        one.setBonePosition(bone, { x: 7, y: 3 })
        await frames(1)
        const { x, y } = one.getBonePosition(bone)
        bones.push(Math.round(1000 * x), Math.round(1000 * y))
      }
      one.destroy()
      const like = await shown(() =>
        image()
          .setScale(flipX ? -scaleX : scaleX, flipY ? -1 : 1)
          .setAngle(90),
      )
      found.push({ picture, like, bounds, hits, bones })
    }
    const one = figure().toggleFlipX()
    return { found, toggled: [one.flipX, one.toggleFlipX().flipX, one.setFlipY(true).resetFlip().flipY] }
  },

  /** Sizes that are written scale it; `make` and `add` make the same. */
  async made() {
    const one = figure().setDisplaySize(40, 36)
    const set = [one.scaleX, one.scaleY, one.displayWidth, one.displayHeight]
    one.destroy()
    scene.cache.custom.figure.add('one', rig)
    const config = {
      x: 150,
      y: 150,
      key: 'one',
      scale: 2,
      flipX: true,
      options: { hitProvider: 'boxes' as const },
    }
    const made = scene.make.figure({ ...config, add: false })
    const listed = scene.children.list.includes(made)
    made.destroy()
    const other = scene.make.figure(config)
    await frames(2)
    const picture = seen().slice(0, 4)
    scene.cache.custom.figure.remove('one')
    return { set, listed, listedNow: scene.children.list.includes(other), picture, scale: other.scaleX }
  },
}

/** WebGL textures that are there, and addresses that were asked for. */
let textures = 0
let fetched = 0

const loads: Record<string, () => unknown> = {
  /** A scene that loads in `preload` is started again and again; then its figure is unloaded, and loaded again. */
  async restarts() {
    const url = fileOf(JSON.stringify(SKELETON))
    const atlas = fileOf(ATLAS)
    const pages = { 'page.png': drawPage().toDataURL() }
    const found: unknown[] = []
    const { world, manager } = { world: scene.figures.world, manager: scene.scene }
    class Loading extends Phaser.Scene {
      preload(): void {
        this.load.figure('loaded', url, atlas, { pages })
      }

      create(): void {
        this.add.figure(100 + found.length, 100, 'loaded')
      }
    }
    const { active, rigs } = world.animation
    const count = () => [textures, fetched, rigs.filter(Boolean).length]
    const one = manager.add('loading', Loading, true) as Phaser.Scene
    const restart = async () => {
      one.scene.restart()
      await new Promise((resolve) => one.events.once('create', resolve))
      await frames(1)
    }
    await new Promise((resolve) => one.events.once('create', resolve))
    await frames(2)
    const cached = one.cache.custom.figure.get('loaded') as Rig
    const first = count()
    for (let i = 0; i < 40; i++) await restart()
    const last = count()
    const same = one.cache.custom.figure.get('loaded') === cached
    const shows = seen().slice(0, 4)
    // A figure keeps its rig until it ends.
    one.cache.custom.figure.remove('loaded')
    await frames(2)
    const kept = [seen().slice(0, 4), count()[2] - last[2]]
    clear(one)
    await frames(2)
    const gone = count().map((value, i) => value - last[i])
    await restart()
    await frames(2)
    const anew = [seen().slice(0, 4), ...count().map((value, i) => value - last[i])]
    clear(one)
    one.cache.custom.figure.remove('loaded')
    scene.scene.remove('loading')
    await frames(2)
    return {
      grown: last.map((value, i) => value - first[i]),
      same,
      shows,
      kept,
      gone,
      anew,
      active: active.count,
    }
  },
}

const worlds: Record<string, () => unknown> = {
  /** Games with a world by options, with one of their own, with that of another game, and with options that are none. */
  async worlds() {
    const shown = { type: Phaser.WEBGL, width: 32, height: 32, banner: false, audio: { noAudio: true } }
    const readers = [spineJson]
    const found: unknown[] = []
    const play = async (options: Partial<FigurePluginOptions>) => {
      let made: AnimationWorld | null = null
      class Small extends Phaser.Scene {
        declare figures: FigurePlugin

        create(): void {
          made = this.figures.world
          this.add.figure(1, 2, rig)
        }
      }
      const plugins = { scene: [figurePlugin({ readers, ...options })] }
      const other = new Phaser.Game({ ...shown, scene: Small, plugins })
      for (let i = 0; i < 3; i++) await new Promise((resolve) => other.events.once('postrender', resolve))
      other.destroy(true)
      await frames(2)
      return made as AnimationWorld | null
    }
    const { components } = (await play({ capacity: 7, kernels: plainKernels })) ?? {}
    found.push(components?.Skeleton.rig.length)
    const own = installAnimation(createWorld(), { nesting })
    found.push(
      (await play({ world: own })) === own,
      own.animation.nestingHooks !== null,
      own.animation.tick.number > 0,
    )
    found.push((await play({ world: own })) === own)
    const { game: here } = scene
    found.push(codeOf(() => figurePlugin({ readers: [] })))
    const start = (options: object) => {
      const { plugin } = figurePlugin({ readers, ...options }) as unknown as {
        plugin: new (...a: unknown[]) => object
      }
      const sys = {
        ...scene.sys,
        game: { ...here, events: here.events, cache: new Phaser.Cache.CacheManager(here) },
      }
      return codeOf(() => new plugin({ sys }, here.plugins, 'x'))
    }
    found.push(
      start({ capacty: 3 }),
      start({ world: scene.figures.world }),
      start({ world: own, capacity: 3 }),
    )
    return found
  },
}

function fileOf(text: string): string {
  return URL.createObjectURL(new Blob([text]))
}

function countTextures(): void {
  const { gl } = game.renderer as Phaser.Renderer.WebGL.WebGLRenderer
  const { createTexture, deleteTexture } = gl
  gl.createTexture = () => {
    textures++
    return createTexture.call(gl)
  }
  gl.deleteTexture = (texture) => {
    if (texture) textures--
    deleteTexture.call(gl, texture)
  }
  const { open } = XMLHttpRequest.prototype
  XMLHttpRequest.prototype.open = function (method: string, url: string | URL) {
    fetched++
    open.call(this, method, url, true)
  }
}

Object.assign(questions, paces, sizes, loads, worlds)

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
  countTextures()
  window.citizens = {
    names: Object.keys(questions),
    ask: async (name) => {
      clear(scene)
      return questions[name]()
    },
  }
}

start()
