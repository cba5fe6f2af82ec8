/** The scene plug-in: `this.add.figure`, `this.load.figure`, and the game's world. */
import * as Phaser from 'phaser'
import type { AnimationWorld } from '../../components/world-type'
import type { Rig } from '../rig/rig'
import { Figure, type FigureOptions } from './figure'
import { stageOf } from './stage'

declare global {
  namespace Phaser {
    namespace GameObjects {
      interface GameObjectFactory {
        /**
         * Adds a figure to the scene.
         *
         * @param x pixels, of the skeleton's own origin. @param rig the key of a loaded figure, or a rig.
         */
        figure(x: number, y: number, rig: string | Rig, options?: FigureOptions): Figure
      }
    }
  }
}

/** Name of the cache of rigs: `this.cache.custom.figure`. */
export const CACHE = 'figure'

/**
 * Adds figures to a scene. In the game's configuration: `plugins: { scene: [{ key: 'FigurePlugin', plugin: FigurePlugin, mapping: 'figures' }] }`.
 */
export class FigurePlugin extends Phaser.Plugins.ScenePlugin {
  constructor(scene: Phaser.Scene, manager: Phaser.Plugins.PluginManager, key: string) {
    super(scene, manager, key)
    manager.registerGameObject('figure', addFigure)
  }

  /** The world of all figures of the game: for functions of osteon. */
  get world(): AnimationWorld {
    if (!this.scene) throw new Error('the plug-in was destroyed')
    return stageOf(this.scene.sys.game).world
  }
}

function addFigure(
  this: Phaser.GameObjects.GameObjectFactory,
  x: number,
  y: number,
  rig: string | Rig,
  options?: FigureOptions,
): Figure {
  const { scene, displayList } = this as unknown as {
    scene: Phaser.Scene
    displayList: Phaser.GameObjects.DisplayList
  }
  const found: Rig = typeof rig === 'string' ? scene.sys.cache.custom[CACHE]?.get(rig) : rig
  const figure = new Figure(scene, x, y, found, options)
  displayList.add(figure)
  return figure
}
