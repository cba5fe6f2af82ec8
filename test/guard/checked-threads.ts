/** Threads as in `osteon/threads`, one after the other and in any order. A word that two of them reach in one round, and one of them writes, is an error. */
import type { Round } from '../../src/joins/threads/hooks'
import type { Threads } from '../../src/joins/threads/threads-of'
import { fakeThreads } from '../threads/fake-threads'
import type { CheckedKernels } from './checked-kernels'

/** Who wrote a word in a round, and who read it: a bit for each thread. */
interface Access {
  writers: Map<number, number>
  readers: Map<number, number>
}

/** @param seed of the order of jobs and of who does them. @param spoil changes jobs before they are done. */
export function checkedThreads(
  kernels: CheckedKernels,
  seed: number,
  spoil: (round: Round) => void = () => {},
): Threads {
  const access: Access = { writers: new Map(), readers: new Map() }
  return fakeThreads(seed, 4, kernels, {
    begin: (round) => {
      access.writers.clear()
      access.readers.clear()
      spoil(round)
    },
    around: (thread, work) => {
      kernels.listener.heard = (word, bytes, isStore) => {
        for (let at = word; 4 * at < 4 * word + bytes; at++) noteAccess(access, at, isStore, 1 << thread)
      }
      work()
      kernels.listener.heard = null
    },
  })
}

/** @throws Error for a race. */
function noteAccess({ readers, writers }: Access, word: number, isStore: boolean, bit: number): void {
  const written = writers.get(word) ?? 0
  const read = readers.get(word) ?? 0
  const others = (isStore ? written | read : written) & ~bit
  if (others !== 0)
    throw new Error(
      `word ${word} is ${isStore ? 'written' : 'read'} by a thread, and threads ${others} reach it, too`,
    )
  if (isStore) writers.set(word, written | bit)
  else readers.set(word, read | bit)
}
