/** The door through which a skeleton gets another program. */

import type { Override } from '../../rig/program/cache'
import { forgetSkeleton } from '../../streams/vertices/forget'
import { prepareTracks } from '../../tracks/entries/prepare'
import { openLane } from '../../world/chunks/addresses'
import type { RegisteredRig } from '../../world/chunks/blocks'
import { programFor } from '../../world/chunks/registry'
import { leaveSeat, moveSeat, takeSeat } from '../../world/chunks/seats'
import { noteProgram, startFlags } from '../../world/flags/changes'
import { chunkHolding, type OpenLane } from '../../world/rows/lane'
import { startInSetupPose } from '../../world/rows/setup-pose'
import type { AnimationState } from '../../world/state'
import { keepWorldLeft } from '../solve/keep-world'
import { wake } from './wake'

/** How deep a skeleton is nested, and which bones its offsets override. If left out, both stay as they are. */
interface Place {
  readonly depth?: number
  readonly override?: Override | undefined
}

/**
 * Moves a skeleton with all its rows to the program for a skin, a depth and overridden bones. Bones that are no longer
 * composed stay where they are, and its animations are prepared for the program. A structure call.
 *
 * @param skin world skin number; -1 = none.
 * @returns its lane, open for writing.
 */
export function moveToProgram(state: AnimationState, eid: number, skin: number, place: Place): OpenLane {
  const { skeletons } = state
  const { program: present, rig } = chunkHolding(state, eid)
  const { depth = present.depth } = place
  const override = 'override' in place ? place.override : state.joins.bones?.override(eid)
  const program = programFor(state, rig, skin, depth, override)
  keepWorldLeft(state, eid, program)
  // Its pose is updated under the old skin.
  wake(state, eid)
  if (skeletons.skin[eid] !== skin) noteProgram(state, eid)
  skeletons.skin[eid] = skin
  moveSeat(state, eid, program)
  prepareTracks(state, eid)
  return openLane(state, eid)
}

/**
 * Gives a skeleton a new seat, with a rig and a skin, in the setup pose. @param isSeated whether it has a seat, which
 * is given back. A structure call.
 */
export function seatInSetupPose(
  state: AnimationState,
  eid: number,
  registered: RegisteredRig,
  skin: number,
  isSeated: boolean,
): void {
  const { skeletons } = state
  if (isSeated) {
    forgetSkeleton(state, eid)
    leaveSeat(state, eid)
  }
  const override = isSeated ? state.joins.bones?.override(eid) : undefined
  takeSeat(state, programFor(state, registered, skin, 0, override), eid)
  skeletons.rig[eid] = registered.number
  skeletons.skin[eid] = skin
  skeletons.command[eid] = -1
  startFlags(state, eid)
  startInSetupPose(state, eid)
  state.tick.activeStale = true
}
