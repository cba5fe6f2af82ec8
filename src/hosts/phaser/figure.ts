/** A skeleton as a game object of Phaser. */
import type * as Phaser from 'phaser'
import { chunkOf } from '../../api/seat'
import { despawnSkeleton, type SpawnOptions } from '../../api/spawn'
import type { Entity, NameOf, RigNames } from '../../base/model/names'
import type { Rig } from '../../rig/rig'
import type { SkeletonEvent } from '../../world/events'
import { ACTIVITY, LEVEL } from '../../world/skeletons'
import type { AnimationWorld } from '../../world/world-type'
import { type Box, figureBounds, hitsFigure, posedBounds } from '../figures/bounds'
import { liveEntity } from '../figures/life'
import { addMethods, type EventName, type FigureMethods, type Listener } from '../figures/methods'
import { createRuns, readRuns } from '../figures/runs'
import { endWith } from '../figures/scene'
import { slotOf } from '../figures/slot-of'
import { spawnPlaying } from '../figures/spawn-playing'
import { addComponents } from './components'
import { drawFigure } from './draw'
import { findRig } from './loader'
import { isUnposed, prepareFigure } from './prepare'
import { SizedObject } from './sized-object'
import { FigureSlot } from './slot'
import { poseMember, type Stage, stageOf } from './stage'

/** How a figure starts, apart from its position. */
export interface FigureOptions<N extends RigNames = RigNames>
  extends Omit<
    SpawnOptions<N['skins']>,
    'x' | 'y' | 'rotation' | 'scaleX' | 'scaleY' | 'sortKey' | 'timeScale' | 'tint' | 'alpha'
  > {
  /** An animation that loops from the start. @default none */
  animation?: N['animations']
  /**
   * Whether it is posed in every tick although it is not visible: for code that reads its bones. @default false: only
   * its time goes on
   */
  updateWhenInvisible?: boolean
  /** Whether a pointer hits bounding boxes or drawn shapes, once the figure is interactive. @default 'shapes' */
  hitProvider?: 'boxes' | 'shapes'
}

/** Methods that all figures have, and flips, which mirror it about its own origin. */
export interface Figure<N extends RigNames = RigNames>
  extends FigureMethods<N>,
    Phaser.GameObjects.Components.Flip {
  /**
   * Listens to an event of its animations, of its pointers, or of Phaser. Names are checked if its rig is typed;
   * symbols are yours.
   */
  on<K extends EventName<N, HostEvent>>(event: K, listener: Listener<N, K>, context?: unknown): this
  /** Listens to the next such event only. */
  once<K extends EventName<N, HostEvent>>(event: K, listener: Listener<N, K>, context?: unknown): this
}

/** Events of Phaser's own that a figure may emit. */
export type HostEvent =
  | `pointer${'down' | 'up' | 'move' | 'over' | 'out'}`
  | `drag${'' | 'start' | 'end' | 'enter' | 'leave' | 'over'}`
  | 'drop'
  | 'wheel'
  | 'destroy'
  | 'addedtoscene'
  | 'removedfromscene'

