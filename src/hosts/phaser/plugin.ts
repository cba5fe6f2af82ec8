/** The scene plug-in: `this.add.figure`, `this.add.crowd`, `this.load.figure`, and the game's world. */
import type { World } from 'bitecs'
import * as Phaser from 'phaser'
import type { InstallOptions } from '../../api/install'
import { OsteonError } from '../../base/errors'
import type { Reader } from '../../base/model/reader'
import type { RigWorker } from '../../load/rig-worker'
import type { Rig } from '../../rig/rig'
import type { AnimationWorld } from '../../world/world-type'
import { checkFileOptions, checkReaders } from '../figures/make-rig'
import type { FixedRate } from '../figures/tick'
import type { FigureConfig } from './augment'
import { Crowd } from './crowd'
import { Figure, type FigureOptions } from './figure'
import { FigureFile, type FigureFileOptions } from './loader'
import { CACHE, stageOf } from './stage'

/** Adds figures to scenes; `figurePlugin` gives the entry of a game's configuration. */
export class FigurePlugin extends Phaser.Plugins.ScenePlugin {
  constructor(scene: Phaser.Scene, manager: Phaser.Plugins.PluginManager, key: string) {
    super(scene, manager, key)
    stageOf(scene.sys.game)
    manager.registerGameObject('figure', addFigure, makeFigure)
    manager.registerGameObject('crowd', addCrowd)
    manager.registerFileType('figure', loadWith([]), scene)
  }

  /** The world of all figures of the game: for functions of osteon. */
  get world(): AnimationWorld {
    if (!this.scene) throw new OsteonError('disposed', 'FigurePlugin', '', 'the plug-in was destroyed')
    return stageOf(this.scene.sys.game).world
  }
}

let plugins = 0

/** Options of `figurePlugin`: how figures are read, and the world of the game. */
export interface FigurePluginOptions extends InstallOptions<World>, FixedRate {
  /** Formats that `this.load.figure` tries; the file's content decides. */
  readers: readonly Reader[]
  /** Reads skeletons off this thread: `rigWorker` of `osteon/worker` makes one. @default they are read here */
  worker?: RigWorker
  /**
   * A world with animation, instead of options for a new one. The game ticks it. @default a new one, with the other
   * options
   */
  world?: AnimationWorld
}

/**
 * The entry of a game's configuration: `plugins: { scene: [figurePlugin({ readers: [spineJson] })] }`. Scenes have it
 * as `this.figures`. Options of the world are those of `installAnimation`: `use`, `kernels`, `capacity`, …
 *
 * @throws OsteonError `bad-option`. Errors of the world's options are thrown when the game starts, as by
 *   `installAnimation`.
 */
export function figurePlugin({
  readers,
  worker,
  ...options
}: FigurePluginOptions): Phaser.Types.Core.PluginObjectItem {
  checkReaders(readers, 'figurePlugin')
  checkFileOptions({ worker }, [], 'figurePlugin')
  class ReadingPlugin extends FigurePlugin {
    constructor(scene: Phaser.Scene, manager: Phaser.Plugins.PluginManager, key: string) {
      stageOf(scene.sys.game, options)
      super(scene, manager, key)
      manager.registerFileType('figure', loadWith(readers, worker), scene)
    }
  }
  // Phaser keeps plug-ins by their key for all games of a page.
  return { key: `FigurePlugin${++plugins}`, plugin: ReadingPlugin, mapping: 'figures' }
}

function loadWith(readers: readonly Reader[], worker?: RigWorker) {
  return function loadFigure(
    this: Phaser.Loader.LoaderPlugin,
    key: string,
    url?: string,
    atlas?: string,
    options?: FigureFileOptions,
  ): Phaser.Loader.LoaderPlugin {
    // As with images: whatever is loaded already is not fetched again.
    if (!this.cacheManager.custom[CACHE].exists(this.prefix + key))
      this.addFile(new FigureFile(this, key, url, atlas, { readers, worker, ...options }).files)
    return this
  }
}

/** Fields of the factory that its types leave out. */
interface Factory {
  readonly scene: Phaser.Scene
  readonly displayList: Phaser.GameObjects.DisplayList
}

function addFigure(this: Factory, x: number, y: number, rig: string | Rig, options?: FigureOptions): Figure {
  const figure = new Figure(this.scene, x, y, rig, options)
  this.displayList.add(figure)
  return figure
}

function makeFigure(this: Factory, config: FigureConfig, add = config.add ?? true): Figure {
  const figure = new Figure(this.scene, 0, 0, config.key, config.options)
  Phaser.GameObjects.BuildGameObject(this.scene, figure, { ...config, add })
  return figure
}

function addCrowd(this: Factory, x?: number, y?: number): Crowd {
  const crowd = new Crowd(this.scene, x, y)
  this.displayList.add(crowd)
  return crowd
}
