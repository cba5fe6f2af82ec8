/** Quads: entities of an extension that are drawn as two triangles of one page each. */
import type { EntityList } from './skeletons'
import type { LookArrays } from './streams'

/** Vertices of a quad: bottom left, top left, top right, bottom right. */
export const QUAD_VERTICES = 4
/** Indices of a quad with first vertex v: v, v + 1, v + 2, v + 2, v + 3, v. */
export const QUAD_INDICES = 6

/** What the core knows of quads, by row. Row 0 is unused. */
export interface QuadRows {
  /** 0 = free, or the quad is gone and the row is still in the list. */
  readonly entity: Int32Array
  /** From the same counter as skeletons' serials. */
  readonly serial: Uint32Array
  /** First of its retained vertices. */
  readonly vertex: Int32Array
  readonly sortKey: Float32Array
  /** 1: it is drawn, unless something carries it. */
  readonly shown: Uint8Array
  /** As of skeletons: how an extension draws it within a skeleton; 0 = it stands by itself. */
  readonly carried: Int32Array
  /** Alpha of what carries it; 1 if nothing does. */
  readonly outerAlpha: Float32Array
}

/** Entities that are drawn as quads, among the skeletons. The core reads their rows, and asks for the rest. */
export interface QuadHooks {
  /** Rows in ascending serial. Rows of quads that are gone have no entity. */
  readonly alive: EntityList
  readonly rows: QuadRows
  /** For each entity id, its row; 0 = none. */
  readonly places: { readonly capacity: number; readonly columns: { readonly row: Int32Array } }
  /** Gives rows to entities that became quads, and frees the rows of others. The arena may grow. */
  readonly settle: () => void
  /** Gives a row to one entity, or frees its row. */
  readonly settleOne: (eid: number) => void
  /** Whether an entity has stopped being a quad, but still has its row. */
  readonly isLeaving: (eid: number) => boolean
  /** Takes over the public columns of all quads. Vertices and looks may wait for `catchUp`. The arena does not grow. */
  readonly place: () => void
  /** Brings vertices and looks up to date, where a renderer lets them wait. */
  readonly catchUp?: () => void
  /** Takes over the public columns of one entity, if it has a row and nothing carries it. */
  readonly placeOne: (eid: number) => void
  /** Writes the corners of a row in its own space to the first numbers of `corners`: x, y of each vertex. */
  readonly writeCorners: (row: number, corners: Float32Array) => void
  /** Writes the looks of a row's vertices, the first one to `at`: the bits of LOOK in `parts`. */
  readonly writeLooks: (row: number, parts: number, looks: LookArrays, at: number) => void
  /** Writes the looks of all rows to their own vertices. */
  readonly writeAllLooks: (parts: number, looks: LookArrays) => void
  /** Returns the world's page number of an entity. */
  readonly pageOf: (eid: number) => number
  /** Writes the radius of the circle about an entity's origin that contains it, at scale 1, to `view[VIEW.RADIUS]`. */
  readonly measure: (eid: number, view: Float64Array) => void
}

/** Of worlds without quads. */
export const NO_QUADS: QuadHooks = {
  alive: { ids: new Int32Array(0), count: 0 },
  rows: {
    entity: new Int32Array(0),
    serial: new Uint32Array(0),
    vertex: new Int32Array(0),
    sortKey: new Float32Array(0),
    shown: new Uint8Array(0),
    carried: new Int32Array(0),
    outerAlpha: new Float32Array(0),
  },
  places: { capacity: 0, columns: { row: new Int32Array(0) } },
  settle() {},
  settleOne() {},
  isLeaving: () => false,
  place() {},
  placeOne() {},
  writeCorners() {},
  writeLooks() {},
  writeAllLooks() {},
  pageOf: () => 0,
  measure() {},
}

/** Returns the row of an entity; 0 = it isn't a quad. */
export function quadRow({ places }: QuadHooks, eid: number): number {
  return eid < places.capacity ? places.columns.row[eid] : 0
}
