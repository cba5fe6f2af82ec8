/** Codecs: each writes values of one type, and reads them with every check that an untrusted file needs. */
import { OsteonError } from '../../base/errors'
import type { AimTimeline, CurveKeys, EventDetails, SurfaceTimeline } from '../../base/model/animation'
import type { AtlasModel } from '../../base/model/atlas'
import type {
  ArmatureModel,
  AttachmentModel,
  BoundingBoxModel,
  PivotModel,
  PlaceModel,
} from '../../base/model/attachment'
import type { AimModel, ConstraintModel, GuideModel, SurfaceModel } from '../../base/model/constraint'
import { type Account, afford, beyondMemory } from '../../base/model/limits'
import type { BoneModel, SkeletonModel } from '../../base/model/skeleton'
import type { Rgba } from '../../base/model/values'
import type { CompileOptions } from '../../rig/compile'
import type { RigTables } from '../../rig/open'
import { BYTES_OF_AN_ARRAY, BYTES_OF_AN_ITEM } from '../shared/limits'
import {
  COLUMNS,
  type Column,
  encoded,
  type Form,
  formOf,
  isForm,
  KINDS,
  kindOf,
  ROLE,
  readNumbers,
} from './numbers'

/** Names of what indices count; a reader knows how many there are. */
export type Counted =
  | 'animations'
  | 'bones'
  | 'constraints'
  | 'events'
  | 'models'
  | 'skins'
  | 'slots'
  | 'strings'

/** A file as it is written. */
export interface Sink {
  /** Small whole numbers of all kinds, as bytes. */
  readonly bytes: number[]
  /** By column: numbers as columns hold them. */
  readonly columns: number[][]
  readonly strings: Map<string, number>
  /** Arrays that were written, by their number. */
  readonly seen: Map<object, number>
  /** Of other formats than Spine's. */
  readonly brought: Brought | null
  /** Writes the tables of a skeleton's rig. @param models its attachments, as they were written. */
  readonly tables: ((out: Sink, model: SkeletonModel, models: readonly AttachmentModel[]) => void) | null
}

export function createSink(brought: Brought | null, tables: Sink['tables']): Sink {
  const columns = Array.from({ length: COLUMNS }, () => [])
  return { bytes: [], columns, strings: new Map(), seen: new Map(), brought, tables }
}

/** Reads the tables of a skeleton's rig: see `readTables`. A hook, so that pages that do not need it leave it out. */
export type TableReader = (
  from: Source,
  beside: BesideTables,
  atlas: AtlasModel | null,
  options: CompileOptions,
) => RigTables | null

/** What a file has beside the tables of a rig. */
export interface BesideTables {
  readonly model: SkeletonModel
  /** Attachments in the file's order, read when they are first asked for. */
  readonly attachments: () => readonly AttachmentModel[]
  readonly constraints: () => readonly ConstraintModel[]
}

/** A file as it is read, at some place. */
export interface Source {
  /** The file's name, for messages. */
  readonly name: string
  readonly bytes: Uint8Array
  at: number
  /** Bytes of the whole file. */
  readonly size: number
  readonly columns: readonly Column[]
  /** By column: the next number. */
  readonly next: Int32Array
  readonly strings: readonly string[]
  readonly counts: Readonly<Record<Counted, number>>
  /** Arrays that were read, by their number. */
  readonly seen: object[]
  /** Numbers of `readScratch`. */
  scratch: Float64Array
  /** The page says that the file is its own: timelines are read when they are asked for. */
  readonly trusted: boolean
  /** Pays for what is read. */
  readonly account: Account
  /** The file's own, once it is read. */
  atlas: AtlasModel | null
  /** Of other formats than Spine's. */
  readonly brought: Brought | null
  /** Null: tables are passed over. */
  readonly readTables: TableReader | null
}

export interface Codec<T> {
  write(out: Sink, value: T): void
  read(from: Source): T
  /** Writes several values, field by field, as `readAll` reads them. @default one after the other */
  writeAll?(out: Sink, values: readonly T[]): void
  readAll?(from: Source, many: number): ArrayLike<T>
}

/** Whole numbers from `least` on. */
export interface WholeCodec extends Codec<number> {
  readonly least: number
  /** The greatest that a file may hold. */
  most(from: Source): number
  /** What is wrong with a greater one. */
  problem(value: number, from: Source): string
}

