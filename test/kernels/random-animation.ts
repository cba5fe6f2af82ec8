/** Random animations of the mini rig: every timeline that has channels. */
import fc from 'fast-check'
import type { AnimationModel, BoneProperty, TimelineModel } from '../../src/base/model/animation'
import { animation, BONES, IK, SLOTS, TRANSFORM } from '../rig/animation/animation-kit'
import { between, curveKeys } from '../rig/animation/curve-reference'

const BONE_PROPERTIES: readonly BoneProperty[] = ['rotate', 'translate', 'scale', 'shear']
const AXES: readonly BoneProperty[] = ['translateX', 'translateY', 'scaleX', 'scaleY', 'shearX', 'shearY']
const COLORS = { rgba: 4, rgb: 3, alpha: 1, rgba2: 7, rgb2: 6 } as const
const LEGACY_COLORS: readonly (keyof typeof COLORS)[] = ['rgba', 'rgba2']
const ALL_COLORS: readonly (keyof typeof COLORS)[] = ['rgba', 'rgb', 'alpha', 'rgba2', 'rgb2']

const angle = between(-20, 20)
const value = fc.oneof(fc.constantFrom(0, 1, -1), between(-3, 3))
const share = between(-0.3, 1.3)

function boneTimeline(legacy: boolean): fc.Arbitrary<TimelineModel> {
  const properties = legacy ? BONE_PROPERTIES : [...BONE_PROPERTIES, ...AXES]
  return fc
    .record({ bone: fc.nat(BONES - 1), property: fc.constantFrom(...properties) })
    .chain(({ bone, property }) => {
      const channels = property === 'rotate' || AXES.includes(property) ? 1 : 2
      const keys = curveKeys(channels, property === 'rotate' ? angle : value)
      return keys.map((curves): TimelineModel => ({ type: 'bone', bone, property, channels, ...curves }))
    })
}

function colorTimeline(legacy: boolean): fc.Arbitrary<TimelineModel> {
  return fc
    .record({ slot: fc.nat(SLOTS - 1), property: fc.constantFrom(...(legacy ? LEGACY_COLORS : ALL_COLORS)) })
    .chain(({ slot, property }) => {
      const channels = COLORS[property]
      return curveKeys(channels, share).map(
        (curves): TimelineModel => ({ type: 'color', slot, property, channels, ...curves }),
      )
    })
}

const ikTimeline = curveKeys(2, share).map((curves): TimelineModel => {
  const flag = (index: number, salt: number) => (Math.sin(index * 7 + salt + curves.times[0]) > 0 ? 1 : 0)
  const bend = Int8Array.from(curves.times, (_, index) => flag(index, 0) * 2 - 1)
  const compress = Uint8Array.from(curves.times, (_, index) => flag(index, 1))
  const stretch = Uint8Array.from(curves.times, (_, index) => flag(index, 2))
  return { type: 'ik', constraint: IK, channels: 2, bend, compress, stretch, ...curves }
})

const transformTimeline = curveKeys(6, share).map(
  (curves): TimelineModel => ({ type: 'transform', constraint: TRANSFORM, channels: 6, ...curves }),
)

export function randomAnimation(legacy: boolean): fc.Arbitrary<AnimationModel> {
  const timeline = fc.oneof(
    { weight: 4, arbitrary: boneTimeline(legacy) },
    { weight: 2, arbitrary: colorTimeline(legacy) },
    { weight: 1, arbitrary: ikTimeline },
    { weight: 1, arbitrary: transformTimeline },
  )
  return fc.array(timeline, { minLength: 1, maxLength: 6 }).map((timelines) => animation(timelines))
}
