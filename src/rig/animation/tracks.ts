/** Compiles deform keys and the discrete timelines of an animation. */
import { OsteonError } from '../../base/errors'
import type {
  AnimationModel,
  DeformTimeline,
  DrawOrderTimeline,
  EventTimeline,
  SequenceTimeline,
  TimelineModel,
} from '../../base/model/animation'
import type { Maths } from '../../base/model/maths'
import { INHERIT } from '../../base/model/skeleton'
import { FOUR_WORDS, findFours, writeFours } from '../attachments/deform-places'
import { createSorter, type VertexOrder } from '../attachments/vertices'
import { isConstraintTimeline } from '../constraints'
import { type ImageWriter, reserve } from '../image-writer'
import type { AnimationContext } from './context'
import {
  type AnimationImage,
  type AttachmentTrack,
  type DeformTrack,
  type DrawOrderTrack,
  type EventTrack,
  type FolderTrack,
  type InheritTrack,
  keyStride,
  type ResetTrack,
  type SequenceTrack,
} from './image'

type Discrete = Pick<
  AnimationImage,
  'attachments' | 'sequences' | 'inherits' | 'drawOrder' | 'folders' | 'events' | 'resets'
>

/** The discrete timelines, with float32 times. */
export function discreteTracks(animation: AnimationModel, context: AnimationContext): Discrete {
  const attachments: AttachmentTrack[] = []
  const sequences: SequenceTrack[] = []
  const inherits: InheritTrack[] = []
  const resets: ResetTrack[] = []
  const folders: FolderTrack[] = []
  let drawOrder: DrawOrderTrack | null = null
  let events: EventTrack | null = null
  const { timelines } = animation
  for (let ordinal = 0; ordinal < timelines.length; ordinal++) {
    const timeline = timelines[ordinal]
    // Curves are channels, and deforms are listed by `listDeforms`.
    if (timeline.type === 'bone' || timeline.type === 'color' || timeline.type === 'deform') continue
    if (timeline.times.length === 0 || isConstraintTimeline(timeline)) continue
    const times = new Float32Array(timeline.times)
    const common = { timeline: ordinal, times }
    switch (timeline.type) {
      case 'attachment': {
        const keys = new Int32Array(times.length)
        for (let i = 0; i < keys.length; i++) keys[i] = keyNumber(timeline.names[i], context)
        attachments.push({ ...common, slot: timeline.slot, keys })
        break
      }
      case 'sequence':
        sequences.push(...sequenceTracks(timeline, common, context))
        break
      case 'inherit': {
        const { bone } = timeline
        const modes = Uint8Array.from(timeline.modes, (mode) => INHERIT[mode])
        inherits.push({ ...common, bone, row: context.rows.inherit[bone], modes })
        break
      }
      case 'drawOrder':
        if (drawOrder) refuseSecond(animation, timeline)
        drawOrder = { ...common, orders: timeline.orders }
        break
      case 'event':
        if (events) refuseSecond(animation, timeline)
        events = eventTrack(timeline, ordinal, times)
        break
      case 'drawOrderFolder': {
        const { orders, slots } = timeline
        const isIn = new Uint8Array(context.slots.count)
        for (const slot of slots) isIn[slot] = 1
        folders.push({ ...common, slots, isIn, orders })
        break
      }
      case 'physicsReset':
        resets.push({ ...common, constraint: timeline.constraint })
        break
      default:
        timeline satisfies never
    }
  }
  return { attachments, sequences, inherits, drawOrder, folders, events, resets }
}

/** One for each slot in which the timeline acts. */
function sequenceTracks(
  timeline: SequenceTimeline,
  common: Pick<SequenceTrack, 'timeline' | 'times'>,
  context: AnimationContext,
): SequenceTrack[] {
  const { slot, modes, indices } = timeline
  const attachment = context.attachmentOf(timeline.skin, slot, timeline.key)
  if (attachment < 0) return []
  const delays = Float32Array.from(timeline.delays)
  const places = [slot, ...context.linkedSlots(timeline)]
  return places.map((place) => ({ ...common, slot: place, attachment, modes, indices, delays }))
}

/**
 * Where the times of each list stand: in `steps` and so in `changes`, or in `changes` alone; `between`: frames change
 * between keys.
 */
const BY_KEY: Record<keyof Discrete, 'steps' | 'changes' | 'between'> = {
  attachments: 'changes',
  sequences: 'between',
  inherits: 'steps',
  drawOrder: 'steps',
  folders: 'steps',
  events: 'changes',
  resets: 'changes',
}

