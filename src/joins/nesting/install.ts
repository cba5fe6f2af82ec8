/** The extension `nesting`: entities in slots of skeletons, among them nested armatures. */
import type { Extension } from '../../../components/extension'
import { lookArrays } from '../../streams/looks'
import { isPosedOnDemand, withPose } from '../../tick/doors/posed'
import type { Joined } from '../../world/joins'
import { QUAD_VERTICES } from '../../world/quads'
import type { AnimationWorld } from '../../world/world-type'
import { followHolder, followPace, growArmatures, playInSlot, showArmatures, showFor } from './armatures'
import { cutSprites, isInSight, noteCuts, takeCuts } from './cuts'
import { placeSprites, roomOf, writeSlot } from './draw'
import { carry, locate, place, prepare } from './place'
import { leave, orderRows, reseat } from './rows'
import {
  CHILD_KIND,
  createNesting,
  forgetNesting,
  holdsInSlot,
  NESTING_SCHEMA,
  type NestedState,
} from './state'

/**
 * Lets skeletons and sprites stand in slots of skeletons (`putInSlot`), and shows the armatures that rigs of
 * DragonBones show in their slots: `installAnimation(world, { use: [nesting] })`.
 */
export const nesting: Extension = { name: 'nesting', install: joinNesting }

function joinNesting(world: AnimationWorld): Joined {
  const own = createNesting(world.animation.arena)
  const state: NestedState = Object.assign(world.animation, { nesting: own })
  const looks = lookArrays(QUAD_VERTICES)
  return {
    state: own,
    schema: { nesting: NESTING_SCHEMA },
    forget: () => forgetNesting(own),
    carry: {
      open() {
        orderRows(state)
        followPace(world, state)
      },
      sampled: (eid) => showFor(world, state, eid),
      started: (eid, animation) => followHolder(state, eid, animation),
      playInSlot: (eid, slot, animation) => playInSlot(state, eid, slot, animation),
      prepare() {
        orderRows(state)
        showArmatures(world, state)
        prepare(state)
      },
      placeDepth: (depth) => place(state, depth),
      isMisplaced: (eid) => isPosedOnDemand(state, own.rows.holder[state.skeletons.carried[eid]]),
      placeNow: (eid) => placeNow(world, state, state.skeletons.carried[eid]),
      solved: (chunk, masks, program) => carry(state, chunk, masks, program),
      skinned: () => placeSprites(state),
      noteCuts: () => own.cutsStale && noteCuts(state),
      clipsChanged() {
        own.cutsStale = true
      },
      isInTail: () => own.cutSprites > 0,
      isCut: (row) => own.rows.cut[row] !== 0,
      takeCuts: (row, cuts, worldOf) => takeCuts(state, row, cuts, worldOf),
      isShown: (row) => own.rows.shown[row] !== 0,
      isInSight: (row) => isInSight(state, row),
      appendCut: () => cutSprites(state, looks),
      roomOf: (eid) => roomOf(state, eid),
      holds: (eid, slot) => holdsInSlot(state, eid, slot),
      writeSlot: (eid, slot, at) => writeSlot(state, eid, slot, at),
      carrierOf(child) {
        const row = own.places.get(child)
        return row === undefined ? 0 : own.rows.holder[row]
      },
      skeletonsIn: (eid) => skeletonsIn(state, eid),
      grow: (eid) => growArmatures(world, state, eid),
      leave: (eid) => leave(world, state, eid),
      reseat: (eid, before) => reseat(world, state, eid, before),
    },
  }
}

/** Places the child of a row by its holder's present pose. @returns a function that puts its place back. */
function placeNow(world: AnimationWorld, state: NestedState, row: number): () => void {
  const { rows } = state.nesting
  const { a, b, c, d, x, y } = rows
  const before = [a[row], b[row], c[row], d[row], x[row], y[row]]
  withPose(world, rows.holder[row], () => locate(state, row), undefined, undefined)
  return () => {
    ;[a[row], b[row], c[row], d[row], x[row], y[row]] = before
  }
}

/** The skeletons in slots of a skeleton, topmost first within a slot. */
function skeletonsIn({ nesting: { rows }, skeletons }: NestedState, eid: number) {
  const found: { child: number; slot: number }[] = []
  for (let row = skeletons.carries[eid]; row !== 0; row = rows.next[row])
    if ((rows.kind[row] & CHILD_KIND.skeleton) !== 0)
      found.push({ child: rows.entity[row], slot: rows.slot[row] })
  return found.reverse()
}
