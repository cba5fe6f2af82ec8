/** The hooks by which worlds with baked figures differ from others. Worlds without `installCrowd` have none of this. */
import type { Frame, StreamState } from '../streams'

/** Functions of `osteon/crowd` that other code calls. */
export interface CrowdHooks {
  /** Writes sort keys of baked figures, as `sortByY` does. @param scale its first number multiplies −y. */
  readonly sortByY: (scale: Float64Array) => void
  /** The frame of live drawables with the baked ones among them, as vertices: for renderers without instances. */
  readonly withFigures: (streams: StreamState) => StreamState
  /** The frame that `withFigures` last gave; null = that of live drawables. */
  readonly shownFrame: () => Frame | null
  /** Place in `shownFrame` of an index of the live frame, where a drawable begins. */
  readonly placeOf: (index: number) => number
  /** Counts figures that came and went. */
  structure: number
  /** Moves the clocks of all figures by the seconds of the open tick, as `bakedSampling` does. */
  readonly sample: () => void
  /** The foremost slot of a figure at a point of the world; `null` if there is none. */
  readonly hit: (point: { x: number; y: number }) => { readonly eid: number; readonly name: string } | null
  /** Sets a bit for the entity of each figure. */
  readonly mark: (kinds: Uint8Array, bit: number) => void
  /** Saves all figures. @param last an earlier result, which is written over. */
  readonly save: (last: unknown) => unknown
  /** Saved figures as an encoded save tells them, and back. @throws OsteonError `unknown-table`, `damaged`. */
  readonly tell: (saved: unknown) => object
  readonly read: (told: ReadonlyMap<string, unknown>) => { readonly ids: Int32Array }
  /** Restores them, once their entities have `Baked`. @param saved undefined = none. @param places saved id → id here. */
  readonly restore: (saved: unknown, places: ReadonlyMap<number, number>) => void
  /** Forgets all figures of a world that was reset. @returns names of components that were removed, for a message. */
  readonly renew: () => string[]
}
