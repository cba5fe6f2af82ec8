/** Lists the keyed targets of an animation, by timeline and by target. */
import { LOCAL, LOCAL_FIELDS } from '../../../../base/memory/lanes'
import type { PlaybackModel, TimelineModel } from '../../../../base/model/animation'
import { ANIMATION, type AnimationImage, CHANNEL, CHANNEL_WORDS } from '../../../../rig/animation/image'
import { bothForms } from '../../../../rig/forms'
import type { Rig } from '../../../../rig/rig'
import type { AnimationState } from '../../../../world/state'
import {
  type KeyedTargets,
  LAYER_TARGET,
  type LayerScratch,
  type LookTrack,
  layersOf,
  PLAYER_NAME,
} from './layers'
import { trackOf } from './sample-track'
import { createTargets, growTargets } from './targets'

/** A value of `KeyedTargets.hasBone`: only its alpha is keyed, so the bone is not reset. */
export const ONLY_ALPHA = 2

/**
 * Returns the scratch memory of a world's layers, with room for a rig. It is created on first use, and again after a
 * restore.
 */
export function scratchOf(state: AnimationState, { attachments, bones, rows, slots }: Rig): LayerScratch {
  let layers = layersOf(state)
  if (!layers) {
    layers = {
      bones: createTargets(),
      deforms: createTargets(),
      looks: createTargets(),
      rests: createTargets(),
      keyed: new Map(),
      trees: new Map(),
      sorts: false,
      sortsPlaces: false,
    }
    state.playerStates.set(PLAYER_NAME, layers)
  }
  growTargets(layers.bones, bones.count)
  growTargets(layers.deforms, attachments.models.length)
  growTargets(layers.rests, slots.count)
  if (rows.looks) growTargets(layers.looks, rows.local)
  return layers
}

/** Returns the keyed targets of an animation. Both of its forms key the same targets. */
export function keyedFor(state: AnimationState, rig: Rig, animation: number): KeyedTargets | null {
  const { keyed } = scratchOf(state, rig)
  const { image, playback } = rig.animations[animation]
  const compiled = image()
  const known = keyed.get(compiled)
  if (known || !playback) return known ?? null
  const made = findKeyed(rig, compiled, playback, looksOf(rig, animation))
  keyed.set(compiled, made)
  return made
}

/** Returns the timelines of `KeyedTargets.looks`. */
function looksOf({ animations, slots }: Rig, animation: number): LookTrack[][] {
  return bothForms(animations, animation).map(({ playback }) =>
    (playback?.looks ?? []).map(({ property, target, ...keys }) => ({
      ...trackOf(keys),
      property,
      slot: property === 'boneAlpha' ? -1 : target,
      bone: property === 'boneAlpha' ? target : slots.bone[target],
      several: keys.times.length > 1,
      clock: keys.clock ?? 0,
    })),
  )
}

function findKeyed(
  rig: Rig,
  image: AnimationImage,
  { bones, timelines }: PlaybackModel,
  looks: LookTrack[][],
): KeyedTargets {
  const keyed = {
    looks,
    kind: new Uint8Array(timelines.length),
    target: new Int32Array(timelines.length),
    several: Uint8Array.from(timelines, ({ times }) => (times.length > 1 ? 1 : 0)),
    clock: Uint8Array.from(timelines, (timeline) => ('clock' in timeline && timeline.clock) || 0),
    bones: Int32Array.from(bones),
    hasBone: new Uint8Array(rig.bones.count),
    hasDisplay: new Uint8Array(rig.slots.count),
    hasColor: new Uint8Array(rig.slots.count),
    hasDeform: new Uint8Array(rig.slots.count),
    hasConstraint: new Uint8Array(rig.constraints.models.length),
    colors: channelsOf(image, (row) => row >= rig.rows.firstSlotRow),
    constraints: channelsOf(image, (row) => isOfConstraint(rig, row)),
    angles: channelsOf(
      image,
      (row) => row < rig.bones.count * LOCAL_FIELDS && ANGLES.has(row % LOCAL_FIELDS),
    ),
    ...keysOf(image),
  }
  for (const { bone, slot } of looks[0]) if (slot < 0) keyed.hasBone[bone] = ONLY_ALPHA
  for (const bone of bones) keyed.hasBone[bone] = 1
  for (const { slot } of image.attachments) keyed.hasDisplay[slot] = 1
  timelines.forEach((timeline, ordinal) => {
    aim(keyed, timeline, ordinal, rig)
  })
  for (const { attachment, timeline, slot } of image.deforms) {
    keyed.kind[timeline] = LAYER_TARGET.deform
    keyed.target[timeline] = attachment
    keyed.hasDeform[slot] = 1
  }
  return keyed
}

function aim(keyed: KeyedTargets, timeline: TimelineModel, ordinal: number, { rows }: Rig): void {
  const { hasColor, hasConstraint, kind, target } = keyed
  if (timeline.type === 'bone') {
    kind[ordinal] = LAYER_TARGET.bone
    target[ordinal] = timeline.bone
  } else if (timeline.type === 'color') {
    kind[ordinal] = LAYER_TARGET.color
    target[ordinal] = timeline.slot
    hasColor[timeline.slot] = 1
  } else if ('constraint' in timeline && timeline.constraint >= 0) {
    const bone = rows.partOf?.[timeline.constraint] ?? -1
    kind[ordinal] = bone < 0 ? LAYER_TARGET.constraint : LAYER_TARGET.bone
    target[ordinal] = bone < 0 ? timeline.constraint : bone
    hasConstraint[timeline.constraint] = 1
  }
}

/** Returns whether a row belongs to a constraint that does not belong to a bone. */
function isOfConstraint({ bones, rows }: Rig, row: number): boolean {
  if (row < bones.count * LOCAL_FIELDS || row >= rows.firstSlotRow) return false
  const constraint = rows.constraint.findLastIndex((first) => first >= 0 && first <= row)
  return (rows.partOf?.[constraint] ?? -1) < 0
}

const ANGLES: ReadonlySet<number> = new Set([LOCAL.ROTATION, LOCAL.SHEAR_Y])

/** Returns numbers of the channels with wanted rows: bones first, slot colours last. */
function channelsOf({ channels, words }: AnimationImage, wanted: (row: number) => boolean): Int32Array {
  const table = words[ANIMATION.CHANNEL_TABLE] + CHANNEL.ROW
  const all = [...Array(channels).keys()]
  return Int32Array.from(all.filter((channel) => wanted(words[table + channel * CHANNEL_WORDS])))
}

/** Groups events by their times. If there are any events, time 0 is a key. */
function keysOf({ events }: AnimationImage): Pick<KeyedTargets, 'keyTimes' | 'keyFirst'> {
  if (!events) return { keyTimes: new Float32Array(0), keyFirst: new Int32Array(1) }
  const keyTimes = Float32Array.from(new Set([0, ...events.times]))
  const first = Array.from(keyTimes, (time) => events.times.findIndex((one) => one >= time))
  return { keyTimes, keyFirst: Int32Array.from([...first, events.times.length]) }
}
