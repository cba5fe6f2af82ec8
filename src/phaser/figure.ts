/** A skeleton as a game object of Phaser. */
import type * as Phaser from 'phaser'
import type { AnimationWorld } from '../../components/world-type'
import { despawnSkeleton, type SpawnOptions, spawnSkeleton } from '../api/spawn'
import { type Box, figureBounds, hitsFigure, posedBounds } from '../figures/bounds'
import { liveEntity } from '../figures/life'
import { addMethods, type FigureMethods } from '../figures/methods'
import { createRuns, readRuns } from '../figures/runs'
import { endWith } from '../figures/scene'
import { slotOf } from '../figures/slot-of'
import type { Rig } from '../rig/rig'
import type { AnimationEvent } from '../world/events'
import { ACTIVITY, LEVEL } from '../world/skeletons'
import { drawFigure } from './draw'
import { prepareFigure } from './prepare'
import { SizedObject } from './sized-object'
import { FigureSlot } from './slot'
import { poseMember, removeMember, type Stage, stageOf } from './stage'

/** How a figure starts, besides its place. */
export interface FigureOptions
  extends Omit<
    SpawnOptions,
    'x' | 'y' | 'rotation' | 'scaleX' | 'scaleY' | 'sortKey' | 'timeScale' | 'tint' | 'alpha'
  > {
  /** Whether a pointer hits bounding boxes or drawn shapes, once the figure is interactive. @default 'shapes' */
  hitProvider?: 'boxes' | 'shapes'
}

/** Methods that all figures have. */
export interface Figure extends FigureMethods {}

/**
 * A skeleton of the game's world as a game object: `this.add.figure(x, y, 'hero')`. A unit of the skeleton is a pixel; its own origin stands at
 * x, y. It emits `animation` for each animation event, and its kind: `complete`, `event`, …
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: `addMethods` gives it all of FigureMethods.
export class Figure extends SizedObject {
  readonly world: AnimationWorld
  private entity: number
  readonly rig: Rig
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
  /** @internal */
  ticked = false
  private readonly forget: () => void
  private readonly box: Box = { minX: 0, minY: 0, maxX: 0, maxY: 0 }
  private boxStamp = -1

  /** @throws OsteonError as `spawnSkeleton` does. */
  constructor(scene: Phaser.Scene, x: number, y: number, rig: Rig, options: FigureOptions = {}) {
    super(scene, 'Figure')
    const { hitProvider = 'shapes', ...spawn } = options
    this.stage = stageOf(scene.sys.game)
    this.world = this.stage.world
    this.rig = rig
    this.hitProvider = hitProvider
    this.entity = spawnSkeleton(this.world, rig, spawn)
    this.setPosition(x, y)
    this.forget = endWith(this.stage.scene, this.eid, () => this.destroy())
    this.stage.members.set(this.eid, this)
    this.prepare()
  }

  /** The entity, for all functions of osteon: `setSkin(figure.world, figure.eid, 'knight')`; 0 once it is destroyed. */
  get eid(): number {
    return this.entity
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
   * @throws OsteonError `unknown-slot`, `disposed`.
   */
  slot(name: string | number): FigureSlot {
    return slotOf(
      this.world,
      liveEntity(this, 'slot'),
      this.slots,
      name,
      (index) => new FigureSlot(this, index),
    )
  }

  /** Whether a point, in pixels from the figure's own origin, y down, meets it. Nothing meets a destroyed figure. */
  hits(x: number, y: number): boolean {
    if (this.eid === 0) return false
    this.poseFirst()
    return hitsFigure(this.stage.scene, this.eid, true, x, y, this.hitProvider)
  }

  /** In pixels from the figure's own origin; looked at again where something was drawn since. */
  protected bounds(): Box {
    const { box, stage, runs } = this
    const eid = liveEntity(this, 'bounds')
    this.poseFirst()
    const { scene } = stage
    const { activity, level } = this.world.animation.skeletons
    const last = Math.max(scene.moved[eid] ?? 0, scene.shaped[eid] ?? 0)
    const isDrawn = level[eid] === LEVEL.full && (activity[eid] & ACTIVITY.written) === 0
    if (isDrawn && this.boxStamp >= last && this.boxStamp >= 0) return box
    this.boxStamp = isDrawn ? last : -1
    const found = isDrawn ? figureBounds(scene, eid, true, runs, box) : posedBounds(scene, eid, true, box)
    if (!found) box.minX = box.maxX = box.minY = box.maxY = 0
    return box
  }

  /** Before its first tick no bone has a place. @internal */
  poseFirst(): void {
    if (!this.ticked) poseMember(this.stage, this)
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
    removeMember(stage, eid)
    for (const slot of this.slots.values()) slot.release()
    const { pool, skeletons } = world.animation
    if (eid < pool.capacity && skeletons.serial[eid] !== 0 && !world.animation.tick.leaving.has(eid))
      despawnSkeleton(world, eid)
    this.entity = 0
  }
}

addMethods(Figure.prototype, true)
