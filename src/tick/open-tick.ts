/** Opens ticks, and ends systems. */

import { OsteonError } from '../base/errors'
import { freeRows } from '../tracks/entries/rows'
import { type AnimationState, PLACE, TICK } from '../world/state'
import { stateOf } from '../world/state-of'
import type { AnimationWorld } from '../world/world-type'
import { closeTick, listAwake } from './list-awake'
import { settle } from './settle'
import { copyColumns } from './shadow'
import { separateSleepers } from './shortcuts'
import { forgetWorlds } from './solve/keep-world'

/** Ticks for which a column that was replaced when it grew is watched: writes to it are lost. */
const WATCHED_TICKS = 64
/** All columns are compared, so this is not done in every tick. */
const TICKS_BETWEEN_LOOKS = 8

/**
 * Opens a tick if needed. Systems that have a place (PLACE) call this first. A tick opens when a system runs whose
 * place is not after that of the last one, so that any system may be left out. Public columns are then copied, pending
 * skeletons get their rows, and skeletons with something to do are listed.
 *
 * @throws OsteonError `no-animation`; `not-finite` if the tick's seconds are not a finite number; everything stays as
 *   it was.
 */
export function openTick(world: AnimationWorld, place: number): void {
  const state = stateOf(world)
  const { tick } = state
  if (place > tick.place) {
    tick.place = place
    return
  }
  state.readDelta(tick.seconds)
  if (!Number.isFinite(tick.seconds[TICK])) {
    const message = `expected the tick's length in seconds, got ${tick.seconds[TICK]}`
    throw new OsteonError('not-finite', 'world', 'time.delta', message)
  }
  if (tick.seconds[TICK] > 1)
    state.warn({
      code: 'long-tick',
      source: 'world',
      path: 'time.delta',
      message: 'more than a second: for milliseconds, see `delta` of installAnimation',
    })
  for (const open of state.joins.openTick) open()
  if (state.replaced.length > 0) warnOfReplaced(state)
  state.joins.bones?.open()
  if (place === PLACE.timelineSampling) state.joins.carry?.open()
  closeTick(state)
  freeRows(state)
  tick.place = place
  tick.number++
  settle(world)
  state.joins.quads.settle()
  forgetWorlds(state)
  if (state.shortcuts) separateSleepers(state)
  copyColumns(world)
  listAwake(state, place === PLACE.timelineSampling)
}

/** Warns of columns that were written to after they were replaced, and forgets the others after some time. */
function warnOfReplaced({ replaced, tick, warn }: AnimationState): void {
  if (tick.number % TICKS_BETWEEN_LOOKS !== 0) return
  for (let i = replaced.length - 1; i >= 0; i--) {
    const { name, column, copy, tick: since } = replaced[i]
    let same = 0
    while (same < copy.length && Object.is(column[same], copy[same])) same++
    if (same < copy.length) {
      const message = `entity ${same} was written to a column that growth has replaced`
      warn({
        code: 'stale-column',
        source: 'world',
        path: name,
        message,
      })
    }
    if (same < copy.length || tick.number - since > WATCHED_TICKS) replaced.splice(i, 1)
  }
}

/**
 * Notes that a system has done its work. Every system calls it last. A system holds views of the arena in locals, so
 * the arena must not have grown since room was made for it.
 */
export function endSystem(state: AnimationState, place: number): void {
  state.tick.done |= 1 << place
  assertNotGrown(state, state.tick.generation)
}

export function assertNotGrown({ arena }: AnimationState, generation: number): void {
  if (arena.generation !== generation) throw new RangeError('osteon: the arena grew within a system')
}
