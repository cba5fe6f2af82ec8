/** Figures among baked figures in PixiJS, drawn beside the same scene of figures alone. */
import { createWorld } from 'bitecs'
import { installAnimation, type Rig } from 'osteon'
import { bake, crowds, spawnBaked } from 'osteon/crowd'
import { createCrowd, Figure, osteonTicker } from 'osteon/pixi'
import {
  AlphaFilter,
  Application,
  Container,
  Graphics,
  Sprite,
  Texture,
  Ticker,
  WebGLRenderer,
} from 'pixi.js'
import { pixelsOf, SIZE } from './pixi/pixels'
import { createRigs } from './pixi/rig'

const params = new URLSearchParams(location.search)
const preference = params.get('renderer') === 'webgpu' ? 'webgpu' : 'webgl'
const app = new Application()
await app.init({ preference, background: '#404040', antialias: false, autoStart: false, ...SIZE })
document.body.append(app.canvas)
const rigs = await createRigs()

/** Everyone in a scene, the figures among them, by index. Neighbours overlap, and are not in the order of their y. */
const PLACES = [0, 5, 2, 7, 1, 6, 3, 4].map((row, i) => ({ x: 70 + 9 * i, y: 80 + 6 * row }))
const FIGURES = [1, 4, 6]
const TINTS = [0xffffff, 0xff8080, 0x80ff80, 0x8080ff, 0xffff80]

/** How a scene is drawn. */
type How = 'y' | 'zIndex' | 'looks' | 'masked' | 'filtered' | 'moved' | 'sprite'

const channel = (color: number, shift: number) => ((color >> shift) & 255) / 255

interface Scene {
  readonly stage: Container
  readonly parent: Container
  readonly figures: Figure[]
  readonly tick: () => void
}

/** @param isBaked all but three are drawn from a table, in a crowd. */
function build(rig: Rig, how: How, isBaked: boolean): Scene {
  const world = installAnimation(createWorld({}), { use: [crowds] })
  const { tick } = osteonTicker({ ticker: new Ticker() }, world)
  const stage = new Container()
  const crowd = isBaked ? createCrowd(world) : null
  const parent = stage.addChild(crowd ?? new Container({ sortableChildren: true }))
  const keyOf = (i: number) => (how === 'zIndex' ? (i * 3) % 8 : 0)
  if (crowd) crowd.sortsByY = how !== 'zIndex'
  const [table] = isBaked ? bake(world, rig, { slack: 0.01 }) : [0]
  const figures: Figure[] = []
  PLACES.forEach(({ x, y }, i) => {
    const tint = TINTS[i % TINTS.length]
    const alpha = how === 'looks' && i % 3 === 0 ? 0.5 : 1
    if (isBaked && !FIGURES.includes(i)) {
      const rgb = [channel(tint, 16), channel(tint, 8), channel(tint, 0)] as const
      const sortKey = how === 'zIndex' ? keyOf(i) : undefined
      spawnBaked(world, table, { x, y: -y, tint: rgb, alpha, sortKey, animation: 'hop' })
      return
    }
    const figure = parent.addChild(new Figure({ world, rig, x, y, tint, alpha }))
    figure.zIndex = how === 'zIndex' ? keyOf(i) : isBaked ? 0 : y
    figures.push(figure)
  })
  if (how === 'looks') Object.assign(parent, { tint: 0x80ffff, alpha: 0.75 })
  if (how === 'masked') parent.mask = stage.addChild(new Graphics().rect(80, 80, 60, 30).fill(0xffffff))
  if (how === 'filtered') parent.filters = [new AlphaFilter({ alpha: 0.5 })]
  if (how === 'moved') {
    parent.scale.set(0.75)
    parent.position.set(20, 30)
    parent.rotation = 0.2
  }
  if (how === 'sprite')
    parent.addChild(
      new Sprite({
        texture: Texture.WHITE,
        tint: 0xff00ff,
        x: 60,
        y: 60,
        width: 60,
        height: 20,
        zIndex: 999,
      }),
    )
  tick(0)
  return { stage, parent, figures, tick: () => tick(0) }
}

/** How much the scene differs from one of figures alone: by mean and most of a channel, at first and after a figure moved to the front. */
async function compare(how: How) {
  const scenes = [build(rigs.plain, how, false), build(rigs.plain, how, true)]
  const found: { most: number; differ: number; drawn: number }[] = []
  for (const step of [0, 1, 2]) {
    const pictures: Uint8Array[] = []
    for (const { stage, figures, tick } of scenes) {
      if (step > 0) {
        const figure = figures.find(({ x }) => x === PLACES[FIGURES[1]].x + (step - 1)) as Figure
        figure.x++
        figure.y = step === 1 ? 105 : 84
        if (figure.zIndex !== 0 || how === 'zIndex') figure.zIndex = how === 'zIndex' ? 4 * step : figure.y
        tick()
      }
      pictures.push(await pixelsOf(app, stage))
    }
    const [one, other] = pictures
    const counts = { most: 0, differ: 0, drawn: 0 }
    for (let i = 0; i < one.length; i++) {
      const off = Math.abs(one[i] - other[i])
      counts.most = Math.max(counts.most, off)
      if (off > 3) counts.differ++
      if (i % 4 < 3 && one[i] !== 64) counts.drawn++
    }
    found.push(counts)
  }
  return found
}

declare global {
  interface Window {
    pixiCrowd?: {
      renderer: string
      compare: typeof compare
      show(how: How): Promise<void>
      calls(how: How): number
      lose(): Promise<number[]>
    }
  }
}

window.pixiCrowd = {
  renderer: app.renderer.name,
  compare,
  show: async (how) => {
    const { stage } = build(rigs.plain, how, true)
    app.renderer.render(stage)
  },
  lose: async () => {
    const { canvas, renderer } = app
    if (!(renderer instanceof WebGLRenderer)) return []
    const { stage } = build(rigs.plain, 'y', true)
    const before = await pixelsOf(app, stage)
    const extension = renderer.gl.getExtension('WEBGL_lose_context')
    const happens = (event: string) => new Promise((resolve) => canvas.addEventListener(event, resolve))
    const [lost, restored] = [happens('webglcontextlost'), happens('webglcontextrestored')]
    extension?.loseContext()
    await lost
    await new Promise((resolve) => setTimeout(resolve))
    extension?.restoreContext()
    await restored
    const after = await pixelsOf(app, stage)
    return [after.filter((byte, i) => byte !== before[i]).length, renderer.gl.getError()]
  },
  calls: (how) => {
    if (!(app.renderer instanceof WebGLRenderer)) return -1
    const { stage } = build(rigs.plain, how, true)
    app.renderer.render(stage)
    const { gl } = app.renderer
    const { drawArraysInstanced } = gl
    let calls = 0
    gl.drawArraysInstanced = (...call) => {
      calls++
      drawArraysInstanced.apply(gl, call)
    }
    app.renderer.render(stage)
    gl.drawArraysInstanced = drawArraysInstanced
    return calls
  },
}
