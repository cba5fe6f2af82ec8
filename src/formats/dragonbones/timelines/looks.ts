/** Reads keyed alphas of bones and slots, and keyed depths of slots. */
import type { LookTimeline } from '../../../base/model/animation'
import { BYTES_OF_AN_ITEM } from '../../shared/limits'
import { type ObjectPlace, spend } from '../../shared/place'
import { eachItem } from '../../shared/values'
import { colorOf } from '../bones'
import type { Context } from '../context'
import { looseList, looseObject, looseText } from '../values'
import { alphaAt } from './keyed-looks'
import { curveKeys, type Timing, type Track } from './tracks'

const MOST_DEPTH = 2 ** 15

/** Makes the timeline of an entry of keys, whose values are as in the file. */
export function lookTimeline(
  at: ObjectPlace,
  property: LookTimeline['property'],
  target: number,
  track: Track,
  timing: Timing,
): LookTimeline {
  spend(at, BYTES_OF_AN_ITEM)
  const values = Array.from(track.values, (value) =>
    property === 'depth'
      ? Math.max(-MOST_DEPTH, Math.min(MOST_DEPTH, Math.trunc(value)))
      : Math.floor(100 * Math.max(-1, Math.min(MOST_DEPTH, value)) + 0.5) / 100,
  )
  return { property, target, channels: 1, ...curveKeys(at, { ...track, values }, timing, [[0, 1]]) }
}

/** Adds setup alphas and depths to the model, if animations key any. Call it after slots have been read. */
export function readLooks(context: Context, armature: ObjectPlace): void {
  const { bones, keyedLooks, model, slotOrder, slots, zIndices } = context
  const { boneAlpha, depth, slotAlpha } = keyedLooks
  if (boneAlpha.size + depth.size + slotAlpha.size === 0) return
  const boneAlphas = model.bones.map(() => 1)
  eachItem(looseList(armature, 'bone'), (at) => {
    const bone = bones.get(looseText(at, 'name', ''))
    if (bone !== undefined) boneAlphas[bone] = alphaAt(at)
  })
  const slotAlphas = model.slots.map(() => 1)
  const colorAlphas = model.slots.map(() => 1)
  eachItem(looseList(armature, 'slot'), (at) => {
    const slot = slots.get(looseText(at, 'name', ''))
    if (slot === undefined) return
    slotAlphas[slot] = alphaAt(at)
    colorAlphas[slot] = colorOf(looseObject(at, 'color'))[3]
  })
  const places = model.slots.map(() => 0)
  slotOrder.forEach((slot, place) => {
    places[slot] = place
  })
  const numbers = (names: ReadonlySet<string>, index: ReadonlyMap<string, number>) =>
    [...names].flatMap((name) => index.get(name) ?? [])
  model.looks = {
    boneAlphas,
    slotAlphas,
    colorAlphas,
    depths: zIndices,
    places,
    keyedBones: numbers(boneAlpha, bones),
    keyedSlots: numbers(slotAlpha, slots),
    keysDepths: numbers(depth, slots).length > 0,
  }
}
