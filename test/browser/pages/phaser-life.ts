/** Pauses, hides, ends and refuses figures of Phaser, and notes what their entities do. */
import { despawnSkeleton, type OsteonError } from 'osteon'
import { spineJson } from 'osteon/formats/spine-json'
import { type Figure, type FigurePlugin, figurePlugin } from 'osteon/phaser'
import * as Phaser from 'phaser'
import { artwork } from '../../../docs/examples/artwork'

declare global {
  interface Window {
    lives?: Record<string, unknown>
  }
}

class Stage extends Phaser.Scene {
  declare figures: FigurePlugin

  preload(): void {
    const pages = { 'badger.png': artwork('badger.png') }
    this.load.figure('badger', artwork('badger.json'), artwork('badger.atlas'), { pages })
  }

  create(): void {
    this.live().then((lives) => {
      window.lives = lives
    })
  }

  private async live(): Promise<Record<string, unknown>> {
    const { world } = this.figures
    const { Skeleton, Transform, Visibility } = world.components
    const figure = () => this.add.figure(200, 300, 'badger').setScale(0.5)
    const [paused, hidden, ended, despawned, stopped] = Array.from({ length: 5 }, figure)
    const inside = figure()
    const box = this.add.container(100, 50, [inside]).setScale(2)
    const place = ({ eid }: Figure) => [Transform.x[eid], Transform.y[eid], Transform.scaleX[eid]]
    const lives: Record<string, unknown> = {}
    // Before the first tick.
    paused.setBonePosition('hip', { x: 10, y: -20 })

    await frames(3)
    lives.bone = paused.getBonePosition('hip')
    lives.places = [place(paused), place(inside)]
    const { x, y, width, height } = paused.getBounds()
    lives.isInBounds = x < 200 && 200 < x + width && y < 300 - height / 2 && y + height > 290

    hidden.visible = box.visible = false
    paused.timeScale = 3
    await frames(2)
    lives.levels = [paused, hidden, inside].map(({ eid }) => Visibility.level[eid])
    lives.pace = Skeleton.timeScale[paused.eid]
    this.scene.pause()
    await frames(2)
    lives.paused = Skeleton.timeScale[paused.eid]
    this.scene.resume()
    await frames(2)
    lives.resumed = Skeleton.timeScale[paused.eid]

    const [endedId, stoppedId] = [ended.eid, stopped.eid]
    ended.destroy()
    ended.destroy()
    despawnSkeleton(world, despawned.eid)
    lives.ends = [Skeleton.rig[endedId], despawned.isDestroyed ?? despawned.scene === undefined]
    // A timer that outlives its figure; the id is another figure's.
    const next = figure()
    lives.over = [next.eid > 0, ended.eid, ended.play('run')]
    lives.codes = [() => stopped.slot('none'), () => this.add.figure(0, 0, 'nobody'), () => ended.skin].map(
      codeOf,
    )

    const crate = this.add.rectangle(0, 0, 9, 9)
    stopped.slot('head').add(crate)
    lives.isListed = this.children.list.includes(crate)
    this.scene.stop()
    await frames(2)
    lives.stopped = [Skeleton.rig[stoppedId], crate.scene === undefined]
    return lives
  }
}

function codeOf(call: () => unknown): unknown {
  try {
    call()
    return null
  } catch (error) {
    return (error as OsteonError).code
  }
}

async function frames(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise((resolve) => game.events.once('postrender', resolve))
}

const game = new Phaser.Game({
  type: Phaser.WEBGL,
  width: 480,
  height: 360,
  banner: false,
  scene: Stage,
  plugins: { scene: [figurePlugin({ readers: [spineJson] })] },
})
