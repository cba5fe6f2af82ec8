/** Tests skeletons in the order in which they are drawn over one another. Those in slots come at their slots. */

import { solveLane } from '../../tick/doors/find-world'
import { readSeated } from '../../tick/doors/read'
import { orderBase, slotAt } from '../../world/chunks/shown-order'
import { chunkHolding } from '../../world/rows/lane'
import type { AnimationState } from '../../world/state'
import type { AnimationWorld } from '../../world/world-type'

/**
 * Tests one skeleton. It calls `inSlot`, if given, for each of its slots before it tests the slot's attachment.
 *
 * @returns false if the test is over.
 */
type TestOne = (eid: number, inSlot?: (slot: number) => boolean) => boolean

/** Tests skeletons front to back, until one ends the test. */
export function testFrontToBack(world: AnimationWorld, candidates: readonly number[], test: TestOne): void {
  const { animation: state } = world
  const wanted = new Set(candidates)
  const { outermost, passed } = holdersOf(state, candidates)
  const testWithin = (eid: number): boolean => {
    const inside = (state.joins.carry?.skeletonsIn(eid) ?? []).filter(({ child }) => passed.has(child))
    if (inside.length === 0) return test(eid)
    const inSlot = (slot: number): boolean => {
      for (const each of inside) {
        if (each.slot !== slot) continue
        if (!testWithin(each.child)) return false
        // World rows of the child may have replaced its own in scratch memory.
        if (wanted.has(eid)) solveLane(world, eid)
      }
      return true
    }
    return wanted.has(eid) ? test(eid, inSlot) : slotsOf(state, eid).every(inSlot)
  }
  outermost.sort(compareBy(state)).every(testWithin)
}

/** Returns all candidates with their holders, direct or not, and the outermost of them. */
function holdersOf({ joins, skeletons }: AnimationState, candidates: readonly number[]) {
  const passed = new Set<number>()
  const outermost: number[] = []
  for (const eid of candidates)
    for (let at = eid; !passed.has(at); at = joins.carry?.carrierOf(at) ?? 0) {
      passed.add(at)
      if (skeletons.carried[at] !== 0) continue
      outermost.push(at)
      break
    }
  return { outermost, passed }
}

/** Returns the slots of a skeleton, front to back. */
function slotsOf(state: AnimationState, eid: number): number[] {
  const chunk = chunkHolding(state, eid)
  const order = orderBase(chunk, readSeated(state, eid))
  const { count } = chunk.rig.source.slots
  return Array.from({ length: count }, (_, i) => slotAt(state.arena.i32, order, count - 1 - i))
}

/** Returns a comparison by which skeletons that are drawn later come first. */
function compareBy({ skeletons: { serial, sortKey } }: AnimationState) {
  // NaN is drawn last.
  const key = (eid: number) => (Number.isNaN(sortKey[eid]) ? Number.POSITIVE_INFINITY : sortKey[eid])
  const isNaNKey = (eid: number) => Number(Number.isNaN(sortKey[eid]))
  return (a: number, b: number): number => {
    const [ka, kb] = [key(a), key(b)]
    if (ka !== kb) return ka < kb ? 1 : -1
    return isNaNKey(b) - isNaNKey(a) || serial[b] - serial[a]
  }
}
