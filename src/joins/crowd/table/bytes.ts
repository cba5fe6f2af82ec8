/** Converts tables to bytes, for files. */
import { OsteonError } from '../../../base/errors'
import { HEAD_BYTES, unseal } from '../../save/bytes/envelope'
import { sealValue } from '../../save/bytes/seal-value'
import { readerOf } from '../../save/bytes/typed-arrays'
import { readValue } from '../../save/bytes/values'
import type { BakedTable } from './table'

const SOURCE = 'decodeTable'

/** A value of each field's type. A list shows one item. */
const LIKE: { table: BakedTable } = {
  table: {
    version: 0,
    rig: '',
    print: 0,
    skins: [''],
    slack: 0,
    x: 0,
    y: 0,
    width: 0,
    height: 0,
    motion: { bone: 0, moves: 0 },
    parts: {
      count: 0,
      slot: new Uint16Array(0),
      attachment: new Uint16Array(0),
      page: new Uint16Array(0),
      blend: new Uint8Array(0),
      mode: new Uint16Array(0),
      vertex: new Uint32Array(0),
      index: new Uint32Array(0),
    },
    uvs: new Float32Array(0),
    triangles: new Uint16Array(0),
    animations: [
      {
        name: '',
        duration: 0,
        error: 0,
        times: new Float32Array(0),
        parts: new Uint16Array(0),
        positions: new Uint16Array(0),
        light: new Uint32Array(0),
        dark: new Uint32Array(0),
      },
    ],
    lost: [{ what: 'physics', message: '' }],
  },
}

/**
 * Returns a table as bytes, so that a build can bake it and a game only loads it. They have a version, their length and
 * a checksum.
 *
 * @returns about as many bytes as `bytesOf(table)`, or fewer.
 */
export function encodeTable(table: BakedTable): Uint8Array {
  return sealValue({ table } satisfies typeof LIKE)
}

/**
 * Decodes bytes of `encodeTable`. `registerTable` checks the table against its rig.
 *
 * @throws OsteonError `wrong-type`, `bad-magic` (foreign), `unsupported-version` (of another release), `truncated`,
 *   `trailing-data`, `damaged`.
 */
export function decodeTable(bytes: Uint8Array): BakedTable {
  return shaped(readValue(readerOf(unseal(bytes, SOURCE), HEAD_BYTES, SOURCE)), LIKE, '').table
}

/** Returns a decoded value, whose records are maps, in the shape of `like`. */
function shaped<T>(value: unknown, like: T, path: string): T {
  const bad = (expected: string) => new OsteonError('damaged', SOURCE, path, `expected ${expected}`)
  if (Array.isArray(like)) {
    if (!Array.isArray(value)) throw bad('a list')
    return value.map((item, i) => shaped(item, like[0], `${path}[${i}]`)) as T
  }
  if (ArrayBuffer.isView(like)) {
    if ((value as object | null)?.constructor !== like.constructor) throw bad(like.constructor.name)
    return value as T
  }
  if (typeof like !== 'object') {
    if (typeof value !== typeof like) throw bad(`a ${typeof like}`)
    return value as T
  }
  if (!(value instanceof Map)) throw bad('a record')
  const fields = Object.entries(like as object)
  return Object.fromEntries(
    fields.map(([name, field]) => [name, shaped(value.get(name), field, path ? `${path}.${name}` : name)]),
  ) as T
}
