/** Compiles animations to images, and lists the channels that act under a skin. */
import { LANES, SLOT_FIELDS } from '../../base/memory/lanes'
import type { AnimationModel } from '../../base/model/animation'
import { createImageWriter, finishImage, type ImageWriter, reserve } from '../image-writer'
import { writeBuckets } from './buckets'
import { type ChannelDraft, listChannels, writeChannel } from './channels'
import type { AnimationContext } from './context'
import { createPieces, writeProgress } from './curves'
import {
  ANIMATION,
  ANIMATION_HEADER,
  type AnimationImage,
  CHANNEL,
  CHANNEL_WORDS,
  DEFORM,
  DEFORM_WORDS,
  type DeformTrack,
  keyStride,
  LIVE,
  SEGMENT_WORDS,
} from './image'
import { numberProperties } from './properties'
import { changeTimes, discreteTracks, listDeforms, writeDeform } from './tracks'

export type { AnimationContext } from './context'

/**
 * Compiles an animation (see `image.ts` for the layout). Timelines of attachments in no skin are left out.
 *
 * @throws OsteonError `unsupported-feature` for a second draw order or event timeline.
 */
export function compileAnimation(model: AnimationModel, context: AnimationContext): AnimationImage {
  const pieces = createPieces()
  const { channels, plain, stores } = listChannels(model, context, pieces)
  const deformDrafts = listDeforms(model, context)

  const writer = createImageWriter()
  reserve(writer, ANIMATION_HEADER)
  const deforms: DeformTrack[] = []
  for (const draft of deformDrafts) {
    // In other slots the timeline has the same keys.
    const isOwn = draft.slot === draft.timeline.slot
    deforms.push(
      isOwn
        ? writeDeform(writer, draft, context.maths)
        : { ...deforms[deforms.length - 1], slot: draft.slot },
    )
  }
  const channelTable = writeChannelTable(writer, channels, context)
  const segmentTable = reserve(writer, 0)
  const starts: number[] = []
  for (const draft of channels) {
    starts.push((writer.length - segmentTable) / SEGMENT_WORDS)
    writeChannel(writer, pieces, draft, context.rows.setup[draft.row])
  }
  for (let i = 0; i < deforms.length; i++) {
    starts.push((writer.length - segmentTable) / SEGMENT_WORDS)
    writeProgress(writer, pieces, deformDrafts[i].timeline, deforms[i])
  }
  const buckets = writeBuckets(writer, segmentTable, starts)
  const deformTable = writeDeformTable(writer, deforms, context.rows)
  const rowTable = writeRowTable(writer, channels, context)

  const discrete = discreteTracks(model, context)
  const { i32, f32 } = writer
  i32[ANIMATION.CHANNELS] = channels.length
  i32[ANIMATION.PLAIN] = plain
  i32[ANIMATION.STORES] = stores
  i32[ANIMATION.COLUMNS] = buckets.columns
  i32[ANIMATION.ROWS] = rowTable
  i32[ANIMATION.CHANNEL_TABLE] = channelTable
  i32[ANIMATION.SEGMENT_TABLE] = segmentTable
  i32[ANIMATION.BUCKETS] = buckets.buckets
  f32[ANIMATION.RATE] = buckets.rate
  i32[ANIMATION.BUCKET_TABLE] = buckets.address
  i32[ANIMATION.WIDE] = buckets.wide ? 1 : 0
  i32[ANIMATION.DEFORMS] = deforms.length
  i32[ANIMATION.DEFORM_TABLE] = deformTable
  i32[ANIMATION.SIGNED_SCALE] = context.maths.scaleAdd === 'signed' ? 1 : 0
  let latest = 0
  for (const { keys } of channels) latest = Math.max(latest, keys.times[0])
  f32[ANIMATION.LATEST_FIRST] = latest
  i32[ANIMATION.NEW_TURNS] = context.maths.tracks.turns === 'new' ? 1 : 0
  return {
    name: model.name,
    duration: model.duration,
    words: finishImage(writer),
    channels: channels.length,
    deforms,
    ...discrete,
    ...changeTimes(discrete, deforms),
    ...numberProperties(model, context),
  }
}

