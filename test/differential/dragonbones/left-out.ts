/** What of the core is not compared: accidents of it, which `golden/accidents/dragonbones.ts` names. Rules go by what files say, never by their names. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EventOf, Sample } from '../../golden/dragonbones-script'
import type { Subject } from './subjects'

interface ArmatureFile {
  name: string
  slot?: { name: string }[]
  animation?: { ffd?: { name: string; slot: string }[] }[]
}

/** Takes what is not compared out of the samples of both sides. */
export function leaveOut(subject: Subject, theirs: readonly Sample[], ours: readonly Sample[]): void {
  const clashing = clashingSlots(subject)
  for (const { pose } of [...theirs, ...ours]) for (const slot of clashing) delete pose.v[slot]
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

const known = new WeakMap<Subject, readonly number[]>()

/**
 * 'meshes of one name': slots whose meshes share a name with a mesh of another slot, where both have deform keys.
 */
function clashingSlots(subject: Subject): readonly number[] {
  const found = known.get(subject) ?? findClashing(subject)
  known.set(subject, found)
  return found
}

function findClashing({ armature, file, folder }: Subject): number[] {
  if (!file.endsWith('.json')) return []
  const data = JSON.parse(readFileSync(join(folder, file), 'utf8'))
  const own = data.armature.find(({ name }: ArmatureFile) => name === armature) as ArmatureFile
  const slotsOf = new Map<string, Set<string>>()
  for (const { ffd = [] } of own.animation ?? [])
    for (const { name, slot } of ffd) slotsOf.set(name, (slotsOf.get(name) ?? new Set()).add(slot))
  const names = (own.slot ?? []).map(({ name }) => name)
  const clashing = [...slotsOf.values()].filter(({ size }) => size > 1)
  return clashing.flatMap((slots) => [...slots].map((slot) => names.indexOf(slot)))
}
