/**
 * Figures of a Phaser scene at play: outfits, events, bounds, hits by boxes, a mask, a dragged bone, physics by
 * dragging.
 */
import type { KeyEvent } from 'osteon'
import { spineJson } from 'osteon/formats/spine-json'
import { type FigurePlugin, figurePlugin } from 'osteon/phaser'
import * as Phaser from 'phaser'
import { artwork } from './artwork'
import { tailor } from './outfits'
import { cut } from './phaser-effects'
import { showStage, WHOLE_PAGE } from './phaser-view'

const CORAL = 0xff6050

class Stage extends Phaser.Scene {
  declare figures: FigurePlugin

  preload(): void {
    for (const name of ['badger', 'lamplighter', 'mouse']) {
      const pages = { [`${name}.png`]: artwork(`${name}.png`) }
      this.load.figure(name, artwork(`${name}.json`), artwork(`${name}.atlas`), { pages })
    }
  }

  create(): void {
    showStage(this)
    this.addFox()
    this.addMouse()
    this.addBadger()
  }

  /** Adds a fox that changes its outfit at each click. The page shows its bounds and events. */
  private addFox(): void {
    const fox = this.add.figure(96, 345, 'lamplighter', { hitProvider: 'boxes' }).setScale(0.38)
    fox.play('walk', { loop: true })
    const log = this.add.text(16, 12, '', { fontSize: '14px', color: '#ffffff' })
    fox.on('event', ({ name, animation }: KeyEvent) => log.setText(`${name} of ${animation}`))

    const outfits = tailor(this.figures.world, fox.rig)
    let worn = 0
    fox.setInteractive({ useHandCursor: true })
    fox.on('pointerdown', () => {
      fox.skin = outfits[worn++ % outfits.length]
      fox.play('wave', { track: 1 })
      fox.fadeOut({ track: 1, mix: 0.3 })
    })

    const frame = this.add.graphics()
    this.events.on('update', () => {
      const { x, y, width, height } = fox.getBounds()
      frame.clear().lineStyle(1, 0x90b0d0).strokeRect(x, y, width, height)
      Object.assign(seen, { skin: fox.skin, log: log.text, bounds: [x, y, width, height] })
    })
  }

  /** Adds a mouse to drag: as a whole, which makes its physics swing, or by a bone, which IK follows. */
  private addMouse(): void {
    const mouse = this.add.figure(310, 150, 'mouse').setScale(0.32)
    mouse.play('idle', { loop: true })
    mouse.setInteractive({ draggable: true })
    mouse.on('drag', (_: unknown, x: number, y: number) => mouse.setPosition(x, y))

    const handle = this.add.circle(0, 0, 9, CORAL).setInteractive({ draggable: true, useHandCursor: true })
    handle.on('drag', (_: unknown, x: number, y: number) => {
      mouse.setBonePosition('reach', mouse.getLocalPoint(x, y))
    })
    this.events.on('update', () => {
      const { x, y } = mouse.getBonePosition('reach')
      mouse.getWorldTransformMatrix().transformPoint(x, y, handle)
      Object.assign(seen, { x: mouse.x, reach: [handle.x, handle.y] })
    })
  }

  /** Adds a badger that is seen through a porthole. */
  private addBadger(): void {
    this.add.circle(405, 275, 62, 0x203048)
    const badger = this.add.figure(405, 365, 'badger').setScale(0.36)
    badger.play('run', { loop: true })
    cut(badger, this.make.graphics({}, false).fillStyle(0xffffff).fillCircle(405, 275, 62))
    this.add.circle(405, 275, 62).setStrokeStyle(5, 0xd0a060)
  }
}

/** For tests. */
const seen = {}

const game = new Phaser.Game({
  type: Phaser.WEBGL,
  backgroundColor: '#304058',
  banner: false,
  scale: WHOLE_PAGE,
  scene: Stage,
  plugins: { scene: [figurePlugin({ readers: [spineJson] })] },
})
game.events.on('postrender', () => {
  if (game.scene.scenes[0]?.children.list.length === 0) return
  const { gl } = game.renderer as Phaser.Renderer.WebGL.WebGLRenderer
  const frames = (window.example?.frames ?? 0) + 1
  window.example = { drawCalls: 0, frames, errors: gl.getError(), seen }
})
