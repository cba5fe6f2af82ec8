/** Makes a starting blend tree take over entries of its layer that already play its animations. */
import { release } from '../../../../base/memory/arena'
import type { Rig } from '../../../../rig/rig'
import { dropEntry, nodeBytes, oldestOn } from '../../../../tracks/entries/rows'
import type { AnimationState } from '../../../../world/state'
import { actingOn, forgetNodes, linkActing, takeOff } from '../list'
import { type BlendTree, FADE, LAYER_FLAG } from '../sampling/layers'
import { addTree, treeFor } from './blend-tree'

const { adopted, reports, resets, stopped } = LAYER_FLAG

/** A blend tree that starts. */
interface Beginner {
  readonly rig: Rig
  /** Row of its entry, which is on no layer yet. */
  readonly root: number
  readonly tree: BlendTree
  /** The entries of the layer, in the order in which they act. */
  readonly playing: readonly number[]
  /** Entries that the tree took over. */
  readonly taken: Set<number>
  /** Entries of other trees that this tree also drives. They stay with the entry above them. */
  readonly shared: Set<number>
  /** Places of the tree that need no new entry. */
  readonly filled: Set<number>
}

/**
 * Puts playing entries of the layer in place of new entries of a tree, unless they fade out. From then on they belong
 * to this tree, and report nothing. Their handles, weights and fades stay. Their former trees go on driving them, too.
 *
 * @param root row of the tree's entry, which is on no layer yet. @returns whether the entries of the layer and of the
 *   tree were linked.
 */
export function adoptEntries(state: AnimationState, root: number): boolean {
  const { playback, rigs, skeletons } = state
  const { alpha, animation, entity, nodeCount, track } = playback.entries
  const { clock, fade, root: rootOf } = playback.layerEntries
  const rig = rigs[skeletons.rig[entity[root]]]?.source
  if (!rig || nodeCount[root] === 0) return false
  const tree = treeFor(state, rig, animation[root])
  const playing = actingOn(state, entity[root], track[root])
  const one: Beginner = {
    rig,
    root,
    tree,
    playing,
    taken: new Set(),
    shared: new Set(),
    filled: new Set([0]),
  }
  const isFree = (row: number) => clock[row] === 0 && fade[row] !== FADE.out && !one.taken.has(row)
  tree.animation.forEach((number, place) => {
    if (tree.clock[place] > 0 || one.filled.has(place)) return
    const row = playing.find((row) => animation[row] === number && isFree(row))
    if (row === undefined) return
    const former = rootOf[row]
    const own = treeFor(state, rig, animation[former])
    if (former !== row && !setsProgress(tree, place)) {
      share(state, one, row, place)
      fillBelow(state, one, place, former, own)
      return
    }
    for (const other of playing.filter((other) => isBelow(state, other, row))) adopt(state, one, own, other)
    fillBelow(state, one, place, former, own)
    if (former === row) leave(state, row)
    const isChosen = tree.children.some((places, above) => tree.byPosition[above] && places.includes(place))
    if (isChosen) alpha[row] = 0
  })
  const finds = one.taken.size + one.shared.size > 0
  if (finds) linkAgain(state, one)
  return finds
}

/**
 * Returns whether a tree sets the progress of a place. Otherwise, an entry that another tree drives stays with that
 * tree.
 */
function setsProgress({ children, tracks }: BlendTree, place: number): boolean {
  return children.some((places, above) =>
    tracks[above][0].some(
      (keys, i) => places[i] === place && keys.some(({ property }) => property === 'progress'),
    ),
  )
}

/** Puts an entry of another tree in a place of the tree. */
function share(state: AnimationState, { filled, root, shared }: Beginner, row: number, place: number): void {
  const at = state.playback.entries.nodes[root] + place
  filled.add(place)
  shared.add(row)
  dropEntry(state, state.arena.i32[at])
  state.arena.i32[at] = row
}

/** Returns whether an entry is `other`, or `other` drives it in the same tree. */
function isBelow({ playback }: AnimationState, row: number, other: number): boolean {
  const { above, root } = playback.layerEntries
  let up = row
  while (up >= 0 && up !== other) up = above[up]
  return up === other && root[row] === root[other]
}

function placeOf({ animation, clock }: BlendTree, number: number, its: number): number {
  return animation.findIndex((each, place) => each === number && clock[place] === its)
}

/**
 * Gives an entry the place of its animation and clock, unless that is taken. @param own the tree that it comes from.
 */
