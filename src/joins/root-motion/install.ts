/** The extension `rootMotions`. */
import type { Extension } from '../../../components/extension'
import { forMixed, hasAny } from '../../tick/mix/mix-chunk'
import type { Chunk } from '../../world/chunks/blocks'
import type { Joined } from '../../world/joins'
import type { AnimationWorld } from '../../world/world-type'
import type { CrowdWorld } from '../crowd/component'
import { holdBone } from '../moving-bones/hold'
import type {} from '../save/hooks'
import { moveFigures, noteTimes } from './figures'
import { moveSkeleton } from './move'
import { readMotions, restoreMotions, type SavedMotions, saveMotions } from './save'
import { createMotion, createMotions, type MovingState } from './state'
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
    if (motion) holdBone(state, chunk, eid, motion)
  }
  return {
    state: motions,
    travel: {
      motionOf: (eid) => byEntity.get(eid),
      give(eid, { bone, moves }, left) {
        const motion = createMotion(eid, bone, moves)
        motion.left.set(left)
        byEntity.set(eid, motion)
      },
      note: (crowd) => noteTimes(world as CrowdWorld, crowd, motions.figures),
      move: (crowd, mixOf) => moveFigures(world as CrowdWorld, crowd, motions, mixOf),
    },
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
