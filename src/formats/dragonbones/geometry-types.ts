/** Types of a mesh's points between file and model. */
import type { PlaceModel, VertexData } from '../../base/model/attachment'
import type { Matrix } from './transform'

/** Converts deltas of a mesh's points from a file's form to the model's. */
export interface Binding {
  readonly count: number
  /** Number of influences of each point; null = unweighted. */
  readonly counts: Uint16Array | null
  /** Linear parts: one for all points, or one for each influence. */
  readonly matrices: readonly Matrix[]
  /** Deltas are given for each influence, in the bones' spaces. */
  readonly bound: boolean
}

export interface Geometry {
  readonly points: VertexData
  readonly uvs: Float32Array
  readonly triangles: Uint16Array | Uint32Array
  readonly binding: Binding
  /** The transform that unweighted points contain. */
  readonly place: PlaceModel | null
}

/** Points as in files, from lists or from blocks: y down, not scaled. */
export interface RawGeometry {
  readonly vertices: ArrayLike<number>
  readonly uvs: ArrayLike<number>
  readonly triangles: ArrayLike<number>
  readonly weights: RawWeights | null
}

export interface RawWeights {
  /** For each point a count, and for each influence a bone and a weight. Bones are the model's; -1 = unknown. */
  readonly counts: Uint16Array
  readonly bones: Int32Array
  readonly weights: Float64Array
  /** x, y of each influence. */
  readonly local: Float64Array
  /** Matrices for deltas, one for each influence; null if deltas are already in the bones' spaces. */
  readonly matrices: readonly Matrix[] | null
}
