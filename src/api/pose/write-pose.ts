/** Writes bones, constraint values and slot colours. */
import { checkFinite } from '../../../components/columns'
import { OsteonError, refuseUnknown } from '../../base/errors'
import { LOCAL, LOCAL_FIELDS } from '../../base/memory/lanes'
import type { Entity, NameOf, RigNames } from '../../base/model/names'
import { IK } from '../../rig/constraints/ik'
import { PATH } from '../../rig/constraints/path'
import { SLIDER } from '../../rig/constraints/slider'
import { TRANSFORM } from '../../rig/constraints/transform'
import { DARK_KIND } from '../../rig/tables'
import { editSkeleton } from '../../tick/doors/edit'
import { setColors, setLocal, setToSetup } from '../../tick/doors/set-pose'
import type { AnimationWorld } from '../../world/world-type'
import { boneNumber, chunkOf, constraintNumber, slotNumber } from '../seat'

/** A bone's local pose: world units, radians. Fields that are left out keep their values. */
export interface BonePose {
  x?: number
  y?: number
  rotation?: number
  scaleX?: number
  scaleY?: number
  shearX?: number
  shearY?: number
}

/** Values of an IK constraint. */
export interface IkValues {
  /** From 0 (FK) to 1 (IK). */
  mix?: number
  softness?: number
  bend?: 1 | -1
  compress?: boolean
  stretch?: boolean
}

/** Values of a transform constraint; mixes are not clamped. */
export interface TransformConstraintValues {
  mixRotate?: number
  mixX?: number
  mixY?: number
  mixScaleX?: number
  mixScaleY?: number
  mixShearY?: number
}

/** Values of a path constraint; mixes are not clamped. */
export interface PathValues {
  /**
   * Place of the first bone along the path: a fraction of its length, or world units, depending on the constraint's
   * position mode.
   */
  position?: number
  /** Distance between bones: world units, or a fraction, depending on the constraint's spacing mode. */
  spacing?: number
  mixRotate?: number
  mixX?: number
  mixY?: number
}

const MIXES = ['mixRotate', 'mixX', 'mixY']
const BONE_FIELDS = ['x', 'y', 'rotation', 'scaleX', 'scaleY', 'shearX', 'shearY']
/** Names of constraint values. */
const ALL_MIXES = [...MIXES, 'mixScaleX', 'mixScaleY', 'mixShearY']

const VALUES = {
  ik: ['mix', 'softness', 'bend', 'compress', 'stretch'],
  transform: ALL_MIXES,
  map: ALL_MIXES,
  path: [...MIXES, 'position', 'spacing'],
  slider: ['time', 'mix'],
} as const

/**
 * Resets bones and constraints, slots and draw order, or all of these to the setup pose.
 *
 * @throws OsteonError `no-skeleton`, `bad-option`.
 */
export function setToSetupPose(world: AnimationWorld, eid: number, which: 'bones' | 'slots' | 'both'): void {
  chunkOf(world, eid)
  if (which !== 'bones' && which !== 'slots' && which !== 'both')
    throw new OsteonError('bad-option', `entity ${eid}`, 'which', `got ${JSON.stringify(which)}`)
  setToSetup(world.animation, eid, editSkeleton(world, eid), which)
}

/**
 * Writes to a bone's local pose. It stays until an animation keys it or the setup pose is restored.
 *
 * @throws OsteonError `no-skeleton`, `unknown-bone`, `not-finite`; everything stays as it was.
 */
export function setBone<N extends RigNames, G extends string>(
  world: AnimationWorld,
  eid: Entity<N>,
  bone: NameOf<N['bones'], G> | number,
  pose: BonePose,
): void {
  const chunk = chunkOf(world, eid)
  const row = boneNumber(chunk, bone, eid) * LOCAL_FIELDS
  refuseUnknown(pose, BONE_FIELDS, eid)
  checkFinite(pose, eid, 'bone')
  const write = valueWriter(world, eid, row)
  write(LOCAL.X, pose.x)
  write(LOCAL.Y, pose.y)
  write(LOCAL.ROTATION, pose.rotation)
  write(LOCAL.SCALE_X, pose.scaleX)
  write(LOCAL.SCALE_Y, pose.scaleY)
  write(LOCAL.SHEAR_X, pose.shearX)
  write(LOCAL.SHEAR_Y, pose.shearY)
}

/**
 * Writes an IK constraint's values.
 *
 * @throws OsteonError `no-skeleton`, `unknown-constraint`, `not-finite`; everything stays as it was.
 */
export function setIk<N extends RigNames, G extends string>(
  world: AnimationWorld,
  eid: Entity<N>,
  name: NameOf<N['constraints']['ik'], G>,
  values: IkValues,
): void {
  const write = constraintWriter(world, eid, 'ik', name, values)
  write(IK.MIX, values.mix)
  write(IK.SOFTNESS, values.softness)
  write(IK.BEND, values.bend)
  write(IK.COMPRESS, values.compress === undefined ? undefined : Number(values.compress))
  write(IK.STRETCH, values.stretch === undefined ? undefined : Number(values.stretch))
}

