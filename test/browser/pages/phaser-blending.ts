/** Additive slots of figures beside additive objects of Phaser: on the canvas, in textures, under filters, with blend modes. */
import type { Rig } from 'osteon'
import { spineJson } from 'osteon/formats/spine-json'
import { Figure, figurePlugin } from 'osteon/phaser'
import * as Phaser from 'phaser'
import { createRigs } from './pixi/rig'

declare global {
  interface Window {
    /** By how they are drawn: a red byte of the figure, and of Phaser's own objects. */
    blending?: Record<string, [figure: number, native: number]>
  }
}

/** Effects of Phaser 3. */
type Filtered = Phaser.GameObjects.GameObject & { postFX?: { addColorMatrix(): void } }

const { glowing } = await createRigs()

class Stage extends Phaser.Scene {
  create(): void {
    this.compare(glowing).then((found) => {
      window.blending = found
    })
  }

  private async compare(rig: Rig): Promise<Record<string, [number, number]>> {
    const found: Record<string, [number, number]> = {}
    const compare = async (name: string, look: (object: Figure | Phaser.GameObjects.Container) => void) => {
      this.children.removeAll(true)
      this.add.rectangle(80, 60, 160, 120, 0x404040)
      const figure = new Figure(this, 20, 60, rig)
      this.add.existing(figure)
      const glow = this.add.rectangle(8, -8, 16, 16, 0xffffff, 128 / 255).setBlendMode(Phaser.BlendModes.ADD)
      const native = this.add.container(100, 60, [glow])
      await frame()
      for (const object of [figure, native]) look(object)
      await frame()
      found[name] = [redAt(28, 52), redAt(108, 52)]
    }
    await compare('plain', () => {})
    await compare('faded', (object) => object.setAlpha(0.5))
    await compare('texture', (object) => {
      const texture = this.add.renderTexture(object.x + 20, 60, 80, 120)
      // Phaser 4 adds the place to the object's, Phaser 3 replaces it.
      texture.draw(object.setPosition(0), 20, 60)
      if ('render' in texture) (texture.render as () => void).call(texture)
      this.children.remove(object)
    })
    await compare('filter', (object) => {
      const { postFX } = object as Filtered
      if (postFX) postFX.addColorMatrix()
      else object.enableFilters().filters?.internal.addColorMatrix()
    })
    const { MULTIPLY, SCREEN } = Phaser.BlendModes
    await compare('multiply', (object) => object.setBlendMode(MULTIPLY))
    await compare('screen', (object) => object.setBlendMode(SCREEN))
    return found
  }
}

async function frame(): Promise<void> {
  for (let i = 0; i < 2; i++) await new Promise((resolve) => game.events.once('postrender', resolve))
}

function redAt(x: number, y: number): number {
  const { gl } = game.renderer as Phaser.Renderer.WebGL.WebGLRenderer
  const bytes = new Uint8Array(4)
  gl.bindFramebuffer(gl.FRAMEBUFFER, null)
  gl.readPixels(x, 120 - 1 - y, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, bytes)
  return bytes[0]
}

const game = new Phaser.Game({
  type: Phaser.WEBGL,
  width: 160,
  height: 120,
  banner: false,
  scene: Stage,
  render: { preserveDrawingBuffer: true, antialias: false },
  plugins: { scene: [figurePlugin({ readers: [spineJson] })] },
})
