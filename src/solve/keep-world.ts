/** World rows that are kept from tick to tick, since somebody reads them after their chunk's turn. */
import { flagInfluences } from '../rig/attachments/influences'
import type { Chunk, RegisteredProgram, RegisteredRig } from '../world/blocks'
import { allocateWorld, chunkAt } from '../world/seats'
import type { AnimationState } from '../world/state'

/** Where the world rows of block 0 of a chunk are in its turn; those of the next follow after `worldStride` words. */
export function worldWords({ rig, world }: Chunk): number {
  return world !== 0 ? world : rig.scratch
}

/**
 * Keeps the world rows of a skeleton's rig from now on; to be called before they are read. Those that were not kept
 * yet are solved from their present local rows: a structure call, the arena may grow.
 */
export function keepWorldOf(state: AnimationState, eid: number): void {
  const { rig } = chunkAt(state.blocks, state.skeletons.chunk[eid])
  if (!rig.keepsWorld) keepWorld(state, rig)
}

/**
 * To be called before a skeleton moves to another program of its rig: a bone that is composed no more stays where it is,
 * which is seen where a mesh hangs on it.
 */
export function keepWorldLeft(state: AnimationState, eid: number, to: RegisteredProgram): void {
  const { program, rig } = chunkAt(state.blocks, state.skeletons.chunk[eid])
  if (rig.keepsWorld || to.stale.length === 0) return
  const { attachments, bones } = rig.rig
  const seen = new Uint8Array(bones.count)
  to.stale.forEach((flag, attachment) => {
    if (flag === 1) flagInfluences(attachments.models[attachment], seen)
  })
  const [before, after] = [program.program.activeBones, to.program.activeBones]
  if (seen.some((flag, bone) => (flag & before[bone]) > after[bone])) keepWorld(state, rig)
}

/** The same for all rigs, or for those that were found to want it; to be called before a system's loop. */
export function keepWorlds(state: AnimationState, all: boolean): void {
  for (const chunk of state.blocks.chunks)
    if (chunk && chunk.world === 0 && (all || chunk.rig.keepsWorld)) keepWorld(state, chunk.rig)
}

function keepWorld(state: AnimationState, rig: RegisteredRig): void {
  rig.keepsWorld = true
  for (const { chunks } of rig.programs.values())
    for (const chunk of chunks)
      if (chunk.world === 0) {
        allocateWorld(state, chunk)
        // Before the first tick there is nothing to be seen.
        if (state.solved) state.solver?.(state, chunk, chunk.live)
      }
}
