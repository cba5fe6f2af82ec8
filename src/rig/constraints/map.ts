/** 4.3's transform constraints: properties of bones are set from properties of a source. */
import { OsteonError } from '../../errors'
import type { MapTimeline } from '../../model/animation'
import type { MapModel } from '../../model/constraint'
import { type ConstraintKind, touched } from './kind'

export const map: ConstraintKind<MapModel, MapTimeline> = {
  property: () => 0,
  adds: () => true,
  keys: () => [0, 1, 2, 3, 4, 5].map((field) => ({ field, channel: field, steps: null })),
  setup: ({ mixRotate, mixX, mixY, mixScaleX, mixScaleY, mixShearY }) => [
    mixRotate,
    mixX,
    mixY,
    mixScaleX,
    mixScaleY,
    mixShearY,
  ],
  touches: ({ source, bones }) => touched({ source, writes: { applied: bones, world: bones } }),
  sort(_, order) {
    order.append()
  },
  composes: () => [],
  bound(_, bounds) {
    bounds.unbounded = true
  },
  magnify() {},
  emit({ name }, { input }) {
    const message = 'transform constraints of 4.3 cannot be run'
    throw new OsteonError('unsupported-feature', input.name, `transform.${name}`, message)
  },
}
