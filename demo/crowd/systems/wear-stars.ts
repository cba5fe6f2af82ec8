import { getBone } from 'osteon'
import { VISIBILITY } from 'osteon/components'
import type { Crowd } from '../crowd'
import { isSeen } from '../figures/blows'

/** Height of a star over the head, units. */
const OVER = 215

/** Puts a star over the head of every band's first member, if it is live and in sight. */
export function wearStars(crowd: Crowd): void {
  const { actors, bone, cast, stars, world } = crowd
  const { SortKey, Transform, Visibility } = world.components
  for (const { host, sprite } of stars) {
    const isShown = isSeen(crowd, host)
    Visibility.level[sprite] = isShown ? VISIBILITY.full : VISIBILITY.frozen
    if (!isShown) continue
    getBone(world, host, cast[actors.member[host]].head, bone)
    Transform.x[sprite] = bone[4] + bone[0] * OVER
    Transform.y[sprite] = bone[5] + bone[2] * OVER
    SortKey.value[sprite] = SortKey.value[host]
  }
}
