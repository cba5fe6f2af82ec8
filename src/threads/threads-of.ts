/** Threads as worlds have them, over a pool of workers. */
import type { AnimationWorld } from '../../components/world-type'
import type { Threads } from '../api/install'
import { onGrow } from '../memory/arena'
import type { KernelSource, Kernels } from '../world/kernels'
import type { ThreadHooks } from '../world/state'
import { createHooks, createRound } from './hooks'
import { beginRound, dismissWorkers, finishRound, type Pool, send, tellWorld } from './pool'

/** Below so many blocks, waking others takes longer than their share of the work. */
const FEWEST_BLOCKS = 100

/** @param begin offers the jobs of a round. */
export function threadsOf(pool: Pool, begin = beginRound): Threads {
  // Their memories go when the world does.
  const gone = new FinalizationRegistry<number>((world) => {
    pool.worlds.delete(world)
    send(pool, { kind: 'gone', world })
  })
  let next = 1
  return {
    count: pool.count + 1,
    stop: () => dismissWorkers(pool),
    kernels: sharedKernels(pool.module),
    attach: (world) => {
      const hooks = attach(pool, world, next, begin)
      const round = pool.worlds.get(next)?.deref()
      if (round) gone.register(round, next)
      next++
      return hooks
    },
  }
}

function attach(pool: Pool, world: AnimationWorld, number: number, begin: typeof beginRound): ThreadHooks {
  const { arena } = world.animation
  const round = createRound(world.animation)
  pool.worlds.set(number, new WeakRef(round))
  let told: unknown = null
  onGrow(arena, () => {
    if (told === arena.memory) return
    told = arena.memory
    tellWorld(pool, number, round)
  })
  return createHooks(world, round, {
    wants: (blocks) => blocks >= FEWEST_BLOCKS && pool.ready > 0 && pool.workers.length > 0,
    begin: (round) => begin(pool, number, round),
    finish: (round) => finishRound(pool, round),
  })
}

/** Kernels over memory that threads share. */
function sharedKernels(module: WebAssembly.Module): KernelSource {
  return {
    name: 'wasm',
    createMemory: (pages) => new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true }),
    instantiate: (memory) =>
      new WebAssembly.Instance(module, { env: { memory: memory as WebAssembly.Memory } })
        .exports as unknown as Kernels,
  }
}