/** Fields and kinds that only other formats than Spine's have, by the names of their codecs. */
export interface BroughtFields {
  format: SkeletonModel['format']
  inherit: BoneModel['inherit']
  offset: Rgba | undefined
  place: PlaceModel | undefined
  shearY: number | undefined
  pivot: PivotModel | undefined
  shape: BoundingBoxModel['shape']
  armature: ArmatureModel
  aim: AimModel
  guide: GuideModel
  surface: SurfaceModel
  aimKeys: AimTimeline
  surfaceKeys: SurfaceTimeline
  clock: number | undefined
  samples: CurveKeys['samples']
  int: number
  details: EventDetails | undefined
}

/** What a format brings along to be cooked. */
export interface Brought {
  /** The format's number in the heads of files, from 1 on. */
  readonly kind: number
  /** The format, for messages. */
  readonly name: string
  readonly codecs: { readonly [K in keyof BroughtFields]: Codec<BroughtFields[K]> }
  /** Writes what follows a skeleton. @param models its attachments, as they were written. */
  readonly writeRest: (out: Sink, model: SkeletonModel, models: readonly AttachmentModel[]) => void
  /** Reads that. @returns the whole model, checked. */
  readonly readRest: (from: Source, model: SkeletonModel, models: readonly AttachmentModel[]) => SkeletonModel
}

/** Makes a typed array; the compiler knows those that share memory by another name. */
export type Create<T> = new (length: number) => T & object

export function damaged(from: Pick<Source, 'name'>, what: string): OsteonError {
  return new OsteonError('damaged', from.name, '', what)
}

/** Refuses what a file says unless a condition holds. */
export function demand(from: Pick<Source, 'name'>, holds: boolean, what: string): void {
  if (!holds) throw damaged(from, what)
}

/** Pays for memory before it is taken. @throws OsteonError `too-large`. */
export function pay(
  { name, account }: Pick<Source, 'account' | 'name'>,
  items: number,
  bytes: number = BYTES_OF_AN_ITEM,
): void {
  if (!afford(account, items * bytes))
    throw new OsteonError('too-large', name, '', beyondMemory(account, 'what is read'))
}

export function payForArray(from: Source, length: number): void {
  pay(from, 1, BYTES_OF_AN_ARRAY + 8 * length)
}

export function writeAll<T>(codec: Codec<T>, out: Sink, values: readonly T[]): void {
  if (codec.writeAll) codec.writeAll(out, values)
  else for (const value of values) codec.write(out, value)
}

export function readAll<T>(codec: Codec<T>, from: Source, many: number): ArrayLike<T> {
  if (codec.readAll) return codec.readAll(from, many)
  const values: T[] = []
  for (let i = 0; i < many; i++) values.push(codec.read(from))
  return values
}

/** Reads a whole number. */
export function take(from: Source): number {
  const { bytes } = from
  const first = bytes[from.at++]
  if (first < 128) return first
  let value = first & 127
  let scale = 128
  for (;;) {
    const byte = bytes[from.at++]
    if (byte === undefined || scale > 2 ** 42) throw damaged(from, 'a number is cut off')
    value += (byte & 127) * scale
    if (byte < 128) return value
    scale *= 128
  }
}

function whole(
  least: number,
  most: WholeCodec['most'],
  problem: WholeCodec['problem'] = (value, from) => `${value} is above ${most(from)}`,
): WholeCodec {
  const codec: WholeCodec = {
    least,
    most,
    problem,
    write({ bytes }, value) {
      let rest = value - least
      for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest & 127) | 128)
      bytes.push(rest)
    },
    read(from) {
      const value = take(from) + least
      if (value > most(from)) throw damaged(from, problem(value, from))
      return value
    },
    readAll(from, many) {
      const values: number[] = []
      const greatest = most(from)
      for (let i = 0; i < many; i++) {
        const value = take(from) + least
        if (value > greatest) throw damaged(from, problem(value, from))
        values.push(value)
      }
      return values
    },
  }
  return codec
}

/** Whole numbers from 0 on. */
export const count: WholeCodec = /* @__PURE__ */ whole(0, () => Number.POSITIVE_INFINITY)

/** Whole numbers of 32 bits. */
export const integer: Codec<number> = {
  write: (out, value) => count.write(out, value < 0 ? -2 * value - 1 : 2 * value),
  read(from) {
    const value = count.read(from)
    demand(from, value < 2 ** 32, 'a number has more than 32 bits')
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2
  },
}

/** @param least, most whole numbers. */
export function range(least: number, most: number): WholeCodec {
  return whole(least, () => most)
}

