/** The kinds of constraints, one line each. */
import type { ConstraintTimeline, TimelineModel } from '../../model/animation'
import type { ConstraintModel, ConstraintType } from '../../model/constraint'
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

/** A kind that is missing here is a type error. */
const KINDS = { ik, aim, transform, map, path, physics, slider } satisfies {
  readonly [K in ConstraintType]: ConstraintKind<ModelOf<K>, TimelineOf<K>>
}

export const CONSTRAINT_TYPES = /* @__PURE__ */ Object.keys(KINDS) as readonly ConstraintType[]

/** What the kind of a constraint, or of a timeline that keys one, says. */
export function kindOf({ type }: { readonly type: ConstraintType }): ConstraintKind {
  return KINDS[type]
}

export function isConstraintTimeline(timeline: TimelineModel): timeline is ConstraintTimeline {
  return timeline.type in KINDS
}
