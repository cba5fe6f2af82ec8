/** A skeleton as an object of a PixiJS scene. */
import {
  type DestroyOptions,
  type InstructionSet,
  type PointData,
  type Renderer,
  type RenderLayer,
  ViewContainer,
  type ViewContainerOptions,
} from 'pixi.js'
import type { AnimationWorld } from '../../components/world-type'
import { despawnSkeleton, spawnSkeleton } from '../api/spawn'
import { figureBounds, hitsFigure } from '../figures/bounds'
import { placeFigure } from '../figures/place'
import { createRuns } from '../figures/runs'
import { endWith } from '../figures/scene'
import type { Rig } from '../rig/rig'
import { PIPE, pipeOf } from './pipe'
import { type Stage, stageOf, tellFigures } from './stage'

/** How a figure is made; everything of `ContainerOptions` besides. */
export interface FigureOptions extends ViewContainerOptions {
  world: AnimationWorld
  rig: Rig
  skin?: string | readonly string[] | null
}

export class Figure extends ViewContainer {
  override readonly renderPipeId: string = PIPE
  readonly batched = true
  readonly world: AnimationWorld
  /** The entity whose skeleton it shows. */
  readonly eid: number
  /** @internal */
  readonly stage: Stage
  private readonly forget: () => void

  constructor({ world, rig, skin, ...rest }: FigureOptions) {
    super({ label: rig.name, ...rest })
    this.allowChildren = true
    this.world = world
    this.stage = stageOf(world)
    this.eid = spawnSkeleton(world, rig, { skin })
    this.forget = endWith(this.stage.scene, this.eid, () => this.destroy())
    this.stage.figures.add(this)
    this.syncEntity()
  }

  /** Before a tick. @internal */
  syncEntity(): void {
    const { _position: position, _scale: scale } = this
    placeFigure(this.stage.scene, this.eid, true, position.x, position.y, this.rotation, scale.x, scale.y)
  }

  /** After a tick in which it changed. @internal */
  syncView(): void {
    this.onViewUpdate()
  }

  override collectRenderablesSimple(
    instructions: InstructionSet,
    renderer: Renderer,
    layer: RenderLayer,
  ): void {
    const { renderPipes } = renderer
    tellFigures(this.stage)
    renderPipes.blendMode.pushBlendMode(this, this.groupBlendMode, instructions)
    const parts = pipeOf(renderer).partsOf(this)
    for (let i = 0; i < parts.count; i++) {
      const part = parts.list[i]
      if (part.slot < 0) renderPipes.batch.addToBatch(part, instructions)
    }
    this.didViewUpdate = false
    for (const child of this.children) child.collectRenderables(instructions, renderer, layer)
    renderPipes.blendMode.popBlendMode(instructions)
  }

  override containsPoint({ x, y }: PointData): boolean {
    return hitsFigure(this.stage.scene, this.eid, true, x, y, 'shapes')
  }

  protected override updateBounds(): void {
    tellFigures(this.stage)
    const bounds = this._bounds
    if (!figureBounds(this.stage.scene, this.eid, true, runs, bounds)) bounds.set(0, 0, 0, 0)
  }

  override destroy(options?: DestroyOptions): void {
    if (this.destroyed) return
    this.forget()
    this.stage.figures.delete(this)
    if (this.world.animation.skeletons.serial[this.eid] !== 0) despawnSkeleton(this.world, this.eid)
    super.destroy(options)
  }
}

const runs = createRuns()
