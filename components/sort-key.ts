import { hasComponent, observe, onAdd, onGet, onRemove, onSet } from 'bitecs'
import { checkFinite, reserveAdded, reserveEntity } from './columns'
import type { AnimationWorld, SortKeyColumns } from './world-type'

/** The data of `set(SortKey, …)`. @default value 0 */
export type SortKeyData = { value?: number }

export function createSortKey(capacity: number): SortKeyColumns {
  return { value: new Float32Array(capacity) }
}

/** Wires the component into `world`: 0 when added or removed, checked when set. */
export function installSortKey(world: AnimationWorld): void {
  const { SortKey } = world.components
  observe(world, onAdd(SortKey), (eid) => {
    reserveAdded(world, eid, SortKey)
    world.animation.structure++
    SortKey.value[eid] = 0
  })
  observe(world, onSet(SortKey), (eid, data: SortKeyData) => {
    checkFinite(data, eid, 'SortKey')
    reserveEntity(world, eid)
    SortKey.value[eid] = data.value ?? 0
  })
  observe(world, onRemove(SortKey), (eid) => {
    world.animation.structure++
    SortKey.value[eid] = 0
  })
  observe(world, onGet(SortKey), (eid): SortKeyData => ({ value: SortKey.value[eid] }))
}

/** What was written for an entity without the component must not be its successor's under the same id. */
export function forgetSortKey(world: AnimationWorld, eid: number): void {
  const { SortKey } = world.components
  if (!hasComponent(world, eid, SortKey)) SortKey.value[eid] = 0
}
