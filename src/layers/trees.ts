/** Blend trees: entries that drive others, which have their weight from them. */
import { allocate } from '../memory/arena'
import type { BlendModel } from '../model/animation'
import type { Rig, RigAnimation } from '../rig/rig'
import { workAt } from '../world/commands'
import { type BlendTrack, LAYER_FLAG, type TreePlan } from '../world/layers'
import { WORK_VALUE } from '../world/playback'
import type { AnimationState } from '../world/state'
import { scratchOf } from './sampling/plan'
import { sampleTrack, trackOf } from './sampling/sample-track'
import { variantOf, writeShown } from './variant'

/** By how much the end of an animation is missed: at it, it would begin anew. */
const ALMOST = 1e-6
/** Positions that are further away from a parameter count for nothing. */
const FARTHEST = 100

/** All that an animation plays, made when it is first needed. */
export function treeFor(state: AnimationState, rig: Rig, animation: number): TreePlan {
  const { trees } = scratchOf(state, rig)
  const image = rig.animations[animation].image()
  const known = trees.get(image)
  if (known) return known
  const made = planTree(rig, animation)
  trees.set(image, made)
  return made
}

/** Each animation has one place, also where several play it: then what comes last drives it. */
function planTree({ animationIndex, animations }: Rig, animation: number): TreePlan {
  const order: number[] = []
  const above = new Map<number, number>()
  const visit = (number: number) => {
    order.push(number)
    for (const { animation: name } of treeOf(animations[number])?.children ?? []) {
      const child = animationIndex.get(name) ?? -1
      if (child < 0) continue
      if (!order.includes(child)) visit(child)
      above.set(child, number)
      moveBefore(order, number, child)
    }
  }
  visit(animation)
  const places = order.flatMap((number) => {
    const { clocks = [] } = animations[number].playback ?? {}
    return [0, ...clocks.map((_, i) => i + 1)].map((clock) => ({ number, clock }))
  })
  const own = new Map(places.flatMap(({ clock, number }, place) => (clock === 0 ? [[number, place]] : [])))
  const placeOf = (number: number) => own.get(number) ?? -1
  const childrenOf = places.map(({ number }) =>
    (treeOf(animations[number])?.children ?? []).filter(({ animation: name }) => animationIndex.has(name)),
  )
  return {
    animation: places.map(({ number }) => number),
    clock: places.map(({ clock }) => clock),
    above: places.map(({ clock, number }) => placeOf(clock > 0 ? number : (above.get(number) ?? -1))),
    children: childrenOf.map((children) =>
      children.map((child) => placeOf(animationIndex.get(child.animation) ?? -1)),
    ),
    positions: childrenOf.map((children) => children.map(({ position }) => position)),
    byPosition: places.map(
      ({ clock, number }) => clock === 0 && (treeOf(animations[number])?.byPosition ?? false),
    ),
    tracks: places.map(({ clock, number }) =>
      formsOf(animations, number).map((form) =>
        (treeOf(form)?.children ?? [])
          .filter(({ animation: name }) => animationIndex.has(name))
          .map(({ keys }) =>
            keys
              .filter((one) => (one.clock ?? 0) === clock)
              .map((one) => ({ ...trackOf(one), property: one.property })),
          ),
      ),
    ),
  }
}

function treeOf({ playback }: RigAnimation): BlendModel | undefined {
  return playback?.tree
}

/** What drives acts before what it drives. */
function moveBefore(order: number[], number: number, child: number): void {
  const from = order.indexOf(number)
  const to = order.indexOf(child)
  if (to < from) order.splice(to, 0, ...order.splice(from, 1))
}

/** The form that loops, then the one whose last keys hold. */
function formsOf(animations: readonly RigAnimation[], number: number): RigAnimation[] {
  const held = animations[number].playback?.held ?? 0
  return held === 0 ? [animations[number]] : [animations[number], animations[number - held]]
}

