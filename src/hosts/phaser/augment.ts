/** Adds the plug-in's functions to the types of Phaser. */
import type { Types } from 'phaser'
import type { RigNames } from '../../base/model/names'
import type { Rig } from '../../rig/rig'
import type { Crowd } from './crowd'
import type { Figure, FigureOptions } from './figure'
import type { FigureFileOptions } from './loader'

/** `this.add` of a scene with the plug-in. */
export interface FigureFactory {
  /**
   * Adds a figure to the scene.
   *
   * @param x pixels, of the skeleton's own origin, as `y`. @param rig the key of a loaded figure, or a rig.
   * @throws OsteonError `unknown-rig`, and as `spawnSkeleton` does.
   */
  figure<N extends RigNames = RigNames>(
    x: number,
    y: number,
    rig: string | Rig<N>,
    options?: FigureOptions<N>,
  ): Figure<N>
  /**
   * Adds everything in the game's world that isn't a `Figure`, as one object. A game has one crowd.
   *
   * @param x pixels, of the world's origin, as `y`. @default 0
   * @throws OsteonError `bad-option` if there is one already.
   */
  crowd(x?: number, y?: number): Crowd
}

/** What `this.make.figure` takes, as `this.make.sprite` does: place, depth, flips, scale, alpha, `add`, … */
export interface FigureConfig<N extends RigNames = RigNames> extends Types.GameObjects.GameObjectConfig {
  /** The key of a loaded figure, or a rig. */
  key: string | Rig<N>
  options?: FigureOptions<N>
}

/** `this.make` of a scene with the plug-in. */
export interface FigureCreator {
  /**
   * Makes a figure, and adds it to the scene unless `config.add` or `addToScene` is `false`.
   *
   * @throws OsteonError `unknown-rig`, and as `spawnSkeleton` does.
   */
  figure<N extends RigNames = RigNames>(config: FigureConfig<N>, addToScene?: boolean): Figure<N>
}

/** `this.load` of a scene with the plug-in. */
export interface FigureLoading {
  /**
   * Loads a skeleton, its atlas and its images; afterwards `this.cache.custom.figure` has its rig.
   *
   * @param url @default the key and `.json`
   * @param atlas @default named after the skeleton: `hero.atlas` for `hero.json`, `hero_tex.json` for `hero_ske.json`
   */
  figure(key: string, url?: string, atlas?: string, options?: FigureFileOptions): this
}

declare global {
  namespace Phaser {
    namespace GameObjects {
      interface GameObjectFactory extends FigureFactory {}
      interface GameObjectCreator extends FigureCreator {}
    }
    namespace Loader {
      interface LoaderPlugin extends FigureLoading {}
    }
  }
}
