/** A skeleton as a game object of Phaser. */
import * as Phaser from 'phaser'
import type { AnimationWorld } from '../../components/world-type'
import { despawnSkeleton, type SpawnOptions, spawnSkeleton } from '../api/spawn'
import { type Box, figureBounds, hitsFigure } from '../figures/bounds'
import { addMethods, type FigureMethods } from '../figures/methods'
import { createRuns, readRuns } from '../figures/runs'
import { endWith } from '../figures/scene'
import { slotOf } from '../figures/slot-of'
import type { Rig } from '../rig/rig'
import type { AnimationEvent } from '../world/events'
import { addComponents, startComponents } from './components'
import { drawFigure } from './draw'
import { prepareFigure } from './prepare'
import { FigureSlot } from './slot'
import { type Stage, stageOf, tickStage } from './stage'

/** How a figure starts, besides its place. */
export interface FigureOptions
  extends Omit<
    SpawnOptions,
    'x' | 'y' | 'rotation' | 'scaleX' | 'scaleY' | 'sortKey' | 'timeScale' | 'tint' | 'alpha'
  > {
  /** Whether a pointer hits bounding boxes or drawn shapes, once the figure is interactive. @default 'shapes' */
  hitProvider?: 'boxes' | 'shapes'
}

/** Methods that all figures have, and the components of Phaser. */
export interface Figure
  extends FigureMethods,
    Phaser.GameObjects.Components.AlphaSingle,
    Phaser.GameObjects.Components.BlendMode,
    Phaser.GameObjects.Components.Depth,
    Phaser.GameObjects.Components.GetBounds,
    Phaser.GameObjects.Components.ScrollFactor,
    Phaser.GameObjects.Components.Transform,
    Phaser.GameObjects.Components.Visible {}

/**
 * A skeleton of the game's world as a game object: `this.add.figure(x, y, 'hero')`. A unit of the skeleton is a pixel; its own origin stands at
 * x, y. It emits `animation` for each animation event, and its kind: `complete`, `event`, …
 */
export class Figure extends Phaser.GameObjects.GameObject {
  readonly world: AnimationWorld
  /** The entity, for all functions of osteon: `setSkin(figure.world, figure.eid, 'knight')`. */
  readonly eid: number
  readonly rig: Rig
  hitProvider: 'boxes' | 'shapes'
  /** Multiplies the time of the scene, which is 0 while it is paused. */
  timeScale = 1
  /** Stands still: its time and its animations do not go on. */
  paused = false
  /** Multiplies all colours, 0xRRGGBB. */
  tint = 0xffffff
  /** @internal */
  readonly stage: Stage
  /** @internal */
  readonly runs = createRuns()
  /** By slot index. @internal */
  readonly slots = new Map<number, FigureSlot>()
  /** Alpha of the object and of its containers at the last tick. @internal */
  bakedAlpha = 1
  private readonly forget: () => void
  private readonly box: Box = { minX: 0, minY: 0, maxX: 0, maxY: 0 }
  private boxStamp = -1

  /** @throws OsteonError as `spawnSkeleton` does. */
  constructor(scene: Phaser.Scene, x: number, y: number, rig: Rig, options: FigureOptions = {}) {
    super(scene, 'Figure')
    startComponents(this)
    const { hitProvider = 'shapes', ...spawn } = options
    this.stage = stageOf(scene.sys.game)
    this.world = this.stage.world
    this.rig = rig
    this.hitProvider = hitProvider
    this.eid = spawnSkeleton(this.world, rig, spawn)
    this.setPosition(x, y)
    this.forget = endWith(this.stage.scene, this.eid, () => this.destroy())
    this.stage.members.set(this.eid, this)
    this.prepare()
  }

  /** Multiplies all colours by 0xRRGGBB. */
  setTint(tint = 0xffffff): this {
    this.tint = tint
    return this
  }

  /** Ends the tint. */
  clearTint(): this {
    return this.setTint()
  }

  /**
   * The game objects in a slot, drawn above its attachment: `figure.slot('hand').add(torch)`. They follow the slot's bone and colour,
   * and the holder's clips cut them.
   *
   * @throws OsteonError `unknown-slot`.
   */
  slot(name: string | number): FigureSlot {
    return slotOf(this.world, this.eid, this.slots, name, (index) => new FigureSlot(this, index))
  }

