/** Lists the kinds of constraints. */
import type { ConstraintTimeline, TimelineModel } from '../../base/model/animation'
import type { BroughtType, ConstraintModel, ConstraintType } from '../../base/model/constraint'
import { aim } from './aim'
import { ik } from './ik'
import type { ConstraintKind } from './kind'
import { map } from './map'
import { path } from './path'
import { physics } from './physics'
import { slider } from './slider'
import { transform } from './transform'

type ModelOf<K extends ConstraintType> = Extract<ConstraintModel, { type: K }>
type TimelineOf<K extends ConstraintType> = Extract<TimelineModel, { type: K }>

/** Types whose kinds belong to the library itself. */
export type OwnType = Exclude<ConstraintType, BroughtType>

/** Kinds that a reader brings along. */
export type BroughtKinds = { readonly [K in BroughtType]: ConstraintKind<ModelOf<K>, TimelineOf<K>> }

/** A kind that is missing here is a type error. */
const KINDS = { ik, aim, transform, map, path, physics, slider } satisfies {
  readonly [K in OwnType]: ConstraintKind<ModelOf<K>, TimelineOf<K>>
}

export const CONSTRAINT_TYPES = /* @__PURE__ */ Object.keys(KINDS) as readonly OwnType[]

function isBrought(type: ConstraintType): type is BroughtType {
  return !(type in KINDS)
}

/** The kind of a constraint, or of a timeline that keys one. */
export function kindOf(
  { type }: { readonly type: ConstraintType },
  brought?: BroughtKinds | null,
): ConstraintKind {
  const kind = isBrought(type) ? brought?.[type] : KINDS[type]
  if (!kind) throw new RangeError(type)
  return kind
}

export function isConstraintTimeline(timeline: TimelineModel): timeline is ConstraintTimeline {
  return 'constraint' in timeline && timeline.type !== 'physicsReset'
}
