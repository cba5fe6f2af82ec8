/** Spawns baked figures. */
import { addComponent, addEntity, removeEntity, set } from 'bitecs'
import type { TransformData } from '../../../components/transform'
import { placeEntity } from '../../api/spawn'
import { refuseUnknown } from '../../base/errors'
import { heardCall, isHeard } from '../../world/calls'
import { EVENT_KIND } from '../../world/events'
import { stateOf } from '../../world/state-of'
import type { BakedData, CrowdWorld } from './component'
import { notify } from './machine'
import { crowdOf, type RegisteredTable } from './state'

/** Place, look and animation of a new figure. */
export type SpawnBakedOptions = Omit<BakedData, 'table'> & TransformData & { sortKey?: number }

const FIELDS = ['x', 'y', 'rotation', 'scaleX', 'scaleY', 'sortKey'].concat(
  'animation',
  ...['time', 'speed', 'loop', 'flipX', 'flipY', 'tint', 'alpha'],
)

/**
 * Adds an entity that is drawn from a table. This is the same as an entity with `set(Baked, { table })` and
 * `set(Transform, …)`, but its animation reports its start.
 *
 * @param table number of `bake` or `registerTable`. @returns the entity.
 * @throws OsteonError `no-extension`, `unknown-table`, `unknown-animation`, `bad-option`, `not-finite`, `capacity`; no
 *   entity is left behind.
 */
export function spawnBaked(world: CrowdWorld, table: number, options: SpawnBakedOptions = {}): number {
  if (isHeard(world)) return heardCall('spawnBaked', spawnBaked, world, table, options)
  const { x, y, rotation, scaleX, scaleY, sortKey, ...look } = options
  const crowd = crowdOf(stateOf(world))
  refuseUnknown(options, FIELDS, 'spawnBaked')
  const { Baked, SortKey } = world.components
  const eid = addEntity(world)
  try {
    placeEntity(world, eid, { x, y, rotation, scaleX, scaleY })
    if (sortKey !== undefined) addComponent(world, eid, set(SortKey, { value: sortKey }))
    addComponent(world, eid, set(Baked, { ...look, table }))
  } catch (error) {
    removeEntity(world, eid)
    throw error
  }
  const clip = crowd.firstClip[table] + Baked.animation[eid]
  notify(world.animation, crowd, crowd.tables[table] as RegisteredTable, eid, clip, EVENT_KIND.start, -1)
  return eid
}
