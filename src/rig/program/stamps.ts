/**
 * Finds out at compile time when poses are recovered from matrices under 4.3's rules, as if every constraint ran. If
 * one does not run, its bones are not stale, and recovering a pose early changes nothing.
 */
import type { ProgramInput } from '../constraints/kind'
import { childLists, type UpdateStep } from './sort'

/** Effects of a step beside composing a bone or running a constraint. */
export interface StampedStep {
  /** Bones whose poses are recovered first, if a constraint has moved their matrices. */
  readonly refresh: readonly number[]
  /** Bones that the constraint moves and whose poses it recovers at once, since it moves their ancestors later. */
  readonly live: readonly number[]
  /** For a bone: its matrix stays in lanes where a constraint has moved it. */
  readonly keepsMatrix: boolean
}

export interface Stamps {
  readonly steps: readonly StampedStep[]
  /** Bones whose poses may be stale at the end. */
  readonly stale: readonly number[]
}

interface Stamping {
  readonly children: ReturnType<typeof childLists>
  /** Per bone: its matrix is this run's, and no ancestor was moved since. */
  readonly valid: Uint8Array
  /** Per bone: its matrix was moved, and no longer follows from its pose. */
  readonly stale: Uint8Array
}

/** Follows a program step by step. */
export function followStamps(input: ProgramInput, steps: readonly UpdateStep[]): Stamps {
  const { count, parent } = input.bones
  const stamping: Stamping = {
    children: childLists(parent, count),
    valid: new Uint8Array(count),
    stale: new Uint8Array(count),
  }
  const followed = steps.map(({ type, index }): StampedStep => {
    if (type === 'constraint') return followConstraint(stamping, input, index)
    const keepsMatrix = stamping.valid[index] === 1 && stamping.stale[index] === 1
    stamping.valid[index] = 1
    return { refresh: [], live: [], keepsMatrix }
  })
  const stale = [...stamping.stale.keys()].filter((bone) => stamping.stale[bone] === 1)
  return { steps: followed, stale }
}

function followConstraint(stamping: Stamping, { constraints }: ProgramInput, index: number): StampedStep {
  const { valid, stale } = stamping
  const { reads, writes } = constraints.touched[index]
  const refresh: number[] = []
  const live: number[] = []
  const moved = new Set<number>()
  const recover = (bone: number): void => {
    if (stale[bone] === 0) return
    stale[bone] = 0
    if (moved.has(bone)) live.push(bone)
    else refresh.push(bone)
  }
  const byMatrix = new Set(writes.world)
  for (const bone of reads.applied) recover(bone)
  for (const bone of writes.applied) {
    if (!byMatrix.has(bone)) {
      recover(bone)
      valid[bone] = 0
    }
    invalidateChildren(stamping, bone, recover)
    if (!byMatrix.has(bone)) continue
    valid[bone] = stale[bone] = 1
    moved.add(bone)
  }
  return { refresh, live, keepsMatrix: false }
}

/** Invalidates descendants of a moved bone. */
function invalidateChildren(
  { children, valid }: Stamping,
  bone: number,
  recover: (bone: number) => void,
): void {
  const open = [bone]
  for (let at = open.pop(); at !== undefined; at = open.pop())
    for (let i = children.firstChild[at]; i < children.firstChild[at + 1]; i++) {
      const child = children.children[i]
      if (valid[child] === 0) continue
      recover(child)
      valid[child] = 0
      open.push(child)
    }
}