/**
 * Writes a transform constraint's mixes.
 *
 * @throws OsteonError `no-skeleton`, `unknown-constraint`, `not-finite`; everything stays as it was.
 */
export function setTransformConstraint<N extends RigNames, G extends string>(
  world: AnimationWorld,
  eid: Entity<N>,
  name: NameOf<N['constraints']['transform'], G>,
  values: TransformConstraintValues,
): void {
  const { map } = chunkOf(world, eid).rig.rig.constraints
  // Both kinds have the same mixes in the same rows; a rig has one of them.
  const write = constraintWriter(world, eid, map.has(name) ? 'map' : 'transform', name, values)
  write(TRANSFORM.ROTATE, values.mixRotate)
  write(TRANSFORM.X, values.mixX)
  write(TRANSFORM.Y, values.mixY)
  write(TRANSFORM.SCALE_X, values.mixScaleX)
  write(TRANSFORM.SCALE_Y, values.mixScaleY)
  write(TRANSFORM.SHEAR_Y, values.mixShearY)
}

/**
 * Writes a path constraint's values.
 *
 * @throws OsteonError `no-skeleton`, `unknown-constraint`, `not-finite`; everything stays as it was.
 */
export function setPath<N extends RigNames, G extends string>(
  world: AnimationWorld,
  eid: Entity<N>,
  name: NameOf<N['constraints']['path'], G>,
  values: PathValues,
): void {
  const write = constraintWriter(world, eid, 'path', name, values)
  write(PATH.POSITION, values.position)
  write(PATH.SPACING, values.spacing)
  write(PATH.ROTATE, values.mixRotate)
  write(PATH.X, values.mixX)
  write(PATH.Y, values.mixY)
}

/** Values of a slider. Fields that are left out keep their values. */
export interface SliderValues {
  /** Seconds of its animation; ignored if a bone drives the slider. */
  time?: number
  /** Weight of its animation; any number, 0 = none. */
  mix?: number
}

/**
 * Writes a slider's values. They stay until an animation keys them or the setup pose is restored.
 *
 * @throws OsteonError `no-skeleton`, `unknown-constraint`, `not-finite`; everything stays as it was.
 */
export function setSlider<N extends RigNames, G extends string>(
  world: AnimationWorld,
  eid: Entity<N>,
  name: NameOf<N['constraints']['slider'], G>,
  values: SliderValues,
): void {
  const write = constraintWriter(world, eid, 'slider', name, values)
  write(SLIDER.TIME, values.time)
  write(SLIDER.MIX, values.mix)
}

/** Colours of a slot, straight, 0…1. */
export interface SlotColors {
  color?: readonly [r: number, g: number, b: number, a: number]
  /** Only for slots that have a dark colour. */
  dark?: readonly [r: number, g: number, b: number]
  /** Only for slots that have an offset. */
  offset?: readonly [r: number, g: number, b: number, a: number]
}

const COLOR_FIELDS = ['color', 'dark', 'offset']

/**
 * Writes a slot's colours. They stay until an animation keys them or the setup pose is restored. A structure call.
 *
 * @throws OsteonError `no-skeleton`, `unknown-slot`, `not-finite`, `bad-option` for a dark colour or an offset on a
 *   slot without one; everything stays as it was.
 */
export function setSlotColor<N extends RigNames, G extends string>(
  world: AnimationWorld,
  eid: Entity<N>,
  slot: NameOf<N['slots'], G> | number,
  colors: SlotColors,
): void {
  const chunk = chunkOf(world, eid)
  const { slots } = chunk.rig.rig
  const index = slotNumber(chunk, slot, eid)
  const { color, dark, offset } = colors
  refuseUnknown(colors, COLOR_FIELDS, eid)
  checkFinite([...(color ?? []), ...(dark ?? []), ...(offset ?? [])], eid, 'slot')
  for (const key of ['dark', 'offset'] as const)
    if (colors[key] && slots.dark[index] !== DARK_KIND[key]) {
      const message = `slot "${slots.names[index]}" has no ${key === 'dark' ? 'dark colour' : 'colour offset'}`
      throw new OsteonError('bad-option', `entity ${eid}`, key, message)
    }
  setColors(world.animation, eid, editSkeleton(world, eid), index, color, dark ?? offset)
}

/** Checks the values of a constraint and wakes its skeleton. @returns a function that writes one. */
function constraintWriter(
  world: AnimationWorld,
  eid: number,
  type: keyof typeof VALUES,
  name: string,
  values: object,
) {
  const chunk = chunkOf(world, eid)
  const index = constraintNumber(chunk, type, name, eid)
  refuseUnknown(values, VALUES[type], eid)
  checkFinite(values, eid, type)
  return valueWriter(world, eid, chunk.rig.rig.rows.constraint[index])
}

/** Opens a skeleton. @returns a function that writes values, if they are given, from a first local row on. */
export function valueWriter(world: AnimationWorld, eid: number, first: number) {
  const lane = editSkeleton(world, eid)
  return (field: number, value: number | undefined): void =>
    setLocal(world.animation, eid, lane, first + field, value)
}
