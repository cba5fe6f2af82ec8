/** Checks of a whole skeleton: what one part of it says of another. */
import type { TimelineModel } from '../../base/model/animation'
import type { ConstraintModel, ConstraintType } from '../../base/model/constraint'
import type { SkeletonModel } from '../../base/model/skeleton'
import { MOST_FPS } from '../shared/limits'
import { deformSize } from '../spine/shared/entries'
import { demand, type Source } from './codec'

/** Greatest magnitude of a mass's inverse. */
const MOST_INVERSE = 1e18

export function checkConstraints({ bones, constraints }: SkeletonModel, from: Source): void {
  for (const constraint of constraints)
    switch (constraint.type) {
      case 'ik':
        demand(from, bones[constraint.bones[0]].parent >= 0, 'IK turns a root')
        break
      case 'transform':
      case 'map':
      case 'path':
        demand(from, constraint.bones.length > 0, 'a constraint has no bones')
        break
      case 'physics': {
        const { step, massInverse } = constraint
        demand(from, step >= 0.999 / MOST_FPS, 'physics takes too many steps')
        demand(from, Math.abs(massInverse) <= MOST_INVERSE, 'a mass is 0')
        break
      }
    }
}

/** Types of constraints that timelines of other types key. */
const KEYED: Partial<Record<TimelineModel['type'], ConstraintType>> = { physicsReset: 'physics' }

export function checkAnimations(model: SkeletonModel, from: Source): void {
  const entries = model.skins.map(
    ({ entries }) => new Map(entries.map(({ slot, key, attachment }) => [`${slot}.${key}`, attachment])),
  )
  for (const { duration, timelines } of model.animations) {
    demand(from, duration >= 0, 'an animation ends before it begins')
    for (const timeline of timelines) {
      demand(from, timeline.times.length > 0, 'a timeline has no keys')
      if ('constraint' in timeline) checkKeyed(timeline, model.constraints, from)
      if (timeline.type !== 'deform' && timeline.type !== 'sequence') continue
      const target = entries[timeline.skin].get(`${timeline.slot}.${timeline.key}`)
      if (timeline.type === 'deform')
        demand(
          from,
          target !== undefined && deformSize(target) === timeline.size,
          'a deform has no such points',
        )
      else demand(from, target !== undefined && 'sequence' in target && !!target.sequence, 'no such sequence')
    }
  }
}

function checkKeyed(
  { type, constraint }: TimelineModel & { constraint: number },
  constraints: readonly ConstraintModel[],
  from: Source,
): void {
  if (constraint < 0) return
  demand(from, constraints[constraint].type === (KEYED[type] ?? type), 'a timeline keys another constraint')
}
