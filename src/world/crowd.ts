/** The hooks by which worlds with baked figures differ from others. Worlds without `installCrowd` have none of this. */
import type { StreamState } from './streams'

/** Functions of `osteon/crowd` that other code calls. */
export interface CrowdHooks {
  /** Writes sort keys of baked figures, as `sortByY` does. @param scale its first number multiplies −y. */
  readonly sortByY: (scale: Float64Array) => void
  /** The frame of live drawables with the baked ones among them, as vertices: for renderers without instances. */
  readonly withFigures: (streams: StreamState) => StreamState
  /** Refuses to save while there are figures. @throws OsteonError `unsupported-feature`. */
  readonly refuseSave: () => void
  /** Forgets all figures of a world that was reset. @returns names of components that were removed, for a message. */
  readonly renew: () => string[]
}
