/** A blend tree that begins takes over what plays on its layer of what it drives. */
import { release } from '../../memory/arena'
import type { Rig } from '../../rig/rig'
import { dropEntry, nodeBytes, oldestOn } from '../../tracks/entries'
import { type BlendTree, FADE, LAYER_FLAG } from '../../world/layers'
import type { AnimationState } from '../../world/state'
import { actsNext, takeOff } from '../list'
import { addTree, treeFor } from './blend-tree'
import { orderNodes } from './trees'

const { adopted, reports, resets, stopped } = LAYER_FLAG

/**
 * Puts entries of the layer that do not fade out in the place of those that a tree brought along: from now on the tree drives
 * them, and they report no more. Their handles, weights and fades stay.
 *
 * @param root the tree's entry, which is on no layer yet.
 */
export function adoptEntries(state: AnimationState, root: number): void {
  const { playback, rigs, skeletons } = state
  const { alpha, animation, entity, newer: newerOf, track } = playback.entries
  const { fade, flags } = playback.layerEntries
  const rig = rigs[skeletons.rig[entity[root]]]?.rig
  if (!rig) return
  const tree = treeFor(state, rig, animation[root])
  const taken = new Set([0])
  let row = oldestOn(state, entity[root], track[root])
  while (row >= 0) {
    const newer = newerOf[row]
    const place = placeOf(tree, animation[row], 0)
    if (place > 0 && !taken.has(place) && fade[row] !== FADE.out) {
      const own = treeFor(state, rig, animation[row])
      takeOff(state, row)
      for (const one of entriesOf(state, row)) adopt(state, root, tree, own, one, taken)
      flags[row] |= adopted
      const isChosen = tree.children.some((places, above) => tree.byPosition[above] && places.includes(place))
      if (isChosen) alpha[row] = 0
    }
    row = newer
  }
  if (taken.size > 1) linkAgain(state, rig, root, tree, taken)
}

function placeOf({ animation, clock }: BlendTree, number: number, its: number): number {
  return animation.findIndex((each, place) => each === number && clock[place] === its)
}

/** An entry and those of its tree, in the order in which they act, which are no tree any more. */
function entriesOf(state: AnimationState, played: number): number[] {
  const { arena, playback } = state
  const { nodeCount, nodes } = playback.entries
  const found: number[] = []
  for (let row = played; row >= 0; row = actsNext(state, row)) found.push(row)
  if (nodeCount[played] > 0) release(arena, nodes[played] << 2, nodeBytes(nodeCount[played]))
  nodeCount[played] = 0
  return found
}

/** Gives an entry the place of its animation and clock, unless that is taken. @param own the tree that it was of. */
function adopt(
  state: AnimationState,
  root: number,
  tree: BlendTree,
  own: BlendTree,
  row: number,
  taken: Set<number>,
): void {
  const { arena, playback } = state
  const { animation, nodes } = playback.entries
  const { clock, flags, left, node, right, root: rootOf } = playback.layerEntries
  const place = placeOf(tree, animation[row], clock[row])
  if (taken.has(place)) {
    dropEntry(state, row)
    return
  }
  taken.add(place)
  const at = nodes[root] + place
  dropEntry(state, arena.i32[at])
  arena.i32[at] = row
  rootOf[row] = root
  node[row] = place
  left[row] = left[row] === 0 ? 0 : placeOf(tree, own.animation[left[row]], 0)
  right[row] = right[row] === 0 ? 0 : placeOf(tree, own.animation[right[row]], 0)
  flags[row] = (flags[row] & ~(reports | resets)) | stopped
}

/**
 * Notes anew what is above each entry, and the order in which they act: what played does so where it did, what is new behind it, and
 * what drives before what it drives. What played is only moved to what is new.
 *
 * @param taken places of what played, in its order; the first one is the tree's own.
 */
function linkAgain(
  { arena, playback }: AnimationState,
  rig: Rig,
  root: number,
  tree: BlendTree,
  taken: ReadonlySet<number>,
): void {
  const { nodes } = playback.entries
  const { above } = playback.layerEntries
  const rows = tree.animation.map((_, place) => arena.i32[nodes[root] + place])
  const played = [...taken].slice(1).filter((place) => tree.clock[place] === 0)
  const order = played.map((place) => tree.animation[place])
  const drivers = new Map<number, number>()
  addTree(rig, tree.animation[0], order, drivers)
  rows.forEach((row, place) => {
    const driver = tree.clock[place] > 0 ? undefined : drivers.get(tree.animation[place])
    if (driver !== undefined) above[row] = rows[placeOf(tree, driver, 0)]
    else if (place > 0 && !(taken.has(place) && above[row] >= 0)) above[row] = rows[tree.above[place]]
  })
  const ranks = new Map(order.map((number, rank) => [number, rank]))
  const rankOf = (place: number) => ranks.get(tree.animation[place]) ?? 0
  const places = [...rows.keys()].sort((a, b) => rankOf(a) - rankOf(b) || a - b)
  orderNodes(
    { arena, playback },
    root,
    places.map((place) => rows[place]),
  )
}
