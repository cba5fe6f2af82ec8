import type { AnimationWorld } from '../../components/world-type'
import { OsteonError } from '../errors'
import type { Rig } from '../rig/rig'
import { settle } from '../tick/settle'
import { forgetRig } from '../world/chunks/unregister'
import { stateOf } from '../world/state-of'

/**
 * Takes a rig out of a world and gives its memory there back, once no skeleton has it any more: after a hot reload, for
 * instance. Its mixes and combined skins are forgotten; states that were saved while it was registered are refused. Events that
 * were not read yet tell no animation. Pages stay, since other rigs may show them. Registered again it is another rig.
 *
 * @returns whether it was registered.
 * @throws OsteonError `rig-in-use` while a skeleton has it, `no-animation`; nothing has changed then.
 */
export function unregisterRig(world: AnimationWorld, rig: Rig): boolean {
  const registered = stateOf(world).rigsByRig.get(rig)
  if (!registered) return false
  settle(world)
  const { animation: state, components } = world
  const { alive, skeletons, tick } = state
  const { number, id } = registered
  const inUse = (eid: number) =>
    new OsteonError('rig-in-use', `entity ${eid}`, 'Skeleton.rig', `it has rig "${id}"`)
  for (let i = 0; i < alive.count; i++) if (skeletons.rig[alive.ids[i]] === number) throw inUse(alive.ids[i])
  // They wait for their skin.
  for (const eid of tick.pending) if (components.Skeleton.rig[eid] === number) throw inUse(eid)
  forgetRig(state, registered)
  return true
}
