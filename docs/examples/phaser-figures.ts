/**
 * Figures in a Phaser scene: between images, tinted, in containers, filtered, with objects in slots, under the pointer.
 */

import { type AnimationWorld, getBone } from 'osteon'
import { boneControls, setBoneOffset } from 'osteon/bone-controls'
import { spineJson } from 'osteon/formats/spine-json'
import { type Figure, type FigurePlugin, figurePlugin } from 'osteon/phaser'
import * as Phaser from 'phaser'
import { artwork } from './artwork'
import { blur } from './phaser-effects'
import { showStage, WHOLE_PAGE } from './phaser-view'

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
    // An image behind the badger, and one in front.
    this.add.rectangle(180, 200, 60, 220, 0xc04020)
    const hammerer = this.add.figure(240, 300, 'badger').setScale(0.5)
    hammerer.play('idle', { loop: true })
    hammerer.on('complete', () => seen.completed++)
    this.add.rectangle(280, 260, 50, 50, 0x40c040)

    // Tint; alpha of the figure and of its container, turned with it.
    const tinted = this.add.figure(400, 300, 'badger').setScale(0.3).setTint(0x6060ff)
    tinted.play('walk', { loop: true })
    const box = this.add.container(440, 120).setAngle(20).setAlpha(0.5).setScale(0.3)
    const inside = this.add.figure(0, 0, 'badger')
    inside.skin = 'rust'
    box.add(inside)

    // A rectangle in the lantern: in the middle of the figure, within the clip of its window.
    const lighter = this.add.figure(70, 320, 'lamplighter').setScale(0.4)
    lighter.play('idle', { loop: true })
    const lantern = lighter.slot('lantern-window').add(this.add.rectangle(0, 0, 400, 400, 0x00ffff))
    lantern.followsAttachment = false

    // Scarf and tail follow as it is dragged.
    const mouse = this.add.figure(330, 140, 'mouse').setScale(0.15)
    mouse.play('idle', { loop: true })
    mouse.setInteractive({ draggable: true })
    mouse.on('drag', (_: unknown, x: number, y: number) => {
      seen.x = mouse.setPosition(x, y).x
    })

    // The hammer is a handle for a bone.
    hammerer.setInteractive({ draggable: true })
    hammerer.on('pointerdown', () => seen.pressed++)
    hammerer.on('drag', (pointer: Phaser.Input.Pointer) => pullHead(this.figures.world, hammerer, pointer))

    // An effect.
    blur(this.add.figure(100, 120, 'badger').setScale(0.2))

    // A paused scene pauses its figures.
    this.input.keyboard?.on('keydown-P', () => this.scene.pause())
  }
}
/** For tests. */
const seen = { completed: 0, pressed: 0, x: 0 }

/** Turns the head to the pointer; y points up in the figures' world. */
function pullHead(world: AnimationWorld, { eid }: Figure, { worldX, worldY }: Phaser.Input.Pointer): void {
  const [, , , , x, y] = getBone(world, eid, 'head')
  setBoneOffset(world, eid, 'head', { rotation: Math.atan2(-worldY - y, worldX - x) / 4 })
}

const game = new Phaser.Game({
  type: Phaser.WEBGL,
  backgroundColor: '#304058',
  banner: false,
  scale: WHOLE_PAGE,
  scene: Stage,
  plugins: { scene: [figurePlugin({ readers: [spineJson], use: [boneControls] })] },
})
game.events.on('postrender', () => {
  if (game.scene.scenes[0]?.children.list.length === 0) return
  const { gl } = game.renderer as Phaser.Renderer.WebGL.WebGLRenderer
  const frames = (window.example?.frames ?? 0) + 1
  window.example = { drawCalls: 0, frames, errors: gl.getError(), seen }
})
