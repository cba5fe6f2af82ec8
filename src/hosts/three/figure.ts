/** A skeleton as an object of a scene of Three.js. */
import { Color, type Intersection, type Material, Mesh, type Raycaster, type Vector3 } from 'three'
import { despawnSkeleton, type SpawnOptions } from '../../api/spawn'
import type { Entity, NameOf, RigNames } from '../../base/model/names'
import type { Rig } from '../../rig/rig'
import type { AnimationWorld } from '../../world/world-type'
import { type Box, figureBounds } from '../figures/bounds'
import { liveEntity } from '../figures/life'
import { addMethods, type FigureMethods } from '../figures/methods'
import { createRuns, type Runs } from '../figures/runs'
import { endWith } from '../figures/scene'
import { slotOf } from '../figures/slot-of'
import { spawnPlaying } from '../figures/spawn-playing'
import type { FigureEventMap, LastPlace, Style } from './body'
import { castRay } from './cast-ray'
import { refuseCopy } from './copies'
import { FigureGeometry } from './geometry'
import { createStyle, disposeMaterials } from './pieces'
import { isPosed, isSeen, prepareFigure, refreshFigure, updateLook } from './refresh'
import { disposeShadow } from './shadows'
import { FigureSlot } from './slot'
import { leaveAttributes, leaveState, threeStateOf } from './state'
import { poseFigure } from './update'

/** How a figure is made: what it shows, how it is drawn, and how its skeleton starts. Its position is the object's. */
export interface FigureOptions<N extends RigNames = RigNames>
  extends Omit<
    SpawnOptions<N['skins']>,
    'x' | 'y' | 'rotation' | 'scaleX' | 'scaleY' | 'sortKey' | 'timeScale'
  > {
  /** All figures of a game share one world. */
  world: AnimationWorld
  rig: Rig<N>
  /** An animation that loops from the start. @default none */
  animation?: N['animations']
  /**
   * Copied for each draw call: one of Three.js's own materials, such as `new MeshStandardMaterial()` for the lights of
   * the scene.
   * @default a MeshBasicMaterial without tone mapping: colours as the images have them
   */
  material?: Material
  /**
   * Writes depth where the figure's alpha is at least `alphaTest`, with one more draw call. Transparent objects behind
   * the figure that are drawn later then do not cover it. @default false
   */
  depthWrite?: boolean
  /** The least alpha that writes depth, and casts shadows if `castShadow` is set. @default 0.5 */
  alphaTest?: number
  /** Whether a ray hits bounding boxes or drawn shapes. @default 'shapes' */
  hitProvider?: 'boxes' | 'shapes'
  /** Units of the skeleton between an object in a slot and the parts of the figure on either side of it. @default 1 */
  slotDepth?: number
}

/** Methods that all figures have, whatever their engine. */
export interface Figure<N extends RigNames = RigNames> extends FigureMethods<N> {}

