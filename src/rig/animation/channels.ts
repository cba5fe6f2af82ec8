/** Lists the channels of an animation's timelines: row, kind, owner and curve of each. */
import { LOCAL, LOCAL_FIELDS } from '../../base/memory/lanes'
import type {
  AnimationModel,
  BoneProperty,
  BoneTimeline,
  ColorProperty,
  ColorTimeline,
  ConstraintTimeline,
  CurveKeys,
} from '../../base/model/animation'
import type { Maths } from '../../base/model/maths'
import { kindOf as constraintKindOf, isConstraintTimeline } from '../constraints'
import { createImageWriter, type ImageWriter } from '../image-writer'
import type { AnimationContext } from './context'
import { type Fold, type Pieces, unwrapRotation, writeCurve, writeRotation, writeSteps } from './curves'
import { CHANNEL_KIND, SEGMENT, SEGMENT_WORDS } from './image'

/** A channel before it is compiled. */
export interface ChannelDraft {
  row: number
  /** One of CHANNEL_KIND. */
  kind: number
  /** As CHANNEL.OWNER. */
  owner: number
  /** Ordinal of its timeline. */
  timeline: number
  keys: CurveKeys
  channels: number
  channel: number
  /** Wrapped rotations: the values of the keys as in the file, without the turns that `keys` has; otherwise null. */
  wrapped: Float64Array | null
  /** Flags: value of each key; the curve is ignored. */
  steps: ArrayLike<number> | null
}

const BONE_FIELDS: Record<BoneProperty, readonly number[]> = {
  rotate: [LOCAL.ROTATION],
  translate: [LOCAL.X, LOCAL.Y],
  translateX: [LOCAL.X],
  translateY: [LOCAL.Y],
  scale: [LOCAL.SCALE_X, LOCAL.SCALE_Y],
  scaleX: [LOCAL.SCALE_X],
  scaleY: [LOCAL.SCALE_Y],
  shear: [LOCAL.SHEAR_X, LOCAL.SHEAR_Y],
  shearX: [LOCAL.SHEAR_X],
  shearY: [LOCAL.SHEAR_Y],
}

/** Fields of the channels: light r, g, b, a are 0…3; dark ones or offsets follow from 4 on. */
const COLOR_FIELDS: Record<ColorProperty, readonly number[]> = {
  rgba: [0, 1, 2, 3],
  rgb: [0, 1, 2],
  alpha: [3],
  rgba2: [0, 1, 2, 3, 4, 5, 6],
  rgb2: [0, 1, 2, 4, 5, 6],
  offset: [0, 1, 2, 3, 4, 5, 6, 7],
}
const ALPHA = 3
const DARK = 4

/**
 * The channels of `animation`: first plain ones, then flags and colours that need no clamping, then the rest, each in
 * application order. `stores` is the number of channels before the rest.
 */
export function listChannels(
  animation: AnimationModel,
  context: AnimationContext,
  pieces: Pieces,
): { channels: ChannelDraft[]; plain: number; stores: number } {
  const all: ChannelDraft[] = []
  const { timelines } = animation
  for (let ordinal = 0; ordinal < timelines.length; ordinal++) {
    const timeline = timelines[ordinal]
    if (timeline.times.length === 0) continue
    if (timeline.type === 'bone') planBone(all, timeline, ordinal, context)
    else if (timeline.type === 'color') planColor(all, timeline, ordinal, context)
    else if (isConstraintTimeline(timeline)) planConstraint(all, timeline, ordinal, context)
  }
  /** By row: USED, SHARED, CHECKED. */
  const uses = new Uint8Array(context.rows.setup.length)
  for (const { kind, row } of all) {
    uses[row] |= uses[row] === 0 ? USED : SHARED
    // If a plain and a clamped timeline of one animation key a row, the later one must be written last.
    if (kind > CHANNEL_KIND.flag) uses[row] |= CHECKED
  }
  const channels: ChannelDraft[] = []
  const flags: ChannelDraft[] = []
  const colors: ChannelDraft[] = []
  const checked: ChannelDraft[] = []
  const scratch = createImageWriter()
  for (const draft of all) {
    const { kind, row } = draft
    const isClamped = kind === CHANNEL_KIND.clampedColor || kind === CHANNEL_KIND.keyedColor
    if (kind === CHANNEL_KIND.flag) flags.push(draft)
    if (isClamped && (uses[row] & SHARED) === 0 && isWithinUnit(draft, scratch, pieces)) colors.push(draft)
    else if ((uses[row] & CHECKED) !== 0) checked.push(draft)
    else if (kind < CHANNEL_KIND.flag) channels.push(draft)
  }
  const plain = channels.length
  channels.push(...flags, ...colors, ...checked)
  return { channels, plain, stores: channels.length - checked.length }
}

/** How channels use a row: one does, several do, one of a kind that matters does. */
const USED = 1
const SHARED = 2
const CHECKED = 4

/**
 * Whether the channel's curve stays within 0…1 from its first key on. Both ends of each segment count, since curves may
 * jump.
 */
