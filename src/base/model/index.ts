/**
 * The model of a skeleton: what a `Reader` makes of a file, and what `Rig.model` holds. Types alone, for readers of
 * formats of your own.
 *
 * @module osteon/model
 */

export type {
  AimTimeline,
  AnimationModel,
  AttachmentTimeline,
  BoneProperty,
  BoneTimeline,
  ColorProperty,
  ColorTimeline,
  CurveKeys,
  DeformTimeline,
  DrawOrderFolderTimeline,
  DrawOrderTimeline,
  EventKey,
  EventTimeline,
  IkTimeline,
  InheritTimeline,
  MapTimeline,
  PathTimeline,
  PhysicsResetTimeline,
  PhysicsTimeline,
  PlaybackModel,
  SequenceTimeline,
  SliderTimeline,
  SpineColorProperty,
  SurfaceTimeline,
  TimelineModel,
  TransformTimeline,
} from './animation'
export type { AtlasModel, AtlasPage, AtlasRegion } from './atlas'
export type {
  ArmatureModel,
  AttachmentModel,
  BoundingBoxModel,
  ClippingModel,
  MeshModel,
  NamedModel,
  PathModel,
  PivotModel,
  PlaceModel,
  PointModel,
  RegionModel,
  SequenceModel,
  VertexData,
} from './attachment'
export type {
  AimModel,
  CommonModel,
  ConstraintModel,
  GuideModel,
  IkModel,
  MapModel,
  MappedProperty,
  MappedSource,
  MappedTarget,
  PathConstraintModel,
  PhysicsModel,
  ScaleYMode,
  SliderDriver,
  SliderModel,
  SurfaceModel,
  TransformModel,
} from './constraint'
export type { Account } from './limits'
export type { Maths, TrackMaths } from './maths'
export type { RigPlayer } from './player'
export type { ReadOptions } from './reader'
export type {
  BoneModel,
  EventModel,
  LooksModel,
  SkeletonModel,
  SkinEntryModel,
  SkinModel,
  SlotModel,
} from './skeleton'
export type { InheritFlags } from './values'