/** An index of something; it may be `least`, which is -1 or 0. */
export function index(of: Counted, least = 0): WholeCodec {
  return whole(
    least,
    ({ counts }) => counts[of] - 1,
    (value) => `${value} is no index of ${of}`,
  )
}

/** Values that are written as others. */
export function translated<T, W>(
  codec: Codec<W>,
  to: (value: T, out: Sink) => W,
  back: (written: W, from: Source) => T,
): Codec<T> {
  return {
    write: (out, value) => codec.write(out, to(value, out)),
    read: (from) => back(codec.read(from), from),
    writeAll(out, values) {
      writeAll(
        codec,
        out,
        values.map((value) => to(value, out)),
      )
    },
    readAll(from, many) {
      const written = readAll(codec, from, many)
      const values: T[] = []
      for (let i = 0; i < many; i++) values.push(back(written[i], from))
      return values
    },
  }
}

export const flag: Codec<boolean> = /* @__PURE__ */ (() =>
  translated<boolean, number>(
    range(0, 1),
    (value) => (value ? 1 : 0),
    (written) => written === 1,
  ))()

/** The number of a text in the file. */
export function numberOfText({ strings }: Sink, value: string): number {
  const known = strings.get(value) ?? strings.size
  strings.set(value, known)
  return known
}

export const text: Codec<string> = /* @__PURE__ */ (() =>
  translated<string, number>(
    index('strings'),
    (value, out) => numberOfText(out, value),
    (written, { strings }) => strings[written],
  ))()

export function oneOf<T extends string | number>(...values: readonly T[]): Codec<T> {
  return translated<T, number>(
    range(0, values.length - 1),
    (value) => values.indexOf(value),
    (written) => values[written],
  )
}

/** @param other the value in place of none. */
export function maybe<T, N extends null | undefined>(codec: Codec<T>, other: N): Codec<T | N> {
  const isThere = (value: T | N): value is T => value !== other
  return {
    write(out, value) {
      flag.write(out, isThere(value))
      if (isThere(value)) codec.write(out, value)
    },
    read: (from) => (flag.read(from) ? codec.read(from) : other),
    writeAll(out, values) {
      for (const value of values) flag.write(out, isThere(value))
      writeAll(codec, out, values.filter(isThere))
    },
    readAll(from, many) {
      const flags = readAll(flag, from, many)
      let there = 0
      for (let i = 0; i < many; i++) if (flags[i]) there++
      const found = readAll(codec, from, there)
      const values: (T | N)[] = []
      let next = 0
      for (let i = 0; i < many; i++) values.push(flags[i] ? found[next++] : other)
      return values
    },
  }
}

/** Reads how many items a list has, of which each takes a byte of the file at least, and pays for them. */
function readLength(from: Source): number {
  const many = take(from)
  demand(from, many <= from.size, 'a list is cut off')
  return many
}

export function list<T>(codec: Codec<T>): Codec<T[]> {
  return {
    write(out, values) {
      count.write(out, values.length)
      writeAll(codec, out, values)
    },
    read(from) {
      const many = readLength(from)
      pay(from, many)
      const values = readAll(codec, from, many)
      return Array.isArray(values) ? (values as T[]) : Array.from(values)
    },
    writeAll(out, lists) {
      for (const { length } of lists) count.write(out, length)
      writeAll(codec, out, lists.flat() as T[])
    },
    readAll(from, many) {
      const lengths: number[] = []
      let all = 0
      for (let i = 0; i < many; i++) {
        const length = readLength(from)
        lengths.push(length)
        all += length
      }
      pay(from, all)
      const values = readAll(codec, from, all)
      const lists: T[][] = []
      let next = 0
      for (const length of lengths) {
        const own: T[] = []
        for (let i = 0; i < length; i++) own.push(values[next++])
        lists.push(own)
      }
      return lists
    },
  }
}

/** Lists of whole numbers as typed arrays. */
export function ints<T extends { [i: number]: number; readonly length: number }>(
  codec: WholeCodec | Codec<number>,
  create: Create<T>,
): Codec<T> {
  const read = 'least' in codec ? readWholes : readEach
  return {
    write(out, values) {
      count.write(out, values.length)
      for (let i = 0; i < values.length; i++) codec.write(out, values[i])
    },
    read(from) {
      const many = take(from)
      demand(from, many <= from.bytes.length - from.at, 'a list is cut off')
      payForArray(from, many)
      const values = new create(many)
      read(from, codec as WholeCodec, values, many)
      return values
    },
  }
}

