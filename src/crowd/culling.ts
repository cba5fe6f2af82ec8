/** The system `bakedCulling`: bakes skeletons that are small on the screen, and wakes figures that are large. */
import { hasComponent } from 'bitecs'
import { OsteonError, refuseUnknown } from '../errors'
import { hypotenuse } from '../math/circular'
import type { View } from '../math/view'
import { LEVEL } from '../world/skeletons'
import { stateOf } from '../world/state-of'
import type { CrowdWorld } from './component'
import { tableOf, toBaked, toLive } from './convert'
import { compact } from './figures'
import { crowdOf } from './state'

/** How `bakedCulling` chooses. */
export interface BakedCullingOptions {
  /**
   * Skeletons are baked below this part of the view's height, and figures go live above it: the height of their table's box, at their scale.
   * 0 wakes all figures, Infinity bakes all skeletons. @default 0.35
   */
  below?: number
  /** Part of `below` on both sides in which all stay what they are, so that nobody changes sides in every tick. @default 0.1 */
  margin?: number
  /** The greatest number of entities that change sides in a tick. @default 64 */
  most?: number
}

const ABSENT: BakedCullingOptions = {}
const OPTIONS = ['below', 'margin', 'most']

/**
 * Sees to it that large ones are live and small ones are baked, by their height in the view; and that figures out of the view are not
 * drawn. Skeletons that no table can hold stay live (`toBaked`), and so do those in the middle of a fade.
 *
 * reads   Transform, boxes of tables
 * writes  Baked and Skeleton; Visibility.level of figures
 * runs    before `timelineSampling`; behind `culling`, if both run
 * cost    a few comparisons an entity; a spawn for each one that changes sides
 *
 * Throws `no-crowd`; `bad-option` for a view or an option with a number that is out of range.
 */
export function bakedCulling(world: CrowdWorld, view: View, options: BakedCullingOptions = ABSENT): void {
  const state = stateOf(world)
  const crowd = crowdOf(state)
  const { below = 0.35, margin = 0.1, most = 64 } = options
  check(view, options, below, margin, most)
  compact(crowd)
  const { Baked, Transform, Visibility } = world.components
  const up = below * (1 + margin) * view.height
  const down = below * (1 - margin) * view.height
  // In the view's corners, whichever way it is turned.
  const reach = hypotenuse(view.width, view.height) / 2
  let left = most
  for (let i = crowd.count - 1; i >= 0; i--) {
    const eid = crowd.ids[i]
    const table = crowd.tables[Baked.table[eid]]?.table
    if (!table) continue
    const { scaleX, scaleY, x, y } = Transform
    const high = Math.abs(scaleY[eid])
    if (table.height * high > up && left > 0 && crowd.figures.fade[eid] === 0) {
      left--
      toLive(world, eid)
      continue
    }
    const far =
      Math.max(
        Math.abs(table.x),
        Math.abs(table.x + table.width),
        Math.abs(table.y),
        Math.abs(table.y + table.height),
      ) *
      2 *
      Math.max(Math.abs(scaleX[eid]), high)
    const dx = Math.abs(x[eid] - view.x) - far
    const dy = Math.abs(y[eid] - view.y) - far
    if (Visibility.level[eid] <= LEVEL.timeOnly)
      Visibility.level[eid] = dx > reach || dy > reach ? LEVEL.timeOnly : LEVEL.full
  }
  const { alive, skeletons } = state
  for (let i = alive.count - 1; i >= 0 && left > 0; i--) {
    const eid = alive.ids[i]
    if (skeletons.held[eid] !== 0) continue
    const table = tableOf(state, crowd, eid)?.table
    if (!table || table.height * Math.abs(Transform.scaleY[eid]) >= down) continue
    // A skeleton that was removed is listed until the next tick.
    if (!hasComponent(world, eid, world.components.Skeleton) || fades(world, eid)) continue
    if (toBaked(world, eid)) left--
  }
}

/** Whether the skeleton mixes two animations. */
function fades({ animation: { arena, playback, skeletons } }: CrowdWorld, eid: number): boolean {
  if (skeletons.trackCount[eid] === 0) return true
  const row = arena.i32[skeletons.tracks[eid]]
  return row < 0 || playback.entries.older[row] >= 0
}

function check(view: View, options: BakedCullingOptions, below: number, margin: number, most: number): void {
  refuseUnknown(options, OPTIONS, 'bakedCulling')
  const bad = (path: string, message: string) => new OsteonError('bad-option', 'bakedCulling', path, message)
  const { x, y, width, height } = view
  if (!Number.isFinite(x + y + width + height) || !(width >= 0 && height >= 0))
    throw bad('view', 'expected finite numbers and a size from 0')
  if (!(below >= 0)) throw bad('below', `expected a number from 0, got ${below}`)
  if (!(margin >= 0 && margin < 1)) throw bad('margin', `expected a number from 0 to 1, got ${margin}`)
  if (!(most >= 0)) throw bad('most', `expected a number from 0, got ${most}`)
}
