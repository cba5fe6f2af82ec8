/** The extension `rootMotions`. */
import type { Extension } from '../../../components/extension'
import { forMixed, hasAny } from '../../tick/mix/mix-chunk'
import type { Chunk } from '../../world/chunks/blocks'
import type { Joined } from '../../world/joins'
import type { AnimationWorld } from '../../world/world-type'
import type {} from '../save/hooks'
import { holdBone, moveSkeleton } from './move'
import { readMotions, restoreMotions, type SavedMotions, saveMotions } from './save'
import { createMotions, type MovingState } from './state'
import { noteClocks } from './travel'

/**
 * Lets bones move their skeletons (`rootMotion`), in worlds that have it: `installAnimation(world, { use:
 * [rootMotions] })`.
 */
export const rootMotions: Extension = { name: 'rootMotions', install: joinWorld }

function joinWorld(world: AnimationWorld): Joined {
  const motions = createMotions()
  const state: MovingState = Object.assign(world.animation, { motions })
  const { byEntity } = motions
  const hold = (eid: number, chunk: Chunk) => {
    const motion = byEntity.get(eid)
    if (motion) holdBone(state, chunk, motion)
  }
  return {
    state: motions,
    forget: () => byEntity.clear(),
    save: {
      what: 'root motions',
      structure: () => 0,
      save: () => saveMotions(motions),
      restore: (saved, places) => restoreMotions(motions, saved as SavedMotions | undefined, places),
      encoded: {
        key: 'rootMotions',
        describe: (saved) => ((saved as SavedMotions).ids.length === 0 ? null : (saved as SavedMotions)),
        read: (described, rigOf) => readMotions(described, rigOf),
      },
    },
    rows: {
      advancing(eid) {
        const follows = byEntity.has(eid)
        if (follows) noteClocks(state, eid)
        return follows
      },
      advanced(eid) {
        const motion = byEntity.get(eid)
        if (motion) moveSkeleton(world, state, motion)
      },
      mixed(chunk, seat) {
        if (byEntity.size > 0) forMixed(state, chunk, seat, hold)
      },
      isIn: (chunk) => hasAny(state, chunk, byEntity),
      isLive: (eid) => byEntity.has(eid),
      rename(eid, from, to) {
        const motion = byEntity.get(eid)
        if (!motion) return true
        const bone = to.index.get(from.names[motion.bone])
        if (bone !== undefined) motion.bone = bone
        return bone !== undefined
      },
      drop: (eid) => byEntity.delete(eid),
    },
  }
}
