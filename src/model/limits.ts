/** What a file may cost: limits that a caller can raise, and the account of memory that is kept against them. */
import { OsteonError } from '../errors'

/** What a file may cost at most; more is refused as `too-large`. What is left out keeps its default. */
export interface Limits {
  /** Longest skeleton, in bytes or characters. @default 2 ** 24 */
  skeleton?: number
  /** Longest atlas, in bytes or characters. @default 2 ** 22 */
  atlas?: number
  /** Longest recording, in bytes. @default 2 ** 26 */
  recording?: number
  /** Longest image file, in bytes. @default 2 ** 26 */
  image?: number
  /** Pixels of an image, and of all images of an atlas. @default 2 ** 27 */
  pixels?: number
  /**
   * What a skeleton, its rig, or an atlas may take, in bytes, roughly counted: parsed values, names, keys, vertices,
   * frames, tables. @default 64 MiB and 64 bytes for each byte of the file, 128 MiB at most
   */
  memory?: number
  /**
   * Steps that clipping may take in a tick: corners of each clip times themselves, and corners of the largest clip times
   * the triangles of all slots. @default 2 ** 20, some tens of milliseconds
   */
  clipping?: number
}

/** Longest input of each kind unless the caller says otherwise. */
export const LENGTHS = { skeleton: 2 ** 24, atlas: 2 ** 22, image: 2 ** 26 } as const

/** @returns the longest recording that may be read, in bytes. @throws OsteonError `bad-option`. */
export function longestRecording(limits: Pick<Limits, 'recording'>): number {
  return checkedLimits(limits).recording ?? 2 ** 26
}

export const MOST_PIXELS = 2 ** 27

const MOST_MEMORY = 2 ** 27
/** What the smallest file may ask for, and what each byte of it pays for. */
const FREE_MEMORY = 2 ** 26
const PAID_BY_BYTE = 64

/** What a file, or what is made of it, may still take. */
export interface Account {
  /** Bytes. */
  readonly most: number
  left: number
}

/** @param data what is read, or what is made of it. @throws OsteonError `bad-option`. */
export function openAccount(data: string | Uint8Array | object, limits: Limits = {}): Account {
  const most = memoryFor(data, limits)
  return { most, left: most }
}

/**
 * What `data` may take. How long a parsed object's text was is not known: it may take the most.
 *
 * @throws OsteonError `bad-option` for a limit that is no number of 0 or more.
 */
export function memoryFor(data: string | Uint8Array | object, limits: Limits = {}): number {
  const { memory } = checkedLimits(limits)
  if (memory !== undefined) return memory
  if (typeof data !== 'string' && !(data instanceof Uint8Array)) return MOST_MEMORY
  return Math.min(MOST_MEMORY, FREE_MEMORY + PAID_BY_BYTE * data.length)
}

/** Takes so many bytes off the account. @returns false where it has not as many; then nothing is to be allocated. */
export function afford(account: Account, bytes: number): boolean {
  account.left -= bytes
  return account.left >= 0
}

/** What a refusal says; `what` names what asks for so much. */
export function beyondMemory({ most }: Account, what: string): string {
  return `${what} would take more than the ${most} bytes that a file of this length may ask for; \`limits.memory\` says otherwise`
}

/** @throws OsteonError `bad-option`. */
export function checkedLimits(limits: Limits): Limits {
  for (const [name, limit] of Object.entries(limits))
    if (limit !== undefined && !(typeof limit === 'number' && limit >= 0)) {
      const message = `expected a number of 0 or more, got ${String(limit)}`
      throw new OsteonError('bad-option', 'limits', name, message)
    }
  return limits
}
