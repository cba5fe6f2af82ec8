/** The update cache: bones and constraints in the order in which they are computed. */
import { OsteonError } from '../../base/errors'
import type { Maths } from '../../base/model/maths'
import type { Ordering, ProgramInput } from '../constraints/kind'
import type { ActiveSet } from './active'

export interface UpdateStep {
  readonly type: 'bone' | 'constraint'
  /** Bone index, or index into the constraint table. */
  readonly index: number
}

export interface UpdateOrder {
  /** A bone is in it once more for each constraint that may have moved an ancestor. */
  readonly steps: readonly UpdateStep[]
  /** 3.8: bones whose local pose is copied to the applied one before the first step. */
  readonly reset: readonly number[]
}

/** The part of the input that the order depends on. */
export interface SortInput {
  readonly name: string
  readonly bones: Pick<ProgramInput['bones'], 'count' | 'parent'>
  readonly constraints: Pick<ProgramInput['constraints'], 'models' | 'kinds' | 'touched'>
  readonly maths: Pick<Maths, 'recompose'>
}

/** Limit of steps. Real rigs need far fewer; a hostile one could ask for bones × constraints. */
const MOST_STEPS = 1 << 17

interface Sorting {
  readonly input: SortInput
  readonly active: Uint8Array
  readonly sorted: Uint8Array
  /** 1: in `steps` already. */
  readonly listed: Uint8Array
  /** Children of bone b: `children[firstChild[b]]` up to `children[firstChild[b + 1] - 1]`. */
  readonly firstChild: Int32Array
  readonly children: Int32Array
  readonly steps: UpdateStep[]
  readonly reset: number[]
}

/**
 * Sorts active bones and constraints. Inactive constraints are left out; inactive bones are never composed.
 *
 * @throws OsteonError `too-large` if the order would have more than 2^17 steps.
 */
export function sortUpdates(input: SortInput, active: ActiveSet): UpdateOrder {
  const { count } = input.bones
  const sorting: Sorting = {
    input,
    active: active.bones,
    sorted: active.bones.map((flag) => 1 - flag),
    listed: new Uint8Array(count),
    ...childLists(input.bones.parent, count),
    steps: [],
    reset: [],
  }
  let constraint = -1
  const ordering: Ordering = {
    parent: input.bones.parent,
    legacy: input.maths.recompose === 'local',
    stamped: input.maths.recompose === 'stamps',
    sortBone: (bone) => sortBone(sorting, bone),
    append: () => append(sorting, 'constraint', constraint),
    resetChildren: (bone) => resetChildren(sorting, bone),
    setSorted(bone, sorted) {
      sorting.sorted[bone] = sorted ? 1 : 0
    },
    resetPose: (bone) => noteReset(sorting, bone),
  }
  const { models, kinds, touched } = input.constraints
  for (constraint = 0; constraint < models.length; constraint++)
    if (active.constraints[constraint] === 1)
      kinds[constraint].sort(models[constraint], ordering, touched[constraint])
  for (let bone = 0; bone < count; bone++) sortBone(sorting, bone)
  return { steps: sorting.steps, reset: sorting.reset }
}

/** Appends an active bone after its unsorted ancestors. */
function sortBone(sorting: Sorting, bone: number): void {
  const { active, sorted, steps } = sorting
  const { parent } = sorting.input.bones
  const first = steps.length
  for (let at = bone; at >= 0 && active[at] === 1 && sorted[at] === 0; at = parent[at]) {
    sorted[at] = 1
    sorting.listed[at] = 1
    append(sorting, 'bone', at)
  }
  reverseFrom(steps, first)
}

function reverseFrom(steps: UpdateStep[], first: number): void {
  for (let i = first, j = steps.length - 1; i < j; i++, j--) {
    const step = steps[i]
    steps[i] = steps[j]
    steps[j] = step
  }
}

function noteReset(sorting: Sorting, bone: number): void {
  if (sorting.listed[bone] === 0) sorting.reset.push(bone)
}

function append(sorting: Sorting, type: UpdateStep['type'], index: number): void {
  if (sorting.steps.length >= MOST_STEPS)
    throw new OsteonError(
      'too-large',
      sorting.input.name,
      'constraints',
      `bones and constraints take more than ${MOST_STEPS} update steps`,
    )
  sorting.steps.push({ type, index })
}

/** Marks the sorted, active descendants of a bone as unsorted; an inactive bone hides its subtree. */
function resetChildren(sorting: Sorting, bone: number): void {
  const { sorted, active, firstChild, children } = sorting
  const open = [bone]
  for (let at = open.pop(); at !== undefined; at = open.pop())
    for (let i = firstChild[at]; i < firstChild[at + 1]; i++) {
      const child = children[i]
      if (active[child] === 0 || sorted[child] === 0) continue
      sorted[child] = 0
      open.push(child)
    }
}

/** Lists the children of all bones, see `Sorting`. */
export function childLists(parent: Int16Array, count: number): Pick<Sorting, 'firstChild' | 'children'> {
  const firstChild = new Int32Array(count + 1)
  for (let bone = 0; bone < count; bone++) if (parent[bone] >= 0) firstChild[parent[bone] + 1]++
  for (let bone = 0; bone < count; bone++) firstChild[bone + 1] += firstChild[bone]
  const children = new Int32Array(firstChild[count])
  const next = firstChild.slice()
  for (let bone = 0; bone < count; bone++) if (parent[bone] >= 0) children[next[parent[bone]]++] = bone
  return { firstChild, children }
}
