/** Finds what compiling needs to know of a skeleton's keys. */
import { OsteonError } from '../../base/errors'
import type { DeformTimeline } from '../../base/model/animation'
import type { DeformFacts, KeyFacts } from '../../base/model/key-facts'
import type { SkeletonModel } from '../../base/model/skeleton'
import { markMoved } from '../attachments/compile'
import { linkedSlots } from '../attachments/linked-slots'
import { farOf } from '../attachments/reach'
import { compileRig } from '../compile'
import { findKeyed } from './keyed'
import { timelinesOf } from './timelines-of'

/** The facts of a skeleton of Spine, by the functions that find them where a model has none. */
export function findKeyFacts(model: SkeletonModel): KeyFacts {
  const keyed = findKeyed(model, linkedSlots(model))
  return {
    inherits: [...keyed.inherits],
    colors: [...keyed.colors],
    attachments: [...keyed.attachments],
    ordered: keyed.ordered,
    costs: keyed.costs,
    deforms: deformsOf(model),
    ...laterFacts(model),
  }
}

/** What rigs find out on first use. */
function laterFacts(model: SkeletonModel): Pick<KeyFacts, 'boundless' | 'recalls'> {
  const limits = { memory: Number.MAX_SAFE_INTEGER, clipping: Number.POSITIVE_INFINITY }
  try {
    const rig = compileRig(model, null, { source: model.name, pages: [], limits, warn: () => {} })
    return { boundless: rig.boundless(), recalls: rig.recalls() }
  } catch (error) {
    // Whoever loads the file meets the error.
    if (error instanceof OsteonError)
      return {
        boundless: new Uint8Array(model.bones.length).fill(1),
        recalls: { rows: true, changing: true },
      }
    throw error
  }
}

/** Deforms of all animations, one for each entry that they key. */
function deformsOf(model: SkeletonModel): DeformFacts[] {
  const found = new Map<string, DeformTimeline[]>()
  for (const timeline of timelinesOf(model, 'deform')) {
    const place = JSON.stringify([timeline.skin, timeline.slot, timeline.key])
    found.set(place, [...(found.get(place) ?? []), timeline])
  }
  return [...found.values()].map((timelines) => {
    const [{ skin, slot, key, size }] = timelines
    const target = model.skins[skin].entries.find((entry) => entry.slot === slot && entry.key === key)
    const isMoved = new Uint8Array(size)
    const mesh = target?.attachment
    if (mesh?.type === 'mesh' && !mesh.bones) for (const timeline of timelines) markMoved(timeline, isMoved)
    const moved: number[] = []
    isMoved.forEach((value, point) => {
      if (value === 1) moved.push(point)
    })
    return { skin, slot, key, size, far: Math.max(...timelines.map(farOf)), moved }
  })
}
