import type { Rgba } from './skeleton'

/** Points of a vertex attachment, either in the slot bone's space or weighted over bones. */
export interface VertexData {
  /** Number of points. */
  count: number
  /** `null`: unweighted. Else per point a count followed by that many bone indices. */
  bones: Uint16Array | null
  /** Unweighted: x, y per point. Weighted: x, y, weight per influence, in the order of `bones`. */
  vertices: Float32Array
}

/** Frame-by-frame images: frame i is the region `path + pad(start + i, digits)`. */
export interface SequenceModel {
  count: number
  start: number
  digits: number
  /** Frame of the setup pose, 0…count-1. */
  setup: number
}

interface Named {
  /** The attachment's own name; defaults to its key. */
  name: string
}

export interface RegionModel extends Named {
  type: 'region'
  /** Atlas region, or the base of a sequence's regions. */
  path: string
  x: number
  y: number
  rotation: number
  scaleX: number
  scaleY: number
  /** Size of the untrimmed image in skeleton units. */
  width: number
  height: number
  color: Rgba
  sequence: SequenceModel | null
}

export interface MeshModel extends Named, VertexData {
  type: 'mesh'
  path: string
  color: Rgba
  sequence: SequenceModel | null
  /** u, v per point within the untrimmed image, v down. */
  uvs: Float32Array
  triangles: Uint16Array | Uint32Array
  /** Number of hull points; they come first. */
  hull: number
  /** Pairs of point indices (already halved), or none in the file. */
  edges: Uint16Array | Uint32Array | null
  /**
   * A linked mesh shares points, uvs and triangles with its source (the same arrays); `null` for a
   * mesh of its own. Resolved by the reader.
   */
  source: MeshModel | null
  /** The attachment whose deform and sequence timelines act on this one: itself, or its source. */
  timelines: 'own' | 'source'
}

export interface BoundingBoxModel extends Named, VertexData {
  type: 'boundingbox'
}

export interface PathModel extends Named, VertexData {
  type: 'path'
  closed: boolean
  constantSpeed: boolean
  /** Setup length from the path's start to the end of each curve; count / 3 entries. */
  lengths: Float32Array
}

export interface PointModel extends Named {
  type: 'point'
  x: number
  y: number
  rotation: number
}

export interface ClippingModel extends Named, VertexData {
  type: 'clipping'
  /** Last slot that is clipped; -1: to the end of the skeleton. */
  end: number
}

export type AttachmentModel =
  | RegionModel
  | MeshModel
  | BoundingBoxModel
  | PathModel
  | PointModel
  | ClippingModel

/** The attachments that have points and can be deformed. */
export type VertexAttachmentModel = MeshModel | BoundingBoxModel | PathModel | ClippingModel
