/** Disturbs the official runtime, to show how it reacts to roundings: one less in its data, or those of osteon's rows. */
import type { Reference } from './reference'
import {
  constraintsOf,
  poseOf,
  type ReferenceModule,
  type ReferenceRotation,
  type ReferenceSkeleton,
} from './reference-api'

/** What constraints take from a pose. */
const OF_CONSTRAINTS = /^(mix\w*|time|position|spacing|inertia|strength|damping|massInverse|wind|gravity)$/

/** Rounds what is written to bones, slots and constraints to float32s, angles in radians, as osteon's rows are. */
export function roundRows(skeleton: ReferenceSkeleton): void {
  const toRadians = Math.PI / 180
  const roundAngle = (degrees: number) => Math.fround(degrees * toRadians) / toRadians
  for (const pose of skeleton.bones.map(poseOf)) {
    for (const field of ['rotation', 'shearX', 'shearY']) roundField(pose, field, roundAngle)
    for (const field of ['x', 'y', 'scaleX', 'scaleY']) roundField(pose, field, Math.fround)
  }
  for (const { color, darkColor } of skeleton.slots.map(poseOf))
    for (const shade of [color, darkColor])
      for (const part of shade ? ['r', 'g', 'b', 'a'] : []) roundField(shade ?? {}, part, Math.fround)
  for (const pose of constraintsOf(skeleton).map((it) => poseOf<object>(it)))
    for (const [field, value] of Object.entries(pose))
      if (OF_CONSTRAINTS.test(field) && typeof value === 'number') roundField(pose, field, Math.fround)
}

function roundField(pose: object, field: string, rounded: (value: number) => number): void {
  let value = Number(Object.entries(pose).find(([name]) => name === field)?.[1])
  Object.defineProperty(pose, field, {
    enumerable: true,
    get: () => value,
    set: (given: number) => {
      value = rounded(given)
    },
  })
}

/**
 * Makes rotations of the reference's data start from 0 wherever an application at full weight overwrites them. The runtime adds
 * the difference to the present value, c + (v - c), which rounds: the next entry may find another angle than v. From 0 it is v.
 * Makes setup colours the float32s that keys of the same colour are.
 */
export function overwriteExactly({ data, module }: Reference): void {
  for (const slot of data.slots) {
    const { color, darkColor } = 'setupPose' in slot ? slot.setupPose : slot
    for (const part of ['r', 'g', 'b', 'a'] as const) {
      color[part] = Math.fround(color[part])
      if (darkColor) darkColor[part] = Math.fround(darkColor[part])
    }
  }
  for (const { timelines } of data.animations)
    for (const timeline of timelines)
      if (timeline instanceof module.RotateTimeline) startFromZero(timeline, module)
}

function startFromZero(timeline: ReferenceRotation, { MixBlend }: ReferenceModule): void {
  // Each `apply` is the one that the runtime calls, whichever entry it applies.
  const apply = timeline.apply.bind(timeline)
  timeline.apply = (skeleton, lastTime, time, events, alpha, blend, ...rest) => {
    const bone = skeleton.bones[timeline.boneIndex]
    const overwrites = MixBlend !== undefined && alpha === 1 && blend !== MixBlend.add
    // Before the first key, only these take the setup angle.
    const isKeyed = time >= timeline.frames[0] || blend === MixBlend?.first || blend === MixBlend?.setup
    if (overwrites && bone.active && isKeyed) poseOf(bone).rotation = 0
    apply(skeleton, lastTime, time, events, alpha, blend, ...rest)
  }
}
