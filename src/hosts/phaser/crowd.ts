/** Everything in the game's world that isn't a separate figure, as one game object of Phaser. */
import type * as Phaser from 'phaser'
import { OsteonError } from '../../base/errors'
import type { AnimationWorld } from '../../world/world-type'
import { type Box, runBounds } from '../figures/bounds'
import { hitCrowd } from '../figures/hits'
import type { Matrix } from '../figures/place'
import { readRest } from '../figures/rest'
import { createRuns, type Runs } from '../figures/runs'
import { refreshScene } from '../figures/scene'
import { drawRuns } from './draw'
import { SizedObject } from './sized-object'
import { type Stage, stageOf } from './stage'

/**
 * All skeletons, sprites and baked figures of the game's world that aren't `Figure` objects, as one game object:
 * `this.add.crowd()`. Each entity is drawn at its `Transform`, y up, in the order of `SortKey`. The object itself has
 * position, alpha, depth, masks and pointer events.
 */
export class Crowd extends SizedObject {
  readonly world: AnimationWorld
  /** @internal */
  readonly stage: Stage
  private readonly runs = createRuns()
  private readonly box: Box = { minX: 0, minY: 0, maxX: 0, maxY: 0 }
  private boxStamp = -1
  private runStamp = -1

  /** @throws OsteonError `bad-option` if the game has a crowd. */
  constructor(scene: Phaser.Scene, x = 0, y = 0) {
    super(scene, 'Crowd')
    this.stage = stageOf(scene.sys.game)
    this.world = this.stage.world
    if (this.stage.crowd)
      throw new OsteonError('bad-option', 'this.add.crowd', 'scene', 'the game has a crowd already')
    this.stage.crowd = this
    this.setPosition(x, y)
  }

  /**
   * Finds the foremost skeleton or figure at a point, in pixels of the crowd's own space, y down; 0 if there is none.
   */
  entityAt(x: number, y: number): number {
    const { members } = this.stage
    const filter = (eid: number) => !members.has(eid)
    return hitCrowd(this.world, { x, y: -y }, { by: this.hitProvider, filter })?.eid ?? 0
  }

  override hits(x: number, y: number): boolean {
    return this.entityAt(x, y) !== 0
  }

  /** @internal */
  protected bounds(): Box {
    const { box, stage } = this
    const runs = this.read()
    if (this.boxStamp === stage.scene.stamp) return box
    this.boxStamp = stage.scene.stamp
    if (!runBounds(stage.scene, runs, UPSIDE_DOWN, box)) box.minX = box.maxX = box.minY = box.maxY = 0
    return box
  }

  /** The runs of the last tick. @internal */
  read(): Runs {
    const { runs, stage } = this
    refreshScene(stage.scene)
    if (this.runStamp === stage.scene.stamp) return runs
    this.runStamp = stage.scene.stamp
    readRest(stage.scene, stage.members.keys(), runs)
    return runs
  }

  /** Phaser calls it: version 4 with a drawing context, version 3 with a camera. */
  renderWebGL(
    renderer: Phaser.Renderer.WebGL.WebGLRenderer,
    crowd: this,
    target: Phaser.Renderer.WebGL.DrawingContext | Phaser.Cameras.Scene2D.Camera,
    parent?: Phaser.GameObjects.Components.TransformMatrix,
  ): void {
    // Phaser 4 calls it without `this`.
    drawRuns(crowd, crowd.read(), UPSIDE_DOWN, crowd.alpha, renderer, target, parent)
  }

  /** @internal */
  protected preDestroy(): void {
    if (this.stage.crowd === this) this.stage.crowd = null
  }
}

const UPSIDE_DOWN: Readonly<Matrix> = { a: 1, b: 0, c: 0, d: -1, x: 0, y: 0 }
