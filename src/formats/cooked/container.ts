/**
 * The file of cooked rigs. Its head is the magic, the format's number, a checksum of all that follows, and sizes; then come
 * strings as JSON, columns of numbers, and the bytes that say how a model is made of these.
 */
import { OsteonError } from '../../base/errors'
import type { AtlasModel } from '../../base/model/atlas'
import type { AttachmentModel } from '../../base/model/attachment'
import { beyondMemory, MOST_BYTES_A_CHARACTER, openAccount } from '../../base/model/limits'
import type { ReadOptions } from '../../base/model/reader'
import type { SkeletonModel } from '../../base/model/skeleton'
import { VERSION } from '../../base/version'
import { readAtlas, writeAtlas } from './atlas'
import type { Brought } from './codec'
import {
  count,
  createSink,
  damaged,
  demand,
  list,
  pay,
  type Sink,
  type Source,
  type TableReader,
  take,
} from './codec'
import { COLUMNS, type Column, isModest, KINDS, ROLE, WIDTHS, writeColumn } from './numbers'
import { skeleton } from './skeleton'

/** Raised whenever bytes of the same models differ; a test knows those of a file. */
export const FORMAT = 6

const MAGIC = [0x4f, 0x53, 0x54, 0x45, 0x4f, 0x4e, 0x1a, 0x0a]
const WRONG_KIND = 'its skeletons are of another format: give its reader'
/** Where words of the head are, in bytes. */
const HEAD = { format: 8, checksum: 12, version: 16, text: 32, bytes: 36, columns: 40 } as const
/** Of osteon's, for messages; it stays where it is in all formats. */
export const VERSION_PLACE = [HEAD.version, HEAD.text] as const
const HEAD_SIZE = HEAD.columns + 4 * COLUMNS

/** What a file holds. */
export interface Cooked {
  readonly atlas: AtlasModel | null
  readonly skeletons: readonly SkeletonModel[]
}

const ORDER = /* @__PURE__ */ list(count)

export function isCooked(data: unknown): data is Uint8Array {
  return data instanceof Uint8Array && MAGIC.every((byte, i) => data[i] === byte)
}

/** The number of the format of skeletons that a cooked file has: that of `Brought.kind`, or 0 for Spine. */
export function kindIn(file: Uint8Array): number {
  // The upper half of the format's word.
  return file[HEAD.format + 2] | (file[HEAD.format + 3] << 8)
}

/**
 * Writes checked models as a file: the same bytes for the same models.
 *
 * @throws OsteonError `unsupported-feature` for what no cooked file can hold: skeletons of another format than that of `brought`, names that are
 *   not Unicode, numbers of 2 ** 60 and more.
 * @param writeTables writes the tables of compiled rigs, for trusted files. @default nothing
 */
export function cookModels(
  skeletons: readonly SkeletonModel[],
  atlasModel: AtlasModel | null,
  brought: Brought | null = null,
  writeTables:
    | ((out: Sink, model: SkeletonModel, atlas: AtlasModel, attachments: readonly AttachmentModel[]) => void)
    | null = null,
): Uint8Array {
  const name = skeletons[0]?.name ?? 'cook'
  const refuse = (why: string) =>
    new OsteonError('unsupported-feature', name, '', `it cannot be cooked: ${why}`)
  const format = brought?.name ?? 'spine'
  for (const one of skeletons)
    if (one.format !== format) throw refuse(`${one.name} is of ${one.format}, in a file for ${format}`)
  if (new Set(skeletons.map(nameInFile)).size < skeletons.length)
    throw new OsteonError('duplicate-name', name, '', 'skeletons of one file need a name each')
  const sink = createSink(
    brought,
    atlasModel && writeTables && ((out, model, models) => writeTables(out, model, atlasModel, models)),
  )
  count.write(sink, atlasModel ? 1 : 0)
  if (atlasModel) writeAtlas(sink, atlasModel)
  const all = withNested(skeletons)
  count.write(sink, all.length)
  for (const one of all) skeleton.write(sink, one)
  const order = skeletons.map((one) => all.indexOf(one))
  if (brought) ORDER.write(sink, order)
  const strings = [...sink.strings.keys()]
  const text = new TextEncoder().encode(JSON.stringify(strings))
  // JSON would keep halves of characters.
  if (new TextDecoder().decode(new TextEncoder().encode(`.${strings.join('')}`)) !== `.${strings.join('')}`)
    throw refuse("a name isn't Unicode")
  const sizes = sink.columns.map((numbers, place) => numbers.length * WIDTHS[place % KINDS])
  const size = sizes.reduce((sum, one) => sum + one, HEAD_SIZE + text.length)
  const file = new Uint8Array(size + sink.bytes.length)
  const head = viewOf(file)
  file.set(MAGIC)
  head.setUint32(HEAD.format, FORMAT | ((brought?.kind ?? 0) << 16), true)
  file.set(new TextEncoder().encode(VERSION).subarray(0, HEAD.text - HEAD.version), HEAD.version)
  head.setUint32(HEAD.text, text.length, true)
  head.setUint32(HEAD.bytes, sink.bytes.length, true)
  file.set(text, HEAD_SIZE)
  let at = HEAD_SIZE + text.length
  sink.columns.forEach((numbers, place) => {
    head.setUint32(HEAD.columns + 4 * place, numbers.length, true)
    writeColumn(numbers, place % KINDS, file, at)
    at += sizes[place]
  })
  file.set(sink.bytes, at)
  seal(file)
  try {
    readCooked(file, { source: name, limits: { memory: Number.POSITIVE_INFINITY } }, false, brought)
  } catch (error) {
    throw error instanceof OsteonError && error.code === 'damaged' ? refuse(error.message) : error
  }
  return file
}

