/** Models of attachments. */
import type { Rgba } from './values'

/** Points of a vertex attachment, either in the slot bone's space or weighted over bones. */
export interface VertexData {
  /** Number of points. */
  count: number
  /** `null` if unweighted. Otherwise, for each point a count followed by that many bone indices. */
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

/** A transform relative to the slot's bone; angles in radians. */
export interface PlaceModel {
  x: number
  y: number
  rotation: number
  /** Added to the angle of the y axis only. */
  shearY: number
  scaleX: number
  scaleY: number
}

/** Fields of all attachments. */
export interface NamedModel {
  /** The attachment's own name; defaults to its key. */
  name: string
  /** Set if the format places vertices by a transform (DragonBones). Unweighted vertices already include it. */
  place?: PlaceModel
}

/** The point of an image that is put at the attachment's place, measured from the image's upper left corner. */
export interface PivotModel {
  x: number
  /** Down. */
  y: number
  /** As a fraction of the untrimmed image, or in skeleton units. */
  unit: 'image' | 'length'
  /** Loader scale: the atlas gives the image's size. */
  scale: number
}

/** A rectangular image, fixed to its slot's bone. */
export interface RegionModel extends NamedModel {
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
  /** Added to the angle of the y axis only. @default 0 */
  shearY?: number
  /** Set if the size comes from the atlas (DragonBones); `width` and `height` then have no meaning. */
  pivot?: PivotModel
  /** If true, a missing image shows nothing; otherwise it is refused. */
  optional?: boolean
}

/** An image on triangles. */
export interface MeshModel extends NamedModel, VertexData {
  type: 'mesh'
  path: string
  color: Rgba
  sequence: SequenceModel | null
  /** u, v per point within the untrimmed image, v down; within the trimmed one where `trimmed` is true. */
  uvs: Float32Array
  trimmed?: boolean
  /** If true, a missing image shows nothing; otherwise it is refused. */
  optional?: boolean
  triangles: Uint16Array | Uint32Array
  /** Number of hull points; they come first. */
  hull: number
  /** Pairs of point indices (already halved); null if the file has none. */
  edges: Uint16Array | Uint32Array | null
  /**
   * The mesh whose points, uvs and triangles a linked mesh shares (the same arrays); `null` if it has its own. Resolved
   * by the reader.
   */
  source: MeshModel | null
  /** Whose deform and sequence timelines act on this attachment: its own, or its source's. */
  timelines: 'own' | 'source'
}

/** A polygon for hit tests. */
export interface BoundingBoxModel extends NamedModel, VertexData {
  type: 'boundingbox'
  /**
   * The shape around the origin of `place` that these points outline (DragonBones). Hit tests use it, because the
   * points only approximate an ellipse.
   */
  shape?: { type: 'rectangle' | 'ellipse'; width: number; height: number }
}

/** Bézier curves for path constraints. */
export interface PathModel extends NamedModel, VertexData {
  type: 'path'
  closed: boolean
  constantSpeed: boolean
  /** Setup length from the path's start to the end of each curve; count / 3 entries. */
  lengths: Float32Array
}

/** A point with a direction. */
export interface PointModel extends NamedModel {
  type: 'point'
  x: number
  y: number
  rotation: number
}

/** A polygon that limits where slots are drawn. */
export interface ClippingModel extends NamedModel, VertexData {
  type: 'clipping'
  /** The last slot that is clipped; -1 means to the end of the skeleton. */
  end: number
  /** The clip is the convex hull of the polygon (4.3). @default false */
  convex?: boolean
  /** Slots are drawn outside the convex hull instead of inside (4.3). @default false */
  inverse?: boolean
}

/** Another skeleton of the same file, drawn at `place` (DragonBones). */
export interface ArmatureModel extends NamedModel {
  type: 'armature'
  /** The armature's name: a key of `SkeletonModel.nested`, if the file has this armature. */
  armature: string
  place: PlaceModel
  /** Names of the animations that start when the slot shows it, in order. If empty, its default animation starts. */
  actions: readonly string[]
}

/** Any attachment of a slot, visible or not. */
export type AttachmentModel =
  | ArmatureModel
  | RegionModel
  | MeshModel
  | BoundingBoxModel
  | PathModel
  | PointModel
  | ClippingModel

/** The attachments that have points and can be deformed. */
export type VertexAttachmentModel = MeshModel | BoundingBoxModel | PathModel | ClippingModel
