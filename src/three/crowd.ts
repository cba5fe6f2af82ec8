/** All of a world that is no figure of its own, in one object of Three.js. */
import {
  Box3,
  BufferGeometry,
  Color,
  type Intersection,
  type Material,
  Mesh,
  type Raycaster,
  Sphere,
} from 'three'
import type { AnimationWorld } from '../../components/world-type'
import { readRest } from '../figures/rest'
import { createRuns, type Runs } from '../figures/runs'
import type { Style } from './body'
import { castRay } from './cast-ray'
import { createStyle, disposeMaterials, fillPiece, tintPiece } from './pieces'
import { leaveAttributes, takeAttributes, threeStateOf } from './state'

/** How a crowd is drawn. */
export interface CrowdOptions {
  /** As that of a figure. @default a MeshBasicMaterial without tone mapping */
  material?: Material
  /** Whether a ray hits bounding boxes or drawn shapes. @default 'shapes' */
  hitProvider?: 'boxes' | 'shapes'
}

/** Skeletons and sprites of a world, each at its `Transform`, in the plane z = 0 of the object; made by `createCrowd`. */
export interface Crowd extends Mesh<BufferGeometry, Material[]> {
  readonly world: AnimationWorld
  /** Multiplies all colours. */
  readonly color: Color
  /** 0…1; multiplies the alpha of all that is drawn. */
  opacity: number
  hitProvider: 'boxes' | 'shapes'
  /** Takes the object out of its scene. The entities stay. */
  dispose(): void
}

/**
 * All skeletons, sprites and baked figures of a world that are no `Figure`s, in one object, in the order of their sort keys: few draw calls for any number of
 * them. `updateFigures` brings it up to date.
 *
 * @throws OsteonError `bad-option` if the world has a renderer.
 */
export function createCrowd(world: AnimationWorld, options: CrowdOptions = {}): Crowd {
  return new CrowdMesh(world, options)
}

class CrowdMesh extends Mesh<BufferGeometry, Material[]> implements Crowd {
  override readonly type = 'Crowd'
  readonly world: AnimationWorld
  readonly color = new Color(1, 1, 1)
  opacity = 1
  hitProvider: 'boxes' | 'shapes'
  private readonly style: Style
  private readonly runs: Runs = createRuns()
  private refreshed = -1

  constructor(world: AnimationWorld, { material, hitProvider = 'shapes' }: CrowdOptions) {
    super(new BufferGeometry(), [])
    this.world = world
    this.hitProvider = hitProvider
    this.style = createStyle(material, null)
    threeStateOf(world).crowds.add(this)
  }

  prepare(): void {}

  refresh(): void {
    const state = threeStateOf(this.world)
    const { scene, figures, textures } = state
    takeAttributes(this.geometry, state)
    if (this.refreshed !== scene.stamp) {
      this.refreshed = scene.stamp
      readRest(scene, figures.keys(), this.runs)
      fillPiece(this, this.style, this.runs, 0, textures)
      setBounds(this.geometry, this.runs, scene.mesh)
    }
    tintPiece(this, this.color, this.opacity)
  }

  override raycast(raycaster: Raycaster, intersects: Intersection[]): void {
    const { figures } = threeStateOf(this.world)
    const filter = (eid: number) => !figures.has(eid)
    castRay(this, this.world, { by: this.hitProvider, filter }, raycaster, intersects)
  }

  override dispose(): void {
    threeStateOf(this.world).crowds.delete(this)
    this.removeFromParent()
    leaveAttributes(this.geometry)
    this.geometry.dispose()
    disposeMaterials(this)
    super.dispose()
  }
}

/** The box of all vertices that runs draw. */
function setBounds(
  geometry: BufferGeometry,
  runs: Runs,
  { indices, positions }: { readonly indices: Uint32Array; readonly positions: Float32Array },
): void {
  const box = new Box3()
  box.makeEmpty()
  for (let run = 0; run < runs.count; run++)
    for (let i = runs.start[run]; i < runs.start[run] + runs.length[run]; i++) {
      const x = positions[2 * indices[i]]
      const y = positions[2 * indices[i] + 1]
      if (x < box.min.x) box.min.x = x
      if (x > box.max.x) box.max.x = x
      if (y < box.min.y) box.min.y = y
      if (y > box.max.y) box.max.y = y
    }
  const isEmpty = !(box.min.x <= box.max.x)
  geometry.boundingSphere ??= new Sphere()
  geometry.boundingBox = isEmpty ? null : box
  if (isEmpty) geometry.boundingSphere.makeEmpty()
  else {
    box.min.z = box.max.z = 0
    box.getBoundingSphere(geometry.boundingSphere)
  }
}
