/** The component `Visibility`: how much is done for an entity in a tick, and how often. */
import { hasComponent, observe, onAdd, onGet, onRemove, onSet } from 'bitecs'
import { OsteonError, refuseUnknown } from '../src/base/errors'
import { LEVEL } from '../src/world/skeletons'
import type { AnimationWorld, VisibilityColumns } from '../src/world/world-type'
import { reserveAdded } from './columns'

/** Levels of work for an entity in a tick. Only `full` is drawn. */
export const VISIBILITY = LEVEL

/** The data of `set(Visibility, …)`. */
export type VisibilityData = {
  /** A value of VISIBILITY. @default VISIBILITY.full */
  level?: number
  /** Updates it once in that many ticks, 0 … 255. @default 0 */
  rate?: number
}

export function createVisibility(capacity: number): VisibilityColumns {
  return { level: new Uint8Array(capacity), rate: new Uint8Array(capacity) }
}

/** Wires the component into `world`: full and 0 when added or removed, checked when set. */
export function installVisibility(world: AnimationWorld): void {
  const { Visibility } = world.components
  const reset = (eid: number) => {
    Visibility.level[eid] = Visibility.rate[eid] = 0
    world.animation.structure++
  }
  observe(world, onAdd(Visibility), (eid) => {
    reserveAdded(world, eid, Visibility)
    reset(eid)
  })
  observe(world, onRemove(Visibility), reset)
  observe(world, onSet(Visibility), (eid, data: VisibilityData) => {
    const { level = VISIBILITY.full, rate = 0 } = data
    refuseUnknown(data, Object.keys(Visibility), eid)
    checkByte(eid, 'level', level, VISIBILITY.frozen)
    checkByte(eid, 'rate', rate, 255)
    Visibility.level[eid] = level
    Visibility.rate[eid] = rate
  })
  observe(world, onGet(Visibility), (eid): VisibilityData => {
    return { level: Visibility.level[eid], rate: Visibility.rate[eid] }
  })
}

/** Clears values of an entity without the component, so that the next entity with its id does not get them. */
export function forgetVisibility(world: AnimationWorld, eid: number): void {
  const { Visibility } = world.components
  if (!hasComponent(world, eid, Visibility)) Visibility.level[eid] = Visibility.rate[eid] = 0
}

/** Checks a byte. @throws OsteonError `bad-option`. */
function checkByte(eid: number, field: string, value: number, most: number): void {
  if (Number.isInteger(value) && value >= 0 && value <= most) return
  const message = `expected an integer from 0 to ${most}, got ${value}`
  throw new OsteonError('bad-option', `entity ${eid}`, `Visibility.${field}`, message)
}
