/** The component `SortKey`: the draw order of drawables. */
import { hasComponent, observe, onAdd, onGet, onRemove, onSet } from 'bitecs'
import { refuseUnknown } from '../src/base/errors'
import type { AnimationWorld, SortKeyColumns } from '../src/world/world-type'
import { checkFinite, reserveAdded, reserveEntity } from './columns'

/** The data of `set(SortKey, …)`. */
export type SortKeyData = {
  /** A fixed key, which `sortByY` never overwrites. @default 0, or the key of `sortByY` */
  value?: number
  /** Added to the key of `sortByY`; greater is further in front. @default 0 */
  bias?: number
}

const FIELDS = ['value', 'bias']

export function createSortKey(capacity: number): SortKeyColumns {
  return {
    value: new Float32Array(capacity),
    bias: new Float32Array(capacity),
    sorted: new Float32Array(capacity),
  }
}

/** Wires the component into `world`: 0 when added or removed, checked when set. */
export function installSortKey(world: AnimationWorld): void {
  const { SortKey } = world.components
  observe(world, onAdd(SortKey), (eid) => {
    reserveAdded(world, eid, SortKey)
    world.animation.structure++
    clearSortKey(SortKey, eid)
  })
  observe(world, onSet(SortKey), (eid, data: SortKeyData) => {
    refuseUnknown(data, FIELDS, eid)
    checkFinite(data, eid, 'SortKey')
    reserveEntity(world, eid)
    const { value, bias = 0 } = data
    SortKey.value[eid] = value ?? 0
    SortKey.bias[eid] = bias
    SortKey.sorted[eid] = value === undefined ? 0 : Number.NaN
  })
  observe(world, onRemove(SortKey), (eid) => {
    world.animation.structure++
    clearSortKey(SortKey, eid)
  })
  observe(world, onGet(SortKey), (eid): SortKeyData => {
    const { value, bias, sorted } = SortKey
    return value[eid] === sorted[eid] ? { bias: bias[eid] } : { value: value[eid], bias: bias[eid] }
  })
}

/** Clears values of an entity without the component, so that the next entity with its id does not get them. */
export function forgetSortKey(world: AnimationWorld, eid: number): void {
  const { SortKey } = world.components
  if (!hasComponent(world, eid, SortKey)) clearSortKey(SortKey, eid)
}

function clearSortKey({ value, bias, sorted }: SortKeyColumns, eid: number): void {
  value[eid] = bias[eid] = sorted[eid] = 0
}
