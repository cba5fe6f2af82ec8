/** Property ids, as numbers that mean the same in all animations of a rig. */
import type { AnimationModel, BoneProperty, TimelineModel } from '../../base/model/animation'
import { kindOf } from '../constraints'
import { PER_CONSTRAINT } from '../constraints/kind'
import type { AnimationContext } from './context'
import { TIMELINE_KIND } from './image'

const BONE_IDS: Record<BoneProperty, readonly number[]> = {
  rotate: [0],
  translate: [1, 2],
  translateX: [1],
  translateY: [2],
  scale: [3, 4],
  scaleX: [3],
  scaleY: [4],
  shear: [5, 6],
  shearX: [5],
  shearY: [6],
}
const BONE_INHERIT = 7
const PER_BONE = 8

const SLOT_RGB = 0
const SLOT_ALPHA = 1
const SLOT_RGB2 = 2
/** [3.8] Two-colour timelines share no id with one-colour ones. */
const SLOT_TWO_COLOR = 3
const SLOT_ATTACHMENT_ID = 4
/** Draw-order folders: each slot of a folder is a property. */
const SLOT_IN_FOLDER = 5
const PER_SLOT = 6
const COLOR_IDS = {
  rgba: [SLOT_RGB, SLOT_ALPHA],
  rgb: [SLOT_RGB],
  alpha: [SLOT_ALPHA],
  rgba2: [SLOT_RGB, SLOT_ALPHA, SLOT_RGB2],
  rgb2: [SLOT_RGB, SLOT_RGB2],
  offset: [SLOT_RGB, SLOT_ALPHA, SLOT_RGB2],
} as const

/** Property id of the whole draw order. */
export const DRAW_ORDER_ID = 0
const EVENT_ID = 1
const PHYSICS_RESET_ID = 2
const GLOBAL_IDS = 3

export interface PropertyTable {
  readonly timelineKinds: Uint8Array
  readonly propertyStart: Int32Array
  readonly properties: Int32Array
  readonly keyed: ReadonlySet<number>
}

export function numberProperties({ timelines }: AnimationModel, context: AnimationContext): PropertyTable {
  const propertyStart = new Int32Array(timelines.length + 1)
  const timelineKinds = new Uint8Array(timelines.length)
  const properties: number[] = []
  const { bones, slots, constraints } = context
  const first = firstIds(bones.count, slots.count, constraints.count)
  for (let ordinal = 0; ordinal < timelines.length; ordinal++) {
    const timeline = timelines[ordinal]
    addProperties(properties, timeline, context, first)
    propertyStart[ordinal + 1] = properties.length
    timelineKinds[ordinal] = timelineKind(timeline, context)
  }
  return { timelineKinds, propertyStart, properties: new Int32Array(properties), keyed: new Set(properties) }
}

/** The first id of each owner; constraints have ids from index -1 on. */
function firstIds(bones: number, slots: number, constraints: number) {
  const bone = GLOBAL_IDS
  const slot = bone + bones * PER_BONE
  const constraint = slot + slots * PER_SLOT + PER_CONSTRAINT
  return { bone, slot, constraint, skinned: constraint + constraints * PER_CONSTRAINT }
}

type FirstIds = ReturnType<typeof firstIds>

function addProperties(
  ids: number[],
  timeline: TimelineModel,
  context: AnimationContext,
  { bone, slot, constraint, skinned }: FirstIds,
): void {
  switch (timeline.type) {
    case 'bone':
      for (const id of BONE_IDS[timeline.property]) ids.push(bone + timeline.bone * PER_BONE + id)
      break
    case 'inherit':
      ids.push(bone + timeline.bone * PER_BONE + BONE_INHERIT)
      break
    case 'color': {
      const twoColor = timeline.property === 'rgba2' && context.maths.rotation === 'wrapped'
      const own = twoColor ? [SLOT_TWO_COLOR] : COLOR_IDS[timeline.property]
      for (const id of own) ids.push(slot + timeline.slot * PER_SLOT + id)
      break
    }
    case 'attachment':
      ids.push(slot + timeline.slot * PER_SLOT + SLOT_ATTACHMENT_ID)
      break
    case 'deform':
    case 'sequence': {
      const attachment = context.attachmentOf(timeline.skin, timeline.slot, timeline.key)
      const pair = timeline.slot * (context.attachments.count + 1) + attachment + 1
      ids.push(skinned + pair * 2 + (timeline.type === 'deform' ? 0 : 1))
      break
    }
    case 'drawOrder':
      ids.push(DRAW_ORDER_ID)
      break
    case 'drawOrderFolder':
      for (const place of timeline.slots) ids.push(slot + place * PER_SLOT + SLOT_IN_FOLDER)
      break
    case 'event':
      ids.push(EVENT_ID)
      break
    case 'physicsReset':
      ids.push(PHYSICS_RESET_ID)
      break
    default: {
      const kind = kindOf(timeline, context.brought)
      ids.push(constraint + timeline.constraint * PER_CONSTRAINT + kind.property(timeline))
    }
  }
}

export interface TimelineOwner {
  /** `all`: the whole skeleton, as with a draw order. */
  readonly kind: 'bone' | 'slot' | 'constraint' | 'event' | 'all'
  /** Number of the bone, slot or constraint; -1 for the others. */
  readonly index: number
}

/** The owner of a timeline, found by any of its property ids. */
export function timelineOwner(rig: OwnerTables, property: number): TimelineOwner {
  const { bones, slots, constraints, attachments } = rig
  const first = firstIds(bones.count, slots.count, constraints.count)
  if (property === EVENT_ID) return { kind: 'event', index: -1 }
  if (property < first.bone) return { kind: 'all', index: -1 }
  if (property < first.slot) return { kind: 'bone', index: Math.floor((property - first.bone) / PER_BONE) }
  if (property < first.constraint - PER_CONSTRAINT) {
    // One slot does not tell the others of a folder.
    if ((property - first.slot) % PER_SLOT === SLOT_IN_FOLDER) return { kind: 'all', index: -1 }
    return { kind: 'slot', index: Math.floor((property - first.slot) / PER_SLOT) }
  }
  if (property < first.constraint) return { kind: 'all', index: -1 }
  if (property < first.skinned)
    return { kind: 'constraint', index: Math.floor((property - first.constraint) / PER_CONSTRAINT) }
  const pair = Math.floor((property - first.skinned) / 2)
  return { kind: 'slot', index: Math.floor(pair / (attachments.count + 1)) }
}

/** The tables of a rig from which ids are computed. */
export interface OwnerTables {
  readonly bones: { readonly count: number }
  readonly slots: { readonly count: number }
  readonly constraints: { readonly count: number }
  readonly attachments: { readonly count: number }
}

function timelineKind(timeline: TimelineModel, { brought }: AnimationContext): number {
  switch (timeline.type) {
    case 'bone':
      return timeline.property === 'rotate' ? TIMELINE_KIND.rotate : TIMELINE_KIND.addable
    case 'color':
      return TIMELINE_KIND.curve
    case 'inherit':
    case 'attachment':
    case 'deform':
    case 'sequence':
    case 'drawOrder':
    case 'drawOrderFolder':
    case 'event':
    case 'physicsReset':
      return TIMELINE_KIND[timeline.type]
    default: {
      const kind = kindOf(timeline, brought)
      if (kind.adds(timeline)) return TIMELINE_KIND.addable
      return kind.sums?.(timeline) ? TIMELINE_KIND.summed : TIMELINE_KIND.curve
    }
  }
}