/**
 * A skeleton of a world as a mesh. It is in the plane z = 0 of the object, y up; a unit of the skeleton is one of the
 * object's. Depth is tested. Vertices belong to the world, and `updateFigures` uploads them once for all figures.
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: `addMethods` gives it all of FigureMethods.
export class Figure<N extends RigNames = RigNames> extends Mesh<FigureGeometry, Material[], FigureEventMap> {
  override readonly type = 'Figure'
  readonly world: AnimationWorld
  private entity: number
  readonly rig: Rig<N>
  /** Multiplies all colours of the figure. */
  readonly color = new Color(1, 1, 1)
  /** 0…1; multiplies the alpha of the whole figure. */
  opacity = 1
  hitProvider: 'boxes' | 'shapes'
  slotDepth: number
  /** Multiplies the time of a tick. */
  timeScale = 1
  /** Whether its time and its animations stop. */
  paused = false
  /** Share of the object's movement that physics notice; 0 while it jumps to another place. */
  physicsMovement = 1
  /** Whether it was disposed of, by itself or together with its entity. */
  isDisposed = false
  /** @internal */
  readonly style: Style
  /** This mesh, and a mesh for the triangles in front of each slot with objects. @internal */
  readonly pieces: Mesh<FigureGeometry, Material[]>[] = [this]
  /** By slot index. @internal */
  readonly slots = new Map<number, FigureSlot>()
  /** @internal */
  readonly runs: Runs = createRuns()
  /** @internal */
  refreshed = -1
  /** @internal */
  readonly lastPlace: LastPlace = { isKnown: false, origin: new Float64Array(3), axis: new Float64Array(3) }
  /** @internal */
  private readonly forget: () => void

  /**
   * @throws OsteonError `unknown-animation`, and as `spawnSkeleton` does; `bad-option` if the world has a renderer. No
   *   entity is left over.
   */
  constructor(options: FigureOptions<N>) {
    const {
      world,
      rig,
      animation,
      material,
      depthWrite = false,
      alphaTest = 0.5,
      hitProvider = 'shapes',
      slotDepth = 1,
      ...spawn
    } = options
    super(new FigureGeometry((out) => this.measure(out)), [])
    const state = threeStateOf(world)
    this.world = world
    this.rig = rig
    this.hitProvider = hitProvider
    this.slotDepth = slotDepth
    this.style = createStyle(state.scene, material, depthWrite, alphaTest)
    this.entity = spawnPlaying(world, rig, animation, spawn)
    this.forget = endWith(state.scene, this.eid, () => this.release())
    state.figures.set(this.eid, this)
  }

  /**
   * The entity, for all functions of osteon: `setSkin(figure.world, figure.eid, 'knight')`; 0 once it is disposed of.
   */
  get eid(): Entity<N> {
    return this.entity
  }

  /**
   * Returns the group of objects in a slot, drawn above its attachment: `figure.slot('hand').add(torch)`. It follows
   * the slot's bone and colour, and the holder's clips apply to it.
   *
   * @throws OsteonError `unknown-slot`, `disposed`.
   */
  slot<G extends string>(name: NameOf<N['slots'], G> | number): FigureSlot {
    return slotOf(this.world, liveEntity(this, 'slot'), this.slots, name, (index) => this.addSlot(index))
  }

  private addSlot(index: number): FigureSlot {
    const slot = new FigureSlot(this, index)
    this.add(slot)
    return slot
  }

  /** Adds the foremost slot on the ray. */
  override raycast(raycaster: Raycaster, intersects: Intersection[]): void {
    if (this.isDisposed) return
    const options = { eid: this.eid, by: this.hitProvider }
    castRay(this, this.world, () => this.posedRuns(), options, raycaster, intersects)
  }

  private posedRuns(): Runs {
    if (!isPosed(this)) poseFigure(this)
    return this.runs
  }

  /** Three.js calls it before a scene is drawn: figures that no tick has posed are posed then. */
  override updateMatrixWorld(force?: boolean): void {
    if (!this.isDisposed) {
      if (!isPosed(this) && isSeen(this)) poseFigure(this)
      updateLook(this)
    }
    super.updateMatrixWorld(force)
  }

  /** Fills `target` with a vertex of the figure itself: `Box3.setFromObject(figure, true)` is the box of these. */
  override getVertexPosition(index: number, target: Vector3): Vector3 {
    return this.geometry.readVertex(index, target)
  }

  private measure(out: Box): boolean {
    if (this.isDisposed) return false
    this.poseFirst()
    return figureBounds(threeStateOf(this.world).scene, this.eid, false, this.runs, out)
  }

  /** Before the world's first tick, bones have no position. @internal */
  poseFirst(): void {
    if (!this.world.animation.solved) poseFigure(this)
  }

  /** @internal */
  prepare(): void {
    prepareFigure(this)
  }

  /** @internal */
  refresh(): void {
    refreshFigure(this)
  }

  /** Each figure has its own entity: make another with `new Figure`. @throws OsteonError `unsupported-feature`. */
  override clone(): never {
    return refuseCopy(this.type, 'clone')
  }

  /** Each figure has its own entity: make another with `new Figure`. @throws OsteonError `unsupported-feature`. */
  override copy(): never {
    return refuseCopy(this.type, 'copy')
  }

  /** Use `saveState` to save worlds. @throws OsteonError `unsupported-feature`. */
  override toJSON(): never {
    return refuseCopy(this.type, 'toJSON')
  }

  /**
   * Takes the figure out of its scene and its entity out of the world. Objects in slots and textures are the caller's.
   */
  override dispose(): void {
    if (this.isDisposed) return
    const { world, eid } = this
    this.release()
    despawnSkeleton(world, eid)
  }

  /** Everything that `dispose` does, except removing the entity. @internal */
  release(): void {
    if (this.isDisposed) return
    this.isDisposed = true
    this.forget()
    const state = threeStateOf(this.world)
    state.figures.delete(this.eid)
    this.removeFromParent()
    for (const slot of this.slots.values()) slot.release()
    disposeShadow(this)
    for (const piece of this.pieces) {
      leaveAttributes(piece.geometry)
      piece.geometry.dispose()
      disposeMaterials(piece)
    }
    leaveState(state)
    this.entity = 0
  }
}

addMethods(Figure.prototype, false)
