/** What an animation keys, as the state machine looks for it: by timeline and by target. */
import type { PlaybackModel, TimelineModel } from '../model/animation'
import {
  ANIMATION_CHANNEL_TABLE,
  type AnimationImage,
  CHANNEL_ROW,
  CHANNEL_WORDS,
} from '../rig/animation/image'
import { isConstraintTimeline } from '../rig/constraints'
import type { Rig } from '../rig/rig'
import { LAYER_TARGET, type LayerPlan, type LayerScratch } from '../world/layers'
import type { AnimationState } from '../world/state'
import { createTargets } from './targets'

/** The bits of `LayerPlan.property`: bones have all of these rows. */
export const ALL_PROPERTIES = 15
const PROPERTY: Readonly<Record<string, number>> = { rotate: 1, translate: 2, scale: 4, shearY: 8 }

/** What the machine keeps for a world, made when something is first played. */
export function scratchOf(state: AnimationState): LayerScratch {
  state.layers ??= {
    bones: createTargets(),
    deforms: createTargets(),
    written: new Uint8Array(0),
    plans: new Map(),
  }
  return state.layers
}

/** Makes what a rig's animation needs in a tick. A structure call. */
export function preparePlan(state: AnimationState, rig: Rig, animation: number): void {
  const { plans } = scratchOf(state)
  const { image, playback } = rig.animations[animation]
  const compiled = image()
  if (playback && !plans.has(compiled)) plans.set(compiled, makePlan(rig, compiled, playback))
}

function makePlan(rig: Rig, image: AnimationImage, { bones, timelines }: PlaybackModel): LayerPlan {
  const plan = {
    kind: new Uint8Array(timelines.length),
    target: new Int32Array(timelines.length),
    property: new Uint8Array(timelines.length),
    several: Uint8Array.from(timelines, ({ times }) => (times.length > 1 ? 1 : 0)),
    bones: Int32Array.from(bones),
    hasBone: new Uint8Array(rig.bones.count),
    hasDisplay: new Uint8Array(rig.slots.count),
    hasColor: new Uint8Array(rig.slots.count),
    hasDeform: new Uint8Array(rig.slots.count),
    hasConstraint: new Uint8Array(rig.constraints.models.length),
    colors: colorChannels(rig, image),
    ...keysOf(image),
  }
  for (const bone of bones) plan.hasBone[bone] = 1
  for (const { slot } of image.attachments) plan.hasDisplay[slot] = 1
  timelines.forEach((timeline, ordinal) => {
    aim(plan, timeline, ordinal)
  })
  for (const { attachment, timeline, slot } of image.deforms) {
    plan.kind[timeline] = LAYER_TARGET.deform
    plan.target[timeline] = attachment
    plan.hasDeform[slot] = 1
  }
  return plan
}

function aim(plan: LayerPlan, timeline: TimelineModel, ordinal: number): void {
  const { hasColor, hasConstraint, kind, property, target } = plan
  if (timeline.type === 'bone') {
    kind[ordinal] = LAYER_TARGET.bone
    target[ordinal] = timeline.bone
    property[ordinal] = PROPERTY[timeline.property] ?? 0
  } else if (timeline.type === 'color') {
    kind[ordinal] = LAYER_TARGET.color
    target[ordinal] = timeline.slot
    hasColor[timeline.slot] = 1
  } else if (isConstraintTimeline(timeline) && timeline.constraint >= 0) {
    kind[ordinal] = LAYER_TARGET.constraint
    target[ordinal] = timeline.constraint
    hasConstraint[timeline.constraint] = 1
  }
}

/** Slot colours are the last local rows. */
function colorChannels({ rows }: Rig, { channels, words }: AnimationImage): Int32Array {
  const table = words[ANIMATION_CHANNEL_TABLE] + CHANNEL_ROW
  const found = [...Array(channels).keys()]
  return Int32Array.from(found.filter((channel) => words[table + channel * CHANNEL_WORDS] >= rows.firstColor))
}

/** Events of one time fire together; if there are any, time 0 has a key. */
function keysOf({ events }: AnimationImage): Pick<LayerPlan, 'keyTimes' | 'keyFirst'> {
  if (!events) return { keyTimes: new Float32Array(0), keyFirst: new Int32Array(1) }
  const keyTimes = Float32Array.from(new Set([0, ...events.times]))
  const first = Array.from(keyTimes, (time) => events.times.findIndex((one) => one >= time))
  return { keyTimes, keyFirst: Int32Array.from([...first, events.times.length]) }
}
