/**
 * The words through which threads coordinate their work: a small shared memory in addition to the memories of worlds.
 * All are read and written with `Atomics`.
 */

/** Grows whenever there is work or mail; workers wait for it. */
export const EPOCH = 0
/**
 * The number of jobs that nobody has taken yet; above it, from `CLAIM_ROUND` on, the number of the last mail, which
 * workers must have read.
 */
export const CLAIM = 1
/** The number of jobs that workers have done. */
export const DONE = 2
/** The number of the world that the jobs belong to. */
export const WORLD = 3
/** Word index of the first job in that world's memory. */
export const JOBS = 4
/** The number of the last mail. */
export const MAILS = 5
const CONTROL_WORDS = 16

/** A round has fewer jobs than this. */
export const CLAIM_ROUND = 0x10000
/** Numbers of mail start over here, so that they fit above the jobs. */
export const CLAIM_MAILS = 0x8000

export function createControl(): Int32Array<SharedArrayBuffer> {
  return new Int32Array(new SharedArrayBuffer(4 * CONTROL_WORDS))
}
