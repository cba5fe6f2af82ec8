/** The component `Look` and the state of looks in a world. */
import type { PageImage } from '../../rig/rig'
import { joinedState } from '../../world/joins'
import { stateOf } from '../../world/state-of'
import type { AnimationWorld } from '../../world/world-type'

/**
 * How an entity with a `Skeleton` or a `Sprite` is drawn. Columns by entity id; row `eid` has a meaning while `eid` owns
 * the component. All may be written at any time, and take effect in the next `draw`. Where every column is 0, it is
 * drawn as without the component. What a skeleton carries in its slots has its look, unless it has one of its own.
 *
 * Colours are 0xAARRGGBB. Numbers that are out of range count as the nearest one in range, NaN as 0.
 */
export interface LookColumns {
  /** Share of grey, 0…1. */
  grey: Float32Array
  /** A flat colour in place of all others; its alpha is its strength. */
  silhouette: Uint32Array
  /** Share that is gone, 0…1. */
  dissolve: Float32Array
  /** Colour of the rim of what is left; its alpha is its strength. */
  rim: Uint32Array
  /** Width of the rim, as a share of `dissolve`: 0…1. */
  rimWidth: Float32Array
  /** Size of the spots that go, in pixels of the page: 1…255; 0 = 8. */
  grain: Uint8Array
  /** Row of the palettes, from 1 on; 0 = the colours of the page. */
  palette: Uint8Array
  /** Colour of the outline; its alpha is its opacity, 0 = none. */
  outline: Uint32Array
  /** Width of the outline in world units; 0 = none. */
  outlineWidth: Float32Array
}

/** A world that has the extension. */
export type LookWorld = AnimationWorld & { components: { Look: LookColumns } }

/** Palettes of a world: a row each. */
export interface Palettes {
  readonly image: PageImage
  /** Changes with every image. */
  readonly number: number
}

export interface LookState {
  /** Entities with `Look`, `count` of them, by no order; their places in the list, by entity id: 0 = not in it. */
  ids: Int32Array
  count: number
  places: Uint32Array
  /** The entity that got `Look` last, unless that was set since; 0 = none. */
  added: number
  palettes: Palettes | null
}

export function createState(): LookState {
  return { ids: new Int32Array(16), count: 0, places: new Uint32Array(16), added: 0, palettes: null }
}

/** Lists an entity. */
export function addEntity(own: LookState, eid: number): void {
  if (eid < own.places.length && own.places[eid] !== 0) return
  if (eid >= own.places.length) own.places = longer(own.places, new Uint32Array(2 * eid))
  if (own.count === own.ids.length) own.ids = longer(own.ids, new Int32Array(2 * own.count))
  own.ids[own.count++] = eid
  own.places[eid] = own.count
}

/** Takes an entity out of the list: the last one gets its place. */
export function dropEntity(own: LookState, eid: number): void {
  const place = own.places[eid] ?? 0
  if (place === 0) return
  const last = own.ids[--own.count]
  own.ids[place - 1] = last
  own.places[last] = place
  own.places[eid] = 0
}

export function forgetEntities(own: LookState): void {
  own.count = 0
  own.places.fill(0)
}

function longer<T extends Int32Array | Uint32Array>(from: T, to: T): T {
  to.set(from)
  return to
}

/** The looks of a world. @throws OsteonError `no-animation`, `no-extension`. */
export function looksOf(world: AnimationWorld): LookState {
  return joinedState<LookState>(stateOf(world), 'looks', 'looks')
}
