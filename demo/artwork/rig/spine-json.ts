/** The shapes of a Spine 4.2 skeleton file that this rig writes; keys at their defaults are left out. */
export interface BoneJson {
  name: string
  parent?: string
  length?: number
  x?: number
  y?: number
  rotation?: number
  inherit?: 'onlyTranslation'
  skin?: true
}

export interface SlotJson {
  name: string
  bone: string
  color?: string
  dark?: string
  attachment?: string
  blend?: 'additive'
}

export interface IkJson {
  name: string
  order?: number
  bones: string[]
  target: string
  bendPositive?: false
  /** @default 1 */
  mix?: number
}

export interface TransformJson {
  name: string
  order?: number
  bones: string[]
  target: string
  mixRotate?: number
  mixX: number
  mixScaleX: number
  mixShearY: number
}

export interface PathConstraintJson {
  name: string
  order: number
  bones: string[]
  /** A slot that shows a path. */
  target: string
  spacingMode: 'percent'
  rotateMode: 'chainScale'
  spacing: number
}

export interface PhysicsJson {
  name: string
  order: number
  bone: string
  rotate: number
  inertia: number
  strength: number
  damping: number
  wind?: number
  gravity?: number
}

export interface RegionJson {
  path: string
  x: number
  y: number
  rotation: number
  width: number
  height: number
}

export interface MeshJson {
  type: 'mesh'
  path: string
  uvs: number[]
  triangles: number[]
  vertices: number[]
  hull: number
  width: number
  height: number
}

export interface LinkedMeshJson {
  type: 'linkedmesh'
  path: string
  parent: string
  width: number
  height: number
}

export interface PolygonJson {
  type: 'boundingbox' | 'clipping'
  end?: string
  vertexCount: number
  vertices: number[]
}

export interface PathJson {
  type: 'path'
  lengths: number[]
  vertexCount: number
  vertices: number[]
}

export interface PointJson {
  type: 'point'
  x: number
  y: number
  rotation: number
}

export type AttachmentJson = RegionJson | MeshJson | LinkedMeshJson | PolygonJson | PathJson | PointJson

/** Slot → attachment key → attachment. */
export type SkinAttachments = Record<string, Record<string, AttachmentJson>>

export interface SkinJson {
  name: string
  bones?: string[]
  attachments: SkinAttachments
}

/** One key: `time`, `curve`, and the timeline's own values. */
export type KeyJson = Record<string, unknown>

/** Owner → timeline → keys. */
export type Timelines = Record<string, Record<string, KeyJson[]>>

export interface AnimationJson {
  slots?: Timelines
  bones?: Timelines
  ik?: Record<string, KeyJson[]>
  transform?: Record<string, KeyJson[]>
  attachments?: Record<string, Record<string, Timelines>>
  drawOrder?: KeyJson[]
  events?: KeyJson[]
}
