/** A world of osteon stands in a scene of Phaser 3: an Extern draws it where the display list has it. */
import type { AnimationWorld } from 'osteon'
import { draw, installRenderer, type RenderStats } from 'osteon/render/webgl'
// Phaser 3 has this name beside Phaser 4; elsewhere it is 'phaser'.
import * as Phaser from 'phaser3'
import { createScene } from './hero'

const { world, stage, tick } = await createScene()
let stats: RenderStats

/** x, y, scale and rotation are those of the game object; a world unit of osteon is a pixel of the game, y up. */
class Osteon extends Phaser.GameObjects.Extern {
  readonly world: AnimationWorld

  constructor(scene: Phaser.Scene, world: AnimationWorld) {
    super(scene)
    this.world = world
    const { gl } = scene.renderer as Phaser.Renderer.WebGL.WebGLRenderer
    stats = installRenderer(world, { gl, shared: true }).stats
  }

  /** Phaser calls it, though its types do not say so. */
  render(
    { width, height }: Phaser.Renderer.WebGL.WebGLRenderer,
    _: unknown,
    { a, b, c, d, e, f }: Phaser.GameObjects.Components.TransformMatrix,
  ): void {
    // From world units to pixels of Phaser, y down, and on to -1 … 1.
    draw(this.world, [
      ...[(2 * a) / width, (-2 * b) / height, 0],
      ...[(-2 * c) / width, (2 * d) / height, 0],
      ...[(2 * e) / width - 1, 1 - (2 * f) / height, 1],
    ] as Matrix)
  }
}
type Matrix = [number, number, number, number, number, number, number, number, number]

class Stage extends Phaser.Scene {
  declare osteon: Osteon

  create(): void {
    this.add.circle(170, 180, 90, 0xc06040)
    this.osteon = new Osteon(this, world)
    this.add.existing(this.osteon)
    // An image in front of it.
    this.add.graphics().fillStyle(0x70a050).fillRect(0, 0, 50, 50).generateTexture('crate', 50, 50).destroy()
    this.add.image(230, 250, 'crate')
  }

  override update(_: number, milliseconds: number): void {
    tick(milliseconds / 1000)
    const { width, height } = this.scale
    const scale = Math.min(width / stage.width, height / stage.height)
    this.osteon.setScale(scale).setPosition(width / 2 - stage.x * scale, height / 2 + stage.y * scale)
  }
}

const game = new Phaser.Game({
  type: Phaser.WEBGL,
  backgroundColor: '#304058',
  scale: { mode: Phaser.Scale.RESIZE },
  banner: false,
  scene: Stage,
})
game.events.on('postrender', () => {
  const { gl } = game.renderer as Phaser.Renderer.WebGL.WebGLRenderer
  const frames = (window.example?.frames ?? 0) + 1
  const { drawCalls } = stats
  window.example = { drawCalls, frames, errors: gl.getError() }
})
