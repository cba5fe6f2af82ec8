/** Byte-level damage to files, with a little knowledge of their tokens. */
import fc from 'fast-check'
import { plain } from './mutations'

/** One change at a place (a share of the file's length, in 2^-32). */
export interface ByteOp {
  kind: 'flip' | 'set' | 'delete' | 'repeat' | 'insert' | 'number' | 'name' | 'splice' | 'cut' | 'float'
  at: number
  /** Another place, or a number of bytes. */
  other: number
  times: number
  /** Text that goes in. */
  text: string
}

export interface ByteDamage {
  /** Which file is damaged, and which one pieces are taken from. */
  base: number
  donor: number
  what: 'skeleton' | 'atlas'
  ops: ByteOp[]
  scale: number
  plain: boolean
}

const NUMBERS = [
  ...['0', '-0', '1', '-1', '0.5', '2', '255', '256', '32767', '32768', '65535', '65536', '1000000'],
  ...['1e-300', '1e-45', '1e-20', '1e9', '1e12', '1e15', '1e17', '-1e17', '9e17', '1e18', '1e19', '3.5e38'],
  ...['1e39', '1e308', '1e309', '-1e400', '4294967295', '4294967296', '9007199254740993'],
]
const NO_NUMBERS = ['1e', '.', '00', 'NaN', '-', '0x1']
const PIECES = [
  ...[
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '\\',
    '\n',
    '\u0000',
    '\ufeff',
    '\ud800',
    '{}',
    '[]',
    'null',
    'true',
  ],
  ...['"__proto__":', '"constructor":', '"bones":[', '"parent":"root",', '"type":"mesh",', '"skin":true,'],
  ...['"sequence":{"count":9999},', '"curve":[0,1e17,0,-1e17],', '"scaleX":1e17,', '"stretch":true,', '""'],
]

const place = fc.noBias(fc.nat(0xffffffff))

const op: fc.Arbitrary<ByteOp> = fc.record<ByteOp>({
  kind: fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom('flip', 'set', 'delete', 'repeat', 'insert', 'splice', 'cut') },
    // The kinds that get furthest.
    { weight: 12, arbitrary: fc.constantFrom('number', 'number', 'number', 'name') },
  ),
  at: place,
  other: place,
  times: fc.oneof({ weight: 4, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.nat(300) }),
  text: fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom(...NUMBERS) },
    { weight: 1, arbitrary: fc.constantFrom(...NO_NUMBERS) },
    { weight: 1, arbitrary: fc.constantFrom(...PIECES) },
    { weight: 1, arbitrary: fc.string() },
  ),
})

export const byteDamage: fc.Arbitrary<ByteDamage> = fc.record({
  base: fc.noBias(fc.nat(1000)),
  donor: fc.noBias(fc.nat(1000)),
  what: fc.constantFrom('skeleton', 'skeleton', 'skeleton', 'skeleton', 'atlas'),
  ops: fc.array(op, { minLength: 1, maxLength: 3 }),
  scale: fc.constantFrom(1, 1, 1, -1, 1e3, 1e-3),
  plain,
})

/** For binary skeletons, where a byte too many makes nonsense of the rest: damage that keeps the length gets furthest. */
export const binaryDamage: fc.Arbitrary<ByteDamage> = fc.record({
  base: fc.noBias(fc.nat(1000)),
  donor: fc.noBias(fc.nat(1000)),
  what: fc.constant('skeleton'),
  ops: fc.array(
    fc.record<ByteOp>({
      kind: fc.oneof(
        { weight: 8, arbitrary: fc.constantFrom('flip', 'set', 'float') },
        { weight: 1, arbitrary: fc.constantFrom('delete', 'repeat', 'insert', 'splice', 'cut') },
      ),
      at: place,
      other: place,
      times: fc.nat(30),
      text: fc.constantFrom(...NUMBERS, 'NaN', '\u0000', '\u007f'),
    }),
    { minLength: 1, maxLength: 3 },
  ),
  scale: fc.constantFrom(1, 1, 1, -1, 1e3, 1e-3),
  plain,
})

/** The damaged bytes. @param donor where spliced pieces come from. */
export function damageBytes(bytes: Uint8Array, donor: Uint8Array, ops: readonly ByteOp[]): Uint8Array {
  let now: Uint8Array = bytes
  for (const one of ops) now = apply(now, donor, one)
  return now
}

/** Longest piece that one change moves. */
const MOST = 2000

function apply(bytes: Uint8Array, donor: Uint8Array, { kind, at, other, times, text }: ByteOp): Uint8Array {
  const start = scaled(at, bytes.length)
  const many = other % MOST
  switch (kind) {
    case 'flip':
    case 'set': {
      const changed = Uint8Array.from(bytes)
      if (changed.length > 0)
        changed[start] = kind === 'set' ? other & 255 : changed[start] ^ (1 << (other & 7))
      return changed
    }
    case 'float': {
      const changed = Uint8Array.from(bytes)
      if (start + 4 <= changed.length) new DataView(changed.buffer).setFloat32(start, Number(text))
      return changed
    }
    case 'delete':
      return joined(bytes.subarray(0, start), bytes.subarray(start + many))
    case 'cut':
      return bytes.slice(0, start)
    case 'insert':
      return joined(bytes.subarray(0, start), encoded(text), bytes.subarray(start))
    case 'repeat': {
      const piece = bytes.subarray(start, start + many)
      return joined(
        bytes.subarray(0, start),
        ...new Array<Uint8Array>(times + 1).fill(piece),
        bytes.subarray(start + many),
      )
    }
    case 'splice': {
      const from = scaled(other, donor.length)
      const piece = donor.subarray(from, from + (at % MOST))
      return joined(bytes.subarray(0, start), piece, bytes.subarray(start + piece.length))
    }
    case 'number':
      return replaced(bytes, start, isNumeral, encoded(text))
    case 'name':
      return replaced(bytes, start, isLetter, runAt(bytes, scaled(other, bytes.length), isLetter))
  }
}

function scaled(place: number, length: number): number {
  return Math.floor((place / 2 ** 32) * length)
}

/** The run of such bytes at `at`, or the first one behind. */
function runAt(bytes: Uint8Array, at: number, is: (byte: number) => boolean): Uint8Array {
  let start = at
  while (start < bytes.length && !is(bytes[start])) start++
  while (start > 0 && is(bytes[start - 1])) start--
  let end = start
  while (end < bytes.length && is(bytes[end])) end++
  return bytes.subarray(start, end)
}

/** Replaces it. */
function replaced(bytes: Uint8Array, at: number, is: (byte: number) => boolean, by: Uint8Array): Uint8Array {
  const run = runAt(bytes, at, is)
  const start = run.byteOffset - bytes.byteOffset
  return joined(bytes.subarray(0, start), by, bytes.subarray(start + run.length))
}

function isNumeral(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || byte === 0x2d || byte === 0x2e
}

function isLetter(byte: number): boolean {
  return (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a)
}

function encoded(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

function joined(...pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}
