/** Limits on the memory and time that an input may cost. Callers may raise them; an account counts the memory. */
import { OsteonError } from '../errors'

/**
 * The greatest size and cost of a file. Anything above fails with `too-large`; limits that are left out keep their
 * default.
 */
export interface Limits {
  /** Longest skeleton, in bytes or characters. @default 2 ** 24 */
  skeleton?: number
  /** Longest atlas, in bytes or characters. @default 2 ** 22 */
  atlas?: number
  /** Longest image file, in bytes. @default 2 ** 26 */
  image?: number
  /** Pixels of an image, and of all images of an atlas. @default 2 ** 27 */
  pixels?: number
  /**
   * Memory of a skeleton, its rig, or an atlas, in bytes, roughly counted: parsed values, names, keys, vertices,
   * frames, tables. @default 64 MiB plus 64 bytes for each byte of the file, at most 128 MiB
   */
  memory?: number
  /**
   * Steps that clipping may take in a tick: the square of each clip's corners, plus the corners of the largest clip
   * times the triangles of all slots. @default 2 ** 20
   */
  clipping?: number
}

/** The longest input of each kind, unless the caller sets another limit. */
export const LENGTHS = { skeleton: 2 ** 24, atlas: 2 ** 22, image: 2 ** 26 } as const

export const MOST_PIXELS = 2 ** 27

const MOST_MEMORY = 2 ** 27
/** Bytes that any file may take, and the additional bytes for each byte of the file. */
const FREE_MEMORY = 2 ** 26
const PAID_BY_BYTE = 64

/** Greatest number of bytes that an engine takes for one character of JSON text, as measured. */
export const MOST_BYTES_A_CHARACTER = 80

/** The memory that a file, and the rig made from it, may still take. */
export interface Account {
  /** Bytes. */
  readonly most: number
  left: number
}

/** Opens an account for a file. @param data the file, or an object parsed from it. @throws OsteonError `bad-option`. */
export function openAccount(data: string | Uint8Array | object, limits: Limits = {}): Account {
  const most = memoryFor(data, limits)
  return { most, left: most }
}

/**
 * Returns how many bytes of memory `data` may take. For a parsed object this is the maximum, because the length of its
 * text is unknown.
 *
 * @throws OsteonError `bad-option` for a limit that isn't a number of 0 or more.
 */
export function memoryFor(data: string | Uint8Array | object, limits: Limits = {}): number {
  const { memory } = checkedLimits(limits)
  if (memory !== undefined) return memory
  if (typeof data !== 'string' && !(data instanceof Uint8Array)) return MOST_MEMORY
  return Math.min(MOST_MEMORY, FREE_MEMORY + PAID_BY_BYTE * data.length)
}

/** Takes bytes off the account. @returns false if too few are left; then the caller must not allocate. */
export function afford(account: Account, bytes: number): boolean {
  account.left -= bytes
  return account.left >= 0
}

/** Returns the message of a refusal. @param what the part of the file that asks for too much. */
export function beyondMemory({ most }: Account, what: string): string {
  return `${what} would take more than the ${most} bytes that a file of this length may ask for; \`limits.memory\` says otherwise`
}

/** Checks limits. @throws OsteonError `bad-option`. */
export function checkedLimits<L extends object>(limits: L): L {
  for (const [name, limit] of Object.entries(limits) as [string, unknown][])
    if (limit !== undefined && !(typeof limit === 'number' && limit >= 0)) {
      const message = `expected a number of 0 or more, got ${String(limit)}`
      throw new OsteonError('bad-option', 'limits', name, message)
    }
  return limits
}
