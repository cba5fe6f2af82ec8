/** Root motions in saved states. */
import type { Rig } from '../../rig/rig'
import { AXES } from '../moving-bones/options'
import { type Decoded, damagedAt } from '../save/bytes/shape'
import { checkFinite, checkRange, readColumn } from '../save/tables'
import { createMotion, type MotionState } from './state'

const PATH = 'rootMotions'

/** The root motions of a state: an item for each, and in `left` one for each of its axes. */
export interface SavedMotions {
  readonly ids: Int32Array
  readonly bones: Uint16Array
  readonly moves: Uint8Array
  readonly left: Float64Array
}

/** Copies all root motions. */
export function saveMotions({ byEntity }: MotionState): SavedMotions {
  const all = [...byEntity.values()]
  return {
    ids: Int32Array.from(all, ({ eid }) => eid),
    bones: Uint16Array.from(all, ({ bone }) => bone),
    moves: Uint8Array.from(all, ({ moves }) => moves),
    left: Float64Array.from(all.flatMap(({ left }) => [...left])),
  }
}

/** Replaces all root motions. @param saved undefined: the state has none. @param places saved id → id here. */
export function restoreMotions(
  { byEntity }: MotionState,
  saved: SavedMotions | undefined,
  places: ReadonlyMap<number, number>,
): void {
  byEntity.clear()
  saved?.ids.forEach((id, nth) => {
    const motion = createMotion(places.get(id) ?? id, saved.bones[nth], saved.moves[nth])
    motion.left.set(saved.left.subarray(AXES * nth, AXES * (nth + 1)))
    byEntity.set(motion.eid, motion)
  })
}

/**
 * Reads and checks encoded root motions. @param rigOf the rig of a skeleton of the state.
 *
 * @throws OsteonError `damaged`.
 */
export function readMotions(given: Decoded, rigOf: (eid: number) => Rig | undefined): SavedMotions {
  const ids = given.get('ids')
  if (!(ids instanceof Int32Array)) throw damagedAt(`${PATH}.ids`, 'expected Int32Array')
  if (new Set(ids).size !== ids.length) throw damagedAt(`${PATH}.ids`, 'a skeleton has two root motions')
  const saved = {
    ids,
    bones: readColumn(given, 'bones', new Uint16Array(0), ids.length, PATH),
    moves: readColumn(given, 'moves', new Uint8Array(0), ids.length, PATH),
    left: readColumn(given, 'left', new Float64Array(0), AXES * ids.length, PATH),
  }
  checkRange(saved.moves, 1, (1 << AXES) - 1, `${PATH}.moves`)
  checkFinite(saved.left, `${PATH}.left`)
  ids.forEach((eid, nth) => {
    const rig = rigOf(eid)
    if (!rig) throw damagedAt(`${PATH}.ids`, `${eid} is no skeleton`)
    if (rig.player !== null) throw damagedAt(`${PATH}.ids`, `${eid} is of DragonBones`)
    if (saved.bones[nth] >= rig.bones.count) throw damagedAt(`${PATH}.bones`, `the rig of ${eid} has fewer`)
  })
  return saved
}
