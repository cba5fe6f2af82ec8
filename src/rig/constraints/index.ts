/** The kinds of constraints, one line each. */
import type { ConstraintTimeline, TimelineModel } from '../../model/animation'
import type { BroughtType, ConstraintModel, ConstraintType } from '../../model/constraint'
import { aim } from './aim'
import { ik } from './ik'
import type { ConstraintKind, KeyingKind } from './kind'
import { map } from './map'
import { path } from './path'
import { physics } from './physics'
import { slider } from './slider'
import { transform } from './transform'

type ModelOf<K extends ConstraintType> = Extract<ConstraintModel, { type: K }>
type TimelineOf<K extends ConstraintType> = Extract<TimelineModel, { type: K }>

/** Types whose kinds are always there. */
export type OwnType = Exclude<ConstraintType, BroughtType>

/** Kinds that a reader brings along. */
export type BroughtKinds = { readonly [K in BroughtType]: ConstraintKind<ModelOf<K>, TimelineOf<K>> }

/** A kind that is missing here is a type error. */
const KINDS = { ik, aim, transform, map, path, physics, slider } satisfies {
  readonly [K in OwnType]: ConstraintKind<ModelOf<K>, TimelineOf<K>>
}

/** Timelines of constraints whose kinds are brought key one row a channel. */
const BROUGHT: KeyingKind = {
  property: () => 0,
  adds: () => false,
  keys: ({ channels }) => Array.from({ length: channels }, (_, row) => ({ field: row, channel: row, steps: null })),
}

export const CONSTRAINT_TYPES = /* @__PURE__ */ Object.keys(KINDS) as readonly OwnType[]

/** What the kind of a constraint says. */
export function kindOf({ type }: ConstraintModel, brought: BroughtKinds | null = null): ConstraintKind {
  if (type !== 'guide' && type !== 'surface') return KINDS[type]
  if (brought) return brought[type]
  throw new RangeError(`osteon: the reader brings no constraints of type ${type}`)
}

/** What a constraint's kind says of a timeline. */
export function keyingOf({ type }: ConstraintTimeline): KeyingKind {
  return type === 'surface' ? BROUGHT : KINDS[type]
}

export function isConstraintTimeline(timeline: TimelineModel): timeline is ConstraintTimeline {
  return timeline.type in KINDS || timeline.type === 'surface'
}
