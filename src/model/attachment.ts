/** Models of attachments. */
import type { Rgba } from './values'

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

/** A transform of its own within the slot's bone: angles in radians. */
export interface PlaceModel {
  x: number
  y: number
  rotation: number
  /** Added to the angle of the y axis alone. */
  shearY: number
  scaleX: number
  scaleY: number
}

/** What all attachments have. */
export interface NamedModel {
  /** The attachment's own name; defaults to its key. */
  name: string
  /** Where the format places vertices by a transform (DragonBones): they have it in them, but for weighted ones. */
  place?: PlaceModel
}

/** The point of an image, from its upper left corner, that lies on the attachment's place. */
export interface PivotModel {
  x: number
  /** Down. */
  y: number
  /** In parts of the untrimmed image, or in skeleton units. */
  unit: 'image' | 'length'
  /** Loader scale: the image has its size from the atlas. */
  scale: number
}

/** A rectangular image, pinned to its slot's bone. */
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
  /** Added to the angle of the y axis alone. @default 0 */
  shearY?: number
  /** Where the size comes from the atlas (DragonBones): then `width` and `height` mean nothing. */
  pivot?: PivotModel
  /** Without an image it shows nothing, where others are refused. */
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
  /** Without an image it shows nothing, where others are refused. */
  optional?: boolean
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

/** A polygon to be hit. */
export interface BoundingBoxModel extends NamedModel, VertexData {
  type: 'boundingbox'
  /** What the points are those of, around the origin of `place` (DragonBones): an ellipse is more than its points. */
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

/** A place with a direction. */
export interface PointModel extends NamedModel {
  type: 'point'
  x: number
  y: number
  rotation: number
}

/** A polygon outside of which slots are not drawn. */
export interface ClippingModel extends NamedModel, VertexData {
  type: 'clipping'
  /** Last slot that is clipped; -1: to the end of the skeleton. */
  end: number
  /** What clips is its convex hull (4.3). @default false */
  convex?: boolean
  /** Slots are not drawn inside of its convex hull, and are drawn outside (4.3). @default false */
  inverse?: boolean
}

/** Another skeleton of the same file, shown at `place` (DragonBones). */
export interface ArmatureModel extends NamedModel {
  type: 'armature'
  /** Its name: a key of `SkeletonModel.nested`, where the file has it. */
  armature: string
  place: PlaceModel
  /** Animations that it begins with when it is shown, in order; none: its default one. */
  actions: readonly string[]
}

/** What a slot can show, or carry unseen. */
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
