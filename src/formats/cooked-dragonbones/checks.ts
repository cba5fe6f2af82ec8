/** Checks of a whole skeleton of DragonBones: what its player and its kinds of constraints rely on. */
import type { AnimationModel, CurveKeys, PlaybackModel, TimelineModel } from '../../base/model/animation'
import type { ConstraintModel } from '../../base/model/constraint'
import type { SkeletonModel } from '../../base/model/skeleton'
import { demand, type Source } from '../cooked/codec'
import { MOST_CLOCKS, MOST_SURFACE_VERTICES } from '../dragonbones/limits'
import { findTreeFault } from '../dragonbones/timelines/tree-fault'

const CONSTRAINTS: ReadonlySet<ConstraintModel['type']> = /* @__PURE__ */ new Set(['aim', 'guide', 'surface'])
const TIMELINES: ReadonlySet<TimelineModel['type']> = /* @__PURE__ */ new Set([
  ...(['bone', 'color', 'aim', 'surface', 'attachment', 'deform', 'drawOrder', 'event'] as const),
])

export function checkModel(model: SkeletonModel, from: Source): void {
  checkConstraints(model, from)
  checkLooks(model, from)
  checkAnimations(model, from)
  checkAttachments(model, from)
}

function checkConstraints({ bones, constraints }: SkeletonModel, from: Source): void {
  const surfaces = new Set(constraints.flatMap((one) => (one.type === 'surface' ? [one.bone] : [])))
  let last = 0
  let vertices = 0
  let lattices = 0
  for (const one of constraints) {
    demand(from, CONSTRAINTS.has(one.type), 'DragonBones has no such constraint')
    if (one.type === 'surface') {
      lattices++
      vertices += one.vertices.length / 2
      const { columns, rows } = one
      demand(from, columns > 0 && rows > 0, 'a surface has no cells')
      demand(
        from,
        one.vertices.length === 2 * (columns + 1) * (rows + 1) && vertices <= MOST_SURFACE_VERTICES,
        'a surface has the wrong number of vertices',
      )
      demand(from, one.half !== 0, 'a surface has no size')
      const children = bones.flatMap(({ parent }, bone) =>
        parent === one.bone && !surfaces.has(bone) ? [bone] : [],
      )
      demand(from, isSame(children, one.children), 'a surface has other children')
    } else if (one.type === 'aim' || one.type === 'guide') {
      demand(from, one.bones.length > 0, 'a constraint has no bones')
      demand(from, !one.bones.some((bone) => surfaces.has(bone)), 'a surface is turned')
    }
    if (one.type === 'aim' && one.bones.length === 2)
      demand(from, bones[one.bones[1]].parent === one.bones[0], 'IK turns bones that are no chain')
    const first = one.type === 'surface' ? one.bone : 'bones' in one ? one.bones[0] : 0
    demand(from, first >= last, 'constraints are out of order')
    last = first
  }
  demand(from, surfaces.size === lattices, 'a bone is two surfaces')
}

function isSame(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((value, i) => value === other[i])
}

function checkLooks({ bones, looks, slots }: SkeletonModel, from: Source): void {
  if (!looks) return
  demand(from, looks.boneAlphas.length === bones.length, 'alphas of bones are missing')
  for (const each of [looks.slotAlphas, looks.colorAlphas, looks.depths, looks.places])
    demand(from, each.length === slots.length, 'alphas or depths of slots are missing')
}

function checkAnimations(
  { animations, bones, constraints, looks, slots }: SkeletonModel,
  from: Source,
): void {
  const names = new Set<string>()
  animations.forEach(({ name, playback, timelines }, number) => {
    demand(from, playback !== undefined, 'an animation does not say how it is played')
    const before: AnimationModel | undefined = animations[number - 1]
    if (playback?.formsBefore) demand(from, before?.name === name && !before.playback?.formsBefore, 'no form')
    else demand(from, !names.has(name), 'two animations have one name')
    names.add(name)
    if (playback) checkPlayback(playback, from)
    const clocks = playback?.clocks?.length ?? 0
    const keys: readonly CurveKeys[] = [
      ...(playback?.looks ?? []),
      ...(playback?.tree?.children ?? []).flatMap((child) => child.keys),
    ]
    for (const one of keys) demand(from, one.times.length > 0, 'a timeline has no keys')
    for (const { clock = 0 } of [...timelines, ...keys] as readonly { clock?: number }[])
      demand(from, clock <= clocks, 'a timeline has no clock')
    for (const one of timelines) {
      demand(from, TIMELINES.has(one.type), 'DragonBones has no such timeline')
      if (one.type !== 'surface') continue
      const keyed = constraints[one.constraint]
      demand(
        from,
        keyed.type === 'surface' && keyed.bone === one.bone && keyed.vertices.length === one.channels,
        'keys are of another surface',
      )
    }
    for (const { property, target } of playback?.looks ?? [])
      demand(
        from,
        looks !== undefined && target < (property === 'boneAlpha' ? bones : slots).length,
        'keys of alphas or depths have no target',
      )
    for (const { keys } of playback?.tree?.children ?? [])
      for (const { channels, property } of keys)
        demand(from, channels === (property === 'parameter' ? 2 : 1), 'keys have the wrong channels')
  })
  const fault = findTreeFault(animations)
  demand(from, fault === null, fault?.message ?? '')
}

function checkPlayback({ clocks = [], fadeInTime, rate, scale, seconds }: PlaybackModel, from: Source): void {
  demand(from, fadeInTime >= 0 && rate > 0 && scale > 0 && seconds >= 0, 'an animation has no length')
  demand(from, clocks.length <= MOST_CLOCKS, 'an animation has too many clocks')
  for (const { ahead, stretch } of clocks)
    demand(from, stretch > 0 && ahead >= 0, 'a clock does not run forwards')
}

function checkAttachments({ skins }: SkeletonModel, from: Source): void {
  for (const { entries } of skins)
    for (const { attachment } of entries)
      demand(from, attachment.type !== 'clipping', 'DragonBones clips nothing')
}
