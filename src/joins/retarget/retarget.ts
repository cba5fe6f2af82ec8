/** Copies animations from the model of one skeleton to that of another, by names. */
import { badOption, OsteonError, refuseUnknown } from '../../base/errors'
import type { AnimationModel, BoneTimeline, CurveKeys, TimelineModel } from '../../base/model/animation'
import type { BoneModel, EventModel, SkeletonModel } from '../../base/model/skeleton'
import { unwrapRotation } from '../../rig/animation/curves'

/** How to copy animations. */
export interface RetargetOptions {
  /** Names of the animations to copy. @default all */
  animations?: readonly string[]
  /**
   * Bones with other names: name in `from` → name in `to`. `null` leaves out the keys of a bone. @default none: all bones
   * have the same names
   */
  bones?: Readonly<Record<string, string | null>>
  /** Leaves out keys of constraints. @default true: they are copied */
  constraints?: boolean
  /**
   * Scales translations by the bone's length in `to` over that in `from`. A bone without length is scaled by the summed
   * lengths of all bones that both have. @default true
   */
  scale?: boolean
  /** Returns the name of a copy. @default the same name */
  rename?: (name: string) => string
}

const KNOWN = ['animations', 'bones', 'constraints', 'scale', 'rename']

/**
 * Returns the model `to` with copies of animations of `from`. Models are what readers make of files; neither is changed.
 *
 * Keys of bones are relative to the setup pose, and are taken as such: a bone that stands otherwise in `to` moves from
 * there. Keys of constraints go to constraints of the same kind and name. Events that `to` lacks are added. What slots
 * show, their colours, deforms and the draw order belong to a figure, so these keys are left out.
 *
 * @throws OsteonError `unknown-animation`, `bad-option`; `duplicate-name` if `to` has an animation of that name;
 *   `unsupported-feature` for DragonBones, and for keys of a version of Spine whose rotations the other one cannot play;
 *   `unknown-bone` or `unknown-constraint` with a list of everything in `to` that is missing.
 */
export function retarget(
  from: SkeletonModel,
  to: SkeletonModel,
  options: RetargetOptions = {},
): SkeletonModel {
  refuseUnknown(options, KNOWN, 'retarget')
  const { rename = (name) => name } = options
  checkMaths(from, to)
  const chosen = chooseAnimations(from, options.animations)
  const match = matchOf(from, to, options)
  checkFit(match, chosen)
  const events = [...to.events]
  const names = new Set(to.animations.map(({ name }) => name))
  const copies = chosen.map((animation): AnimationModel => {
    const name = rename(animation.name)
    if (typeof name !== 'string')
      throw badOption('retarget', 'rename', `expected a name, got ${String(name)}`)
    if (names.has(name))
      throw new OsteonError(
        'duplicate-name',
        to.name,
        'animations',
        `there is an animation ${JSON.stringify(name)}: pass \`rename\``,
      )
    names.add(name)
    const timelines = animation.timelines.flatMap((timeline) => copyTimeline(match, events, timeline))
    return { name, duration: animation.duration, timelines }
  })
  return { ...to, events, animations: [...to.animations, ...copies] }
}

function checkMaths(from: SkeletonModel, to: SkeletonModel): void {
  const refuse = (name: string, message: string) => new OsteonError('unsupported-feature', name, '', message)
  for (const { format, name } of [from, to])
    if (format !== 'spine') throw refuse(name, 'only animations of Spine can be played by other skeletons')
  if (from.maths.rotation === 'plain' && to.maths.rotation === 'wrapped')
    throw refuse(
      to.name,
      `${to.version} turns bones by the shortest arc, so it can't play the rotations of ${from.version}`,
    )
}

function chooseAnimations(
  { animations, name }: SkeletonModel,
  wanted: readonly string[] | undefined,
): readonly AnimationModel[] {
  if (wanted === undefined) return animations
  if (!Array.isArray(wanted)) throw badOption('retarget', 'animations', 'expected a list of names')
  return wanted.map((one) => {
    const found = animations.find((animation) => animation.name === one)
    if (found) return found
    const message = `there is no animation ${JSON.stringify(one)}`
    throw new OsteonError('unknown-animation', name, 'animations', message)
  })
}

/** Where things of `from` are in `to`. */
interface Match {
  readonly from: SkeletonModel
  readonly to: SkeletonModel
  /** By bone: its number in `to`; -1 = there is none, undefined = its keys are left out. */
  readonly bones: readonly (number | undefined)[]
  /** By constraint. */
  readonly constraints: readonly (number | undefined)[]
  /** Factor on translations, by bone; and on lengths of constraints. */
  readonly scales: readonly number[]
  readonly scale: number
}

function matchOf(from: SkeletonModel, to: SkeletonModel, options: RetargetOptions): Match {
  const { bones: renamed = {}, constraints: keepsConstraints = true, scale: scales = true } = options
  if (typeof scales !== 'boolean')
    throw badOption('retarget', 'scale', `expected true or false, got ${String(scales)}`)
  if (typeof keepsConstraints !== 'boolean')
    throw badOption('retarget', 'constraints', `expected true or false, got ${String(keepsConstraints)}`)
  checkRenamed(from, to, renamed)
  const bones = from.bones.map(({ name }) => {
    const other = Object.hasOwn(renamed, name) ? renamed[name] : name
    return other === null ? undefined : to.bones.findIndex((bone) => bone.name === other)
  })
  const constraints = from.constraints.map(({ name, type }) =>
    keepsConstraints ? to.constraints.findIndex((one) => one.name === name && one.type === type) : undefined,
  )
  const scale = scales ? totalScale(from, to, bones) : 1
  return {
    ...{ from, to, bones, constraints, scale },
    scales: from.bones.map(({ length }, i) => {
      const other = lengthOf(to.bones, bones[i])
      return scales && length > 0 && other > 0 ? other / length : scale
    }),
  }
}

