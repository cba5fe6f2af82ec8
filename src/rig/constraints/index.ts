/** The kinds of constraints, one line each. */
import { OsteonError } from '../../errors'
import type { ConstraintTimeline, TimelineModel } from '../../model/animation'
import type { ConstraintModel, ConstraintType } from '../../model/constraint'
import { aim } from './aim'
import { ik } from './ik'
import type { ConstraintKind, TimelineRules } from './kind'
import { path } from './path'
import { physics } from './physics'
import { transform } from './transform'

type ModelOf<K extends ConstraintType> = Extract<ConstraintModel, { type: K }>
type TimelineOf<K extends ConstraintType> = Extract<TimelineModel, { type: K }>
type AnyKind<M extends ConstraintModel, T extends ConstraintTimeline> =
  | ConstraintKind<M, T>
  | TimelineRules<M, T>

/** A kind that is missing here is a type error. One that says nothing but what its timelines mean cannot be run. */
const KINDS = { ik, aim, transform, path, physics } satisfies {
  readonly [K in ConstraintType]: AnyKind<ModelOf<K>, TimelineOf<K>>
}

export const CONSTRAINT_TYPES = /* @__PURE__ */ Object.keys(KINDS) as readonly ConstraintType[]

/**
 * What a constraint's kind says.
 *
 * @throws OsteonError `unsupported-feature` for a kind that cannot be run.
 */
export function kindOf({ type, name }: ConstraintModel, source: string): ConstraintKind {
  const kind: AnyKind<ConstraintModel, ConstraintTimeline> = KINDS[type]
  if ('emit' in kind) return kind
  const message = `${type} constraint ${JSON.stringify(name)} cannot be run yet; the rig is refused`
  throw new OsteonError('unsupported-feature', source, `${type}.${name}`, message)
}

export function isConstraintTimeline(timeline: TimelineModel): timeline is ConstraintTimeline {
  return timeline.type in KINDS
}

/** What the timelines of a constraint's kind mean. */
export function timelineRules({
  type,
}: ConstraintTimeline): TimelineRules<ConstraintModel, ConstraintTimeline> {
  return KINDS[type]
}
