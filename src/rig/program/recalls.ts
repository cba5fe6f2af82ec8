/**
 * World rows that a run reads before it has written them (spine-constraints §2.6): those of bones which only other skins
 * bring and which are never composed, mostly.
 */
import { flagInfluences } from '../attachments/influences'
import type { ProgramInput } from '../constraints/kind'
import { type ActiveSet, activeSet } from './active'
import { sortUpdates } from './sort'

/** What of earlier runs a later one comes upon, where it is seen. */
export interface Recalls {
  /** World rows are read that are left from before: they must be the skeleton's own. */
  rows: boolean
  /** Such rows are written as well: the same pose, solved again, may look otherwise. */
  changing: boolean
}

/**
 * What any program of a rig recalls, whatever skins are combined. Meshes on bones that are not there count only where
 * constraints move these all the same, and where the skin that has the mesh does not bring the bone: whoever was left
 * with a mesh by another skin has had the bone before.
 */
export function recallsOf(input: ProgramInput): Recalls {
  const found = { rows: false, changing: false }
  const brought = input.skins.map(({ bones }) => activeSet(input, bones, []).bones)
  const drifting = new Uint8Array(input.bones.count)
  for (const active of largestSets(input, brought)) {
    const drifts = driftingIn(input, active)
    noteRecalls(input, active, drifts, found)
    drifts.forEach((flag, bone) => {
      drifting[bone] |= flag
    })
  }
  if (drifting.includes(1) && isWorn(input, brought, drifting)) found.rows = found.changing = true
  return found
}

/**
 * Of all active sets those that tell: the largest of all, and the largest ones that lack some bone. More skins only add
 * readers.
 */
function largestSets(input: ProgramInput, brought: readonly Uint8Array[]): ActiveSet[] {
  const { skins } = input
  const { count, skinRequired } = input.bones
  const unions = new Map([['', skins]])
  for (let bone = 0; bone < count; bone++)
    if (skinRequired[bone] === 1) {
      const key = brought.map((bones) => bones[bone]).join('')
      if (!unions.has(key))
        unions.set(
          key,
          skins.filter((_, skin) => brought[skin][bone] === 0),
        )
    }
  return [...unions.values()].map((union) =>
    activeSet(
      input,
      union.flatMap(({ bones }) => bones),
      union.flatMap(({ constraints }) => constraints),
    ),
  )
}

/** Bones that are not there and that constraints move: on from where they were. */
function driftingIn({ constraints }: ProgramInput, active: ActiveSet): Uint8Array {
  const drifts = new Uint8Array(active.bones.length)
  constraints.touched.forEach(({ writes }, index) => {
    if (active.constraints[index] === 1)
      for (const bone of writes.world) drifts[bone] = 1 - active.bones[bone]
  })
  return drifts
}

/** Whether a mesh hangs on one of the bones in a skin that does not bring it. */
function isWorn(
  { skins, attachments, bones }: ProgramInput,
  brought: readonly Uint8Array[],
  drifting: Uint8Array,
) {
  return skins.some(({ entries }, skin) => {
    const seen = new Uint8Array(bones.count)
    for (const attachment of entries.values()) flagInfluences(attachments.models[attachment], seen)
    return seen.some((flag, bone) => (flag & drifting[bone]) > brought[skin][bone])
  })
}

function noteRecalls(input: ProgramInput, active: ActiveSet, drifts: Uint8Array, found: Recalls): void {
  const { parent } = input.bones
  const { kinds, models, touched } = input.constraints
  const written = new Uint8Array(input.bones.count)
  const read = (bone: number): void => {
    if (bone < 0 || written[bone] === 1) return
    found.rows = true
    // It is moved, or composed later on.
    if (drifts[bone] === 1 || active.bones[bone] === 1) found.changing = true
  }
  for (const { type, index } of sortUpdates(input, active).steps) {
    if (type === 'bone') {
      read(parent[index])
      written[index] = 1
      continue
    }
    const { reads, writes } = touched[index]
    // Bones that are not there concern nobody but who reads them; of a limb, the other one does.
    const there = writes.world.filter((bone) => active.bones[bone] === 1)
    if (there.length === 0) continue
    for (const bone of reads.world) if (!there.includes(bone)) read(bone)
    for (const slot of reads.slots) read(input.slots.bone[slot])
    const composed = kinds[index].composes(models[index], input)
    for (const bone of there) {
      read(parent[bone])
      if (composed.includes(bone)) written[bone] = 1
      else read(bone)
    }
  }
}