/** `changes` and `steps` of AnimationImage. */
export function changeTimes(
  discrete: Discrete,
  deforms: readonly DeformTrack[],
): Pick<AnimationImage, 'changes' | 'steps'> {
  const times = deforms.map(({ first }) => first)
  const listOf = (name: keyof Discrete) =>
    ([] as { readonly times: Float32Array }[]).concat(discrete[name] ?? [])
  const names = Object.keys(BY_KEY) as (keyof Discrete)[]
  const add = (kind: 'steps' | 'changes'): Float32Array => {
    for (const name of names)
      if (BY_KEY[name] === kind)
        for (const track of listOf(name)) for (const time of track.times) times.push(time)
    return eachOnce(times)
  }
  const steps = add('steps')
  const changesBetween = names.some((name) => BY_KEY[name] === 'between' && listOf(name).length > 0)
  return { steps, changes: changesBetween ? null : add('changes') }
}

/** Each time once, ascending. */
function eachOnce(times: readonly number[]): Float32Array {
  const sorted = new Float32Array(times).sort()
  let count = 0
  for (const time of sorted) if (count === 0 || time !== sorted[count - 1]) sorted[count++] = time + 0
  return sorted.slice(0, count)
}

/** A deform timeline, its attachment, and a slot in which it acts. */
export interface DeformDraft {
  slot: number
  timeline: DeformTimeline
  ordinal: number
  attachment: number
  order: VertexOrder
}

/** Entries of one timeline follow one another, its own slot first. Their unpacked size was paid for with the rig. */
export function listDeforms(animation: AnimationModel, context: AnimationContext): DeformDraft[] {
  const drafts: DeformDraft[] = []
  const sorter = createSorter(0)
  const { timelines } = animation
  for (let ordinal = 0; ordinal < timelines.length; ordinal++) {
    const timeline = timelines[ordinal]
    if (timeline.type !== 'deform' || timeline.times.length === 0 || timeline.size === 0) continue
    const attachment = context.attachmentOf(timeline.skin, timeline.slot, timeline.key)
    const order = context.orderOf(attachment, sorter)
    if (!order) continue
    for (const slot of [timeline.slot, ...context.linkedSlots(timeline)])
      drafts.push({ slot, timeline, ordinal, attachment, order })
  }
  return drafts
}

/**
 * Appends the timeline's keys, unpacked to full size in the attachment's sorted order. Each is followed by its
 * differences to the next key (0 for the last), since every skinned vertex reads them, and by its records of four
 * (deform-places).
 */
export function writeDeform(writer: ImageWriter, draft: DeformDraft, { lastDeformAdds }: Maths): DeformTrack {
  const { slot, timeline, ordinal, attachment, order } = draft
  const { size, times, offsets, deltas } = timeline
  const keys = times.length
  const ahead = keyStride(size)
  const { influences } = order
  const fours = findFours(order)
  const stride = 2 * ahead + FOUR_WORDS * fours.length
  const address = reserve(writer, keys * stride)
  const { f32 } = writer
  const full = new Float32Array(size)
  for (let key = keys - 1; key >= 0; key--) {
    full.fill(0)
    full.set(deltas[key], deltas[key].length > 0 ? offsets[key] : 0)
    const at = address + key * stride
    for (let i = 0; i < size; i += 2) {
      const from = influences[i >> 1] * 2
      f32[at + i] = full[from]
      f32[at + i + 1] = full[from + 1]
    }
    if (key < keys - 1)
      for (let i = 0; i < size; i++) f32[at + ahead + i] = f32[at + stride + i] - f32[at + i]
    writeFours(f32, at, ahead, fours, order)
  }
  const first = Math.fround(times[0])
  const adds = lastDeformAdds ? Math.fround(times[keys - 1]) : Number.POSITIVE_INFINITY
  return { slot, attachment, timeline: ordinal, first, adds, keys, size, address, stride }
}

function keyNumber(name: string | null, { keyIndex }: AnimationContext): number {
  return name === null ? -1 : (keyIndex.get(name) ?? -2)
}

function eventTrack({ keys }: EventTimeline, timeline: number, times: Float32Array): EventTrack {
  return {
    timeline,
    times,
    event: Uint16Array.from(keys, (key) => key.event),
    int: Int32Array.from(keys, (key) => key.int),
    float: Float64Array.from(keys, (key) => key.float),
    string: keys.map((key) => key.string),
    volume: Float64Array.from(keys, (key) => key.volume),
    balance: Float64Array.from(keys, (key) => key.balance),
    details: keys.map((key) => key.details ?? null),
  }
}

function refuseSecond(animation: AnimationModel, { type }: DrawOrderTimeline | EventTimeline): never {
  const message = `a second ${type} timeline in one animation; no format has that`
  const timeline: TimelineModel['type'] = type
  throw new OsteonError(
    'unsupported-feature',
    `animation ${JSON.stringify(animation.name)}`,
    timeline,
    message,
  )
}
