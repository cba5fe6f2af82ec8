/** Property ids (spine-animation-state §6.1), as numbers that mean the same in all animations of a rig. */
import type { AnimationModel, BoneProperty, PhysicsTimeline, TimelineModel } from '../model/animation'
import type { AnimationContext } from './animation-context'
import { TIMELINE_KIND } from './animation-image'

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
/** [3.8] two-colour timelines share no id with one-colour ones. */
const SLOT_TWO_COLOR = 3
const SLOT_ATTACHMENT_ID = 4
const PER_SLOT = 5
const COLOR_IDS = {
  rgba: [SLOT_RGB, SLOT_ALPHA],
  rgb: [SLOT_RGB],
  alpha: [SLOT_ALPHA],
  rgba2: [SLOT_RGB, SLOT_ALPHA, SLOT_RGB2],
  rgb2: [SLOT_RGB, SLOT_RGB2],
} as const

const PATH_IDS = { position: 0, spacing: 1, mix: 2 } as const
const PHYSICS_IDS: Record<PhysicsTimeline['property'], number> = {
  inertia: 0,
  strength: 1,
  damping: 2,
  mass: 3,
  wind: 4,
  gravity: 5,
  mix: 6,
}
/** Constraints have ids from index -1 on: "all physics constraints". */
const PER_CONSTRAINT = 7

const DRAW_ORDER_ID = 0
const EVENT_ID = 1
const PHYSICS_RESET_ID = 2
const GLOBAL_IDS = 3

export interface PropertyTable {
  readonly timelineKinds: Uint8Array
  readonly propertyStart: Int32Array
  readonly properties: Int32Array
}

export function numberProperties({ timelines }: AnimationModel, context: AnimationContext): PropertyTable {
  const propertyStart = new Int32Array(timelines.length + 1)
  const properties: number[] = []
  timelines.forEach((timeline, ordinal) => {
    properties.push(...propertyIds(timeline, context))
    propertyStart[ordinal + 1] = properties.length
  })
  const timelineKinds = Uint8Array.from(timelines, kindOf)
  return { timelineKinds, propertyStart, properties: Int32Array.from(properties) }
}

function propertyIds(timeline: TimelineModel, context: AnimationContext): number[] {
  const { bones, slots, constraints, attachments, maths } = context
  const bone = GLOBAL_IDS
  const slot = bone + bones.count * PER_BONE
  const constraint = slot + slots.count * PER_SLOT + PER_CONSTRAINT
  const skinned = constraint + constraints.length * PER_CONSTRAINT
  switch (timeline.type) {
    case 'bone':
      return BONE_IDS[timeline.property].map((id) => bone + timeline.bone * PER_BONE + id)
    case 'inherit':
      return [bone + timeline.bone * PER_BONE + BONE_INHERIT]
    case 'color': {
      const twoColor = timeline.property === 'rgba2' && maths.rotation === 'wrapped'
      const ids = twoColor ? [SLOT_TWO_COLOR] : COLOR_IDS[timeline.property]
      return ids.map((id) => slot + timeline.slot * PER_SLOT + id)
    }
    case 'attachment':
      return [slot + timeline.slot * PER_SLOT + SLOT_ATTACHMENT_ID]
    case 'ik':
    case 'transform':
      return [constraint + timeline.constraint * PER_CONSTRAINT]
    case 'path':
      return [constraint + timeline.constraint * PER_CONSTRAINT + PATH_IDS[timeline.property]]
    case 'physics':
      return [constraint + timeline.constraint * PER_CONSTRAINT + PHYSICS_IDS[timeline.property]]
    case 'deform':
    case 'sequence': {
      const attachment = context.attachmentOf(timeline.skin, timeline.slot, timeline.key)
      const pair = timeline.slot * (attachments.count + 1) + attachment + 1
      return [skinned + pair * 2 + (timeline.type === 'deform' ? 0 : 1)]
    }
    case 'drawOrder':
      return [DRAW_ORDER_ID]
    case 'event':
      return [EVENT_ID]
    case 'physicsReset':
      return [PHYSICS_RESET_ID]
  }
}

function kindOf(timeline: TimelineModel): number {
  switch (timeline.type) {
    case 'bone':
      return timeline.property === 'rotate' ? TIMELINE_KIND.rotate : TIMELINE_KIND.curve
    case 'inherit':
    case 'attachment':
    case 'deform':
    case 'sequence':
    case 'drawOrder':
    case 'event':
      return TIMELINE_KIND[timeline.type]
    default:
      return TIMELINE_KIND.curve
  }
}
