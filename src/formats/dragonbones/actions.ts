/** Reads actions that start animations. */
import { child, missing, type ObjectPlace, warnAt } from '../shared/place'
import { asObject, isObject } from '../shared/values'
import type { Context } from './context'
import { looseEnum, looseText } from './values'

export const ACTION_TYPES = { play: 0, frame: 10, sound: 11 } as const

/**
 * Returns the names of animations in the actions at `key`: one name, a list of objects, or a list of pairs as in 4.5.
 */
export function playActions(at: ObjectPlace, key: string): string[] {
  const value = at.value[key]
  if (typeof value === 'string') return value === '' ? [] : [value]
  if (!Array.isArray(value)) return []
  return value.flatMap((item: unknown, i) => {
    const place = child(child(at, key, value), i, item)
    const name = isObject(item) ? playedBy(asObject(place)) : playedByPair(item)
    if (name !== null) return [name]
    warnAt(place, undefined, 'ignored-key', 'the action plays no animation: it is left out')
    return []
  })
}

function playedBy(action: ObjectPlace): string | null {
  if (!missing(action.value.gotoAndPlay)) return looseText(action, 'gotoAndPlay', '')
  return looseEnum(action, 'type', ACTION_TYPES, 'play') === 'play' ? looseText(action, 'name', '') : null
}

function playedByPair(item: unknown): string | null {
  const [what, name] = Array.isArray(item) ? item : []
  return what === 'gotoAndPlay' && typeof name === 'string' ? name : null
}

/** Reads the default animation: the last default action with a known animation, otherwise the first animation. */
export function readDefaultAction({ model }: Context, armature: ObjectPlace): void {
  const names = new Set(model.animations.map(({ name }) => name))
  const last = playActions(armature, 'defaultActions').findLast((name) => names.has(name))
  model.defaultAnimation = last ?? model.animations[0]?.name
}