function readWholes(from: Source, codec: WholeCodec, out: { [i: number]: number }, many: number): void {
  const { least } = codec
  const most = codec.most(from)
  for (let i = 0; i < many; i++) {
    const value = take(from) + least
    if (value > most) throw damaged(from, codec.problem(value, from))
    out[i] = value
  }
}

function readEach(from: Source, codec: Codec<number>, out: { [i: number]: number }, many: number): void {
  for (let i = 0; i < many; i++) out[i] = codec.read(from)
}

/** Values of each field of several objects. */
export type Fields<T> = { readonly [K in keyof Required<T>]: ArrayLike<T[K]> }

/**
 * Objects with these fields; undefined ones are left out.
 *
 * @param make makes the object number `i` of several, from their fields.
 */
export function record<T extends object>(
  fields: { [K in keyof Required<T>]: Codec<T[K]> },
  make?: (fields: Fields<T>, i: number) => T,
): Codec<T> {
  const names = Object.keys(fields) as (keyof T)[]
  const makeAny = (all: Fields<T>, i: number): T => {
    const value = {} as T
    for (const name of names) {
      const field = all[name][i]
      if (field !== undefined) value[name] = field
    }
    return value
  }
  return {
    write(out, value) {
      for (const name of names) fields[name].write(out, value[name])
    },
    read(from) {
      const value = {} as T
      for (const name of names) {
        const field = fields[name].read(from)
        if (field !== undefined) value[name] = field
      }
      return value
    },
    writeAll(out, values) {
      if (values.length === 0) return
      for (const name of names)
        writeAll(
          fields[name],
          out,
          values.map((value) => value[name]),
        )
    },
    readAll(from, many) {
      const values: T[] = []
      if (many === 0) return values
      const all = {} as { -readonly [K in keyof Fields<T>]: Fields<T>[K] }
      for (const name of names) all[name] = readAll(fields[name], from, many)
      for (let i = 0; i < many; i++) values.push((make ?? makeAny)(all, i))
      return values
    },
  }
}

/** Objects whose `type` says which codec is theirs. */
export function union<T extends { type: string }>(
  codecs: { [K in T['type']]: Codec<Extract<T, { type: K }>> },
): Codec<T> {
  const types = Object.keys(codecs) as T['type'][]
  const place = range(0, types.length - 1)
  const any = codecs as { [type: string]: Codec<T> }
  return {
    write(out, value) {
      place.write(out, types.indexOf(value.type))
      any[value.type].write(out, value)
    },
    read: (from) => any[types[place.read(from)]].read(from),
    writeAll(out, values) {
      for (const { type } of values) place.write(out, types.indexOf(type))
      for (const type of types)
        writeAll(
          any[type],
          out,
          values.filter((value) => value.type === type),
        )
    },
    readAll(from, many) {
      const places = readAll(place, from, many)
      const counts = types.map(() => 0)
      for (let i = 0; i < many; i++) counts[places[i]]++
      const found = counts.map((of, i) => (of === 0 ? [] : readAll(any[types[i]], from, of)))
      counts.fill(0)
      const values: T[] = []
      for (let i = 0; i < many; i++) values.push(found[places[i]][counts[places[i]]++])
      return values
    },
  }
}

/** A constant, which takes no bytes. */
export function always<T>(value: T): Codec<T> {
  return { write() {}, read: () => value, readAll: (_, many) => new Array<T>(many).fill(value) }
}

/** Numbers in a column of a role. */
export function numbers<T extends Float32Array | Float64Array>(role: number, create: Create<T>): Codec<T> {
  return {
    write(out, values) {
      count.write(out, values.length)
      if (values.length > 0) writeForm(out, role, values)
    },
    read: (from) => readList(from, role, create),
  }
}

export function writeForm(out: Sink, role: number, values: ArrayLike<number>): void {
  const form = formOf(values)
  out.bytes.push(form)
  const column = out.columns[role * KINDS + kindOf(form)]
  for (let i = 0; i < values.length; i++) column.push(encoded(values[i], form))
}

/** Reads a list of numbers. */
export function readList<T extends Float32Array | Float64Array>(
  from: Source,
  role: number,
  create: Create<T>,
): T {
  const length = take(from)
  if (length === 0) return new create(0)
  const form = takeNumbers(from, role, length)
  payForArray(from, length)
  const values = new create(length)
  readTaken(from, role, form, values, length)
  return values
}

