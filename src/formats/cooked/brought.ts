/** Fields and kinds that only other formats than Spine's have: each is written by a codec that the format brings along. */
import type { AimTimeline, CurveKeys, EventDetails, SurfaceTimeline } from '../../base/model/animation'
import type {
  ArmatureModel,
  AttachmentModel,
  BoundingBoxModel,
  PivotModel,
  PlaceModel,
} from '../../base/model/attachment'
import type { AimModel, GuideModel, SurfaceModel } from '../../base/model/constraint'
import type { BoneModel, SkeletonModel } from '../../base/model/skeleton'
import type { Rgba } from '../../base/model/values'
import { type Codec, damaged, type Sink, type Source } from './codec'

/** The values of these fields, by the names of their codecs. */
interface BroughtFields {
  format: SkeletonModel['format']
  inherit: BoneModel['inherit']
  offset: Rgba | undefined
  place: PlaceModel | undefined
  shearY: number | undefined
  pivot: PivotModel | undefined
  shape: BoundingBoxModel['shape']
  armature: ArmatureModel
  aim: AimModel
  guide: GuideModel
  surface: SurfaceModel
  aimKeys: AimTimeline
  surfaceKeys: SurfaceTimeline
  clock: number | undefined
  samples: CurveKeys['samples']
  int: number
  details: EventDetails | undefined
}

/** What a format brings along to be cooked. */
export interface Brought {
  /** The format's number in the heads of files, from 1 on. */
  readonly kind: number
  /** The format, for messages. */
  readonly name: string
  readonly codecs: { readonly [K in keyof BroughtFields]: Codec<BroughtFields[K]> }
  /** Writes what stands behind a skeleton. @param models its attachments, as they were written. */
  readonly writeRest: (out: Sink, model: SkeletonModel, models: readonly AttachmentModel[]) => void
  /** Reads that. @returns the whole model, checked. */
  readonly readRest: (from: Source, model: SkeletonModel, models: readonly AttachmentModel[]) => SkeletonModel
}

/** A field or kind that formats bring. @param plain its codec in files of Spine. */
export function brought<K extends keyof BroughtFields>(
  name: K,
  plain: Codec<BroughtFields[K]>,
): Codec<BroughtFields[K]> {
  return {
    write: (out, value) => (out.brought?.codecs[name] ?? plain).write(out, value),
    read: (from) => (from.brought?.codecs[name] ?? plain).read(from),
  }
}

/** What files of Spine never have. */
export function refused<T>(): Codec<T> {
  return {
    write() {},
    read: (from) => {
      throw damaged(from, 'something is of a kind that skeletons of Spine do not have')
    },
  }
}
