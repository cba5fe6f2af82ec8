/** Reads blend trees: animations that drive others by keys. */
import type { AnimationModel, BlendChild, BlendKeys, BlendModel } from '../../../base/model/animation'
import { BYTES_OF_AN_ITEM } from '../../shared/limits'
import { fail, type ObjectPlace, spend, warnAt } from '../../shared/place'
import { shown } from '../../shared/source-file'
import { looseEnum, looseNumber, looseText } from '../values'
import { curveKeys, type Timing, type Track } from './tracks'
import { findTreeFault } from './tree-fault'

/** Types of generic timelines that drive an animation. */
const PROPERTIES: Readonly<Record<number, BlendKeys['property']>> = {
  40: 'progress',
  41: 'weight',
  42: 'parameter',
}
/** Divisor of such values in files. */
const PARTS = 10_000
/** Greatest value: beyond it nothing changes, and products stay finite. */
const MOST_PARTS = 1e6

/** The children of an animation, by name, while it is read. */
export type Children = Map<string, BlendChild>

export function drivenBy(type: number): BlendKeys['property'] | undefined {
  return PROPERTIES[type]
}

/** Adds keys that drive a child animation. @param track values as in the file. */
export function addBlend(
  children: Children,
  entry: ObjectPlace,
  property: BlendKeys['property'],
  track: Track,
  timing: Timing,
  known: ReadonlyMap<string, ObjectPlace>,
): void {
  const animation = looseText(entry, 'name', '')
  if (!known.has(animation)) {
    const message = `there is no animation ${shown(animation)} to drive: its keys are left out`
    warnAt(entry, 'name', 'ignored-timeline', message)
    return
  }
  spend(entry, BYTES_OF_AN_ITEM)
  const channels = property === 'parameter' ? 2 : 1
  const all = Array.from({ length: channels }, (_, channel) => [channel, 1] as const)
  const rounded = Array.from(track.values, rounds)
  const keys = {
    property,
    channels,
    ...curveKeys(entry, { ...track, values: rounded }, timing, all),
  } as const
  const child = children.get(animation) ?? { animation, position: 0, keys: [] }
  children.set(animation, child)
  child.keys.push(keys)
  if (property === 'progress') child.position = looseNumber(entry, 'x', 0)
}

function rounds(value: number): number {
  return Math.floor(Math.min(MOST_PARTS, Math.max(-MOST_PARTS, value)) * PARTS + 0.5) / PARTS
}

/** Returns the blend tree of an animation; undefined if it drives none. */
export function treeOf(animation: ObjectPlace, children: Children): BlendModel | undefined {
  const kind = looseEnum(animation, 'blendType', { none: 0, '1d': 1 }, 'none')
  return children.size === 0 ? undefined : { byPosition: kind === '1d', children: [...children.values()] }
}

/** Refuses animations that drive themselves, directly or through others. @param places by name. */
export function checkTrees(
  animations: readonly AnimationModel[],
  places: ReadonlyMap<string, ObjectPlace>,
): void {
  const fault = findTreeFault(animations)
  const at = places.get(fault?.animation ?? '')
  if (fault && at) fail(at, 'timeline', fault.code, fault.message)
}
