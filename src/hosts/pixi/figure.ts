/** A skeleton as an object of a PixiJS scene. */
import {
  Assets,
  type Container,
  type ContainerEvents,
  type DestroyOptions,
  type EventEmitter,
  type FederatedEventEmitterTypes,
  type InstructionSet,
  Matrix,
  type PointData,
  type Renderer,
  type RenderLayer,
  ViewContainer,
  type ViewContainerOptions,
} from 'pixi.js'
import { setSkin } from '../../api/dress/skins'
import { chunkOf } from '../../api/seat'
import { despawnSkeleton } from '../../api/spawn'
import { play } from '../../api/tracks/play'
import { badOption } from '../../base/errors'
import { arctangent, hypotenuse } from '../../base/math/circular'
import type { Entity, NameOf, RigNames } from '../../base/model/names'
import type { Rig } from '../../rig/rig'
import { LEVEL } from '../../world/skeletons'
import type { AnimationWorld } from '../../world/world-type'
import { type Box, figureBounds, hitsFigure } from '../figures/bounds'
import { hasEnded, liveEntity } from '../figures/life'
import { addMethods, type EventName, type FigureMethods } from '../figures/methods'
import { ownMatrix, type Matrix as PlainMatrix, placeFigure } from '../figures/place'
import { type Runs, readRuns } from '../figures/runs'
import { endWith } from '../figures/scene'
import { spawnPlaying } from '../figures/spawn-playing'
import { showsTwoColors } from './parts'
import { meetRenderers, pipeOf } from './pipe'
import { FigureSlot } from './slot'
import { poseWithin, type Stage, stageOf, tellFigures } from './stage'
import { PIPE } from './two-colors'

/**
 * The source of a figure's bounds: its drawn triangles, the file's setup box, or a function that returns a box in the
 * figure's space.
 */
export type BoundsProvider = 'pose' | 'setup' | ((figure: Figure) => Readonly<Box>)

/** The target of pointers: a figure's bounds, its bounding box attachments, or its drawn triangles. */
export type HitProvider = 'bounds' | 'boxes' | 'shapes'

/** How a figure is made. All options of PixiJS's `Container` are allowed, too. */
export interface FigureOptions<N extends RigNames = RigNames> extends ViewContainerOptions {
  /** All figures of a game share one world. */
  world: AnimationWorld
  /** The rig of a new skeleton. Leave it out if you give `eid`. */
  rig?: Rig<N>
  /** An entity that already has a skeleton, but no figure. Its `Transform` follows the object from now on. */
  eid?: number
  /** A skin's name, or several to combine in order. @default none */
  skin?: N['skins'] | readonly N['skins'][] | null
  /** An animation that loops from the start. @default none */
  animation?: N['animations']
  /** @default 'pose' */
  boundsProvider?: BoundsProvider
  /** @default 'shapes' */
  hitProvider?: HitProvider
}

/** Methods that all figures have, whatever their engine. */
export interface Figure<N extends RigNames = RigNames> extends FigureMethods<N> {
  /**
   * Listens to an event of its animations, of its pointers, or of PixiJS. Names are checked if its rig is typed;
   * symbols are yours.
   */
  on<T extends EventEmitter.EventNames<Events>>(
    event: T & EventName<N, HostEvent>,
    listener: EventEmitter.EventListener<Events, T>,
    context?: unknown,
  ): this
  /** Listens to the next such event only. */
  once<T extends EventEmitter.EventNames<Events>>(
    event: T & EventName<N, HostEvent>,
    listener: EventEmitter.EventListener<Events, T>,
    context?: unknown,
  ): this
}

type Events = ViewContainer extends EventEmitter<infer E> ? E : never

/** Events of PixiJS's own that a figure may emit. */
export type HostEvent = keyof FederatedEventEmitterTypes | keyof ContainerEvents<Container>

/**
 * A skeleton in a PixiJS scene: `stage.addChild(new Figure({ world, rig }))`. It shows an entity of the world, whose
 * `Transform` follows the object's position in its parent (`space`). Functions of osteon take its entity:
 * `setAttachment(world, figure.eid, …)`.
 *
 * Figures are batched: neighbours share draw calls with one another and with sprites. Ticks change what they show
 * (`osteonTicker`). The object and the entity are destroyed together. Animation events are emitted as `start`,
 * `complete`, `event` and so on (`AnimationEvent`).
 */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: `addMethods` gives it all of FigureMethods.
export class Figure<N extends RigNames = RigNames> extends ViewContainer {
  /** @internal */
  override readonly renderPipeId: string = PIPE
  /** Shows PixiJS that it is drawn in batches. */
  readonly batched = true
  readonly world: AnimationWorld
  private entity: number
  boundsProvider: BoundsProvider
  hitProvider: HitProvider
  /**
   * The container above the figure that the entity's `Transform` is relative to. Physics notice movement in it: if a
   * rider's horse is its parent, choose the container of both. @default the parent
   */
  space: Container | null = null
  /** @internal */
  readonly stage: Stage
  /** Whether the last tick posed it as it is visible now. @internal */
  posed = false
  private seen = true
  private stopped = false
  private pace = 1
  /** The `zIndex` that its entity was sorted by. */
  private key = 0
  private readonly slots = new Map<number, FigureSlot>()
  private readonly forget: () => void

