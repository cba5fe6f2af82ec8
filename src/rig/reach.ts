/** Finds how far a skeleton can reach from its origin, over all poses. */
import { hypotenuse } from '../base/math/circular'
import { LOCAL, LOCAL_FIELDS } from '../base/memory/lanes'
import type { AttachmentModel } from '../base/model/attachment'
import { INHERIT } from '../base/model/skeleton'
import {
  ANIMATION,
  type AnimationImage,
  CHANNEL,
  CHANNEL_WORDS,
  SEGMENT,
  SEGMENT_WORDS,
} from './animation/image'
import type { Bounds } from './constraints/kind'
import type { Rig } from './rig'

export interface Reach {
  /**
   * All vertices lie within this distance of the skeleton's origin, at scale 1. Infinity: the reach depends on the
   * entity's place.
   */
  readonly radius: number
  /** Per bone: its vertices lie within this distance of its origin, in its space; -1 = it has none. */
  readonly bones: Float32Array
}

/**
 * Adds up, from bone to bone, the greatest translations and scales in the setup pose and in the given animations,
 * curves included. The attachments of all skins, with their deform keys, are added to that.
 *
 * It bounds every mix of these with weights of 0…1, and constraints with mixes of 0…1, as far as these know a bound.
 * Where IK stretches scaled-down bones, it is an estimate. Additive tracks, and values that users write into bones and
 * constraints, are not covered.
 */
export function findReach(rig: Rig, animations: readonly AnimationImage[]): Reach {
  const most = greatestValues(rig, animations)
  const offsets = greatestOffsets(rig, animations)
  const bones = attachmentRadii(rig, offsets)
  const { count } = rig.bones
  const bounds: Bounds = {
    input: rig,
    values: most,
    offsets,
    reach: new Float64Array(count),
    scale: new Float64Array(count),
    leastReach: new Float64Array(count),
    leastScale: new Float64Array(count),
    unbounded: false,
  }
  followChains(rig, most, bounds)
  // A constraint's bones may lead the bones of later constraints.
  const { kinds, models, touched } = rig.constraints
  for (const [index, kind] of kinds.entries()) {
    bounds.values = most.subarray(rig.rows.constraint[index])
    kind.bound(models[index], bounds, touched[index])
    followChains(rig, most, bounds)
  }
  const { reach, scale, unbounded } = bounds
  let radius = unbounded ? Number.POSITIVE_INFINITY : 0
  for (let bone = 0; bone < count; bone++)
    if (bones[bone] >= 0) radius = Math.max(radius, reach[bone] + scale[bone] * bones[bone])
  return { radius, bones }
}

function followChains(rig: Rig, most: Float64Array, { reach, scale, leastReach, leastScale }: Bounds): void {
  const { count, parent, inherit } = rig.bones
  for (let bone = 0; bone < count; bone++) {
    const row = bone * LOCAL_FIELDS
    const above = parent[bone]
    const sheared = most[row + LOCAL.SHEAR_X] !== 0 || most[row + LOCAL.SHEAR_Y] !== 0
    const scaleX = most[row + LOCAL.SCALE_X]
    const scaleY = most[row + LOCAL.SCALE_Y]
    const own = sheared ? hypotenuse(scaleX, scaleY) : Math.max(scaleX, scaleY)
    const translation = hypotenuse(most[row + LOCAL.X], most[row + LOCAL.Y])
    const normal = inherit[bone] === INHERIT.normal && rig.rows.inherit[bone] < 0
    const handed = above < 0 ? 1 : scale[above]
    scale[bone] = Math.max(leastScale[bone], own * (normal ? handed : Math.max(1, handed)))
    reach[bone] = Math.max(leastReach[bone], above < 0 ? translation : reach[above] + handed * translation)
  }
}

/** Greatest magnitude of every local row: setup values and everything keyed. */
function greatestValues({ rows }: Rig, animations: readonly AnimationImage[]): Float64Array {
  const most = new Float64Array(rows.local)
  for (let row = 0; row < most.length; row++) most[row] = Math.abs(rows.setup[row])
  for (const animation of animations) {
    const { words, channels } = animation
    forSegments(animation, (column, start, end) => {
      if (column >= channels) return
      const row = words[words[ANIMATION.CHANNEL_TABLE] + column * CHANNEL_WORDS + CHANNEL.ROW]
      most[row] = Math.max(most[row], Math.abs(start), Math.abs(end))
    })
  }
  return most
}

