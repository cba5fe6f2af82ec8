/** Figures whose pages are compressed textures that the loaders of PixiJS, Phaser and Three.js made. */
import 'pixi.js/ktx2'
import { createWorld } from 'bitecs'
import { installAnimation, type Rig } from 'osteon'
import { spineJson } from 'osteon/formats/spine-json'
import { figurePlugin } from 'osteon/phaser'
import { figureParser, osteonTicker, Figure as PixiFigure } from 'osteon/pixi'
import { FigureLoader, Figure as ThreeFigure, updateFigures } from 'osteon/three'
import * as Phaser from 'phaser'
import { Application, Assets, extensions, setKTXTranscoderPath, type Texture } from 'pixi.js'
import * as THREE from 'three'
import { KTX2Loader } from 'three/addons/loaders/KTX2Loader.js'

declare global {
  interface Window {
    /** Returns by engine: the pixel in the middle, and how many compressed images were uploaded. */
    showCompressed(): Promise<Record<string, { pixel: number[]; uploads: number; filter?: string }>>
  }
}

const SIZE = 64
const BACK = 0x404040
const FILE = '/packed/hero.json'
const pages = { 'page.png': '/packed/hero.ktx2' }
const LIBRARIES = `${location.origin}/node_modules`

let uploads = 0
/** Counts calls of a function of WebGL. */
function count(functions: object, name: string): void {
  const all = functions as Record<string, (...given: unknown[]) => unknown>
  const call = all[name]
  all[name] = function (...given) {
    uploads++
    return call.apply(this, given)
  }
}

/** Reads the pixel in the middle, right after the picture was drawn. */
function look(gl: WebGLRenderingContext | WebGL2RenderingContext) {
  const pixel = new Uint8Array(4)
  gl.bindFramebuffer(gl.FRAMEBUFFER, null)
  gl.readPixels(SIZE / 2, SIZE / 2, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel)
  const seen = { pixel: [...pixel.subarray(0, 3)], uploads }
  uploads = 0
  return seen
}

async function usePixi() {
  const at = `${LIBRARIES}/pixi.js/transcoders/ktx`
  setKTXTranscoderPath({ jsUrl: `${at}/libktx.js`, wasmUrl: `${at}/libktx.wasm` })
  extensions.add(figureParser([spineJson]))
  const app = new Application()
  await app.init({ width: SIZE, height: SIZE, background: BACK, preference: 'webgl', autoStart: false })
  const { world } = osteonTicker(app)
  const rig = await Assets.load<Rig>({ src: FILE, data: { pages } })
  app.stage.addChild(new PixiFigure({ world, rig, x: SIZE / 2, y: SIZE / 2 }))
  app.render()
  const { source } = await Assets.load<Texture>(pages['page.png'])
  return { ...look((app.renderer as unknown as { gl: WebGL2RenderingContext }).gl), filter: source.magFilter }
}

async function useThree() {
  const renderer = new THREE.WebGLRenderer()
  renderer.setSize(SIZE, SIZE)
  renderer.outputColorSpace = THREE.LinearSRGBColorSpace
  const manager = new THREE.LoadingManager()
  const loader = new KTX2Loader(manager)
    .setTranscoderPath(`${LIBRARIES}/three/examples/jsm/libs/basis/`)
    .detectSupport(renderer)
  manager.addHandler(/\.ktx2$/, loader)
  const world = installAnimation(createWorld())
  const rig = await new FigureLoader([spineJson], manager).setOptions({ pages }).loadAsync(FILE)
  const scene = new THREE.Scene()
  scene.background = new THREE.Color().setHex(BACK, THREE.LinearSRGBColorSpace)
  scene.add(new ThreeFigure({ world, rig }))
  const camera = new THREE.OrthographicCamera(-20, 20, 20, -20)
  camera.position.z = 10
  updateFigures(world, 0)
  renderer.render(scene, camera)
  loader.dispose()
  return look(renderer.getContext())
}

async function usePhaser() {
  const scene = await new Promise<Phaser.Scene>((resolve) => {
    new Phaser.Game({
      ...{ type: Phaser.WEBGL, width: SIZE, height: SIZE, backgroundColor: BACK, banner: false },
      audio: { noAudio: true },
      plugins: { scene: [figurePlugin({ readers: [spineJson] })] },
      scene: {
        preload(this: Phaser.Scene) {
          this.load.texture('page', { S3TC: { type: 'KTX', textureURL: '/packed/hero.ktx' } })
        },
        create(this: Phaser.Scene) {
          this.load.figure('hero', FILE, undefined, { textures: { 'page.png': 'page' } })
          this.load.once('complete', () => {
            this.add.figure(SIZE / 2, SIZE / 2, 'hero')
            resolve(this)
          })
          this.load.start()
        },
      },
    })
  })
  await new Promise((resolve) => scene.game.events.once('postrender', resolve))
  return look((scene.game.renderer as Phaser.Renderer.WebGL.WebGLRenderer).gl)
}

// Other pages may share this file's chunk, so it does nothing until it is asked to.
window.showCompressed = async () => {
  for (const { prototype } of [WebGLRenderingContext, WebGL2RenderingContext])
    for (const name of ['compressedTexImage2D', 'compressedTexSubImage2D']) count(prototype, name)
  return { pixi: await usePixi(), three: await useThree(), phaser: await usePhaser() }
}
