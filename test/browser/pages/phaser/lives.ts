/** Lives of figures: active or not, in groups that are pools, in scenes that start again, in games of a page. */
import { createWorld } from 'bitecs'
import { type AnimationWorld, installAnimation, type Rig } from 'osteon'
import { betweenTicks } from 'osteon/between'
import { spineJson } from 'osteon/formats/spine-json'
import { plainKernels } from 'osteon/kernels/plain'
import { nesting } from 'osteon/nesting'
import { Figure, type FigurePlugin, type FigurePluginOptions, figurePlugin } from 'osteon/phaser'
import * as Phaser from 'phaser'
import { counted, fileOf } from './count'
import { ATLAS, drawPage, SKELETON } from './rig'
import { boxOf, clear, codeOf, figure, frames, rig, scene, seen } from './stage'

export const lives: Record<string, () => unknown> = {
  /** A figure that is not active stands still, and goes on where it stood. */
  async active() {
    const one = figure()
    one.play('move')
    await frames(3)
    one.setActive(false)
    await frames(1)
    const stood = [one.getBounds().x, ...seen()]
    await frames(3)
    const stands = [one.getBounds().x, ...seen()]
    one.setActive(true)
    await frames(3)
    return { stood, stands, went: one.getBounds().x > stands[0] }
  },

  /** A group as a pool: got, killed, got again; made without a key, and given a rig later. */
  async pool() {
    scene.cache.custom.figure.add('one', rig)
    const group = scene.add.group({ classType: Figure, defaultKey: 'one', maxSize: 2 })
    const [first, second] = [group.get(100, 100) as Figure, group.get(200, 100, 'one') as Figure]
    const full = group.get(1, 1)
    first.play('move', { loop: true })
    await frames(3)
    group.killAndHide(first)
    await frames(1)
    const { eid } = first
    const killed = seen()
    const again = (group.get(300, 100) as Figure).setActive(true).setVisible(true)
    await frames(2)
    const both = seen()
    const bare = scene.add.group({ classType: Figure }).get(50, 60) as Figure
    await frames(1)
    const nothing = [bare.eid, bare.width, boxOf(bare.getBounds())]
    const refused = codeOf(() => bare.setRig('none'))
    bare.setRig(rig, { animation: 'move' })
    const given = [bare.eid > 0, boxOf(bare.getBounds()), bare.rig === rig]
    bare.setRig(rig)
    await frames(1)
    const fresh = boxOf(bare.getBounds())
    scene.cache.custom.figure.remove('one')
    return {
      same: [again === first, again.eid === eid, full, second.rig === rig],
      killed,
      both: both.slice(0, 4),
      nothing,
      refused,
      given,
      fresh,
    }
  },

  /** A scene that loads in `preload` is started again and again; then its figure is unloaded, and loaded again. */
  async restarts() {
    const url = fileOf(JSON.stringify(SKELETON))
    const atlas = fileOf(ATLAS)
    const pages = { 'page.png': drawPage().toDataURL() }
    const found: unknown[] = []
    const { world, manager } = { world: scene.figures.world, manager: scene.scene }
    class Loading extends Phaser.Scene {
      preload(): void {
        this.load.figure('loaded', url, atlas, { pages })
      }

      create(): void {
        this.add.figure(100 + found.length, 100, 'loaded')
      }
    }
    const { active, rigs } = world.animation
    const count = () => [counted.textures, counted.fetched, rigs.filter(Boolean).length]
    const one = manager.add('loading', Loading, true) as Phaser.Scene
    const restart = async () => {
      one.scene.restart()
      await new Promise((resolve) => one.events.once('create', resolve))
      await frames(1)
    }
    await new Promise((resolve) => one.events.once('create', resolve))
    await frames(2)
    const cached = one.cache.custom.figure.get('loaded') as Rig
    const first = count()
    for (let i = 0; i < 40; i++) await restart()
    const last = count()
    const same = one.cache.custom.figure.get('loaded') === cached
    const shows = seen().slice(0, 4)
    // A figure keeps its rig until it ends.
    one.cache.custom.figure.remove('loaded')
    await frames(2)
    const kept = [seen().slice(0, 4), count()[2] - last[2]]
    clear(one)
    await frames(2)
    const gone = count().map((value, i) => value - last[i])
    await restart()
    await frames(2)
    const anew = [seen().slice(0, 4), ...count().map((value, i) => value - last[i])]
    clear(one)
    one.cache.custom.figure.remove('loaded')
    scene.scene.remove('loading')
    await frames(2)
    return {
      grown: last.map((value, i) => value - first[i]),
      same,
      shows,
      kept,
      gone,
      anew,
      active: active.count,
    }
  },

  /** A figure at two ticks a second, by its left edge in each frame of an eighth of a second. */
  async fixedRate() {
    const shown = { type: Phaser.WEBGL, width: 32, height: 32, banner: false, audio: { noAudio: true } }
    let figure: Figure | null = null
    class Small extends Phaser.Scene {
      create(): void {
        figure = this.add.figure(0, 0, rig)
        figure.play('move')
        figure.timeScale = 0.1
      }
    }
    const plugins = { scene: [figurePlugin({ readers: [spineJson], use: [betweenTicks], rate: 2 })] }
    const other = new Phaser.Game({ ...shown, scene: Small, plugins })
    await new Promise((resolve) => other.events.once('postrender', resolve))
    other.loop.stop()
    const found: number[] = []
    for (let frame = 0; frame < 20; frame++) {
      other.step(125 * frame, 125)
      found.push((figure as Figure | null)?.getBounds().x ?? 0)
    }
    other.destroy(true)
    await frames(2)
    return found
  },

  /** Games with a world by options, with one of their own, with that of another game, and with options that are none. */
  async worlds() {
    const shown = { type: Phaser.WEBGL, width: 32, height: 32, banner: false, audio: { noAudio: true } }
    const readers = [spineJson]
    const found: unknown[] = []
    const play = async (options: Partial<FigurePluginOptions>) => {
      let made: AnimationWorld | null = null
      class Small extends Phaser.Scene {
        declare figures: FigurePlugin

        create(): void {
          made = this.figures.world
          this.add.figure(1, 2, rig)
        }
      }
      const plugins = { scene: [figurePlugin({ readers, ...options })] }
      const other = new Phaser.Game({ ...shown, scene: Small, plugins })
      for (let i = 0; i < 3; i++) await new Promise((resolve) => other.events.once('postrender', resolve))
      other.destroy(true)
      await frames(2)
      return made as AnimationWorld | null
    }
    const { components } = (await play({ capacity: 7, kernels: plainKernels })) ?? {}
    found.push(components?.Skeleton.rig.length)
    const own = installAnimation(createWorld(), { use: [nesting] })
    found.push(
      (await play({ world: own })) === own,
      own.animation.joins.carry !== null,
      own.animation.tick.number > 0,
    )
    found.push((await play({ world: own })) === own)
    const { game: here } = scene
    found.push(codeOf(() => figurePlugin({ readers: [] })))
    const start = (options: object) => {
      const { plugin } = figurePlugin({ readers, ...options }) as unknown as {
        plugin: new (...a: unknown[]) => object
      }
      const sys = {
        ...scene.sys,
        game: { ...here, events: here.events, cache: new Phaser.Cache.CacheManager(here) },
      }
      return codeOf(() => new plugin({ sys }, here.plugins, 'x'))
    }
    found.push(
      start({ capacty: 3 }),
      start({ world: scene.figures.world }),
      start({ world: own, capacity: 3 }),
    )
    return found
  },
}
