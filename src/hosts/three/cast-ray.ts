/** Intersects figures and crowds with rays of Three.js. They are in the plane z = 0 of their own space. */
import { type Intersection, Matrix4, type Object3D, Ray, type Raycaster, Vector2, Vector3 } from 'three'
import type { HitOptions } from '../../api/hits/hit-test'
import type { AnimationWorld } from '../../world/world-type'
import { hitCrowd, texelAt } from '../figures/hits'
import type { Runs } from '../figures/runs'
import { sceneOf } from '../figures/scene'

/**
 * A figure, or one of a crowd, under a ray, as `Raycaster` returns it. `uv` is the position in the page's image, if
 * something is drawn there.
 */
export interface FigureIntersection extends Intersection {
  /** The entity. */
  eid: number
  /** Name of the slot. */
  slot: string
}

/** The least slope of a ray against the plane. */
const EDGE = 1e-9

const ray = new Ray()
const inverse = new Matrix4()
const point = new Vector3()

/**
 * Adds the foremost slot on the ray, in the pose of the last update. @param runsOf returns everything that the object
 * draws; called only if the ray hits its plane.
 */
export function castRay(
  object: Object3D,
  world: AnimationWorld,
  runsOf: () => Runs,
  options: HitOptions,
  raycaster: Raycaster,
  intersects: Intersection[],
): void {
  const { matrixWorld } = object
  if (matrixWorld.determinant() === 0) return
  ray.copy(raycaster.ray).applyMatrix4(inverse.copy(matrixWorld).invert())
  // Seen edge-on, it has no width.
  if (Math.abs(ray.direction.z) < EDGE * ray.direction.length()) return
  const steps = -ray.origin.z / ray.direction.z
  if (!(steps >= 0)) return
  ray.at(steps, point)
  const { x, y } = point
  const place = point.clone().applyMatrix4(matrixWorld)
  const distance = raycaster.ray.origin.distanceTo(place)
  if (distance < raycaster.near || distance > raycaster.far) return
  const hit = hitCrowd(world, { x, y }, options)
  if (!hit) return
  const intersection: FigureIntersection = { distance, point: place, object, eid: hit.eid, slot: hit.name }
  const uv = new Vector2()
  const runs = runsOf()
  if (texelAt(sceneOf(world).mesh, runs, x, y, uv)) intersection.uv = uv
  intersects.push(intersection)
}
