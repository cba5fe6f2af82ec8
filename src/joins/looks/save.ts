/** Looks in saved states: which entities have the component. Its columns are saved with those of the core. */
import { addComponent, entityExists, removeComponent } from 'bitecs'
import { type Decoded, damagedAt } from '../save/bytes/shape'
import type { LookState, LookWorld } from './state'

const PATH = 'looks'

export interface SavedLooks {
  readonly ids: Int32Array
}

/** Copies the list of entities. @param last an earlier copy, which is used again if it is equal. */
export function saveLooks({ count, ids }: LookState, last: unknown): SavedLooks {
  const before = (last as SavedLooks | undefined)?.ids
  let isSame = before?.length === count
  for (let i = 0; i < count && isSame; i++) isSame = before?.[i] === ids[i]
  return isSame ? (last as SavedLooks) : { ids: ids.slice(0, count) }
}

/** Gives the entities of a state their components, and takes them from others. @param places saved id → id here. */
export function restoreLooks(
  world: LookWorld,
  own: LookState,
  saved: SavedLooks | undefined,
  places: ReadonlyMap<number, number>,
): void {
  const { Look } = world.components
  const wanted = new Set([...(saved?.ids ?? [])].map((id) => places.get(id) ?? id))
  for (const eid of own.ids.slice(0, own.count)) if (!wanted.has(eid)) removeComponent(world, eid, Look)
  for (const eid of wanted) if (entityExists(world, eid)) addComponent(world, eid, Look)
}

/** Reads an encoded list. @throws OsteonError `damaged`. */
export function readLooks(given: Decoded): SavedLooks {
  const ids = given.get('ids')
  if (!(ids instanceof Int32Array)) throw damagedAt(`${PATH}.ids`, 'expected Int32Array')
  if (new Set(ids).size !== ids.length) throw damagedAt(`${PATH}.ids`, 'an entity has two looks')
  return { ids }
}
