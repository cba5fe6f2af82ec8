/** Codec of what is known of attachments before they are read. */
import type { AttachmentFacts, SkinFacts, TableFacts } from '../../base/model/attachment-facts'
import {
  always,
  type Codec,
  type Create,
  count,
  index,
  integer,
  ints,
  list,
  numbers,
  record,
  type Source,
  text,
  translated,
} from './codec'
import { ROLE } from './numbers'

const small = /* @__PURE__ */ (() => ints<Int32Array>(count, Int32Array))()
const bytes = /* @__PURE__ */ (() => ints<Uint8Array>(count, Uint8Array))()
const shorts = /* @__PURE__ */ (() => ints<Uint16Array>(count, Uint16Array))()
const slots = /* @__PURE__ */ (() => list(index('slots')))()
const bones = /* @__PURE__ */ (() => list(index('bones')))()
const skin = /* @__PURE__ */ index('skins')
const FLOATS = /* @__PURE__ */ numbers<Float32Array>(ROLE.value, Float32Array)

/** Lists of which most are `usual`, as pairs of a place and a value. */
interface Sparse {
  readonly count: number
  readonly places: number[]
  readonly values: number[]
}
function sparse<T extends { [i: number]: number; readonly length: number }>(
  create: Create<T>,
  usual: (place: number) => number,
): Codec<T> {
  return translated<T, Sparse>(
    record<Sparse>({ count, places: list(count), values: list(integer) }),
    (all) => {
      const places = Array.from(all as ArrayLike<number>, (_, i) => i).filter((i) => all[i] !== usual(i))
      return { count: all.length, places, values: places.map((i) => all[i]) }
    },
    ({ count, places, values }) => {
      const all = new create(count)
      for (let i = 0; i < count; i++) all[i] = usual(i)
      for (let i = 0; i < places.length; i++) all[places[i]] = values[i]
      return all
    },
  )
}

const table = /* @__PURE__ */ (() =>
  translated<TableFacts, Omit<TableFacts, 'pageStart'>>(
    record<Omit<TableFacts, 'pageStart'>>({
      kind: bytes,
      slot: shorts,
      timeline: sparse(Int32Array, (place) => place),
      vertices: small,
      deform: small,
      frames: small,
      setupFrame: sparse(Int32Array, () => 0),
      indices: small,
      page: shorts,
      color: translated<Float32Array, Float32Array>(
        FLOATS,
        (color) => (color.every((part) => part === 1) ? color.subarray(0, 0) : color),
        (color) => color,
      ),
      clipEnd: sparse(Int32Array, () => -1),
      clipShape: sparse(Uint8Array, () => 0),
    }),
    (whole) => whole,
    (read) => {
      const { frames, color } = read
      const pageStart = new Int32Array(frames.length)
      for (let i = 1; i < frames.length; i++) pageStart[i] = pageStart[i - 1] + frames[i - 1]
      const isWhite = color.length === 0
      return { ...read, pageStart, color: isWhite ? new Float32Array(4 * frames.length).fill(1) : color }
    },
  ))()

export const attachmentFacts: Codec<AttachmentFacts> = /* @__PURE__ */ (() =>
  record<AttachmentFacts>({
    later: always<AttachmentFacts['later']>(undefined),
    regions: { ...always<AttachmentFacts['regions']>([]), read: (from: Source) => from.atlas?.regions ?? [] },
    keys: list(text),
    skins: list(record<SkinFacts>({ places: small, numbers: small })),
    table,
    bytes: count,
    linked: list(
      record<AttachmentFacts['linked'][number]>({ skin, slot: index('slots'), key: text, others: slots }),
    ),
    carriers: list(record<AttachmentFacts['carriers'][number]>({ slot: index('slots'), bones })),
  }))()