  /** @throws OsteonError `bad-option`, `unknown-skin`, `unknown-animation`, `no-skeleton`; no entity is left over. */
  constructor(options: FigureOptions<N>) {
    const { world, rig, eid, skin, animation, boundsProvider, hitProvider, ...rest } = options
    super({ label: rig?.name, ...rest })
    this.allowChildren = true
    meetRenderers(this)
    this.world = world
    this.stage = stageOf(world)
    this.boundsProvider = boundsProvider ?? 'pose'
    this.hitProvider = hitProvider ?? 'shapes'
    this.entity = takeEntity(this.stage, { world, rig, eid, skin, animation })
    this.forget = endWith(this.stage.scene, this.eid, () => this.destroy())
    this.stage.figures.set(this.eid, this)
    this.syncEntity()
  }

  /**
   * Makes a figure of a rig that `Assets` has loaded (`figureParser`): `Figure.from('hero.json', { world })`.
   *
   * @throws OsteonError `bad-option` if there is none of that name; and as the constructor does.
   */
  static from(asset: string, options: Omit<FigureOptions, 'rig' | 'eid'>): Figure {
    const rig: unknown = Assets.cache.has(asset) ? Assets.cache.get(asset) : undefined
    if (isRig(rig)) return new Figure({ ...options, rig })
    throw badOption('Figure.from', 'asset', `Assets has no rig ${JSON.stringify(asset)}; load it first`)
  }

  /** The entity; 0 once the figure is destroyed. */
  get eid(): Entity<N> {
    return this.entity
  }

  /** Refuses disposed assets. @throws OsteonError `disposed`. */
  get rig(): Rig<N> {
    return chunkOf(this.world, liveEntity(this, 'rig')).rig.source as Rig<N>
  }

  /** Whether its time stops. It is still drawn. */
  get paused(): boolean {
    return this.stopped
  }

  set paused(paused: boolean) {
    this.stopped = paused
    this.writePace()
  }

  /** Its pace: multiplies the tick's seconds. */
  get timeScale(): number {
    return this.pace
  }

  set timeScale(pace: number) {
    this.pace = pace
    this.writePace()
  }

  private writePace(): void {
    if (hasEnded(this, 'timeScale')) return
    this.world.components.Skeleton.timeScale[this.eid] = this.stopped ? 0 : this.pace
  }

  /** Returns the container in a slot, above the slot's attachment. @throws OsteonError `unknown-slot`, `disposed`. */
  slot<G extends string>(name: NameOf<N['slots'], G> | number): FigureSlot {
    liveEntity(this, 'slot')
    const index = typeof name === 'string' ? this.rig.slots.index.get(name) : name
    const known = index === undefined ? undefined : this.slots.get(index)
    if (known) return known
    const slot = new FigureSlot(this, name)
    this.slots.set(slot.index, slot)
    this.addChild(slot)
    slot.follow()
    return slot
  }

  /** Whether a point of the figure's own space hits it, as `hitProvider` says. */
  override containsPoint(point: PointData): boolean {
    if (this.eid === 0) return false
    if (this.hitProvider !== 'boxes' && !super.containsPoint(point)) return false
    if (this.hitProvider === 'bounds') return true
    return hitsFigure(this.stage.scene, this.eid, true, point.x, point.y, this.hitProvider)
  }

  /**
   * Destroys the figure, its slots' containers and its entity. Textures and the rig stay; so do objects in slots,
   * unless `children` is set.
   */
  override destroy(options?: DestroyOptions): void {
    if (this.destroyed) return
    const { stage, eid, world } = this
    this.forget()
    stage.figures.delete(eid)
    for (const slot of [...this.slots.values()]) slot.destroy(options)
    super.destroy(options)
    const { skeletons, tick } = world.animation
    if (skeletons.serial[eid] !== 0 && !tick.leaving.has(eid)) despawnSkeleton(world, eid)
    this.entity = 0
  }

  /** @internal */
  override collectRenderablesSimple(
    instructions: InstructionSet,
    renderer: Renderer,
    layer: RenderLayer,
  ): void {
    const { renderPipes } = renderer
    tellFigures(this.stage)
    renderPipes.blendMode.pushBlendMode(this, this.groupBlendMode, instructions)
    const parts = pipeOf(renderer, this).partsOf(this)
    for (let i = 0; i < parts.count; i++) {
      const part = parts.list[i]
      if (part.slot < 0) renderPipes.batch.addToBatch(part, instructions)
      else this.slots.get(part.slot)?.collectRenderables(instructions, renderer, layer)
    }
    this.didViewUpdate = false
    for (const child of this.children)
      if (!(child instanceof FigureSlot)) child.collectRenderables(instructions, renderer, layer)
    renderPipes.blendMode.popBlendMode(instructions)
  }

  /** @internal */
  readInto(runs: Runs): void {
    readRuns(this.stage.scene, this.eid, runs)
  }

