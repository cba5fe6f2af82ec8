/** The words of a job: what a chunk has to do in a tick, as records that any thread can run. */
import { CHUNK_WORDS, SKIN as SKIN_RECORD } from '../../world/chunks/chunk-context'
import { CONTEXT, CONTEXT_BYTES, chunkWords } from '../../world/chunks/program-context'

/** The word of a job that says how far it is, and its values: open; its rows are copied and it runs; it is done. */
export const JOB_OPEN = 0
export const JOB_BEGUN = 1
export const JOB_DONE = 2

/** The record of the program comes first, then those for skinning and mixing, then the job's own words. */
const MIX = CONTEXT_BYTES >> 2
const SKIN = chunkWords(0)
const OWN = MIX + CHUNK_WORDS

/** Words of a job that point into scratch. The last ones, of world rows, do so unless the chunk keeps them. */
export const POINTING = [
  CONTEXT.APPLIED,
  CONTEXT.ROOM,
  SKIN + SKIN_RECORD.SPARE,
  CONTEXT.WORLD,
  SKIN + SKIN_RECORD.WORLD,
]
export const POINTING_ALWAYS = 3

/** Places of a job's words. */
export const JOB = {
  mix: MIX,
  skin: SKIN,
  state: OWN,
  /** The thread that runs it or has run it. */
  thread: OWN + 1,
  /** 1 if it must also be mixed and solved. */
  poses: OWN + 2,
  /** Words of one thread's scratch. */
  scratch: OWN + 3,
  /** Word index and length of the chunk's rows. */
  rows: OWN + 4,
  rowWords: OWN + 5,
  /** The number of words that point into scratch. */
  pointing: OWN + 6,
  /** The values of these words for the caller's thread. */
  pointers: OWN + 7,
  /** Length: a multiple of a cache line. */
  words: (OWN + 12 + 15) & ~15,
} as const
