/** Makes the hooks by which all other code reaches entities that follow bones or lead them. */
import { installBoneFollower } from '../../components/bone-follower'
import { installBoneTarget } from '../../components/bone-target'
import type { AnimationWorld } from '../../components/world-type'
import { aimChunk } from '../solve/bone-target'
import { wakeHosts } from '../tick/wake-hosts'
import type { LinkHooks } from '../world/state'

/** `BoneFollower` and `BoneTarget`: an option of `installAnimation`. */
export function boneLinks(world: AnimationWorld): LinkHooks {
  return {
    install: () => {
      installBoneFollower(world)
      installBoneTarget(world)
    },
    wakeHosts: () => wakeHosts(world),
    aimChunk: (chunk) => aimChunk(world, chunk),
  }
}
