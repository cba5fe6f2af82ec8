/**
 * The system `bakedCulling`: bakes skeletons that are small on the screen or off it, and wakes figures that are large
 * on it.
 */
import { hasComponent } from 'bitecs'
import { OsteonError, refuseUnknown } from '../../base/errors'
import { hypotenuse } from '../../base/math/circular'
import type { View } from '../../base/math/view'
import { tracks } from '../../tracks/player'
import { heardCall, isHeard } from '../../world/calls'
import { LEVEL } from '../../world/skeletons'
import type { AnimationState } from '../../world/state'
import { stateOf } from '../../world/state-of'
import type { TransformColumns } from '../../world/world-type'
import type { CrowdWorld } from './component'
import { tableOf, toBaked, toLive } from './convert'
import { compact } from './figures'
import { crowdOf, type RegisteredTable } from './state'

/** How `bakedCulling` chooses. */
export interface BakedCullingOptions {
  /**
   * Skeletons are baked below this share of the view's height, and figures go live above it: it is compared with the
   * height of their table's box, at their scale. 0 wakes all figures in the view, Infinity bakes all skeletons.
   * @default 0.35
   */
  below?: number
  /**
   * Share of `below` on both sides, and of the view's size around it, in which all stay what they are, so that none
   * changes sides in every tick. @default 0.1
   */
  margin?: number
  /** The greatest number of entities that change sides in a tick. @default 64 */
  most?: number
}

const ABSENT: BakedCullingOptions = {}
const OPTIONS = ['below', 'margin', 'most']

/**
 * Keeps large entities in the view live, and small ones and those out of the view baked, and does not draw figures out
 * of the view. Skeletons that no table can hold stay live (`toBaked`), and so do those in the middle of a fade. Figures
 * of DragonBones rigs stay figures.
 *
 * reads   Transform, boxes of tables
 * writes  Baked and Skeleton; Visibility.level of figures
 * runs    before `timelineSampling`; after `culling`, if both run
 * cost    a few comparisons an entity; a spawn for each one that changes sides
 *
 * Throws `no-extension`; `bad-option` for a view or an option with a number that is out of range.
 */
export function bakedCulling(world: CrowdWorld, view: View, options: BakedCullingOptions = ABSENT): void {
  if (isHeard(world)) return void heardCall('bakedCulling', bakedCulling, world, view, options)
  const state = stateOf(world)
  const crowd = crowdOf(state)
  const { below = 0.35, margin = 0.1, most = 64 } = options
  check(view, options, below, margin, most)
  compact(crowd)
  const { Baked, Transform } = world.components
  const { scaleY } = Transform
  const up = below * (1 + margin) * view.height
  const down = below * (1 - margin) * view.height
  // To the view's corners, whichever way it is rotated.
  const border = hypotenuse(view.width, view.height) / 2
  const beyond = border * (1 + margin)
  let left = most
  for (let i = crowd.count - 1; i >= 0; i--) {
    const eid = crowd.ids[i]
    const registered = crowd.tables[Baked.table[eid]]
    if (!registered) continue
    const isSeen = seeFigure(world, eid, registered, view, border)
    if (!isSeen || left <= 0 || registered.table.height * Math.abs(scaleY[eid]) <= up) continue
    if (crowd.figures.fade[eid] !== 0 || !canReturn(state, registered)) continue
    left--
    toLive(world, eid)
  }
  const { alive, skeletons } = state
  for (let i = alive.count - 1; i >= 0 && left > 0; i--) {
    const eid = alive.ids[i]
    if (skeletons.carried[eid] !== 0) continue
    const registered = tableOf(state, crowd, eid)
    if (!registered) continue
    const isLarge = registered.table.height * Math.abs(scaleY[eid]) >= down
    if (isLarge && isWithin(Transform, eid, view, registered.reach, beyond)) continue
    // A skeleton that was removed is listed until the next tick.
    if (!hasComponent(world, eid, world.components.Skeleton) || fades(world, eid)) continue
    if (toBaked(world, eid)) left--
  }
}

/** Draws a figure if it is in sight, and not otherwise. @returns whether it is. @param border as for `isWithin`. */
export function seeFigure(
  { components: { Transform, Visibility } }: CrowdWorld,
  eid: number,
  { reach }: RegisteredTable,
  view: View,
  border: number,
): boolean {
  const isSeen = isWithin(Transform, eid, view, reach, border)
  if (Visibility.level[eid] <= LEVEL.timeOnly) Visibility.level[eid] = isSeen ? LEVEL.full : LEVEL.timeOnly
  return isSeen
}

/** Returns whether the box of an entity's table reaches within `border` of the view's middle, along and across. */
function isWithin(
  { scaleX, scaleY, x, y }: TransformColumns,
  eid: number,
  view: View,
  reach: number,
  border: number,
): boolean {
  const far = border + reach * Math.max(Math.abs(scaleX[eid]), Math.abs(scaleY[eid]))
  return Math.abs(x[eid] - view.x) <= far && Math.abs(y[eid] - view.y) <= far
}

/** Returns whether its skeletons can become figures again. */
export function canReturn({ players }: AnimationState, { rig }: RegisteredTable): boolean {
  return players[rig.number] === tracks
}

/** Returns whether the skeleton mixes two animations. */
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
