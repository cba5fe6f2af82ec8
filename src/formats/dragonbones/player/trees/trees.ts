/** Drives entries of blend trees: their times, weights and parameters. */
import { allocate } from '../../../../base/memory/arena'
import { nodeBytes } from '../../../../tracks/entries/rows'
import { workAt } from '../../../../world/commands'
import { WORK } from '../../../../world/playback'
import type { AnimationState } from '../../../../world/state'
import { formOf, writeShown } from '../form'
import { stillActs } from '../limits'
import { linkActing } from '../list'
import { type BlendTrack, type BlendTree, LAYER_FLAG, UNBEGUN } from '../sampling/layers'
import { sampleTrack } from '../sampling/sample-track'
import { treeFor } from './blend-tree'

/** The distance that stands in for a missing neighbour. */
const FARTHEST = 100

/** Links entries into a blend tree. A structure call. @param rows by place; the first is the played entry. */
export function linkTree(state: AnimationState, tree: BlendTree, rows: readonly number[]): void {
  const [root] = rows
  const nodes = allocate(state.arena, nodeBytes(rows.length)) >> 2
  const { entries, layerEntries } = state.playback // Renewed: the arena may have grown.
  entries.nodes[root] = nodes
  entries.nodeCount[root] = rows.length
  rows.forEach((row, place) => {
    state.arena.i32[nodes + place] = row
    layerEntries.root[row] = root
    layerEntries.node[row] = place
    layerEntries.clock[row] = tree.clock[place]
    layerEntries.above[row] = place === 0 ? -1 : rows[tree.above[place]]
    layerEntries.fadeShare[row] = 1 - UNBEGUN
    const drives = tree.tracks[place][0].flat().some(({ property }) => property === 'progress')
    const driver = tree.clock[place] > 0 ? rows[tree.above[place]] : row
    if (drives) layerEntries.flags[driver] &= ~LAYER_FLAG.resets
  })
  tree.children.forEach((children, place) => {
    if (tree.byPosition[place]) for (const child of children) entries.alpha[rows[child]] = 0
  })
  linkActing(state, rows)
}

/** Writes the times, weights and parameters of an entry's children, at its own second. */
export function driveChildren(state: AnimationState, row: number): void {
  const { arena, playback, rigs, skeletons } = state
  const { entries, layerEntries } = playback
  const root = layerEntries.root[row]
  const rig = rigs[skeletons.rig[entries.entity[row]]]?.source
  if (entries.nodeCount[root] === 0 || !rig) return
  const tree = treeFor(state, rig, entries.animation[root])
  const place = layerEntries.node[row]
  const children = tree.children[place]
  if (children.length === 0) return
  const tracks = tree.tracks[place][formOf(state, row) === entries.animation[row] ? 0 : 1]
  const work = workAt(playback.commands, row)
  writeShown(state, row, work)
  const isFirst = entries.appliedAt[row] === -1
  const hasMoved = isFirst || (layerEntries.flags[row] & LAYER_FLAG.moved) !== 0
  for (let i = 0; i < children.length; i++) {
    const child = arena.i32[entries.nodes[root] + children[i]]
    if (child < 0) continue
    // An entry that did not move writes nothing, because another tree may drive the same child.
    for (let k = 0; k < tracks[i].length; k++)
      if (hasMoved && stillActs(state, row, tracks[i][k].times.length > 1))
        drive(state, tracks[i][k], work, child)
  }
  if (tree.byPosition[place]) shareByPosition(state, row, tree)
}

/** Drives one child. @param work where the work record of the driver begins. */
function drive(state: AnimationState, track: BlendTrack, work: number, child: number): void {
  const { f64 } = state.arena
  const { alpha } = state.playback.entries
  const { parameter } = state.playback.layerEntries
  sampleTrack(f64, work, track)
  if (track.property === 'weight') alpha[child] = f64[work + WORK.VALUE]
  else if (track.property === 'parameter') parameter[child] = f64[work + WORK.VALUE]
  else goTo(state, work, child)
}

/** Sets an entry's clock to the fraction of its animation that is in a work record. */
function goTo({ arena, playback }: AnimationState, work: number, row: number): void {
  const { animationEnd, animationStart, trackTime } = playback.entries
  const length = animationEnd[row] - animationStart[row]
  let at = length * arena.f64[work + WORK.VALUE]
  if (at < 0 || at > length) at = length > 0 ? at % length : 0
  if (at < 0) at += length
  trackTime[row] = at
}

/**
 * Splits an entry's weight between the children on both sides of its parameter. If all are to the right, nothing
 * changes.
 */
function shareByPosition(state: AnimationState, row: number, tree: BlendTree): void {
  const { nodes } = state.playback.entries
  const { left, node, parameter, right, root } = state.playback.layerEntries
  const children = tree.children[node[row]]
  const positions = tree.positions[node[row]]
  const first = nodes[root[row]]
  let toLeft = FARTHEST
  let toRight = FARTHEST
  let leftPlace = 0
  let rightPlace = 0
  for (let i = 0; i < children.length; i++) {
    const distance = parameter[row] - positions[i]
    if (distance >= 0 && distance < toLeft) {
      toLeft = distance
      leftPlace = children[i]
    } else if (distance < 0 && -distance < toRight) {
      toRight = -distance
      rightPlace = children[i]
    }
  }
  if (leftPlace === 0) return
  if (left[row] !== leftPlace) weighChild(state, first, left[row], 0)
  if (right[row] !== rightPlace) weighChild(state, first, right[row], 0)
  left[row] = leftPlace
  right[row] = rightPlace
  const share = toRight / (toLeft + toRight)
  weighChild(state, first, leftPlace, share)
  weighChild(state, first, rightPlace, 1 - share)
}

/** Writes a child's weight. @param first where the tree's list begins. @param place of the child; 0 = none. */
function weighChild({ arena, playback }: AnimationState, first: number, place: number, weight: number): void {
  const child = place === 0 ? -1 : arena.i32[first + place]
  if (child >= 0) playback.entries.alpha[child] = weight
}
