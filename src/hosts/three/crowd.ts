/** Everything in a world that isn't a separate figure, in one object of Three.js. */
import {
  type BufferGeometry,
  Color,
  type Intersection,
  type Material,
  Mesh,
  type Raycaster,
  type Vector3,
} from 'three'
import type { AnimationWorld } from '../../world/world-type'
import { runBounds } from '../figures/bounds'
import { createMatrix } from '../figures/place'
import { readRest } from '../figures/rest'
import { createRuns, type Runs } from '../figures/runs'
import type { Style } from './body'
import { castRay } from './cast-ray'
import { refuseCopy } from './copies'
import { FigureGeometry } from './geometry'
import { createStyle, disposeMaterials, fillPiece, tintPiece } from './pieces'
import { castShadows, disposeShadow } from './shadows'
import { leaveAttributes, leaveState, takeAttributes, threeStateOf } from './state'

/** How a crowd is drawn. */
export interface CrowdOptions {
  /** Works as a figure's material does. @default a MeshBasicMaterial without tone mapping */
  material?: Material
  /** The least alpha that casts shadows, if `castShadow` is set. @default 0.5 */
  alphaTest?: number
  /** Whether a ray hits bounding boxes or drawn shapes. @default 'shapes' */
  hitProvider?: 'boxes' | 'shapes'
}

/**
 * Skeletons and sprites of a world, each at its `Transform`, in the plane z = 0 of the object; made by `createCrowd`.
 */
export interface Crowd extends Mesh<BufferGeometry, Material[]> {
  readonly world: AnimationWorld
  /** Multiplies all colours. */
  readonly color: Color
  /** 0…1; multiplies the alpha of everything drawn. */
  opacity: number
  hitProvider: 'boxes' | 'shapes'
  /** Takes the object out of its scene. The entities stay. */
  dispose(): void
}

/**
 * Puts all skeletons, sprites and baked figures of a world that aren't `Figure` objects into one object, in the order
 * of their sort keys: few draw calls for any number of them. `updateFigures` updates it.
 *
 * @throws OsteonError `bad-option` if the world has a renderer.
 */
export function createCrowd(world: AnimationWorld, options: CrowdOptions = {}): Crowd {
  return new CrowdMesh(world, options)
}

/** Vertices are in the space of the object. */
const OWN = createMatrix()

class CrowdMesh extends Mesh<FigureGeometry, Material[]> implements Crowd {
  override readonly type = 'Crowd'
  readonly world: AnimationWorld
  readonly color = new Color(1, 1, 1)
  opacity = 1
  hitProvider: 'boxes' | 'shapes'
  private readonly style: Style
  private readonly runs: Runs = createRuns()
  private refreshed = -1

  constructor(world: AnimationWorld, { material, alphaTest = 0.5, hitProvider = 'shapes' }: CrowdOptions) {
    super(new FigureGeometry((out) => runBounds(threeStateOf(world).scene, this.runs, OWN, out)), [])
    this.world = world
    this.hitProvider = hitProvider
    const state = threeStateOf(world)
    this.style = createStyle(state.scene, material, false, alphaTest)
    state.crowds.add(this)
  }

  prepare(): void {}

  override getVertexPosition(index: number, target: Vector3): Vector3 {
    return this.geometry.readVertex(index, target)
  }

  refresh(): void {
    const state = threeStateOf(this.world)
    const { scene, figures, textures } = state
    const isNew = this.refreshed !== scene.stamp
    if (isNew) {
      this.refreshed = scene.stamp
      readRest(scene, figures.keys(), this.runs)
      fillPiece(this, this.style, this.runs, 0, textures)
      this.geometry.computeBoundingSphere()
    }
    if (this.geometry.groups.length > 0) takeAttributes(this.geometry, state)
    else leaveAttributes(this.geometry)
    castShadows(this, this.runs, textures, isNew, this.style.alphaTest)
    tintPiece(this, this.color, this.opacity)
  }

  override raycast(raycaster: Raycaster, intersects: Intersection[]): void {
    const { figures } = threeStateOf(this.world)
    const filter = (eid: number) => !figures.has(eid)
    castRay(this, this.world, () => this.runs, { by: this.hitProvider, filter }, raycaster, intersects)
  }

  /** A crowd shows its world: make one with `createCrowd`. @throws OsteonError `unsupported-feature`. */
  override clone(): never {
    return refuseCopy(this.type, 'clone')
  }

  /** A crowd shows its world: make one with `createCrowd`. @throws OsteonError `unsupported-feature`. */
  override copy(): never {
    return refuseCopy(this.type, 'copy')
  }

  /** Use `saveState` to save worlds. @throws OsteonError `unsupported-feature`. */
  override toJSON(): never {
    return refuseCopy(this.type, 'toJSON')
  }

  override dispose(): void {
    const state = threeStateOf(this.world)
    state.crowds.delete(this)
    this.removeFromParent()
    leaveAttributes(this.geometry)
    this.geometry.dispose()
    disposeMaterials(this)
    disposeShadow(this)
    leaveState(state)
    super.dispose()
  }
}
