/** Physics constraints, as far as animations key them: no kernel runs them yet. */
import type { PhysicsTimeline } from '../../model/animation'
import type { PhysicsModel } from '../../model/constraint'
import type { TimelineRules } from './kind'

const PROPERTIES: Record<PhysicsTimeline['property'], number> = {
  inertia: 0,
  strength: 1,
  damping: 2,
  mass: 3,
  wind: 4,
  gravity: 5,
  mix: 6,
}

export const physics: TimelineRules<PhysicsModel, PhysicsTimeline> = {
  property: ({ property }) => PROPERTIES[property],
  adds: ({ property }) => property === 'wind' || property === 'gravity',
  keys: () => [],
}