/** Calls `visit` with the start and end value of every segment. Columns of deform tracks follow those of channels. */
function forSegments(
  { words, channels, deforms }: AnimationImage,
  visit: (column: number, start: number, end: number) => void,
): void {
  const floats = new Float32Array(words.buffer, words.byteOffset, words.length)
  let segment = words[ANIMATION.SEGMENT_TABLE]
  for (let column = 0; column < channels + deforms.length; column++) {
    for (; floats[segment + SEGMENT.TIME] !== Number.POSITIVE_INFINITY; segment += SEGMENT_WORDS) {
      const start = floats[segment + SEGMENT.VALUE]
      const rise = floats[segment + SEGMENT.SLOPE]
      const seconds = floats[segment + SEGMENT_WORDS + SEGMENT.TIME] - floats[segment + SEGMENT.TIME]
      // The last segment has no end.
      visit(column, start, rise === 0 ? start : start + rise * seconds)
    }
    segment += SEGMENT_WORDS
  }
}

/** Larger than any view, while products of it stay finite. */
const ANYWHERE = 1e30

/** @param offsets of `greatestOffsets`. */
function attachmentRadii(
  { attachments, bent, bones, keys, slots, skins }: Rig,
  offsets: Float64Array,
): Float32Array {
  const radii = new Float32Array(bones.count).fill(-1)
  for (const { entries } of skins)
    for (const [entry, number] of entries) {
      const slot = Math.floor(entry / keys.length)
      const isBent = (bent?.by[number] ?? -1) >= 0
      const offset = isBent ? ANYWHERE : offsets[attachments.timeline[number]]
      addAttachment(radii, attachments.models[number], slots.bone[slot], offset)
    }
  return radii
}

/** Per attachment: the greatest distance by which deform timelines move a point, in a bone's space. */
function greatestOffsets({ attachments }: Rig, animations: readonly AnimationImage[]): Float64Array {
  const offsets = new Float64Array(attachments.count)
  for (const animation of animations) {
    const { words, deforms } = animation
    const floats = new Float32Array(words.buffer, words.byteOffset, words.length)
    const beyond = overshoots(animation)
    for (const [track, { attachment, address, keys, stride, size }] of deforms.entries()) {
      // Between a and b and beyond: |a + p (b - a)| ≤ max(|a|, |b|) + beyond · |b - a|.
      const factor = 1 + 2 * beyond[track]
      for (let key = 0; key < keys; key++)
        for (let at = address + key * stride; at < address + key * stride + size; at += 2) {
          const offset = hypotenuse(floats[at], floats[at + 1])
          offsets[attachment] = Math.max(offsets[attachment], offset * factor)
        }
    }
  }
  return offsets
}

/** Per deform track: how far its curves go beyond 0…1 between two keys. */
function overshoots(animation: AnimationImage): Float64Array {
  const { channels, deforms } = animation
  const beyond = new Float64Array(deforms.length)
  forSegments(animation, (column, start, end) => {
    const track = column - channels
    if (track >= 0) beyond[track] = Math.max(beyond[track], start - 1, -start, end - 1, -end)
  })
  return beyond
}

function addAttachment(radii: Float32Array, model: AttachmentModel, bone: number, offset: number): void {
  const reach = (of: number, x: number, y: number) => {
    // Rounded up a little, as these are float32.
    radii[of] = Math.max(radii[of], (hypotenuse(x, y) + offset) * 1.000001)
  }
  if (model.type === 'region') {
    const { x, y, width, height, scaleX, scaleY } = model
    reach(bone, hypotenuse(x, y) + hypotenuse(width * scaleX, height * scaleY) / 2, 0)
  } else if (model.type === 'mesh') {
    const { count, bones, vertices } = model
    if (!bones) for (let i = 0; i < count; i++) reach(bone, vertices[2 * i], vertices[2 * i + 1])
    else
      for (let at = 0, v = 0; at < bones.length; ) {
        const end = at + 1 + bones[at]
        for (at++; at < end; at++, v += 3) reach(bones[at], vertices[v], vertices[v + 1])
      }
  }
}