/** Writes the checksum. */
export function seal(file: Uint8Array): void {
  viewOf(file).setUint32(HEAD.checksum, checksumOf(file), true)
}

/** A file whose atlas was read. */
export interface OpenFile {
  readonly atlas: AtlasModel | null
  /** It stands before the skeletons. */
  readonly from: Source
}

/**
 * Opens a file, and reads its atlas.
 *
 * @param trusted the checksum and magnitudes are not compared, and timelines are read when they are asked for.
 * @throws OsteonError `cooked-version`, `unknown-format`, `damaged`, `too-large`.
 */
export function openCooked(
  file: Uint8Array,
  options: ReadOptions,
  trusted: boolean,
  brought: Brought | null = null,
  readTables: TableReader | null = null,
): OpenFile {
  const from = open(file, options, trusted, brought, readTables)
  from.atlas = take(from) > 0 ? readAtlas(from) : null
  return { atlas: from.atlas, from }
}

/** Reads all that a file holds; parameters and errors are those of `openCooked`. */
export function readCooked(
  file: Uint8Array,
  options: ReadOptions,
  trusted: boolean,
  brought: Brought | null = null,
): Cooked {
  return readRest(openCooked(file, options, trusted, brought))
}

/** Reads the skeletons of an open file, once. @throws OsteonError `damaged`, `too-large`. */
export function readRest({ atlas, from }: OpenFile): Cooked {
  const many = take(from)
  const all: SkeletonModel[] = []
  // Each takes a byte at least, so a wrong number ends where the bytes do.
  while (all.length < many) all.push(skeleton.read(from))
  const skeletons = from.brought ? orderOf(from, all) : all
  demand(from, skeletons.length > 0, 'there is no skeleton')
  demand(from, new Set(skeletons.map(nameInFile)).size === skeletons.length, 'two skeletons have one name')
  demand(from, from.at === from.bytes.length, 'bytes are left over')
  from.columns.forEach((column, place) => {
    demand(from, from.next[place] === column.count, 'numbers are left over')
  })
  return { atlas, skeletons }
}

/** The name by which a file's skeleton is asked for. */
export function nameInFile({ armature, name }: SkeletonModel): string {
  return armature ?? name
}

/** Skeletons, each after those that it shows. */
function withNested(skeletons: readonly SkeletonModel[]): SkeletonModel[] {
  const found = new Set<SkeletonModel>()
  const add = (one: SkeletonModel): void => {
    if (found.has(one)) return
    one.nested?.forEach(add)
    found.add(one)
  }
  skeletons.forEach(add)
  return [...found]
}

/** Those that the file was asked for, in order; the others are only shown by them. */
function orderOf(from: Source, all: readonly SkeletonModel[]): SkeletonModel[] {
  return ORDER.read(from).map((number) => {
    demand(from, number < all.length, 'a skeleton is missing')
    return all[number]
  })
}

