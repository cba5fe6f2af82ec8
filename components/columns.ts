/** Creates, grows and checks columns of components. */
import { getAllEntities, hasComponent, removeComponent } from 'bitecs'
import { OsteonError } from '../src/base/errors'
import type { AnimationWorld } from '../src/world/world-type'

/**
 * Marks a column of entity ids for bitECS's serialisers. Their deserialisers map its values as they map the entities.
 */
const REF = Symbol.for('bitecs-ref')

/** Creates a column of entity ids. */
export function entityColumn(capacity: number): Uint32Array {
  return Object.defineProperty(new Uint32Array(capacity), REF, { value: true })
}

declare const process: { readonly env: { readonly NODE_ENV?: string } }

/** Notes the columns of components that are about to be replaced, as they are now, for `warnOfReplaced`. */
function noteReplaced({ animation, components }: AnimationWorld, growing: readonly object[]): void {
  const { replaced, tick } = animation
  for (const [component, columns] of Object.entries(components)) {
    if (!growing.includes(columns)) continue
    for (const [name, column] of Object.entries<Column>({ ...columns }))
      replaced.push({ name: `${component}.${name}`, column, copy: column.slice(), tick: tick.number })
  }
}

/** Public columns are plain typed arrays by entity id, outside the arena. */
type Column = Float64Array | Float32Array | Uint8Array | Int16Array | Uint16Array | Uint32Array

/**
 * Makes room for an entity in all columns of ours. Growing replaces the arrays, so get them from the component again in
 * each tick.
 *
 * @throws OsteonError `capacity` if an adopted component, which is never grown, is too short.
 */
export function reserveEntity(world: AnimationWorld, entity: number): void {
  const { components, animation } = world
  const present = components.Skeleton.rig.length
  if (entity < present && entity < components.Transform.x.length) return
  if (animation.adoptedTransform && entity >= components.Transform.x.length) {
    const message = `your Transform has room for ${components.Transform.x.length} entities and is not grown`
    throw new OsteonError('capacity', `entity ${entity}`, 'Transform', message)
  }
  const capacity = Math.max(entity + 1, Math.ceil(present * 1.5))
  const { BoneFollower, Skeleton, SortKey, Transform, Visibility } = components
  const growing: object[] = [Skeleton, SortKey, Visibility, BoneFollower]
  growing.push(...Object.values(animation.joins.columns))
  if (!animation.adoptedTransform) growing.push(Transform)
  // Bundlers insert the word, and drop the call from production builds. A plain browser has no `process`.
  try {
    if (process.env.NODE_ENV !== 'production') noteReplaced(world, growing)
  } catch {}
  for (const component of growing) growComponent(component, capacity)
}

/**
 * Makes room for an entity that just got `component`. bitECS attaches it before it notifies observers, so without room
 * the component is removed again. @throws OsteonError `capacity`.
 */
export function reserveAdded(world: AnimationWorld, entity: number, component: object): void {
  try {
    reserveEntity(world, entity)
  } catch (error) {
    removeComponent(world, entity, component)
    throw error
  }
}

/** Makes all columns of a component longer. */
export function growComponent(component: object, capacity: number): void {
  const columns = component as Record<string, Column>
  for (const name of Object.keys(columns)) columns[name] = grown(columns[name], capacity)
}

function grown(column: Column, capacity: number): Column {
  const copy = new (column.constructor as new (length: number) => Column)(capacity)
  copy.set(column.subarray(0, capacity))
  return REF in column ? Object.defineProperty(copy, REF, { value: true }) : copy
}

/**
 * Refuses numbers that would spread NaN through a pose, and numbers that are infinite as float32s. @throws OsteonError
 * `not-finite`.
 */
export function checkFinite(values: object, entity: number, component: string): void {
  const fields = values as Record<string, unknown>
  for (const field in fields) {
    const value = fields[field]
    if (typeof value !== 'number' || Number.isFinite(Math.fround(value))) continue
    const message = `expected a finite float32, got ${value}`
    throw new OsteonError('not-finite', `entity ${entity}`, `${component}.${field}`, message)
  }
}

/** Removes a component from all entities, and empties its columns. @returns the entities' names, for a message. */
export function stripComponent(world: AnimationWorld, name: string, component: object): string[] {
  const owners = [...getAllEntities(world)].filter((eid) => hasComponent(world, eid, component))
  for (const eid of owners) removeComponent(world, eid, component)
  for (const column of Object.values<Column>({ ...component })) column.fill(0)
  return owners.map((eid) => `${name} of entity ${eid}`)
}

/** Counts entities that are removed as a whole. Call it when an entity loses a component of ours. */
export function noteRemoval(world: AnimationWorld, entity: number, component: object): void {
  // An entity that is being removed still has its components. A component that was removed by itself is already gone.
  if (!hasComponent(world, entity, component)) return
  const { animation: state, components } = world
  if (entity >= state.removals.length) {
    const longer = new Uint32Array(Math.max(entity + 1, components.Skeleton.rig.length))
    longer.set(state.removals)
    state.removals = longer
  }
  state.removals[entity]++
}
