/** Creates threads for worlds from a pool of workers. */

import type { Extension } from '../../../components/extension'
import { type Memory, onGrow } from '../../base/memory/arena'
import type { Joined } from '../../world/joins'
import type { KernelModule, KernelSource } from '../../world/kernels'
import type { AnimationWorld } from '../../world/world-type'
import { type Crew, createRound, joinThreads } from './hooks'
import { dismissWorkers, finishRound, offerJobs, type Pool, send, tellWorld } from './pool'
import { compileShared } from './shared-module'

/** Threads that run the kernels of worlds: an extension, for any number of them. */
export interface Threads extends Extension {
  /** Number of threads, including the caller's. 1 if memory cannot be shared. */
  readonly count: number
  /** Ends the other threads. Worlds go on with the caller's thread. */
  stop(): void
}

/** With fewer blocks, waking others takes longer than the work they would take over. */
const FEWEST_BLOCKS = 100

/** Creates threads. @param offer offers jobs of a round. */
export function threadsOf(pool: Pool, offer = offerJobs): Threads {
  // Their memories are released when the world is.
  const gone = new FinalizationRegistry<number>((world) => {
    pool.worlds.delete(world)
    send(pool, { kind: 'gone', world })
  })
  let next = 1
  return {
    name: 'threads',
    count: pool.count + 1,
    stop: () => dismissWorkers(pool),
    kernels: sharedKernels(pool.module, pool.count + 1),
    install: (world) => {
      const hooks = attach(pool, world, next, offer)
      const round = pool.worlds.get(next)?.deref()
      if (round) gone.register(round, next)
      next++
      return hooks
    },
  }
}

function attach(pool: Pool, world: AnimationWorld, number: number, offer: typeof offerJobs): Joined {
  const { arena } = world.animation
  const round = createRound(world.animation)
  pool.worlds.set(number, new WeakRef(round))
  let told: unknown = null
  onGrow(arena, () => {
    if (told === arena.memory) return
    told = arena.memory
    tellWorld(pool, number, round)
  })
  const crew: Crew = {
    wants: (blocks) => blocks >= FEWEST_BLOCKS && pool.ready > 0 && pool.workers.length > 0,
    offer: (round, first) => offer(pool, number, round, first),
    finish: (round) => finishRound(pool, round),
  }
  return joinThreads(world, round, crew)
}

/** Kernels over memory that threads share. Those that extensions bring run in this thread alone. */
function sharedKernels(module: WebAssembly.Module, threads: number): KernelSource {
  const others = new WeakMap<object, WebAssembly.Module>()
  const moduleOf = (brought: KernelModule<unknown>): WebAssembly.Module => {
    const made = others.get(brought) ?? compileShared(brought.bytes())
    others.set(brought, made)
    return made
  }
  return {
    name: 'wasm',
    threads,
    createMemory: (pages) => new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true }),
    instantiate: <K>(memory: Memory, brought?: KernelModule<K>) => {
      const imports = { env: { memory: memory as WebAssembly.Memory } }
      return new WebAssembly.Instance(brought ? moduleOf(brought) : module, imports).exports as K
    },
  }
}
