/** All skeletons and sprites of a world as one object of a PixiJS scene. */
import {
  type DestroyOptions,
  type InstructionSet,
  type PointData,
  type Renderer,
  ViewContainer,
  type ViewContainerOptions,
} from 'pixi.js'
import type { AnimationWorld } from '../../../components/world-type'
import { OsteonError } from '../../errors'
import { runBounds } from '../figures/bounds'
import { hitCrowd } from '../figures/hits'
import { createMatrix, type Matrix } from '../figures/place'
import { type Runs, readAllRuns } from '../figures/runs'
import { meetRenderers, pipeOf } from './pipe'
import { type Stage, stageOf, tellFigures } from './stage'
import { PIPE } from './two-colors'

/**
 * A world in one object, for crowds that a game moves by components: entities stand where their `Transform` says, y up, in the order of their
 * `SortKey`. The object has place, alpha, tint, masks, filters, bounds and pointer events, as a figure has.
 */
export class Crowd extends ViewContainer {
  /** @internal */
  override readonly renderPipeId: string = PIPE
  /** Tells PixiJS that it is drawn in batches. */
  readonly batched = true
  readonly world: AnimationWorld
  /** The target of pointers. @default 'shapes' */
  hitProvider: 'boxes' | 'shapes' = 'shapes'
  /** @internal */
  readonly stage: Stage

  /** @internal */
  constructor(world: AnimationWorld, options: ViewContainerOptions) {
    super(options)
    meetRenderers(this)
    this.world = world
    this.stage = stageOf(world)
    this.stage.crowd = this
  }

  /** The skeleton or baked figure in front at a point of the crowd's own space; 0 if there is none. */
  entityAt({ x, y }: PointData): number {
    return hitCrowd(this.world, { x, y: -y }, { by: this.hitProvider })?.eid ?? 0
  }

  /** Whether a skeleton is met at a point of the crowd's own space. */
  override containsPoint(point: PointData): boolean {
    return this.entityAt(point) !== 0
  }

  /** Ends the object; the world and its entities stay. */
  override destroy(options?: DestroyOptions): void {
    if (this.destroyed) return
    this.stage.crowd = null
    super.destroy(options)
  }

  /** @internal */
  override collectRenderablesSimple(instructions: InstructionSet, renderer: Renderer): void {
    const { renderPipes } = renderer
    tellFigures(this.stage)
    renderPipes.blendMode.pushBlendMode(this, this.groupBlendMode, instructions)
    const parts = pipeOf(renderer, this).partsOf(this)
    for (let i = 0; i < parts.count; i++) renderPipes.batch.addToBatch(parts.list[i], instructions)
    this.didViewUpdate = false
    renderPipes.blendMode.popBlendMode(instructions)
  }

  /** @internal */
  syncView(): void {
    this.onViewUpdate()
  }

  /** @internal */
  readInto(runs: Runs): void {
    readAllRuns(this.stage.scene, runs)
  }

  /** @internal */
  isRelooked(stamp: number): boolean {
    return this.stage.scene.changed > stamp
  }

  /** @internal */
  isReshaped(stamp: number): boolean {
    return this.stage.scene.changed > stamp
  }

  /** @internal */
  isMixed(): boolean {
    return true
  }

  /** @internal */
  toOwn(out: Matrix): Matrix {
    return Object.assign(out, UPSIDE_DOWN)
  }

  protected override updateBounds(): void {
    const { scene, runs } = this.stage
    tellFigures(this.stage)
    readAllRuns(scene, runs)
    if (!runBounds(scene, runs, this.toOwn(createMatrix()), this._bounds)) this._bounds.set(0, 0, 0, 0)
  }
}

const UPSIDE_DOWN: Readonly<Matrix> = { a: 1, b: 0, c: 0, d: -1, x: 0, y: 0 }

/**
 * Makes one object of all that a world draws: `stage.addChild(createCrowd(world))`. A world has either figures or a crowd.
 *
 * @throws OsteonError `bad-option` if the world has a crowd, or figures.
 */
export function createCrowd(world: AnimationWorld, options: ViewContainerOptions = {}): Crowd {
  const { crowd, figures } = stageOf(world)
  if (!crowd && figures.size === 0) return new Crowd(world, options)
  const message = crowd
    ? 'the world has a crowd already'
    : 'the world has figures; make another world for the crowd'
  throw new OsteonError('bad-option', 'createCrowd', 'world', message)
}
