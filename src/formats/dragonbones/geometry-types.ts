/** Points of a mesh on their way from a file to the model. */
import type { PlaceModel, VertexData } from '../../model/attachment'
import type { Matrix } from './transform'

/** How deltas of a mesh's points, as files have them, become those of the model. */
export interface Binding {
  readonly count: number
  /** Of each point: how many influences it has; null = unweighted. */
  readonly counts: Uint16Array | null
  /** Linear parts: one for all points, or one an influence. */
  readonly matrices: readonly Matrix[]
  /** Deltas stand one an influence, in the bones' spaces, already. */
  readonly bound: boolean
}

export interface Geometry {
  readonly points: VertexData
  readonly uvs: Float32Array
  readonly triangles: Uint16Array | Uint32Array
  readonly binding: Binding
  /** Of unweighted points, which have it in them. */
  readonly place: PlaceModel | null
}

/** As files have it, from lists or from blocks: y down, not scaled. */
export interface RawGeometry {
  readonly vertices: ArrayLike<number>
  readonly uvs: ArrayLike<number>
  readonly triangles: ArrayLike<number>
  readonly weights: RawWeights | null
}

export interface RawWeights {
  /** Per point a count, and per influence a bone and a weight. Bones are the model's; -1 = there is none. */
  readonly counts: Uint16Array
  readonly bones: Int32Array
  readonly weights: Float64Array
  /** x, y an influence. */
  readonly local: Float64Array
  /** Per influence, of deltas; null: they are bound already. */
  readonly matrices: readonly Matrix[] | null
}
