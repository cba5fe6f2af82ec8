/** Leaves out accidents of the core, which `golden/accidents/dragonbones.ts` names. Rules go by the content of files, never by their names. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { clashingSlots } from '../../golden/accidents/clashing-meshes'
import type { Pose } from '../../golden/dragonbones/compare'
import type { EventOf, Sample } from '../../golden/dragonbones/script'
import type { Subject } from './subjects'

/** Removes parts that are not compared from the samples of both sides. */
export function leaveOut(subject: Subject, theirs: Sample[], ours: Sample[]): void {
  const end = firstOvershoot(theirs)
  if (end >= 0) for (const samples of [theirs, ours]) samples.splice(end)
  const still = keysLooks(subject) ? firstStillEnd(theirs) : -1
  if (still >= 0)
    for (const { pose } of [...theirs.slice(still), ...ours.slice(still)]) {
      pose.o = []
      pose.s = pose.s.map(([display, blend, , depth, , ...color]) => [display, blend, 0, depth, 0, ...color])
    }
  for (const [i, { pose }] of theirs.entries()) leaveOutFlat(pose, ours[i]?.pose)
  for (const { pose } of [...theirs, ...ours]) for (const slot of clashing(subject)) delete pose.v[slot]
  for (const samples of [theirs, ours])
    samples.forEach((sample, i) => {
      sample.events = withoutRepeats(sample, samples[i - 1])
    })
}

/** 'fade-ins are told again', of states without weight. */
function withoutRepeats({ events }: Sample, before: Sample | undefined): EventOf[] {
  const idle = (before?.states ?? []).filter(({ fadeState, weight }) => fadeState === 0 && weight === 0)
  const names = new Set(idle.map(({ name }) => name))
  return events.filter(({ animation, type }) => type !== 'fadeInComplete' || !names.has(animation))
}

/**
 * 'ends are passed by': finds where a state goes from a loop before its last one past its end, in one tick. In such a loop the last key goes over to the
 * first one, and in the core a property at its last key then stays at the first one for ever. With a tick in between it ends at its last key.
 */
function firstOvershoot(samples: readonly Sample[]): number {
  return samples.findIndex(({ states }, i) =>
    states.some(({ completed, group, layer, name, plays }) => {
      const before = (samples[i - 1]?.states ?? []).filter(
        (one) => one.name === name && one.layer === layer && one.group === group,
      )
      return completed && before.some((one) => !one.completed && one.plays < plays - 1)
    }),
  )
}

/** 'ends of still fades go unnoticed': the first update that ends a fade-in while the state's time stands still. */
function firstStillEnd(samples: readonly Sample[]): number {
  return samples.findIndex(({ states }, i) =>
    states.some(({ fadeState, group, layer, name, time }) =>
      (samples[i - 1]?.states ?? []).some(
        (one) =>
          one.name === name &&
          one.layer === layer &&
          one.group === group &&
          one.fadeState < 0 &&
          fadeState === 0 &&
          one.time === time,
      ),
    ),
  )
}

/** Types of timelines of depths and alphas. */
const LOOKS: ReadonlySet<number> = new Set([23, 24, 60])

/** Whether animations of a file key depths or alphas. */
function keysLooks({ file, folder }: Subject): boolean {
  if (!file.endsWith('.json')) return true
  const { armature }: { armature: { animation?: { timeline?: { type: number }[] }[] }[] } = JSON.parse(
    readFileSync(join(folder, file), 'utf8'),
  )
  return armature.some(({ animation = [] }) =>
    animation.some(({ timeline = [] }) => timeline.some(({ type }) => LOOKS.has(type))),
  )
}

/** Smaller images are flat: where their vertices lie does not tell their pivots. */
const FLAT = 1e-5

function leaveOutFlat(theirs: Pose, ours: Pose | undefined): void {
  for (const [slot, [a, b, c, d]] of Object.entries(theirs.m)) {
    if (Math.abs((a ?? 0) * (d ?? 0) - (b ?? 0) * (c ?? 0)) > FLAT) continue
    for (const pose of [theirs, ours]) if (pose?.m[slot]) pose.m[slot] = pose.m[slot].slice(0, 6)
  }
}

const known = new WeakMap<Subject, readonly number[]>()

/** 'meshes of one name'. */
function clashing(subject: Subject): readonly number[] {
  const { armature, file, folder } = subject
  const found = known.get(subject) ?? clashingSlots(join(folder, file), armature)
  known.set(subject, found)
  return found
}