/** Reads a list of a known length into memory that the next list overwrites. */
export function readScratch(from: Source, role: number, length: number): Float64Array {
  demand(from, take(from) === length, 'a list has the wrong number of numbers')
  const form = takeNumbers(from, role, length)
  if (from.scratch.length < length) {
    payForArray(from, length)
    from.scratch = new Float64Array(length)
  }
  readTaken(from, role, form, from.scratch, length)
  return from.scratch
}

/** Takes the next numbers of a column. @returns their form, which stands before them. */
export function takeNumbers(from: Source, role: number, length: number): Form {
  const form = take(from)
  demand(from, isForm(form), 'numbers have no known form')
  const place = role * KINDS + kindOf(form)
  demand(from, length <= from.columns[place].count - from.next[place], 'a column is cut off')
  from.next[place] += length
  return form
}

/** Reads the numbers that were taken last. */
export function readTaken(
  from: Source,
  role: number,
  form: Form,
  values: Float32Array | Float64Array,
  length: number,
): void {
  const place = role * KINDS + kindOf(form)
  readNumbers(from.columns[place], form, from.next[place] - length, values, length)
}

/** One number. */
export function number(role: number): Codec<number> {
  return {
    write(out, value) {
      writeForm(out, role, [value])
    },
    read(from) {
      readTaken(from, role, takeNumbers(from, role, 1), ONE, 1)
      return ONE[0]
    },
    writeAll(out, values) {
      if (values.length > 0) writeForm(out, role, values)
    },
    readAll(from, many) {
      if (many === 0) return []
      const form = takeNumbers(from, role, many)
      payForArray(from, many)
      const values = new Float64Array(many)
      readTaken(from, role, form, values, many)
      return values
    },
  }
}
const ONE = /* @__PURE__ */ new Float64Array(1)

/** A number of an event: of any size. */
export const finite: Codec<number> = /* @__PURE__ */ (() =>
  checked(number(ROLE.event), (value, from) =>
    demand(from, Number.isFinite(value), 'a number is not finite'),
  ))()

/** Arrays that others share: written once, and the same array again when read. */
export function shared<T extends object>(codec: Codec<T>, of: Create<T>): Codec<T> {
  return {
    write(out, value) {
      const known = out.seen.get(value)
      count.write(out, known === undefined ? 0 : known + 1)
      if (known !== undefined) return
      codec.write(out, value)
      out.seen.set(value, out.seen.size)
    },
    read(from) {
      const known = take(from)
      if (known > 0) {
        const value = from.seen[known - 1]
        if (!(value instanceof of)) throw damaged(from, 'a list is shared that is not there')
        return value
      }
      const value = codec.read(from)
      from.seen.push(value)
      return value
    },
  }
}

/** Writes a part of a file that may be read later. @param write writes it. */
export function writeSection(out: Sink, write: (own: Sink) => void): void {
  const own: Sink = { ...out, bytes: [] }
  const before = out.columns.map(({ length }) => length)
  write(own)
  const taken = out.columns.map(({ length }, place) => length - before[place])
  count.write(out, own.bytes.length)
  count.write(
    out,
    taken.reduce((mask, many, place) => mask | (many > 0 ? 1 << place : 0), 0),
  )
  for (const many of taken) if (many > 0) count.write(out, many)
  for (const byte of own.bytes) out.bytes.push(byte)
}

/** Goes past a part of a file. @returns the file at the beginning of the part. */
export function passSection(from: Source): Source {
  const size = take(from)
  const mask = take(from)
  const own: Source = { ...from, next: from.next.slice() }
  for (let place = 0; place < COLUMNS; place++) if (mask & (1 << place)) from.next[place] += take(from)
  own.at = from.at
  from.at += size
  demand(from, from.at <= from.bytes.length, 'a part is cut off')
  return own
}

/** Checks that a part was read to its end, where the file goes on. */
export function endSection(own: Source, from: Source): void {
  demand(from, own.at === from.at, 'a part is longer than what it holds')
  for (let place = 0; place < COLUMNS; place++)
    demand(from, own.next[place] === from.next[place], 'a part has more numbers than it holds')
}

/** Checks what was read. */
export function checked<T>(codec: Codec<T>, check: (value: T, from: Source) => void): Codec<T> {
  return {
    write: codec.write,
    read(from) {
      const value = codec.read(from)
      check(value, from)
      return value
    },
    writeAll: (out, values) => writeAll(codec, out, values),
    readAll(from, many) {
      const values = readAll(codec, from, many)
      for (let i = 0; i < many; i++) check(values[i], from)
      return values
    },
  }
}
