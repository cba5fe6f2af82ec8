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

/** A transform within the slot's bone: angles in radians. */
export interface PlaceModel {
  x: number
  y: number
  rotation: number
  /** Added to the angle of the y axis alone. */
  shearY: number
  scaleX: number
  scaleY: number
}

/** Fields of all attachments. */
export interface NamedModel {
  /** The attachment's own name; defaults to its key. */
  name: string
  /** Set where the format places vertices by a transform (DragonBones). Unweighted vertices include it already. */
  place?: PlaceModel
}

/** The point of an image, measured from its upper left corner, that lies on the attachment's place. */
export interface PivotModel {
  x: number
  /** Down. */
  y: number
  /** In parts of the untrimmed image, or in skeleton units. */
  unit: 'image' | 'length'
  /** Loader scale: the atlas gives the image's size. */
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
  /** Set where the size comes from the atlas (DragonBones): then `width` and `height` mean nothing. */
  pivot?: PivotModel
  /** If its image is missing, it shows nothing; otherwise a missing image is refused. */
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
  /** If its image is missing, it shows nothing; otherwise a missing image is refused. */
  optional?: boolean
  triangles: Uint16Array | Uint32Array
  /** Number of hull points; they come first. */
  hull: number
  /** Pairs of point indices (already halved); null if the file has none. */
  edges: Uint16Array | Uint32Array | null
  /**
   * A linked mesh shares points, uvs and triangles with its source (the same arrays); `null` for a
   * mesh of its own. Resolved by the reader.
   */
  source: MeshModel | null
  /** The attachment whose deform and sequence timelines act on this one: itself, or its source. */
  timelines: 'own' | 'source'
}

/** A polygon for hit tests. */
export interface BoundingBoxModel extends NamedModel, VertexData {
  type: 'boundingbox'
  /** The figure around the origin of `place` whose points these are (DragonBones). Hit tests use it: an ellipse is more than its points. */
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

/** A polygon outside of which slots are not drawn. */
export interface ClippingModel extends NamedModel, VertexData {
  type: 'clipping'
  /** Last slot that is clipped; -1: to the end of the skeleton. */
  end: number
  /** The clip is the convex hull of the polygon (4.3). @default false */
  convex?: boolean
  /** Slots are drawn outside of the convex hull and not inside (4.3). @default false */
  inverse?: boolean
}

/** Another skeleton of the same file, drawn at `place` (DragonBones). */
export interface ArmatureModel extends NamedModel {
  type: 'armature'
  /** The armature's name: a key of `SkeletonModel.nested`, if the file has this armature. */
  armature: string
  place: PlaceModel
  /** Names of the animations that it starts when the slot shows it, in order. None: its default animation. */
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
