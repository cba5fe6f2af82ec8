/** The format's own names, in the order of the numbers that binary files have for them. */
import type { BoneProperty } from '../../../model/animation'
import { BLEND, INHERIT } from '../../../model/skeleton'
import type { BlendName, InheritName } from '../../../model/values'

export const INHERIT_NAMES = Object.keys(INHERIT) as InheritName[]
export const BLEND_NAMES = Object.keys(BLEND) as BlendName[]

export const POSITION_MODES = ['fixed', 'percent'] as const
export const SPACING_MODES = ['length', 'fixed', 'percent', 'proportional'] as const
export const ROTATE_MODES = ['tangent', 'chain', 'chainScale'] as const

/** In this order constraints of one `order` apply. */
export const CONSTRAINT_TYPES = ['ik', 'transform', 'path', 'physics'] as const

/** What timelines can key of a physics constraint; each has a flag that lets timelines for all drive it. */
export const PHYSICS_PROPERTIES = [
  'inertia',
  'strength',
  'damping',
  'mass',
  'wind',
  'gravity',
  'mix',
] as const

export const BONE_PROPERTIES: readonly BoneProperty[] = [
  ...(['rotate', 'translate', 'translateX', 'translateY', 'scale', 'scaleX', 'scaleY'] as const),
  ...(['shear', 'shearX', 'shearY'] as const),
]
