/** Path constraints, as far as animations key them: no kernel runs them yet. */
import type { PathTimeline } from '../../model/animation'
import type { PathConstraintModel } from '../../model/constraint'
import type { TimelineRules } from './kind'

const PROPERTIES: Record<PathTimeline['property'], number> = { position: 0, spacing: 1, mix: 2 }

export const path: TimelineRules<PathConstraintModel, PathTimeline> = {
  property: ({ property }) => PROPERTIES[property],
  adds: ({ property }) => property === 'position',
  keys: () => [],
}