function adopt(
  state: AnimationState,
  { filled, root, taken, tree }: Beginner,
  own: BlendTree,
  row: number,
): void {
  const { arena, playback } = state
  const { animation, entity, newer, nodes, track } = playback.entries
  const { clock, deformRanks, flags, left, node, right, root: rootOf } = playback.layerEntries
  const place = placeOf(tree, animation[row], clock[row])
  taken.add(row)
  rootOf[row] = root
  if (filled.has(place)) {
    for (let one = oldestOn(state, entity[root], track[root]); one >= 0; one = newer[one])
      forgetNodes(state, one, (other) => other === row)
    dropEntry(state, row)
    return
  }
  filled.add(place)
  const at = nodes[root] + place
  dropEntry(state, arena.i32[at])
  arena.i32[at] = row
  node[row] = place
  left[row] = left[row] === 0 ? 0 : placeOf(tree, own.animation[left[row]], 0)
  right[row] = right[row] === 0 ? 0 : placeOf(tree, own.animation[right[row]], 0)
  // An entry that had its first update resets targets until its fade-in is over.
  flags[row] = (flags[row] & ~(deformRanks[row] > 0 ? reports : reports | resets)) | stopped
}

/**
 * Takes over the entries that an adopted entry drives in its former tree. @param place its place in the new tree.
 * @param former its former root.
 */
function fillBelow(
  state: AnimationState,
  { filled, root, tree }: Beginner,
  place: number,
  former: number,
  own: BlendTree,
): void {
  const { arena, playback } = state
  const { nodeCount, nodes } = playback.entries
  tree.animation.forEach((number, other) => {
    let up = other
    while (up > 0 && up !== place) up = tree.above[up]
    if (up !== place || filled.has(other)) return
    filled.add(other)
    const at = nodes[root] + other
    dropEntry(state, arena.i32[at])
    const before = placeOf(own, number, tree.clock[other])
    arena.i32[at] = before < 0 || nodeCount[former] === 0 ? -1 : arena.i32[nodes[former] + before]
  })
}

/** Takes a played entry off its layer. It is no longer a root, and keeps its handle. */
function leave(state: AnimationState, row: number): void {
  const { arena, playback } = state
  const { nodeCount, nodes } = playback.entries
  const { flags } = playback.layerEntries
  takeOff(state, row)
  flags[row] |= adopted
  if (nodeCount[row] > 0) release(arena, nodes[row] << 2, nodeBytes(nodeCount[row]))
  nodeCount[row] = 0
}

/**
 * Links all entries again: the entry above each, and the order in which they act. Playing entries keep their order, and
 * new ones act after them. A driver acts before its children: if it would act later, it moves to just before the child.
 */
function linkAgain(state: AnimationState, { playing, rig, root, shared, taken, tree }: Beginner): void {
  const { arena, playback } = state
  const { animation, entity, nodes } = playback.entries
  const { above, clock, root: rootOf } = playback.layerEntries
  const clocksOf = new Map<number, number[]>()
  let own: number[] = []
  for (const row of playing.filter((one) => entity[one] !== 0))
    if (clock[row] > 0) own.push(row)
    else {
      own = []
      clocksOf.set(row, own)
    }
  // The list holds numbers of animations. It holds an entry of another tree as -1 - row.
  const isHere = (row: number) => taken.has(row) || shared.has(row)
  const order = [...clocksOf.keys()].map((row) => (isHere(row) ? animation[row] : -1 - row))
  const drivers = new Map<number, number>()
  addTree(rig, tree.animation[0], order, drivers)
  const rows = tree.animation.map((_, place) => arena.i32[nodes[root] + place])
  const isOwn = (row: number) => row >= 0 && rootOf[row] === root
  rows.forEach((row, place) => {
    if (!isOwn(row) || place === 0) return
    const driver = tree.clock[place] > 0 ? undefined : drivers.get(tree.animation[place])
    if (driver !== undefined) above[row] = rows[placeOf(tree, driver, 0)]
    else if (!(taken.has(row) && above[row] >= 0)) above[row] = rows[tree.above[place]]
  })
  linkActing(
    state,
    order.flatMap((number) =>
      number < 0
        ? [-1 - number, ...(clocksOf.get(-1 - number) ?? [])]
        : rows.flatMap((row, place) => {
            if (tree.animation[place] !== number) return []
            return shared.has(row) ? [row, ...(clocksOf.get(row) ?? [])] : isOwn(row) ? [row] : []
          }),
    ),
  )
}
