/** Reads the rigs of the tests as Spine JSON. */

import { DEGREES_TO_RADIANS } from '../../../src/base/math/angles'
import type { TimelineModel } from '../../../src/base/model/animation'
import type { AttachmentModel } from '../../../src/base/model/attachment'
import type { SkeletonModel } from '../../../src/base/model/skeleton'
import { readSpineJson } from '../../../src/formats/spine/json'
import { smallRig } from '../../fixtures/refusals'
import { type Json, type RichDialect, richRig } from '../../fixtures/rigs/rich-rig'
import { noWarnings } from '../../fixtures/warnings'

/** Radians of degrees as the runtimes have them. */
export const rad = (degrees: number) => degrees * DEGREES_TO_RADIANS

export function readRich(dialect: RichDialect, scale = 1): SkeletonModel {
  return readSpineJson(richRig(dialect), { source: 'art/rich.json', scale, warn: noWarnings })
}

/** A rig of one bone, one slot and the fields of `more`, written as 4.2. */
export function readSmall(more: Json, scale = 1): SkeletonModel {
  return readSpineJson(smallRig(more), { source: 'small.json', scale, warn: noWarnings })
}

/** `more` changed as 3.8 has it. */
export function readSmall38(more: Json, scale = 1): SkeletonModel {
  return readSmall({ skeleton: { spine: '3.8.99' }, ...more }, scale)
}

export function attachmentOf(
  model: SkeletonModel,
  slot: string,
  key: string,
  skin = 'default',
): AttachmentModel {
  const index = model.slots.findIndex(({ name }) => name === slot)
  const entries = model.skins.find(({ name }) => name === skin)?.entries ?? []
  const entry = entries.find((one) => one.slot === index && one.key === key)
  if (!entry) throw new Error(`no ${key} in ${slot} of ${skin}`)
  return entry.attachment
}

/** The timelines of one type in the animation, in order. */
export function timelinesOf<Type extends TimelineModel['type']>(
  model: SkeletonModel,
  type: Type,
  animation = 'walk',
): Extract<TimelineModel, { type: Type }>[] {
  const timelines = model.animations.find(({ name }) => name === animation)?.timelines ?? []
  return timelines.filter((one): one is Extract<TimelineModel, { type: Type }> => one.type === type)
}
