/**
 * 'meshes of one name' of the table: finds slots with deforms that the reference blends as one. They are not compared
 * while several entries play at once. Rules go by the content of files, never by their names.
 */
import { readFileSync } from 'node:fs'
import type { Pose } from '../dragonbones/compare'

interface ArmatureFile {
  name: string
  slot?: { name: string }[]
  animation?: { ffd?: { name: string; slot: string }[] }[]
}

/**
 * Slots whose meshes share a name with a mesh of another slot, where both have deform keys, by number in the file. Only JSON files
 * have such.
 */
export function clashingSlots(path: string, armature: string): readonly number[] {
  if (!path.endsWith('.json')) return []
  const data = JSON.parse(readFileSync(path, 'utf8'))
  const own = data.armature.find(({ name }: ArmatureFile) => name === armature) as ArmatureFile
  const slotsOf = new Map<string, Set<string>>()
  for (const { ffd = [] } of own.animation ?? [])
    for (const { name, slot } of ffd) slotsOf.set(name, (slotsOf.get(name) ?? new Set()).add(slot))
  const names = (own.slot ?? []).map(({ name }) => name)
  const clashing = [...slotsOf.values()].filter(({ size }) => size > 1)
  return clashing.flatMap((slots) => [...slots].map((slot) => names.indexOf(slot)))
}

/** Poses without the vertices of some slots. */
export function withoutVertices<S extends { pose: Pose }>(
  samples: readonly S[],
  slots: readonly number[],
): S[] {
  const left = new Set(slots.map(String))
  return samples.map((sample) => {
    const { pose } = sample
    if (pose.v === undefined) return sample
    const v = Object.fromEntries(Object.entries(pose.v).filter(([slot]) => !left.has(slot)))
    return { ...sample, pose: { ...pose, v } }
  })
}
