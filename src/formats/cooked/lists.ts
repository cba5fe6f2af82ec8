/** Lists of whole numbers of 32 bits that are read together, by few calls. */
import { count, demand, payForArray, type Sink, type Source, take } from './codec'

type Create = Int16ArrayConstructor | Int32ArrayConstructor | Uint8ArrayConstructor | Uint16ArrayConstructor

/** Names of lists that are written together, and the arrays into which they are read. */
export type Schema = Readonly<Record<string, Create>>
/** The lists of a schema. */
export type ListsOf<S extends Schema> = { readonly [K in keyof S]: InstanceType<S[K]> }

/** Ways in which a list is written: 4, 2 or 1 bytes for each number, or the first number and the step to all others. */
const WORDS = 0
const SHORTS = 1
const BYTES = 2
const RAMP = 3
const WAYS = 4

/** Writes the lists of a schema, in its order: lengths and ways first, then the numbers of each way. */
export function writeLists<S extends Schema>(
  out: Sink,
  schema: S,
  lists: { readonly [K in keyof S]: ArrayLike<number> },
): void {
  const byWay: [number[], number[], number[]] = [[], [], []]
  for (const name of Object.keys(schema)) {
    const list = Array.from(lists[name])
    const way = wayOf(list)
    count.write(out, WAYS * list.length + way)
    if (way === RAMP) byWay[WORDS].push(list[0], list[1] - list[0])
    else for (const value of list) byWay[way as 0 | 1 | 2].push(value)
  }
  // Files are written by processors that put the low byte first, as all that run script do.
  const parts = [Int32Array.from(byWay[WORDS]), Int16Array.from(byWay[SHORTS]), Int8Array.from(byWay[BYTES])]
  for (const { buffer } of parts) for (const byte of new Uint8Array(buffer)) out.bytes.push(byte)
}

function wayOf(list: readonly number[]): number {
  const step = list[1] - list[0]
  if (list.length > 2 && list.every((value, i) => value === list[0] + i * step)) return RAMP
  if (list.every((value) => value === (value << 24) >> 24)) return BYTES
  return list.every((value) => value === (value << 16) >> 16) ? SHORTS : WORDS
}

/** Reads the lists of a schema. They may share memory. @throws OsteonError `damaged`, `too-large`. */
export function readLists<S extends Schema>(from: Source, schema: S): ListsOf<S> {
  const names = Object.keys(schema)
  const heads: number[] = []
  const sizes = [0, 0, 0]
  let all = 0
  for (let i = 0; i < names.length; i++) {
    const head = take(from)
    const way = head % WAYS
    const length = (head - way) / WAYS
    heads.push(head)
    all += length
    if (way === RAMP) sizes[WORDS] += 2
    else sizes[way] += length
  }
  const first = from.at
  from.at += 4 * sizes[WORDS] + 2 * sizes[SHORTS] + sizes[BYTES]
  demand(from, from.at <= from.bytes.length, 'a list is cut off')
  payForArray(from, all)
  // A copy: numbers are aligned there. (`slice` of Node's buffers makes none.)
  const { buffer } = new Uint8Array(from.bytes.subarray(first, from.at))
  const parts = [
    new Int32Array(buffer, 0, sizes[WORDS]),
    new Int32Array(new Int16Array(buffer, 4 * sizes[WORDS], sizes[SHORTS])),
    new Int32Array(new Int8Array(buffer, 4 * sizes[WORDS] + 2 * sizes[SHORTS])),
  ]
  const next = [0, 0, 0]
  const lists: { [name: string]: ListsOf<Schema>[string] } = {}
  for (let i = 0; i < names.length; i++) {
    const way = heads[i] % WAYS
    const length = (heads[i] - way) / WAYS
    const create = schema[names[i]]
    let list: Int32Array<ArrayBuffer>
    if (way === RAMP) {
      const value = parts[WORDS][next[WORDS]++]
      const step = parts[WORDS][next[WORDS]++]
      list = new Int32Array(length).fill(value)
      if (step !== 0) for (let k = 1; k < length; k++) list[k] = value + k * step
    } else {
      list = parts[way].subarray(next[way], next[way] + length)
      next[way] += length
    }
    lists[names[i]] = create === Int32Array ? list : new create(list)
  }
  return lists as ListsOf<S>
}
