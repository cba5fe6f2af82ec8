/** What a ray of Three.js hits of a figure. */
import { type Intersection, Matrix4, Ray, type Raycaster, Vector3 } from 'three'
import { hitTest } from '../api/hits/hit-test'
import type { FigureBody } from './body'

/** A figure under a ray, as `Raycaster` gives it. */
export interface FigureIntersection extends Intersection {
  /** Name of the slot. */
  slot: string
}

const ray = new Ray()
const inverse = new Matrix4()
const point = new Vector3()

/** Adds the foremost slot that the ray meets in the plane of the figure. Poses are those of the last update. */
export function castRay(figure: FigureBody, raycaster: Raycaster, intersects: Intersection[]): void {
  const { world, eid, hitBy, matrixWorld } = figure
  if (matrixWorld.determinant() === 0) return
  ray.copy(raycaster.ray).applyMatrix4(inverse.copy(matrixWorld).invert())
  const steps = -ray.origin.z / ray.direction.z
  if (!(steps >= 0 && Number.isFinite(steps))) return
  ray.at(steps, point)
  const { x, y } = point
  const place = point.clone().applyMatrix4(matrixWorld)
  const distance = raycaster.ray.origin.distanceTo(place)
  if (distance < raycaster.near || distance > raycaster.far) return
  const [hit] = hitTest(world, { x, y }, { eid, by: hitBy, limit: 1 })
  if (!hit) return
  const intersection: FigureIntersection = { distance, point: place, object: figure, slot: hit.name }
  intersects.push(intersection)
}
