/** An extension: bones that swing when their skeleton moves, as hair and tails do. */

import { observe, onSet, query } from 'bitecs'
import type { AnimationWorld, Extension } from 'osteon'
import { setBoneOffset } from 'osteon/bone-controls'

/** Columns by entity id. */
export interface JiggleColumns {
  /** Number of the bone in its rig. */
  bone: number[]
  /** How strongly the bone is pulled back, in 1/s². */
  stiffness: number[]
  /** How quickly it comes to rest, in 1/s. */
  damping: number[]
  /** Its turn from its animated place, in radians, and the speed of that. */
  angle: number[]
  speed: number[]
  /** Where the skeleton was in the last tick. */
  lastX: number[]
}

/** The data of `set(Jiggle, …)`. */
export type JiggleData = { bone: number; stiffness?: number; damping?: number }

type JiggleWorld = AnimationWorld & { components: { Jiggle: JiggleColumns } }

/** Adds the component `Jiggle` to a world: `installAnimation(world, { use: [boneControls, jiggle] })`. */
export const jiggle: Extension<{ Jiggle: JiggleColumns }> = {
  name: 'jiggle',
  components: () => ({
    Jiggle: { bone: [], stiffness: [], damping: [], angle: [], speed: [], lastX: [] },
  }),
  install: (world) => ({ observe: () => observeJiggle(world), openTick: () => swing(world) }),
}

function observeJiggle(world: JiggleWorld): void {
  const { Jiggle, Transform } = world.components
  observe(world, onSet(Jiggle), (eid, { bone, stiffness = 120, damping = 4 }: JiggleData) => {
    const row = { bone, stiffness, damping, angle: 0, speed: 0, lastX: Transform.x[eid] }
    for (const name of Object.keys(row) as (keyof JiggleColumns)[]) Jiggle[name][eid] = row[name]
  })
}

/** Lets each bone lag after the skeleton's movement, and pulls it back like a spring. */
function swing(world: JiggleWorld): void {
  const { Jiggle, Skeleton, Transform } = world.components
  const { angle, bone, damping, lastX, speed, stiffness } = Jiggle
  const seconds = world.time.delta
  for (const eid of query(world, [Jiggle, Skeleton])) {
    const moved = Transform.x[eid] - lastX[eid]
    lastX[eid] = Transform.x[eid]
    speed[eid] += moved * 0.1 - (stiffness[eid] * angle[eid] + damping[eid] * speed[eid]) * seconds
    angle[eid] += speed[eid] * seconds
    setBoneOffset(world, eid, bone[eid], { rotation: angle[eid] })
  }
}