function isWithinUnit(draft: ChannelDraft, writer: ImageWriter, pieces: Pieces): boolean {
  writer.length = 0
  writeChannel(writer, pieces, draft, 0)
  const { f32, length } = writer
  for (let at = 0; at < length - SEGMENT_WORDS; at += SEGMENT_WORDS) {
    const from = f32[at + SEGMENT.VALUE]
    const slope = f32[at + SEGMENT.SLOPE]
    const duration = f32[at + SEGMENT_WORDS + SEGMENT.TIME] - f32[at + SEGMENT.TIME]
    const to = slope === 0 ? from : Math.fround(from + duration * slope)
    if (Math.min(from, to) < 0 || Math.max(from, to) > 1) return false
  }
  return true
}

/** Appends the channel's segments. */
export function writeChannel(writer: ImageWriter, pieces: Pieces, draft: ChannelDraft, setup: number): void {
  if (draft.steps) writeSteps(writer, draft.keys.times, draft.steps, setup)
  else if (draft.kind === CHANNEL_KIND.rotation || draft.kind === CHANNEL_KIND.wrapped)
    writeRotation(writer, pieces, draft, foldOf(draft.kind, setup), draft.wrapped)
  else writeCurve(writer, pieces, draft, foldOf(draft.kind, setup))
}

function foldOf(kind: number, setup: number): Fold {
  if (kind === CHANNEL_KIND.relative || kind === CHANNEL_KIND.rotation)
    return { factor: 1, offset: setup, before: setup }
  if (kind === CHANNEL_KIND.scale) return { factor: setup, offset: 0, before: setup }
  return { factor: 1, offset: 0, before: kind === CHANNEL_KIND.wrapped ? 0 : setup }
}

function planBone(
  drafts: ChannelDraft[],
  timeline: BoneTimeline,
  ordinal: number,
  { maths }: AnimationContext,
): void {
  const { bone, property } = timeline
  const fields = BONE_FIELDS[property]
  const wrapped = property === 'rotate' && maths.rotation === 'wrapped'
  const keys = wrapped ? unwrapRotation(timeline) : timeline
  const kind = wrapped ? CHANNEL_KIND.wrapped : kindOf(property)
  for (let channel = 0; channel < fields.length; channel++)
    drafts.push({
      row: bone * LOCAL_FIELDS + fields[channel],
      kind,
      owner: bone,
      timeline: ordinal,
      keys,
      channels: fields.length,
      channel,
      wrapped: wrapped ? timeline.values : null,
      steps: null,
    })
}

function kindOf(property: BoneProperty): number {
  if (property === 'rotate') return CHANNEL_KIND.rotation
  const scale = property === 'scale' || property === 'scaleX' || property === 'scaleY'
  return scale ? CHANNEL_KIND.scale : CHANNEL_KIND.relative
}

function planColor(
  drafts: ChannelDraft[],
  timeline: ColorTimeline,
  ordinal: number,
  { rows, slots, maths }: AnimationContext,
): void {
  const { slot, property } = timeline
  const fields = COLOR_FIELDS[property]
  for (let channel = 0; channel < fields.length; channel++) {
    const field = fields[channel]
    const isDark = field >= DARK
    if (isDark && rows.dark[slot] < 0) continue // Two-colour keys of a slot that is drawn with one.
    const own = field === ALPHA ? (rows.looks?.ownAlpha[slot] ?? -1) : -1
    const light0 = own >= 0 ? own : rows.color[slot] + field
    const row = isDark ? rows.dark[slot] + field - DARK : light0
    const light = property === 'rgba' || (property === 'rgba2' && !isDark)
    drafts.push({
      row,
      kind: colorKind(light, property, maths),
      owner: slots.bone[slot],
      timeline: ordinal,
      keys: timeline,
      channels: fields.length,
      channel,
      wrapped: null,
      steps: null,
    })
  }
}

/** @param light whether the field is one of rgba, or of the light half of rgba2. */
function colorKind(light: boolean, property: ColorTimeline['property'], { colorClamp }: Maths): number {
  if (property === 'offset') return CHANNEL_KIND.color
  if (light || colorClamp === 'all') return CHANNEL_KIND.clampedColor
  return colorClamp === 'keyed' ? CHANNEL_KIND.keyedColor : CHANNEL_KIND.color
}

/** Channels of the timeline's constraint; without one, of all constraints of its kind that have the global flag. */
function planConstraint(
  drafts: ChannelDraft[],
  timeline: ConstraintTimeline,
  ordinal: number,
  { brought, constraints, maths, rows }: AnimationContext,
): void {
  const { type, constraint: named, channels } = timeline
  const kind = constraintKindOf(timeline, brought)
  const sums = maths.tracks.bases && (kind.adds(timeline) || kind.sums?.(timeline))
  const curve = sums ? CHANNEL_KIND.summed : CHANNEL_KIND.absolute
  const end = named >= 0 ? named + 1 : constraints.count
  for (let constraint = Math.max(named, 0); constraint < end; constraint++) {
    const model = constraints.models[constraint]
    if (named < 0 && model.type !== type) continue
    const isPart = (rows.partOf?.[constraint] ?? -1) >= 0
    for (const { field, channel, steps } of kind.keys(timeline, model))
      drafts.push({
        row: rows.constraint[constraint] + field,
        kind: steps ? CHANNEL_KIND.flag : isPart ? CHANNEL_KIND.relative : curve,
        owner: -1 - constraint,
        timeline: ordinal,
        keys: timeline,
        channels,
        channel,
        wrapped: null,
        steps,
      })
  }
}
