/** Finds the host, bone or slot that a component names. */
import { hasComponent } from 'bitecs'
import { type ErrorCode, listNames, OsteonError } from '../src/base/errors'
import type { Rig } from '../src/rig/rig'
import type { AnimationWorld } from '../src/world/world-type'

/** Returns the rig of a host. @throws OsteonError `no-skeleton`. */
export function rigOfHost(world: AnimationWorld, eid: number, host: number, component: string): Rig {
  const { Skeleton } = world.components
  const skeleton = Number.isInteger(host) && host > 0 && hasComponent(world, host, Skeleton)
  const registered = skeleton ? world.animation.rigs[Skeleton.rig[host]] : null
  if (registered) return registered.source
  const message = `entity ${host} has no skeleton`
  throw new OsteonError('no-skeleton', `entity ${eid}`, `${component}.host`, message)
}

/** Returns the index of a bone or slot in the host's rig. @throws OsteonError with `code`. */
export function indexInHost(
  table: { readonly index: ReadonlyMap<string, number>; readonly count: number },
  which: string | number,
  code: ErrorCode,
  eid: number,
  path: string,
): number {
  const index = typeof which === 'string' ? table.index.get(which) : which
  if (index !== undefined && Number.isInteger(index) && index >= 0 && index < table.count) return index
  const message = `there is no ${JSON.stringify(which)}; there are ${listNames(table.index.keys())}`
  throw new OsteonError(code, `entity ${eid}`, path, message)
}
