/** Writes bones, constraint values and slot colours. */
import { checkFinite } from '../../../components/columns'
import { OsteonError, refuseUnknown } from '../../base/errors'
import { LOCAL_FIELDS } from '../../base/memory/lanes'
import type { Entity, NameOf, RigNames } from '../../base/model/names'
import { DARK_KIND } from '../../rig/tables'
import { editSkeleton } from '../../tick/doors/edit'
import { setColors, setLocal, setToSetup } from '../../tick/doors/set-pose'
import { heardCall, isHeard } from '../../world/calls'
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
const ALL_MIXES = [...MIXES, 'mixScaleX', 'mixScaleY', 'mixShearY']

/** The names of fields, in the order of the local rows that they are written to. */
const FIELDS = {
  bone: ['x', 'y', 'rotation', 'scaleX', 'scaleY', 'shearX', 'shearY'],
  ik: ['mix', 'softness', 'bend', 'compress', 'stretch'],
  transform: ALL_MIXES,
  map: ALL_MIXES,
  path: ['position', 'spacing', ...MIXES],
  slider: ['time', 'mix'],
  physics: ['inertia', 'strength', 'damping', 'mass', 'wind', 'gravity', 'mix'],
}

/**
 * Resets bones and constraints, slots and draw order, or all of these to the setup pose.
 *
 * @throws OsteonError `no-skeleton`, `bad-option`.
 */
export function setToSetupPose(world: AnimationWorld, eid: number, which: 'bones' | 'slots' | 'both'): void {
  if (isHeard(world)) return void heardCall('setToSetupPose', setToSetupPose, world, eid, which)
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
  if (isHeard(world)) return void heardCall('setBone', setBone, world, eid, bone, pose)
  const chunk = chunkOf(world, eid)
  writeFields(world, eid, 'bone', boneNumber(chunk, bone, eid) * LOCAL_FIELDS, pose)
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
  if (isHeard(world)) return void heardCall('setIk', setIk, world, eid, name, values)
  writeConstraint(world, eid, 'ik', name, values)
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
  if (isHeard(world))
    return void heardCall('setTransformConstraint', setTransformConstraint, world, eid, name, values)
  const { map } = chunkOf(world, eid).rig.source.constraints
  // Both kinds have the same mixes in the same rows; a rig has one of them.
  writeConstraint(world, eid, map.has(name) ? 'map' : 'transform', name, values)
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
  if (isHeard(world)) return void heardCall('setPath', setPath, world, eid, name, values)
  writeConstraint(world, eid, 'path', name, values)
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
  if (isHeard(world)) return void heardCall('setSlider', setSlider, world, eid, name, values)
  writeConstraint(world, eid, 'slider', name, values)
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
  if (isHeard(world)) return void heardCall('setSlotColor', setSlotColor, world, eid, slot, colors)
  const chunk = chunkOf(world, eid)
  const { slots } = chunk.rig.source
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

/** Checks the values of a constraint, and writes the ones that are given. */
export function writeConstraint(
  world: AnimationWorld,
  eid: number,
  type: Exclude<keyof typeof FIELDS, 'bone'>,
  name: string,
  values: object,
): void {
  const chunk = chunkOf(world, eid)
  const index = constraintNumber(chunk, type, name, eid)
  writeFields(world, eid, type, chunk.rig.source.rows.constraint[index], values)
}

/** Checks values, and writes the ones that are given. @param first local row of the first field. */
function writeFields(
  world: AnimationWorld,
  eid: number,
  type: keyof typeof FIELDS,
  first: number,
  values: object,
): void {
  const fields = FIELDS[type]
  refuseUnknown(values, fields, eid)
  checkFinite(values, eid, type)
  const lane = editSkeleton(world, eid)
  const given = values as Readonly<Record<string, number | boolean | undefined>>
  for (let i = 0; i < fields.length; i++) {
    const value = given[fields[i]]
    setLocal(world.animation, eid, lane, first + i, value === undefined ? value : Number(value))
  }
}
