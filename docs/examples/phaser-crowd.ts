/** A crowd in one Phaser object: a few live skeletons, and three hundred figures that are drawn from tables. */
import { play, spawnSkeleton } from 'osteon'
import { bake, type CrowdWorld, crowds, spawnBaked } from 'osteon/crowd'
import { spineJson } from 'osteon/formats/spine-json'
import { type FigurePlugin, figurePlugin } from 'osteon/phaser'
import * as Phaser from 'phaser'
import { artwork } from './artwork'
import { countDrawCalls } from './hero'
import { showStage, WHOLE_PAGE } from './phaser-view'

const NAMES = ['badger', 'lamplighter']
let met = 0

class Stage extends Phaser.Scene {
  declare readonly figures: FigurePlugin

  preload(): void {
    for (const name of NAMES) {
      const pages = { [`${name}.png`]: artwork(`${name}.png`) }
      this.load.figure(name, artwork(`${name}.json`), artwork(`${name}.atlas`), { pages })
    }
  }

  create(): void {
    showStage(this)
    this.add.rectangle(240, 180, 60, 60, 0x40c040)
    const world = this.figures.world as CrowdWorld
    const rigs = NAMES.map((name) => this.cache.custom.figure.get(name))
    const tables = rigs.map((rig) => bake(world, rig, { animations: ['run'], scale: 0.1 })[0])
    for (let i = 0; i < 300; i++) {
      const place = { x: 10 + (i % 25) * 19, y: 300 - Math.floor(i / 25) * 24, scaleX: 0.08, scaleY: 0.08 }
      if (i % 30 > 0) spawnBaked(world, tables[i % 2], { ...place, sortKey: i, time: i / 50 })
      else play(world, spawnSkeleton(world, rigs[i % 2], { ...place, sortKey: i }), 'run', { loop: true })
    }
    const crowd = this.add.crowd(0, 360).setInteractive()
    crowd.on('pointerdown', ({ worldX, worldY }: Phaser.Input.Pointer) => {
      const { x, y } = crowd.getLocalPoint(worldX, worldY)
      met = crowd.entityAt(x, y)
    })
  }
}

const game = new Phaser.Game({
  type: Phaser.WEBGL,
  backgroundColor: '#304058',
  banner: false,
  scale: WHOLE_PAGE,
  scene: Stage,
  plugins: { scene: [figurePlugin({ readers: [spineJson], use: [crowds] })] },
})

let calls = (): number => 0
game.events.once('ready', () => {
  calls = countDrawCalls((game.renderer as Phaser.Renderer.WebGL.WebGLRenderer).gl)
})
game.events.on('postrender', () => {
  const drawCalls = calls()
  if (game.scene.scenes[0]?.children.list.length === 0) return
  const { gl } = game.renderer as Phaser.Renderer.WebGL.WebGLRenderer
  const frames = (window.example?.frames ?? 0) + 1
  window.example = { drawCalls, frames, errors: gl.getError(), seen: { met } }
})
