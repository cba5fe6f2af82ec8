/** The looks that figures have in PixiJS, Phaser and Three.js, by the lines of the guide. */
import { createWorld } from 'bitecs'
import { createPage, installAnimation, loadRig } from 'osteon'
import { spineJson } from 'osteon/formats/spine-json'
import { figurePlugin } from 'osteon/phaser'
import { osteonTicker, Figure as PixiFigure } from 'osteon/pixi'
import { Figure as ThreeFigure, updateFigures } from 'osteon/three'
import * as Phaser from 'phaser'
import { Application, ColorMatrixFilter } from 'pixi.js'
import * as THREE from 'three'

declare global {
  interface Window {
    /** By engine and look: the red, green and blue in the middle of the picture. */
    looks?: Record<string, Record<string, number[]>>
  }
}

const SIZE = 64
const COLOR = '#c83c14'
const SHADE = 0x203040

function draw(): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 32
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no 2D context')
  context.fillStyle = COLOR
  context.fillRect(0, 0, 32, 32)
  return canvas
}

const skeleton = {
  skeleton: { spine: '4.2.22' },
  bones: [{ name: 'root' }],
  slots: [{ name: 'box', bone: 'root', attachment: 'box' }],
  skins: [{ name: 'default', attachments: { box: { box: { width: 32, height: 32 } } } }],
}
const page = createPage('box', draw(), { minFilter: 'nearest', magFilter: 'nearest' })
const rig = await loadRig(skeleton, null, {
  readers: [spineJson],
  name: 'box',
  resolveAttachment: () => ({ page }),
})

function look(gl: WebGLRenderingContext | WebGL2RenderingContext): number[] {
  const pixel = new Uint8Array(4)
  gl.bindFramebuffer(gl.FRAMEBUFFER, null)
  gl.readPixels(SIZE / 2, SIZE / 2, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel)
  return [...pixel.subarray(0, 3)]
}

async function usePixi(): Promise<Record<string, number[]>> {
  const app = new Application()
  await app.init({ width: SIZE, height: SIZE, background: 0, preference: 'webgl', autoStart: false })
  const { world } = osteonTicker(app)
  const figure = new PixiFigure({ world, rig, x: SIZE / 2, y: SIZE / 2 })
  app.stage.addChild(figure)
  const show = () => {
    app.ticker.update()
    app.render()
    return look((app.renderer as unknown as { gl: WebGL2RenderingContext }).gl)
  }
  const plain = show()
  figure.flash(SHADE, 1)
  const silhouette = show()
  figure.flash(SHADE, 0)
  const filter = new ColorMatrixFilter()
  filter.desaturate()
  figure.filters = [filter]
  return { plain, silhouette, grey: show() }
}

async function usePhaser(): Promise<Record<string, number[]>> {
  const scene = await new Promise<Phaser.Scene>((resolve) => {
    new Phaser.Game({
      ...{ type: Phaser.WEBGL, width: SIZE, height: SIZE, backgroundColor: 0, banner: false },
      audio: { noAudio: true },
      plugins: { scene: [figurePlugin({ readers: [spineJson] })] },
      scene: {
        create(this: Phaser.Scene) {
          resolve(this)
        },
      },
    })
  })
  const figure = scene.add.figure(SIZE / 2, SIZE / 2, rig)
  const show = async () => {
    for (let i = 0; i < 2; i++) await new Promise((resolve) => scene.game.events.once('postrender', resolve))
    return look((scene.game.renderer as Phaser.Renderer.WebGL.WebGLRenderer).gl)
  }
  const plain = await show()
  figure.flash(SHADE, 1)
  const silhouette = await show()
  figure.flash(SHADE, 0)
  figure.enableFilters()
  figure.filters?.internal.addColorMatrix().colorMatrix.grayscale()
  return { plain, silhouette, grey: await show() }
}

/** A material that changes the colours of the images. @param statements of the fragment shader, about `diffuseColor`. */
function material(statements: string, uniforms: Record<string, THREE.IUniform> = {}): THREE.Material {
  const own = new THREE.MeshBasicMaterial({ toneMapped: false })
  own.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, uniforms)
    const declared = Object.keys(uniforms).map(
      (name) => `uniform ${name === 'palette' ? 'sampler2D' : 'float'} ${name};`,
    )
    shader.fragmentShader = `${declared.join('\n')}\n${shader.fragmentShader}`.replace(
      '#include <map_fragment>',
      `#include <map_fragment>\n${statements}`,
    )
  }
  own.customProgramCacheKey = () => statements
  return own
}

function useThree(): Record<string, number[]> {
  const renderer = new THREE.WebGLRenderer()
  renderer.setSize(SIZE, SIZE)
  const world = installAnimation(createWorld())
  const camera = new THREE.OrthographicCamera(-20, 20, 20, -20)
  camera.position.z = 10
  const show = (figure: ThreeFigure) => {
    const scene = new THREE.Scene()
    scene.background = new THREE.Color(0)
    scene.add(figure)
    updateFigures(world, 0)
    renderer.render(scene, camera)
    return look(renderer.getContext())
  }
  const figure = new ThreeFigure({ world, rig })
  const plain = show(figure)
  figure.flash(SHADE, 1)
  const silhouette = show(figure)
  const grey = new THREE.MeshBasicMaterial({ toneMapped: false })
  grey.onBeforeCompile = (shader) => {
    shader.fragmentShader = shader.fragmentShader.replace(
      '#include <map_fragment>',
      '#include <map_fragment>\ndiffuseColor.rgb = vec3(dot(diffuseColor.rgb, vec3(0.2126, 0.7152, 0.0722)));',
    )
  }
  const same = new THREE.MeshBasicMaterial({ toneMapped: false })
  const gone = { value: 0 }
  const dissolve = material(
    'if (fract(sin(dot(floor(gl_FragCoord.xy / 2.0), vec2(12.9898, 78.233))) * 43758.5453) < gone) discard;',
    { gone },
  )
  const row = new Uint8Array(256 * 4).fill(255)
  // The red of the image, 200, chooses green.
  row.set([0, 160, 0, 255], 4 * 200)
  const palette = new THREE.DataTexture(row, 256, 1)
  palette.colorSpace = THREE.SRGBColorSpace
  palette.needsUpdate = true
  const swap = material(
    'diffuseColor.rgb = texture2D(palette, vec2((255.0 * sRGBTransferOETF(vec4(diffuseColor.rgb, 1.0)).r + 0.5) / 256.0, 0.5)).rgb;',
    { palette: { value: palette } },
  )
  const dissolving = new ThreeFigure({ world, rig, material: dissolve })
  const found = {
    ...{ plain, silhouette, same: show(new ThreeFigure({ world, rig, material: same })) },
    grey: show(new ThreeFigure({ world, rig, material: grey })),
    ...{ palette: show(new ThreeFigure({ world, rig, material: swap })), whole: show(dissolving) },
  }
  gone.value = 1
  return { ...found, gone: show(dissolving) }
}

window.looks = { pixi: await usePixi(), phaser: await usePhaser(), three: useThree() }
