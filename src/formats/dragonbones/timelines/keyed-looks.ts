/** Finds the alphas and depths that animations key, before they are read. */
import type { LookTimeline } from '../../../base/model/animation'
import type { ObjectPlace } from '../../shared/place'
import { eachItem, isObject } from '../../shared/values'
import type { Context } from '../context'
import { looseInteger, looseList, looseNumber, looseText } from '../values'

/** Types of generic timelines. */
const PROPERTIES: Readonly<Record<number, LookTimeline['property']>> = {
  23: 'depth',
  24: 'slotAlpha',
  60: 'boneAlpha',
}
export function lookOf(type: number): LookTimeline['property'] | undefined {
  return PROPERTIES[type]
}

/** Notes keyed alphas and depths of all animations of an armature, by names. Call it before slots are read. */
export function findKeyedLooks({ keyedLooks }: Context, armature: ObjectPlace): void {
  const note = (type: unknown, name: string) => {
    const property = typeof type === 'number' ? lookOf(type) : undefined
    if (property) keyedLooks[property].add(name)
  }
  eachItem(looseList(armature, 'animation'), (animation) => {
    eachItem(looseList(animation, 'timeline'), (entry) => {
      note(looseInteger(entry, 'type', -1), looseText(entry, 'name', ''))
    })
    // In binary files, each name has a list of types and positions of timelines.
    for (const key of ['bone', 'slot']) {
      const lists = animation.value[key]
      if (!isObject(lists)) continue
      for (const [name, list] of Object.entries(lists))
        if (Array.isArray(list))
          list.forEach((type: unknown, i) => {
            if ((i & 1) === 0) note(type, name)
          })
    }
  })
}

/** Returns whether an animation keys an alpha that affects a slot: its own, or that of a bone above it. */
export function isTinted({ keyedLooks, model }: Context, name: string, bone: number): boolean {
  if (keyedLooks.slotAlpha.has(name)) return true
  for (let above = bone; above >= 0; above = model.bones[above].parent)
    if (keyedLooks.boneAlpha.has(model.bones[above].name)) return true
  return false
}

/** Reads an alpha limited to 0…1, so that products stay finite. */
export function alphaAt(at: ObjectPlace): number {
  return Math.min(1, Math.max(0, looseNumber(at, 'alpha', 1)))
}
