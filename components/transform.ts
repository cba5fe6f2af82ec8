/** The component `Transform`: place, rotation and scale of an entity. */
import { observe, onAdd, onGet, onSet } from 'bitecs'
import { OsteonError, refuseUnknown } from '../src/base/errors'
import type { AnimationWorld, TransformColumns } from '../src/world/world-type'
import { checkFinite, reserveAdded, reserveEntity } from './columns'

/** The data of `set(Transform, …)`. Fields that are left out become those of the identity. */
export type TransformData = { [K in keyof TransformColumns]?: number }

/** Creates the five columns of a `Transform` of your own, for `installAnimation`. */
export function createTransform(capacity: number): TransformColumns {
  const column = () => new Float32Array(capacity)
  return { x: column(), y: column(), rotation: column(), scaleX: column(), scaleY: column() }
}

/**
 * Checks a component of the user's own before it is adopted.
 *
 * @throws OsteonError `bad-option` unless it has the five Float32Array columns.
 */
export function checkTransform(candidate: Partial<TransformColumns>): TransformColumns {
  const { x, y, rotation, scaleX, scaleY } = candidate
  const columns = { x, y, rotation, scaleX, scaleY }
  for (const [name, column] of Object.entries(columns)) {
    if (column instanceof Float32Array) continue
    throw new OsteonError('bad-option', 'installAnimation', `Transform.${name}`, 'expected a Float32Array')
  }
  return candidate as TransformColumns
}

/** Wires the component into `world`: the identity when added, checked when set. */
export function installTransform(world: AnimationWorld): void {
  const { Transform } = world.components
  observe(world, onAdd(Transform), (eid) => {
    reserveAdded(world, eid, Transform)
    writeTransform(Transform, eid, {})
  })
  observe(world, onSet(Transform), (eid, data: TransformData) => {
    refuseUnknown(data, Object.keys(Transform), eid)
    checkFinite(data, eid, 'Transform')
    reserveEntity(world, eid)
    writeTransform(Transform, eid, data)
  })
  observe(world, onGet(Transform), (eid): TransformData => {
    const { x, y, rotation, scaleX, scaleY } = Transform
    return { x: x[eid], y: y[eid], rotation: rotation[eid], scaleX: scaleX[eid], scaleY: scaleY[eid] }
  })
}

/** Writes all columns. Fields that are left out become those of the identity. */
export function writeTransform(Transform: TransformColumns, eid: number, data: TransformData): void {
  Transform.x[eid] = data.x ?? 0
  Transform.y[eid] = data.y ?? 0
  Transform.rotation[eid] = data.rotation ?? 0
  Transform.scaleX[eid] = data.scaleX ?? 1
  Transform.scaleY[eid] = data.scaleY ?? 1
}
