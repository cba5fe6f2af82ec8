/** Sliders: an animation is applied to the applied pose, at a time that a bone may drive (4.3). */
import { OsteonError } from '../../errors'
import type { SliderTimeline } from '../../model/animation'
import type { SliderModel } from '../../model/constraint'
import { type ConstraintKind, touched } from './kind'

/** Its rows. */
export const SLIDER_TIME = 0
export const SLIDER_MIX = 1

export const slider: ConstraintKind<SliderModel, SliderTimeline> = {
  property: ({ property }) => (property === 'time' ? SLIDER_TIME : SLIDER_MIX),
  adds: ({ property }) => property === 'mix',
  sums: ({ property }) => property === 'time',
  keys: ({ property }) => [
    { field: property === 'time' ? SLIDER_TIME : SLIDER_MIX, channel: 0, steps: null },
  ],
  setup: ({ time, mix }) => [time, mix],
  touches: () => touched({ source: -1 }),
  sort(_, order) {
    order.append()
  },
  composes: () => [],
  bound(_, bounds) {
    bounds.unbounded = true
  },
  magnify() {},
  emit({ name }, { input }) {
    throw new OsteonError('unsupported-feature', input.name, `slider.${name}`, 'sliders cannot be run')
  },
}