/** Opens a file at the first of its bytes. */
function open(
  file: Uint8Array,
  { source: name, limits }: ReadOptions,
  trusted: boolean,
  brought: Brought | null,
  readTables: TableReader | null,
): Source {
  if (!isCooked(file)) throw new OsteonError('not-a-skeleton', name, '', "it isn't a cooked rig")
  const from = { name }
  demand(from, file.length >= HEAD_SIZE, 'the head is cut off')
  const head = viewOf(file)
  const word = (at: number) => head.getUint32(at, true)
  const format = word(HEAD.format) & 0xffff
  if (format !== FORMAT) {
    const message = `${nameOf(format, versionIn(file))} cooked it, but ${nameOf(FORMAT, VERSION)} is to read it: cook it again`
    throw new OsteonError('cooked-version', name, '', message)
  }
  if (kindIn(file) !== (brought?.kind ?? 0)) throw new OsteonError('unknown-format', name, '', WRONG_KIND)
  if (!trusted && word(HEAD.checksum) !== checksumOf(file)) throw damaged(from, 'its checksum does not match')
  const text = file.subarray(HEAD_SIZE, HEAD_SIZE + word(HEAD.text))
  const columns: Column[] = []
  let at = HEAD_SIZE + word(HEAD.text)
  for (let place = 0; place < COLUMNS; place++) {
    const many = word(HEAD.columns + 4 * place)
    const column = { bytes: file, start: at, count: many }
    columns.push(column)
    at += many * WIDTHS[place % KINDS]
    demand(from, at <= file.length, 'a part is cut off')
    if (!trusted && place < KINDS * ROLE.event)
      demand(from, isModest(column, place % KINDS), 'a number is too great')
  }
  const bytes = file.subarray(at)
  demand(from, bytes.length === word(HEAD.bytes), 'a part is cut off, or something follows')
  const account = openAccount(file, limits)
  const strings = stringsOf({ name, account }, text)
  return {
    name,
    bytes,
    at: 0,
    size: file.length,
    columns,
    next: new Int32Array(COLUMNS),
    strings,
    counts: {
      ...{ animations: 0, bones: 0, constraints: 0, events: 0, models: 0, skins: 0, slots: 0 },
      strings: strings.length,
    },
    seen: [],
    scratch: new Float64Array(0),
    trusted,
    atlas: null,
    account,
    brought,
    readTables,
  }
}

function nameOf(format: number, version: string): string {
  return `osteon ${version} (format ${format})`
}

/** Osteon's version in a file of any format; files of the first one have none. */
function versionIn(file: Uint8Array): string {
  const text = new TextDecoder('latin1').decode(file.subarray(HEAD.version, HEAD.text))
  return /^\d[\w.+-]*/.exec(text)?.[0] ?? 'of another version'
}

function stringsOf(from: Pick<Source, 'account' | 'name'>, bytes: Uint8Array): string[] {
  // Text of a damaged file may hold anything.
  if (bytes.length * MOST_BYTES_A_CHARACTER > from.account.left)
    throw new OsteonError('too-large', from.name, '', beyondMemory(from.account, 'its names'))
  let strings: unknown
  try {
    strings = JSON.parse(new TextDecoder('utf-8', UTF8).decode(bytes))
  } catch {
    throw damaged(from, 'its names are not readable')
  }
  if (!Array.isArray(strings)) throw damaged(from, 'its names are no list')
  pay(from, strings.length)
  for (let i = 0; i < strings.length; i++)
    if (typeof strings[i] !== 'string') throw damaged(from, 'a name is no text')
  return strings
}

const UTF8 = { fatal: true } as const

/** Of all bytes but the magic and the checksum itself, four at a time: one changed word always changes it. */
function checksumOf(file: Uint8Array): number {
  const view = viewOf(file)
  let sum = Math.imul(view.getUint32(HEAD.format, true) ^ file.length, PRIME)
  let at: number = HEAD.version
  for (; at + 4 <= file.length; at += 4) sum = Math.imul(sum ^ view.getUint32(at, true), PRIME)
  for (; at < file.length; at++) sum = Math.imul(sum ^ file[at], PRIME)
  return sum >>> 0
}
const PRIME = 0x01000193

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
