/** Refuses features of version 6.0 (LoongBones), in files that claim that readers of 5.x may read them. */
import { child, missing, type ObjectPlace } from '../shared/place'
import { eachItem, isObject } from '../shared/values'
import { unsupported } from './context'
import { looseList, looseNumber, looseText } from './values'

/** Lists of an animation whose entries may have lengths and offsets of their own. */
const LISTS = ['bone', 'slot', 'ffd', 'ik', 'timeline'] as const

/**
 * Searches an armature for anything that the rules of 5.6 would leave out or read differently. Transform and physics
 * constraints are refused in files of all versions.
 *
 * @throws OsteonError `unsupported-feature`.
 */
export function refuseNewer(armature: ObjectPlace): void {
  refuseList(armature, 'path', 'a path constraint of version 6.0')
  eachItem(looseList(armature, 'skin'), (skin) =>
    eachItem(looseList(skin, 'slot'), (slot) => {
      const displays = looseList(slot, 'display')
      displays.value.forEach((display, i) => {
        if (isObject(display)) refuseDisplay(child(displays, i, display))
      })
    }),
  )
  eachItem(looseList(armature, 'animation'), refuseAnimation)
}

function refuseDisplay(at: ObjectPlace): void {
  const { type } = at.value
  if (type === 5 || (typeof type === 'string' && type.toLowerCase() === 'shape'))
    unsupported(at, 'type', 'a display of type shape')
  for (const key of ['mask', 'maskRange']) if (isGiven(at.value[key])) unsupported(at, key, 'a mask')
}

function refuseAnimation(at: ObjectPlace): void {
  refuseList(at, 'path', 'a key of a path constraint')
  refuseList(at, 'shape', 'a key of a shape')
  refuseConfig(at)
  const { zOrder } = at.value
  if (isObject(zOrder)) refuseConfig(child(at, 'zOrder', zOrder))
  for (const key of LISTS) eachItem(looseList(at, key), refuseConfig)
  // They step in 5.x.
  eachItem(looseList(at, 'ik'), (entry) => {
    const weights = new Set<number>()
    eachItem(looseList(entry, 'frame'), (key) => weights.add(looseNumber(key, 'weight', 1)))
    if (weights.size > 1)
      unsupported(
        entry,
        'frame',
        `a weight of IK that changes by the rules of 6.0 (${looseText(entry, 'name', '')})`,
      )
  })
}

function refuseConfig(at: ObjectPlace): void {
  if (isGiven(at.value.timelineConfig)) unsupported(at, 'timelineConfig', 'a list of keys with its own time')
}

function refuseList(at: ObjectPlace, key: string, what: string): void {
  const list = looseList(at, key)
  if (list.value.length > 0) unsupported(list, undefined, what)
}

/** Returns whether a value is given: not absent, false, 0 or empty. */
function isGiven(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  if (isObject(value)) return Object.keys(value).length > 0
  return !missing(value) && Boolean(value)
}
