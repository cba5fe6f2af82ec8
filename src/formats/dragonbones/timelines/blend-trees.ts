/** Reads blend trees: animations that drive others by keys. */
import type { AnimationModel, BlendChild, BlendKeys, BlendModel } from '../../../base/model/animation'
import { BYTES_OF_AN_ITEM } from '../../shared/limits'
import { fail, type ObjectPlace, spend, warnAt } from '../../shared/place'
import { shown } from '../../shared/source-file'
import { looseEnum, looseNumber, looseText } from '../values'
import { curveKeys, type Timing, type Track } from './tracks'

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

/** Limit of driven animations; real files need far fewer. */
const MOST_DRIVEN = 2 ** 14
const MOST_DEPTH = 64

/** Refuses animations that drive themselves, directly or through others. @param places by name. */
export function checkTrees(
  animations: readonly AnimationModel[],
  places: ReadonlyMap<string, ObjectPlace>,
): void {
  const trees = new Map(animations.map(({ name, playback }) => [name, playback?.tree?.children ?? []]))
  let driven = 0
  for (const [name, at] of places) {
    driven += trees.get(name)?.length ?? 0
    if (driven > MOST_DRIVEN)
      fail(at, 'timeline', 'too-large', `animations drive others more than ${MOST_DRIVEN} times`)
  }
  const heights = new Map<string, number>()
  const open = new Set<string>()
  const heightOf = (name: string, at: ObjectPlace): number => {
    const known = heights.get(name)
    if (known !== undefined) return known
    if (open.has(name))
      fail(at, 'timeline', 'cycle', `animation ${shown(name)} drives itself, by others or at once`)
    if (open.size >= MOST_DEPTH)
      fail(at, 'timeline', 'too-large', `more than ${MOST_DEPTH} animations drive one another in a row`)
    open.add(name)
    let height = 0
    for (const { animation } of trees.get(name) ?? [])
      height = Math.max(height, heightOf(animation, places.get(name) ?? at) + 1)
    open.delete(name)
    heights.set(name, height)
    return height
  }
  for (const [name, at] of places)
    if (heightOf(name, at) >= MOST_DEPTH)
      fail(at, 'timeline', 'too-large', `more than ${MOST_DEPTH} animations drive one another in a row`)
}
