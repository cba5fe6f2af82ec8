/** Sliders: an animation is applied to the applied pose, at a time that a bone may drive (4.3). */
import type { SliderTimeline, TimelineModel } from '../../base/model/animation'
import type { SliderModel } from '../../base/model/constraint'
import { type ConstraintKind, type SkeletonParts, type Touched, touched } from './kind'

/** Rows of a slider. */
export const SLIDER = {
  TIME: 0,
  MIX: 1,
} as const

const FIELDS = { time: SLIDER.TIME, mix: SLIDER.MIX } satisfies Record<SliderTimeline['property'], number>

export const slider: ConstraintKind<SliderModel, SliderTimeline> = {
  property: ({ property }) => FIELDS[property],
  adds: ({ property }) => property === 'mix',
  sums: ({ property }) => property === 'time',
  keys: ({ property }) => [{ field: FIELDS[property], channel: 0, steps: null }],
  setup: ({ time, mix }) => [time, mix],
  touches({ animation, driver }, skeleton) {
    const { timelines } = skeleton.animations[animation]
    return touched({
      source: -1,
      reads: driver ? (driver.local ? { applied: [driver.bone] } : { world: [driver.bone] }) : {},
      writes: writesOf(timelines, skeleton),
      plays: animation,
    })
  },
  sort({ driver }, order, { writes }) {
    if (driver && !driver.local) order.sortBone(driver.bone)
    order.append()
    for (const bone of writes.applied) {
      order.setSorted(bone, false)
      order.resetChildren(bone)
    }
  },
  composes: () => [],
  bound(_, bounds) {
    bounds.unbounded = true
  },
  /** A slider may add keyed values with any mix. */
  magnify({ animation }, { skeleton, size, inverse, reach }) {
    for (const timeline of skeleton.animations[animation].timelines)
      if (timeline.type === 'bone')
        size[timeline.bone] = inverse[timeline.bone] = reach[timeline.bone] = Number.POSITIVE_INFINITY
  },
  emit(_, emitter) {
    emitter.stop()
  },
}

function writesOf(
  timelines: readonly TimelineModel[],
  { constraints }: SkeletonParts,
): Partial<Touched['writes']> {
  const bones = new Set<number>()
  const slots = new Set<number>()
  const changed = new Set<number>()
  for (const timeline of timelines) {
    if (timeline.type === 'bone' || timeline.type === 'inherit') bones.add(timeline.bone)
    if ('slot' in timeline) slots.add(timeline.slot)
    if (!('constraint' in timeline)) continue
    if (timeline.constraint >= 0) changed.add(timeline.constraint)
    else for (const [index, { type }] of constraints.entries()) if (type === 'physics') changed.add(index)
  }
  const order = timelines.some(({ type }) => type === 'drawOrder' || type === 'drawOrderFolder')
  return { applied: [...bones], slots: [...slots], constraints: [...changed], order }
}