function checkRenamed(from: SkeletonModel, to: SkeletonModel, renamed: object): void {
  if (typeof renamed !== 'object' || renamed === null)
    throw badOption('retarget', 'bones', 'expected names of bones by names of bones')
  for (const [name, other] of Object.entries(renamed)) {
    if (!from.bones.some((bone) => bone.name === name))
      throw new OsteonError('unknown-bone', from.name, 'bones', `there is no bone ${JSON.stringify(name)}`)
    if (other !== null && !to.bones.some((bone) => bone.name === other))
      throw new OsteonError('unknown-bone', to.name, 'bones', `there is no bone ${JSON.stringify(other)}`)
  }
}

/** Returns the summed lengths in `to` over those in `from`, of bones that have one in both; 1 if there are none. */
function totalScale(from: SkeletonModel, to: SkeletonModel, bones: Match['bones']): number {
  let before = 0
  let after = 0
  from.bones.forEach(({ length }, i) => {
    const other = lengthOf(to.bones, bones[i])
    if (!(length > 0 && other > 0)) return
    before += length
    after += other
  })
  return before > 0 ? after / before : 1
}

function lengthOf(bones: readonly BoneModel[], bone: number | undefined): number {
  return bone === undefined ? 0 : (bones[bone]?.length ?? 0)
}

/** @throws OsteonError with a list of all that the animations key and `to` lacks. */
function checkFit({ bones, constraints, from, to }: Match, animations: readonly AnimationModel[]): void {
  const lost = new Set<string>()
  let lacksBone = false
  for (const { timelines } of animations)
    for (const timeline of timelines) {
      if (isOfBone(timeline) && bones[timeline.bone] === -1) {
        lost.add(`bone ${JSON.stringify(from.bones[timeline.bone].name)}`)
        lacksBone = true
      } else if (isOfConstraint(timeline) && constraints[timeline.constraint] === -1) {
        const { name, type } = from.constraints[timeline.constraint]
        lost.add(`${type} ${JSON.stringify(name)}`)
      }
    }
  if (lost.size === 0) return
  const message = `animations of "${from.name}" move what is missing here: ${[...lost].join(', ')}`
  throw new OsteonError(lacksBone ? 'unknown-bone' : 'unknown-constraint', to.name, 'animations', message)
}

type OfBone = Extract<TimelineModel, { type: 'bone' | 'inherit' }>

function isOfBone(timeline: TimelineModel): timeline is OfBone {
  return timeline.type === 'bone' || timeline.type === 'inherit'
}

type OfConstraint = Extract<TimelineModel, { constraint: number }>

function isOfConstraint(timeline: TimelineModel): timeline is OfConstraint {
  return 'constraint' in timeline
}

/** Copies a timeline. @returns an empty list for one that is left out. */
function copyTimeline(match: Match, events: EventModel[], timeline: TimelineModel): TimelineModel[] {
  if (isOfBone(timeline)) {
    const bone = match.bones[timeline.bone]
    if (bone === undefined) return []
    if (timeline.type === 'inherit') return [{ ...timeline, bone }]
    return [{ ...timeline, ...bonesKeys(match, timeline), bone }]
  }
  if (isOfConstraint(timeline)) return copyConstraint(match, timeline)
  if (timeline.type !== 'event') return []
  const keys = timeline.keys.map((key) => ({ ...key, event: eventIn(events, match.from.events[key.event]) }))
  return [{ ...timeline, keys }]
}

function bonesKeys({ from, scales, to }: Match, timeline: BoneTimeline): CurveKeys {
  const { bone, property } = timeline
  if (property.startsWith('translate')) return scaled(timeline, () => scales[bone])
  const unwraps = from.maths.rotation === 'wrapped' && to.maths.rotation === 'plain'
  return property === 'rotate' && unwraps ? unwrapRotation(timeline) : timeline
}

/** Keys of all constraints of a kind stay; of other ones, the softness of IK is a length. */
function copyConstraint({ constraints, scale }: Match, timeline: OfConstraint): TimelineModel[] {
  if (timeline.constraint < 0) return [timeline]
  const constraint = constraints[timeline.constraint]
  if (constraint === undefined) return []
  if (timeline.type !== 'ik') return [{ ...timeline, constraint }]
  return [{ ...timeline, ...scaled(timeline, (channel) => (channel === 1 ? scale : 1)), constraint }]
}

/** Multiplies values and the values of control points by a factor for each channel. */
function scaled(
  { curves, handles, samples, times, values, channels }: CurveKeys & { readonly channels: number },
  factorOf: (channel: number) => number,
): CurveKeys {
  return {
    ...{ curves, samples, times },
    values: values.map((value, i) => value * factorOf(i % channels)),
    // cx1, cy1, cx2, cy2 per key and channel.
    handles:
      handles?.map((value, i) => (i % 2 === 1 ? value * factorOf((i >> 2) % channels) : value)) ?? null,
  }
}

/** Returns the number of an event by name; adds it if it is missing. */
function eventIn(events: EventModel[], event: EventModel): number {
  const known = events.findIndex(({ name }) => name === event.name)
  return known >= 0 ? known : events.push(event) - 1
}
