/**
 * Finds out whether programs read world rows of an earlier run. These are mostly rows of bones that only other skins
 * activate, which are never composed.
 */
import { flagInfluences } from '../attachments/influences'
import type { ProgramInput } from '../constraints/kind'
import { type ActiveSet, activeSet } from './active'
import { sortUpdates } from './sort'

/** Visible dependence of a run on earlier runs. */
export interface Recalls {
  /** A run reads world rows of an earlier run: they must be the skeleton's own. */
  rows: boolean
  /** It also writes such rows: the same pose, solved again, may look different. */
  changing: boolean
}

/**
 * Limit of skins times bones, and of sets times members; beyond it the answer is EVERYTHING. Real rigs have far fewer.
 */
const MOST_WORK = 1 << 22
/** Correct for any rig, but makes ticks slower. */
const EVERYTHING: Recalls = { rows: true, changing: true }

/**
 * The dependence of any program of a rig on earlier runs, under any combination of skins. A mesh on an inactive bone
 * counts only if a constraint moves that bone, and if the mesh's skin does not activate it. A skeleton that kept the
 * mesh from another skin had the bone active before.
 */
export function recallsOf(input: ProgramInput): Recalls {
  const found = { rows: false, changing: false }
  if (!input.bones.skinRequired.includes(1)) {
    // All bones are active under every skin.
    const active = activeSet(input, [], constraintsOf(input.skins))
    noteRecalls(input, active, driftingIn(input, active), found)
    return found
  }
  if (input.skins.length * input.bones.count > MOST_WORK) return EVERYTHING
  const brought = input.skins.map(({ bones }) => activeSet(input, bones, []).bones)
  const gaps = distinctGaps(input, brought)
  const listed = input.skins.reduce(
    (sum, { bones, constraints }) => sum + bones.length + constraints.length,
    0,
  )
  let work = gaps.length * (input.bones.count + input.constraints.count + listed)
  const drifting = new Uint8Array(input.bones.count)
  for (const gap of gaps) {
    if (work > MOST_WORK) return EVERYTHING
    const union = gap < 0 ? input.skins : input.skins.filter((_, skin) => brought[skin][gap] === 0)
    const bones = union.flatMap((skin) => skin.bones)
    const active = activeSet(input, bones, constraintsOf(union))
    const drifts = driftingIn(input, active)
    work += noteRecalls(input, active, drifts, found)
    drifts.forEach((flag, bone) => {
      drifting[bone] |= flag
    })
  }
  if (drifting.includes(1) && hasMeshOn(input, brought, drifting)) found.rows = found.changing = true
  return found
}

function constraintsOf(skins: ProgramInput['skins']): number[] {
  return skins.flatMap(({ constraints }) => constraints)
}

/**
 * The active sets to check: the largest of all, and for each bone the largest without it. More skins only add readers.
 * Each set is given as the bone that it lacks; -1 for none. Bones of the same skins make one set.
 */
function distinctGaps(input: ProgramInput, brought: readonly Uint8Array[]): number[] {
  const { count, skinRequired } = input.bones
  const gaps = new Map([['', -1]])
  for (let bone = 0; bone < count; bone++) {
    if (skinRequired[bone] === 0) continue
    const key = brought.map((bones) => bones[bone]).join('')
    if (!gaps.has(key)) gaps.set(key, bone)
  }
  return [...gaps.values()]
}

/** Inactive bones that constraints move: each run moves them further. */
function driftingIn({ constraints }: ProgramInput, active: ActiveSet): Uint8Array {
  const drifts = new Uint8Array(active.bones.length)
  constraints.touched.forEach(({ writes }, index) => {
    if (active.constraints[index] === 1)
      for (const bone of writes.world) drifts[bone] = 1 - active.bones[bone]
  })
  return drifts
}

/** Whether a mesh uses one of the bones in a skin that does not activate it. */
function hasMeshOn(
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

/** @returns the number of steps that were checked. */
function noteRecalls(input: ProgramInput, active: ActiveSet, drifts: Uint8Array, found: Recalls): number {
  const { parent } = input.bones
  const { kinds, models, touched } = input.constraints
  const written = new Uint8Array(input.bones.count)
  const read = (bone: number): void => {
    if (bone < 0 || written[bone] === 1) return
    found.rows = true
    // The bone is moved, or composed later.
    if (drifts[bone] === 1 || active.bones[bone] === 1) found.changing = true
  }
  const { steps } = sortUpdates(input, active)
  for (const { type, index } of steps) {
    if (type === 'bone') {
      read(parent[index])
      written[index] = 1
      continue
    }
    const { reads, writes } = touched[index]
    // An inactive bone counts only where it is read; in a limb, the other bone reads it.
    const there = writes.applied.filter((bone) => active.bones[bone] === 1)
    const byMatrix = writes.world.filter((bone) => active.bones[bone] === 1)
    if (there.length === 0 && byMatrix.length === 0) continue
    for (const bone of reads.world) if (!byMatrix.includes(bone)) read(bone)
    for (const slot of reads.slots) read(input.slots.bone[slot])
    const composed = kinds[index].composes(models[index], input)
    for (const bone of byMatrix) {
      read(parent[bone])
      if (composed.includes(bone)) written[bone] = 1
      else read(bone)
    }
  }
  return steps.length
}
