/** Draws a world's skeletons, sprites and baked figures as one object of a PixiJS scene. */
import {
  type Container,
  type DestroyOptions,
  type InstructionSet,
  type PointData,
  type Renderer,
  type RenderLayer,
  ViewContainer,
  type ViewContainerOptions,
} from 'pixi.js'
import { badOption } from '../../base/errors'
import type { AnimationWorld } from '../../world/world-type'
import { runBounds } from '../figures/bounds'
import { hitCrowd } from '../figures/hits'
import { createMatrix, type Matrix } from '../figures/place'
import { PIECE, readRest } from '../figures/rest'
import type { Runs } from '../figures/runs'
import { bakedOf, createPiece } from './pieces'
import { meetRenderers, type Piece, pipeOf } from './pipe'
import { type Stage, stageOf, tellFigures } from './stage'
import { PIPE } from './two-colors'

/**
 * Draws all entities of a world that have no figure of their own, for crowds that a game moves by components: each at
 * its `Transform`, y up, in the order of `SortKey`. The object has place, alpha, tint, masks, filters, bounds and
 * pointer events, as a figure has.
 *
 * Figures that are its children are drawn among its entities, by their `zIndex` or by y (`sortsByY`). Other children
 * are drawn above.
 */
export class Crowd extends ViewContainer {
  /** @internal */
  override readonly renderPipeId: string = PIPE
  /** Shows PixiJS that it is drawn in batches. */
  readonly batched = true
  readonly world: AnimationWorld
  /** The target of pointers. @default 'shapes' */
  hitProvider: 'boxes' | 'shapes' = 'shapes'
  /**
   * Whether each tick sorts all entities and figures by their y, as `sortByY` does, except those with a key or `zIndex`
   * of their own.
   */
  sortsByY = false
  /** @internal */
  readonly stage: Stage
  private readonly pieces: Piece[] = []

  /** @internal */
  constructor(world: AnimationWorld, options: ViewContainerOptions) {
    super(options)
    this.allowChildren = true
    meetRenderers(this)
    this.world = world
    this.stage = stageOf(world)
    this.stage.crowd = this
  }

  /** Finds the foremost skeleton or baked figure at a point of the crowd's own space; 0 if there is none. */
  entityAt({ x, y }: PointData): number {
    const { figures } = this.stage
    const filter = (eid: number) => !figures.has(eid)
    return hitCrowd(this.world, { x, y: -y }, { by: this.hitProvider, filter })?.eid ?? 0
  }

  /** Whether a point of the crowd's own space hits a skeleton. */
  override containsPoint(point: PointData): boolean {
    return this.entityAt(point) !== 0
  }

  /** Destroys the object; the world and its entities stay. */
  override destroy(options?: DestroyOptions): void {
    if (this.destroyed) return
    this.stage.crowd = null
    super.destroy(options)
  }

  /** @internal */
  override collectRenderablesSimple(
    instructions: InstructionSet,
    renderer: Renderer,
    layer: RenderLayer,
  ): void {
    const { renderPipes } = renderer
    const { scene, figures } = this.stage
    const pipe = pipeOf(renderer, this)
    const expands = bakedOf(pipe, this).figures === null
    if (scene.expands !== expands) {
      scene.expands = expands
      scene.tick = -1
    }
    tellFigures(this.stage)
    renderPipes.blendMode.pushBlendMode(this, this.groupBlendMode, instructions)
    const parts = pipe.partsOf(this)
    let piece = 0
    for (let i = 0; i < parts.count; i++) {
      const part = parts.list[i]
      if (part.slot < 0) renderPipes.batch.addToBatch(part, instructions)
      else if (part.slot === PIECE) this.addPiece(piece++, instructions, renderer)
      else figures.get(part.slot)?.collectRenderables(instructions, renderer, layer)
    }
    this.didViewUpdate = false
    const own: ReadonlySet<Container> = new Set(figures.values())
    for (const child of this.children)
      if (!own.has(child)) child.collectRenderables(instructions, renderer, layer)
    renderPipes.blendMode.popBlendMode(instructions)
  }

  private addPiece(number: number, instructions: InstructionSet, renderer: Renderer): void {
    this.pieces[number] ??= createPiece(this, number)
    renderer.renderPipes.batch.break(instructions)
    instructions.add(this.pieces[number])
  }

  /** @internal */
  syncView(): void {
    this.onViewUpdate()
  }

  /** @internal */
  readInto(runs: Runs): void {
    const { scene, figures, pieces } = this.stage
    const isChild = (eid: number) => figures.get(eid)?.parent === this
    readRest(scene, figures.keys(), runs, isChild, pieces ?? undefined)
  }

  /** @internal */
  isRelooked(stamp: number): boolean {
    return this.stage.scene.changed > stamp
  }

  /** @internal */
  isReshaped(stamp: number): boolean {
    return this.stage.scene.changed > stamp || this.stage.placed > stamp
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
    const { scene, figures, runs } = this.stage
    tellFigures(this.stage)
    readRest(scene, figures.keys(), runs)
    const box = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity }
    runBounds(scene, runs, createMatrix(), box)
    if (!scene.expands) this.world.animation.joins.frame?.addBounds(box)
    if (box.minX > box.maxX) this._bounds.set(0, 0, 0, 0)
    else this._bounds.set(box.minX, -box.maxY, box.maxX, -box.minY)
  }
}

const UPSIDE_DOWN: Readonly<Matrix> = { a: 1, b: 0, c: 0, d: -1, x: 0, y: 0 }

/**
 * Draws all entities of a world that have no figure of their own: `stage.addChild(createCrowd(world))`. See `Crowd`.
 *
 * @throws OsteonError `bad-option` if the world has a crowd.
 */
export function createCrowd(world: AnimationWorld, options: ViewContainerOptions = {}): Crowd {
  if (stageOf(world).crowd) throw badOption('createCrowd', 'world', 'the world has a crowd already')
  return new Crowd(world, options)
}