/** Makes entries those of a tree. A structure call. @param rows by place; the first is the entry that was played. */
export function plantTree(state: AnimationState, tree: TreePlan, rows: readonly number[]): void {
  const [root] = rows
  const nodes = allocate(state.arena, rows.length * 4) >> 2
  const { entries } = state.playback // Renewed where the arena grew.
  entries.nodes[root] = nodes
  entries.nodeCount[root] = rows.length
  rows.forEach((row, place) => {
    state.arena.i32[nodes + place] = row
    entries.root[row] = root
    entries.node[row] = place
    entries.clock[row] = tree.clock[place]
    entries.above[row] = place === 0 ? -1 : rows[tree.above[place]]
    entries.fraction[row] = 1 - ALMOST
    const drives = tree.tracks[place][0].flat().some(({ property }) => property === 'progress')
    const driver = tree.clock[place] > 0 ? rows[tree.above[place]] : row
    if (drives) entries.flags[driver] &= ~LAYER_FLAG.resets
  })
  tree.children.forEach((children, place) => {
    if (tree.byPosition[place]) for (const child of children) entries.alpha[rows[child]] = 0
  })
}

/** Writes the times, weights and parameters of what an entry drives, as of its own time. */
export function driveChildren(state: AnimationState, row: number): void {
  const { arena, playback, rigs, skeletons } = state
  const { entries } = playback
  const root = entries.root[row]
  const rig = rigs[skeletons.rig[entries.entity[row]]]?.rig
  if (entries.nodeCount[root] === 0 || !rig) return
  const tree = treeFor(state, rig, entries.animation[root])
  const place = entries.node[row]
  const children = tree.children[place]
  if (children.length === 0) return
  const tracks = tree.tracks[place][variantOf(state, row) === entries.animation[row] ? 0 : 1]
  const work = workAt(playback.commands, row)
  writeShown(state, row, work)
  for (let i = 0; i < children.length; i++) {
    const child = arena.i32[entries.nodes[root] + children[i]]
    for (let k = 0; k < tracks[i].length; k++) drive(state, tracks[i][k], work, child)
  }
  if (tree.byPosition[place]) shareByPosition(state, row, tree)
}

/** @param work where the record of the entry that drives begins. */
function drive(state: AnimationState, track: BlendTrack, work: number, child: number): void {
  const { f64 } = state.arena
  const { alpha, parameter } = state.playback.entries
  sampleTrack(f64, work, track)
  if (track.property === 'weight') alpha[child] = f64[work + WORK_VALUE]
  else if (track.property === 'parameter') parameter[child] = f64[work + WORK_VALUE]
  else goTo(state, work, child)
}

/** Sets the clock of an entry to a part of its animation, which is in a work record. */
function goTo({ arena, playback }: AnimationState, work: number, row: number): void {
  const { animationEnd, animationStart, trackTime } = playback.entries
  const length = animationEnd[row] - animationStart[row]
  let at = length * arena.f64[work + WORK_VALUE]
  if (at < 0 || at > length) at = length > 0 ? at % length : 0
  if (at < 0) at += length
  trackTime[row] = at === length && length > 0 ? length - ALMOST : at
}

/** The children on both sides of an entry's parameter share its weight; without one on the left all is left as it is. */
function shareByPosition({ arena, playback }: AnimationState, row: number, tree: TreePlan): void {
  const { alpha, left, node, nodes, parameter, right, root } = playback.entries
  const children = tree.children[node[row]]
  const positions = tree.positions[node[row]]
  const first = nodes[root[row]]
  let below = FARTHEST
  let above = FARTHEST
  let leftPlace = 0
  let rightPlace = 0
  for (let i = 0; i < children.length; i++) {
    const distance = parameter[row] - positions[i]
    if (distance >= 0 && distance < below) {
      below = distance
      leftPlace = children[i]
    } else if (distance < 0 && -distance < above) {
      above = -distance
      rightPlace = children[i]
    }
  }
  if (leftPlace === 0) return
  if (left[row] !== leftPlace && left[row] !== 0) alpha[arena.i32[first + left[row]]] = 0
  if (right[row] !== rightPlace && right[row] !== 0) alpha[arena.i32[first + right[row]]] = 0
  left[row] = leftPlace
  right[row] = rightPlace
  const leftRow = arena.i32[first + leftPlace]
  alpha[leftRow] = above / (below + above)
  if (rightPlace !== 0) alpha[arena.i32[first + rightPlace]] = 1 - alpha[leftRow]
}
