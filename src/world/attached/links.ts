/** Rows of entities that follow bones or that bones follow. */
import type { Arena } from '../../base/memory/arena'
import {
  type ColumnPool,
  type ColumnSchema,
  type Columns,
  createColumns,
  growColumns,
  POOL_SCHEMA,
} from '../../base/memory/columns'
import type { SaveSchema } from '../../base/memory/fields'
import { isPresent } from '../flags/states'
import {
  asRefs,
  isRefBound,
  isRefTo,
  resolveRef,
  type SkeletonRefs,
  type Skeletons,
  storeRef,
} from './skeleton-ref'

/**
 * Private rows of entities that are bound to a skeleton of another: dense, in no particular order. Entity ids are
 * reused, serials are not. Serials are private, so that public columns can be saved and restored.
 */
export const LINK_COLUMNS = {
  entity: ['i32', 'saved'],
  /** The public `host` for which the serial was taken. */
  host: ['u32', 'saved'],
  /** Serial of the host's skeleton; 0 = not taken yet. */
  serial: ['u32', 'saved'],
  /** For targets: where the entity was when the bone was last moved to it. */
  x: ['f32', 'saved'],
  y: ['f32', 'saved'],
  rotation: ['f32', 'saved'],
  /** For targets: twice the bone, plus 1 if it was rotated. */
  what: ['i32', 'saved'],
  /** For targets: the next row of the list by bone, then by chunk; -1 = none. */
  next: ['i32', 'left'],
} as const satisfies ColumnSchema

export interface LinkState {
  readonly pool: ColumnPool<typeof LINK_COLUMNS>
  /** `pool.columns`. */
  readonly rows: Omit<Columns<typeof LINK_COLUMNS>, 'host' | 'serial'>
  /** The hosts of the rows. */
  readonly hosts: SkeletonRefs
  readonly places: Map<number, number>
  count: number
  /** Grows with every row that is added or freed. */
  structure: number
  /** Former hosts of entities, which must be woken; `null` if that makes no difference. */
  readonly left: Set<number> | null
  /** For followers: the current place. Numbers in an array never become heap objects. */
  readonly place: Float64Array
}

export const LINK_SCHEMA = {
  pool: POOL_SCHEMA,
  rows: 'scratch',
  hosts: 'scratch',
  places: 'saved',
  count: 'saved',
  // It only counts up.
  structure: 'stays',
  // Empty when a state is saved or restored.
  left: 'scratch',
  place: 'saved',
} as const satisfies SaveSchema<LinkState>

const FIRST_LINKS = 8

export function createLinks(arena: Arena, left: Set<number> | null = null): LinkState {
  const pool = createColumns(arena, LINK_COLUMNS, FIRST_LINKS)
  return {
    pool,
    rows: pool.columns,
    hosts: asRefs(pool.columns),
    places: new Map(),
    count: 0,
    structure: 0,
    left,
    place: new Float64Array(5),
  }
}

/** Gives an entity a row without a host. A structure call: the arena may grow. */
export function addLink(links: LinkState, eid: number): void {
  const { pool, rows, places } = links
  if (links.count === pool.capacity) growColumns(pool, 2 * pool.capacity)
  const row = links.count++
  places.set(eid, row)
  links.structure++
  rows.entity[row] = eid
  storeRef(links.hosts, row, 0, 0)
  bindLink(links, eid, 0, 0)
}

/** Frees an entity's row, and moves the last row into the gap. */
export function dropLink(links: LinkState, eid: number): void {
  const { pool, rows, places } = links
  const row = places.get(eid)
  if (row === undefined) return
  places.delete(eid)
  links.structure++
  leaveHost(links, row)
  const last = --links.count
  if (row === last) return
  for (const column of Object.values(pool.columns)) column[row] = column[last]
  places.set(rows.entity[row], row)
}

/** Frees all rows. No host must be woken any more. */
export function forgetLinks(links: LinkState): void {
  links.places.clear()
  links.left?.clear()
  links.count = 0
  links.structure++
}

/** Binds a row to a host. @param serial 0: taken when it is first needed. */
export function bindLink(links: LinkState, eid: number, host: number, serial: number): void {
  const row = links.places.get(eid)
  if (row !== undefined) bindRow(links, row, host, serial)
}

function bindRow(links: LinkState, row: number, host: number, serial: number): void {
  if (!isRefTo(links.hosts, row, host)) leaveHost(links, row)
  storeRef(links.hosts, row, host, serial)
  links.rows.x[row] = Number.NaN
}

function leaveHost({ left, pool }: LinkState, row: number): void {
  left?.add(pool.columns.host[row])
}

/** The members of a state that know which skeletons there are, and which entities will get another. */
interface Hosts extends Skeletons {
  readonly tick: { readonly pending: ReadonlySet<number> }
}

/** Returns the serial of an entity's skeleton; 0 if it has none, or will get another when the next tick opens. */
export function hostSerial(state: Hosts, host: number): number {
  return state.tick.pending.has(host) || !isPresent(state, host) ? 0 : state.skeletons.serial[host]
}

/**
 * Returns whether an entity has a row, and its host is the one that it was bound to, or one that it will be bound to at
 * first sight.
 */
export function followsStill(state: Hosts, { hosts, places }: LinkState, eid: number, host: number): boolean {
  const row = places.get(eid)
  if (row === undefined || host === 0) return false
  if (!isRefTo(hosts, row, host) || !isRefBound(hosts, row)) return true
  return !state.tick.pending.has(host) && resolveRef(state, hosts, row) !== 0
}

/**
 * Returns the host of a row, if it is still the one that it was bound to, otherwise 0. A host that is in the column but
 * has no serial yet (an instance of a prefab, a deserialised or directly written column) is bound at first sight.
 *
 * @param host in the public column.
 */
export function resolveHost(state: Hosts, links: LinkState, row: number, host: number): number {
  const { hosts } = links
  if (host === 0 && isRefTo(hosts, row, 0)) return 0
  if (isRefTo(hosts, row, host) && isRefBound(hosts, row)) return resolveRef(state, hosts, row)
  bindRow(links, row, host, hostSerial(state, host))
  return isRefBound(hosts, row) ? host : 0
}