  /** Without a hit area of the caller's, pointers hit bounding boxes or drawn shapes, by `hitProvider`. */
  override setInteractive(
    hitArea?: Phaser.Types.Input.InputConfiguration | unknown,
    callback?: Phaser.Types.Input.HitAreaCallback,
    dropZone?: boolean,
  ): this {
    const own = (_: unknown, x: number, y: number) =>
      this.hits(x - this.displayOriginX, y - this.displayOriginY)
    if (hitArea === undefined) return super.setInteractive({}, own, dropZone)
    const isPlain = Object.getPrototypeOf(hitArea) === Object.prototype && !('hitArea' in Object(hitArea))
    if (!isPlain || callback) return super.setInteractive(hitArea, callback, dropZone)
    return super.setInteractive(
      { ...Object(hitArea), hitArea: {}, hitAreaCallback: own },
      undefined,
      dropZone,
    )
  }

  /** Whether a point, in pixels from the figure's own origin, y down, meets it. */
  hits(x: number, y: number): boolean {
    return hitsFigure(this.stage.scene, this.eid, true, x, y, this.hitProvider)
  }

  /** Size of the box of all that is drawn, without the object's scale. */
  get width(): number {
    const { minX, maxX } = this.bounds()
    return maxX - minX
  }

  get height(): number {
    const { minY, maxY } = this.bounds()
    return maxY - minY
  }

  get displayWidth(): number {
    return this.width * Math.abs(this.scaleX)
  }

  get displayHeight(): number {
    return this.height * Math.abs(this.scaleY)
  }

  /** Where the figure's own origin is in that box: shares of its size, from the left and from above. */
  get originX(): number {
    return this.width === 0 ? 0 : this.displayOriginX / this.width
  }

  get originY(): number {
    return this.height === 0 ? 0 : this.displayOriginY / this.height
  }

  get displayOriginX(): number {
    return -this.bounds().minX
  }

  get displayOriginY(): number {
    return -this.bounds().minY
  }

  /** In pixels from the figure's own origin; looked at anew where something was drawn since. */
  private bounds(): Box {
    const { box, stage, eid, runs } = this
    const { scene } = stage
    const last = Math.max(scene.moved[eid] ?? 0, scene.shaped[eid] ?? 0)
    if (this.boxStamp >= last && this.boxStamp >= 0) return box
    this.boxStamp = last
    if (!figureBounds(scene, eid, true, runs, box)) box.minX = box.maxX = box.minY = box.maxY = 0
    return box
  }

  /** Before the game's first tick no bone has a place. @internal */
  poseFirst(): void {
    if (!this.world.animation.solved) tickStage(this.stage, 0)
  }

  /** @internal */
  prepare(): void {
    prepareFigure(this)
  }

  /** @internal */
  refresh(): void {
    for (const slot of this.slots.values()) slot.update()
  }

  /** @internal */
  tell(event: Readonly<AnimationEvent>): void {
    this.emit('animation', event)
    this.emit(event.kind, event)
  }

  /** Phaser calls it: of version 4 with a drawing context, of version 3 with a camera. */
  renderWebGL(
    renderer: Phaser.Renderer.WebGL.WebGLRenderer,
    figure: this,
    target: Phaser.Renderer.WebGL.DrawingContext | Phaser.Cameras.Scene2D.Camera,
    parent?: Phaser.GameObjects.Components.TransformMatrix,
  ): void {
    // Phaser 4 calls it without `this`.
    readRuns(figure.stage.scene, figure.eid, figure.runs)
    drawFigure(figure, renderer, target, parent)
  }

  /** Nothing is drawn on a canvas without WebGL. */
  renderCanvas(): void {}

  /** @internal */
  protected preDestroy(): void {
    const { eid, stage, world } = this
    this.forget()
    stage.members.delete(eid)
    for (const slot of this.slots.values()) slot.release()
    const { pool, skeletons } = world.animation
    if (eid < pool.capacity && skeletons.serial[eid] !== 0 && !world.animation.tick.leaving.has(eid))
      despawnSkeleton(world, eid)
  }
}

addComponents(Figure.prototype)
addMethods(Figure.prototype, true)