  /** @internal */
  isRelooked(stamp: number): boolean {
    return this.stage.scene.looked[this.eid] > stamp
  }

  /** @internal */
  isReshaped(stamp: number): boolean {
    return this.stage.scene.shaped[this.eid] > stamp
  }

  /** @internal */
  isMixed(runs: Runs): boolean {
    return showsTwoColors(this.stage.vertices, runs)
  }

  /** @internal */
  toOwn(out: PlainMatrix): PlainMatrix {
    return ownMatrix(this.stage.scene, this.eid, true, out)
  }

  /** Before a tick. @internal */
  syncEntity(): void {
    const { eid, stage } = this
    this.see(this.parent !== null && this.isSeenIn(null))
    if (this.key !== this.zIndex) {
      this.key = this.zIndex
      this.world.components.SortKey.value[eid] = this.zIndex
    }
    this.updateLocalTransform()
    if (this.space && this.space !== this.parent) {
      placeIn(this, this.space)
      return
    }
    const { localTransform: local, scale } = this
    placeFigure(stage.scene, eid, true, local.tx, local.ty, this.rotation, scale.x, scale.y)
  }

  /** After a tick in which it changed. @internal */
  syncView(): void {
    this.posed = this.seen
    for (const slot of this.slots.values()) slot.follow()
    this.onViewUpdate()
  }

  /** @internal */
  renewView(): void {
    this.onViewUpdate()
  }

  /** @internal */
  forgetSlot(slot: FigureSlot): void {
    if (this.slots.get(slot.index) === slot) this.slots.delete(slot.index)
  }

  /** Whether it is in `top` (null: anywhere), and every container up to there is visible. @internal */
  isSeenIn(top: Container | null): boolean {
    for (let object: Container | null = this; object; object = object.parent) {
      if (object === top) return true
      if (object.localDisplayStatus < 7) return false
    }
    return top === null
  }

  /** Sets whether it is visible. Otherwise only its time goes on, so that its events are still emitted. @internal */
  see(seen: boolean): void {
    if (seen === this.seen) return
    this.seen = seen
    this.posed = false
    this.world.components.Visibility.level[this.eid] = seen ? LEVEL.full : LEVEL.timeOnly
  }

  protected override updateBounds(): void {
    const { boundsProvider, _bounds: bounds } = this
    const box = boundsProvider === 'pose' ? this.posedBox() : this.givenBox(boundsProvider)
    if (box) bounds.set(whole(box.minX), whole(box.minY), whole(box.maxX), whole(box.maxY))
    else if (!this.posed || this.seen) bounds.set(0, 0, 0, 0)
  }

  /** Poses it if it has no bones and triangles yet, before its first tick. @internal */
  poseFirst(): void {
    if (!this.posed) poseWithin(this.stage, this)
  }

  private posedBox(): Box | null {
    this.poseFirst()
    tellFigures(this.stage)
    const box = { minX: 0, minY: 0, maxX: 0, maxY: 0 }
    return figureBounds(this.stage.scene, this.eid, true, this.stage.runs, box) ? box : null
  }

  private givenBox(provider: Exclude<BoundsProvider, 'pose'>): Readonly<Box> {
    if (typeof provider === 'function') return provider(this)
    const { x, y, width, height } = this.rig
    return { minX: x, minY: -y - height, maxX: x + width, maxY: -y }
  }
}

addMethods(Figure.prototype, true)

function isRig(asset: unknown): asset is Rig {
  return typeof asset === 'object' && asset !== null && 'bones' in asset && 'animationIndex' in asset
}

/**
 * Drops the last digits of a turned skeleton: PixiJS rounds bounds outwards for textures, which would grow by a pixel.
 */
function whole(value: number): number {
  const near = Math.round(value)
  return Math.abs(value - near) < 1e-3 ? near : value
}

/** Returns the entity that a figure shows: a new one, or an existing one. */
function takeEntity(stage: Stage, { world, rig, eid, skin, animation }: FigureOptions): number {
  if (eid === undefined) {
    if (!rig) throw badOption('Figure', 'rig', 'expected a rig, or an entity that has one')
    return spawnPlaying(world, rig, animation, { skin })
  }
  chunkOf(world, eid)
  if (stage.figures.has(eid)) throw badOption(`entity ${eid}`, 'eid', 'another figure shows this entity')
  if (skin !== undefined) setSkin(world, eid, skin)
  if (animation !== undefined) play(world, eid, animation, { loop: true })
  return eid
}

/** Places the entity where the figure is in a container above it. */
function placeIn(figure: Figure, space: Container): void {
  const to = new Matrix().copyFrom(figure.localTransform)
  for (let object = figure.parent; object && object !== space; object = object.parent) {
    object.updateLocalTransform()
    to.prepend(object.localTransform)
  }
  const scaleX = hypotenuse(to.a, to.b)
  const scaleY = scaleX === 0 ? 0 : (to.a * to.d - to.b * to.c) / scaleX
  placeFigure(figure.stage.scene, figure.eid, true, to.tx, to.ty, arctangent(to.b, to.a), scaleX, scaleY)
}
