/** A hundred figures in a Phaser scene, with two textures and an image in their midst, in a few draw calls. */
import { spineJson } from 'osteon/formats/spine-json'
import { figurePlugin } from 'osteon/phaser'
import * as Phaser from 'phaser'
import { artwork } from './artwork'
import { showStage, WHOLE_PAGE } from './phaser-view'

class Stage extends Phaser.Scene {
  preload(): void {
    for (const name of ['badger', 'lamplighter']) {
      const pages = { [`${name}.png`]: artwork(`${name}.png`) }
      this.load.figure(name, artwork(`${name}.json`), artwork(`${name}.atlas`), { pages })
    }
  }

  create(): void {
    showStage(this)
    for (let i = 0; i < 100; i++) {
      const x = 30 + (i % 10) * 46
      const y = 50 + Math.floor(i / 10) * 33
      const figure = this.add.figure(x, y, i % 2 ? 'badger' : 'lamplighter')
      figure.setScale(0.08).setDepth(y).play('run', { loop: true })
    }
    this.add.rectangle(240, 200, 60, 60, 0x40c040).setDepth(200)
  }
}

const game = new Phaser.Game({
  type: Phaser.WEBGL,
  backgroundColor: '#304058',
  banner: false,
  scale: WHOLE_PAGE,
  scene: Stage,
  plugins: { scene: [figurePlugin({ readers: [spineJson] })] },
})

let calls = 0
game.events.once('ready', () => {
  const { gl } = game.renderer as Phaser.Renderer.WebGL.WebGLRenderer
  for (const name of ['drawElements', 'drawArrays'] as const) {
    const draw = (gl[name] as (...call: number[]) => void).bind(gl)
    Object.assign(gl, {
      [name]: (...call: number[]) => {
        calls++
        draw(...call)
      },
    })
  }
})
game.events.on('postrender', () => {
  const drawCalls = calls
  calls = 0
  if (game.scene.scenes[0]?.children.list.length === 0) return
  const { gl } = game.renderer as Phaser.Renderer.WebGL.WebGLRenderer
  window.example = { drawCalls, frames: (window.example?.frames ?? 0) + 1, errors: gl.getError() }
})