/**
 * The channels that act while only some bones and constraints are active. Timelines of inactive owners do nothing.
 *
 * @param activeBones, activeConstraints nonzero where active.
 * @returns LIVE_* words for the arena; null = all channels are live.
 */
export function liveChannels(
  image: AnimationImage,
  activeBones: ArrayLike<number>,
  activeConstraints: ArrayLike<number>,
): Int32Array | null {
  const { words, channels } = image
  const live: number[] = []
  let plain = 0
  let stores = 0
  for (let channel = 0; channel < channels; channel++) {
    const owner = words[words[ANIMATION.CHANNEL_TABLE] + channel * CHANNEL_WORDS + CHANNEL.OWNER]
    if (owner < 0 ? !activeConstraints[-1 - owner] : !activeBones[owner]) continue
    live.push(channel)
    if (channel < words[ANIMATION.PLAIN]) plain++
    if (channel < words[ANIMATION.STORES]) stores++
  }
  if (live.length === channels) return null
  const list = new Int32Array(LIVE.CHANNELS + live.length)
  list[LIVE.PLAIN] = plain
  list[LIVE.STORES] = stores
  list[LIVE.COUNT] = live.length
  list.set(live, LIVE.CHANNELS)
  return list
}

function writeChannelTable(
  writer: ImageWriter,
  channels: readonly ChannelDraft[],
  { bones, rows }: AnimationContext,
): number {
  const table = reserve(writer, channels.length * CHANNEL_WORDS)
  const { i32, f32 } = writer
  const f64 = new Float64Array(i32.buffer, 0, i32.length >> 1)
  for (let index = 0; index < channels.length; index++) {
    const { row, kind, owner, timeline, keys, wrapped } = channels[index]
    const at = table + index * CHANNEL_WORDS
    i32[at + CHANNEL.ROW] = row
    i32[at + CHANNEL.KIND_WORD] = kind
    f32[at + CHANNEL.FIRST] = keys.times[0]
    f32[at + CHANNEL.SETUP] = rows.setup[row]
    f32[at + CHANNEL.LAST] = keys.times[keys.times.length - 1]
    f32[at + CHANNEL.LAST_VALUE] = wrapped?.[wrapped.length - 1] ?? 0
    i32[at + CHANNEL.TIMELINE] = timeline
    i32[at + CHANNEL.OWNER] = owner
    f64[(at + CHANNEL.DEGREES) >> 1] = owner < 0 ? 0 : bones.degrees[owner]
  }
  return table
}

/**
 * @returns its word address; 0 if a row exceeds 16 bits, or if two channels key one row, so that the order of stores
 *   matters.
 */
function writeRowTable(
  writer: ImageWriter,
  channels: readonly ChannelDraft[],
  { rows }: AnimationContext,
): number {
  const isKeyed = new Uint8Array(rows.setup.length)
  for (const { row } of channels) {
    if (row >= MOST_ROWS || isKeyed[row] === 1) return 0
    isKeyed[row] = 1
  }
  const words = Math.ceil(channels.length / 2)
  const table = reserve(writer, words)
  const { i32 } = writer
  for (let channel = 0; channel < channels.length; channel++)
    i32[table + (channel >> 1)] |= channels[channel].row << ((channel & 1) * 16)
  return table
}
const MOST_ROWS = 65_536

function writeDeformTable(
  writer: ImageWriter,
  deforms: readonly DeformTrack[],
  { deformOf, keyedOf }: AnimationContext['rows'],
): number {
  const table = reserve(writer, deforms.length * DEFORM_WORDS)
  const { i32, f32 } = writer
  for (let index = 0; index < deforms.length; index++) {
    const track = deforms[index]
    const at = table + index * DEFORM_WORDS
    i32[at + DEFORM.SIZE] = track.size
    i32[at + DEFORM.AHEAD] = keyStride(track.size)
    f32[at + DEFORM.FIRST] = track.first
    f32[at + DEFORM.ADDS] = track.adds
    i32[at + DEFORM.SLOT_WORDS] = track.slot * SLOT_FIELDS * LANES
    i32[at + DEFORM.KEYED_WORDS] = keyedOf[track.slot] * LANES
    i32[at + DEFORM.ROW_WORDS] = deformOf[track.slot] * LANES
    i32[at + DEFORM.TIMELINE] = track.timeline
  }
  return table
}
