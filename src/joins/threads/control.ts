/**
 * The words through which threads coordinate their work: a small shared memory in addition to the memories of worlds.
 * All are read and written with `Atomics`.
 */

/** Grows whenever there is work or mail; workers wait for it. */
export const EPOCH = 0
/**
 * Three numbers in one word, so that a thread that has slept in between cannot take a job of another round: the jobs
 * of the round that were offered, those that were taken, and the last mail, which workers must have read.
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
const CLAIM_JOBS = 1 << 9
/** Adds one job to those that were taken. */
const TAKEN = CLAIM_JOBS
/** Numbers of mail start over here, so that they fit above the jobs. */
export const CLAIM_MAILS = 1 << 14

/** Returns the word CLAIM of a new round. */
export function claimOf(mail: number, offered: number): number {
  return (mail << 18) | offered
}

/**
 * Takes the first job of the round that nobody has taken yet.
 *
 * @param mail the number of the last mail that the thread has read; -1 = it needs none.
 * @returns its number; -1 = there is none.
 */
export function claimJob(control: Int32Array, mail: number): number {
  let seen = Atomics.load(control, CLAIM)
  for (;;) {
    const taken = (seen >>> 9) & (CLAIM_JOBS - 1)
    if (taken >= (seen & (CLAIM_JOBS - 1)) || (mail >= 0 && seen >>> 18 !== mail)) return -1
    const found = Atomics.compareExchange(control, CLAIM, seen, seen + TAKEN)
    if (found === seen) return taken
    seen = found
  }
}

export function createControl(): Int32Array<SharedArrayBuffer> {
  return new Int32Array(new SharedArrayBuffer(4 * CONTROL_WORDS))
}