/**
 * A skeleton of the game's world as a game object: `this.add.figure(x, y, 'hero')`. A unit of the skeleton is a pixel;
 * its own origin is at x, y. It emits `animation` for each animation event, and the event's kind: `complete`, `event`,
 * …
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: `addMethods` gives it all of FigureMethods.
export class Figure<N extends RigNames = RigNames> extends SizedObject {
  readonly world: AnimationWorld
  private entity = 0
  /** Multiplies the time of the scene, which is 0 while it is paused. */
  timeScale = 1
  /** Whether its time and its animations stop. */
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
  /** Tint at the last tick. @internal */
  bakedTint = 0xffffff
  updateWhenInvisible = false
  /** Tick of the game after which it was last drawn without being visible in the display list. @internal */
  askedAt = Number.NEGATIVE_INFINITY
  /** @internal */
  ticked = false
  private forget = () => {}
  private readonly box: Box = { minX: 0, minY: 0, maxX: 0, maxY: 0 }
  private boxStamp = -1

  /**
   * @param rig the key of a loaded figure, or a rig. Groups without a key pass `null`: the figure is empty until
   *   `setRig`.
   * @throws OsteonError `unknown-rig`, `unknown-animation`, and as `spawnSkeleton` does.
   */
  constructor(
    scene: Phaser.Scene,
    x: number,
    y: number,
    rig: string | Rig<N> | null,
    options?: FigureOptions<N> | null,
  ) {
    super(scene, 'Figure')
    this.stage = stageOf(scene.sys.game)
    this.world = this.stage.world
    this.setPosition(x, y)
    if (rig !== null) this.setRig(rig, options)
  }

  /**
   * Gives the figure another skeleton, which starts from its beginning: `figure.eid` changes, and objects in its slots
   * are destroyed.
   *
   * @param rig the key of a loaded figure, or a rig. @throws OsteonError as the constructor does; everything stays as
   *   it was.
   */
  setRig(rig: string | Rig<N>, options?: FigureOptions<N> | null): this {
    const { world, stage } = this
    const {
      hitProvider = 'shapes',
      animation,
      updateWhenInvisible = false,
      ...spawn
    }: FigureOptions = options ?? {}
    const eid = spawnPlaying(world, findRig(this.scene, rig), animation, spawn)
    this.leave()
    this.hitProvider = hitProvider
    this.updateWhenInvisible = updateWhenInvisible
    this.setFlip(spawn.flipX ?? this.flipX, spawn.flipY ?? this.flipY)
    this.entity = eid
    this.ticked = false
    this.forget = endWith(stage.scene, eid, () => this.destroy())
    stage.members.set(eid, this)
    this.prepare()
    return this
  }

  /** The entity, for all functions of osteon: `setSkin(figure.world, figure.eid, 'knight')`; 0 once it is destroyed. */
  get eid(): Entity<N> {
    return this.entity
  }

  /** Refuses disposed assets. @throws OsteonError `disposed`. */
  get rig(): Rig<N> {
    return chunkOf(this.world, liveEntity(this, 'rig')).rig.source as Rig<N>
  }

  /** Multiplies all colours by 0xRRGGBB. */
  setTint(tint = 0xffffff): this {
    this.tint = tint
    return this
  }

  /** Removes the tint. */
  clearTint(): this {
    return this.setTint()
  }

  /**
   * Returns the game objects in a slot, drawn above its attachment: `figure.slot('hand').add(torch)`. They follow the
   * slot's bone and colour, and the holder's clips apply to them.
   *
   * @throws OsteonError `unknown-slot`, `disposed`.
   */
  slot<G extends string>(name: NameOf<N['slots'], G> | number): FigureSlot {
    return slotOf(
      this.world,
      liveEntity(this, 'slot'),
      this.slots,
      name,
      (index) => new FigureSlot(this, index),
    )
  }

  /** Whether a point, in pixels from the figure's own origin, y down, hits it. Nothing hits a destroyed figure. */
  hits(x: number, y: number): boolean {
    if (this.eid === 0) return false
    this.poseFirst()
    return hitsFigure(this.stage.scene, this.eid, true, x, y, this.hitProvider)
  }

  /** In pixels from the figure's own origin; computed again if something was drawn since. */
  protected bounds(): Box {
    const { box, stage, runs } = this
    // A figure without a rig has no size.
    if (this.eid === 0 && this.scene) return box
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

  /** Before its first tick, bones have no position. @internal */
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
  tell(event: SkeletonEvent): void {
    this.emit('animation', event)
    this.emit(event.kind, event)
  }

  /** Phaser calls it: version 4 with a drawing context, version 3 with a camera. */
  renderWebGL(
    renderer: Phaser.Renderer.WebGL.WebGLRenderer,
    figure: this,
    target: Phaser.Renderer.WebGL.DrawingContext | Phaser.Cameras.Scene2D.Camera,
    parent?: Phaser.GameObjects.Components.TransformMatrix,
  ): void {
    // Phaser 4 calls it without `this`.
    if (isUnposed(figure)) poseMember(figure.stage, figure)
    readRuns(figure.stage.scene, figure.eid, figure.runs)
    drawFigure(figure, renderer, target, parent)
  }

  /** @internal */
  protected preDestroy(): void {
    this.leave()
  }

  /** Removes the entity, and objects in slots. */
  private leave(): void {
    const { eid, stage, world } = this
    if (eid === 0) return
    this.forget()
    stage.members.delete(eid)
    for (const slot of this.slots.values()) slot.release()
    this.slots.clear()
    this.entity = 0
    const { pool, skeletons } = world.animation
    if (eid < pool.capacity && skeletons.serial[eid] !== 0 && !world.animation.tick.leaving.has(eid))
      despawnSkeleton(world, eid)
  }
}

addComponents(Figure, ['Flip'])
addMethods(Figure.prototype, true)
