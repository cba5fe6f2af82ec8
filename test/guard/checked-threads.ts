/**
 * Threads as in `osteon/threads`, one after the other and in any order. A word that two of them reach in one round, and one of them writes, is an error.
 * So is a word that the caller changes while a job is open that reaches it.
 */
import type { Round } from '../../src/joins/threads/hooks'
import { type FakeThreads, fakeThreads } from '../threads/fake-threads'
import type { CheckedKernels } from './checked-kernels'

/** Who wrote a word in a round, and who read it: a bit for each thread. */
interface Access {
  writers: Map<number, number>
  readers: Map<number, number>
  /** Words that the caller has changed in the round, and how many jobs were open then. */
  changed: Map<number, number>
  /** The arena's words when the caller went on with its own work. */
  left: Int32Array
}

/** @param seed of the order of jobs and of who does them. @param spoil changes jobs before they are done. */
export function checkedThreads(
  kernels: CheckedKernels,
  seed: number,
  spoil: (round: Round) => void = () => {},
): FakeThreads {
  const access: Access = {
    writers: new Map(),
    readers: new Map(),
    changed: new Map(),
    left: new Int32Array(0),
  }
  return fakeThreads(seed, 4, kernels, {
    begin: (round) => {
      access.writers.clear()
      access.readers.clear()
      access.changed.clear()
      spoil(round)
    },
    around: (number, thread, work) => {
      kernels.listener.heard = (word, bytes, isStore) => {
        for (let at = word; 4 * at < 4 * word + bytes; at++) {
          // Thread 0 is the caller itself.
          if (thread > 0 && (access.changed.get(at) ?? 0) > number) throw raceOf(at)
          noteAccess(access, at, isStore, 1 << thread)
        }
      }
      work()
      kernels.listener.heard = null
    },
    leaves: ({ state }) => {
      access.left = state.arena.i32.slice()
    },
    returns: ({ state }, offered) => {
      const { i32 } = state.arena
      for (let word = 0; word < i32.length; word++) {
        if (i32[word] === access.left[word]) continue
        if (access.writers.has(word) || access.readers.has(word)) throw raceOf(word)
        access.changed.set(word, offered)
      }
    },
  })
}

function raceOf(word: number): Error {
  return new Error(`word ${word} is written by the caller, and jobs that are open reach it, too`)
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
