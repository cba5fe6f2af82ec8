/**
 * The system `budget`: chooses how often each entity is animated, so that a tick takes no longer than it may.
 */
import { culling } from '../../../systems/culling'
import { OsteonError, refuseUnknown } from '../../base/errors'
import { hypotenuse } from '../../base/math/circular'
import type { View } from '../../base/math/view'
import { LEVEL } from '../../world/skeletons'
import { type AnimationState, TOTAL } from '../../world/state'
import { stateOf } from '../../world/state-of'
import type { AnimationWorld } from '../../world/world-type'
import type { CrowdWorld } from '../crowd/component'
import { tableOf, toBaked, toLive } from '../crowd/convert'
import { canReturn, seeFigure } from '../crowd/culling'
import { type CrowdState, crowdOf } from '../crowd/state'
import { addCost, allowBones, moveLimit, tierOf } from './limit'
import {
  type BudgetCounts,
  type BudgetState,
  budgetOf,
  clearCounts,
  RANKS,
  reserve,
  SCORE_BITS,
  SERIAL_BITS,
  TIER,
} from './state'

/** What a tick may cost, and whom it is spent on. Give `ms` or `cost`. */
export interface BudgetOptions {
  /**
   * Milliseconds of a tick, from the opening of the tick to the end of `skinning`, as measured in earlier ticks. What
   * is chosen depends on the machine.
   */
  ms?: number
  /**
   * Bones of a tick, in place of `ms`: a skeleton costs as many as it has, one at a half of the rate half as many. What
   * is chosen depends on the world and the view alone, as lockstep needs it.
   */
  cost?: number
  /** By entity id, how much an entity matters: multiplies its size. Ids beyond its end have 1. @default all have 1 */
  importance?: ArrayLike<number>
  /** The greatest number of entities that become figures of tables, or skeletons again, in a tick. @default 64 */
  most?: number
}

const OPTIONS = ['ms', 'cost', 'importance', 'most']
/** `Visibility.rate` of the tiers. */
const RATES = [0, 2, 4, 255] as const
/** Entities that are tried in a tick, by `most`. */
const TRIES = 4
const SKELETONS = ['every', 'half', 'quarter', 'still'] as const
/** Seconds for which an entity stays in its tier at least. */
const HOLD = 1
/** Score of an entity at the corner of the view, beside that of one in the middle. */
const CORNER = 0.5
/** Scores from 2^-24 on have ranks of their own. */
const LEAST_BITS = (127 - 24) << SCORE_BITS
/** 2^32 by the golden ratio: the first bits of its multiples divide any row of numbers evenly. */
const GOLDEN = 0x9e3779b1
const FLOAT = new Float32Array(1)
const BITS = new Uint32Array(FLOAT.buffer)

/**
 * Chooses for each entity with `Visibility` whether it is posed in every tick, every second or fourth one, drawn from a
 * table of `osteon/crowd`, or left as it is, so that a tick keeps within a budget. Large ones, those in the middle of
 * the view and those that you call important come first. It runs `culling`, which leaves out what is not in sight.
 *
 * An entity stays what it is for a second at least, unless it comes into sight or leaves it. Without the extension
 * `crowds`, without a table for its rig, skin and animation, and with what a table can't hold, an entity in the last
 * tier is drawn as it is and posed in every 255th tick. What is out of sight becomes a figure as well.
 *
 * reads   Transform, world rows of the last tick, boxes of tables
 * writes  Visibility; Baked and Skeleton
 * runs    before `timelineSampling`, in place of `culling` and `bakedCulling`
 * cost    that of `culling`, and some comparisons per entity
 *
 * @throws OsteonError `no-extension`; `bad-option` for a view or an option with a number that is out of range, and
 *   without `ms` or `cost`, or with both. Everything stays as it was.
 */
export function budget(world: AnimationWorld, view: View, options: BudgetOptions): void {
  const state = stateOf(world)
  const own = budgetOf(state)
  const { ms, cost, importance, most = 64 } = options
  check(options, most)
  culling(world, view)
  const crowd = state.joins.byName.has('crowds') ? crowdOf(state) : null
  reserve(own, state.pool.capacity)
  own.calls++
  own.costs.fill(0)
  scoreSkeletons(world, own, view, importance)
  if (crowd) scoreFigures(world as CrowdWorld, own, crowd, view, importance)
  moveLimit(own, cost ?? allowBones(own, ms ?? 0))
  own.planned = 0
  clearCounts(own)
  own.moves.length = 0
  judgeSkeletons(world, own, crowd)
  if (!crowd) return
  judgeFigures(world as CrowdWorld, own, crowd)
  change(world as CrowdWorld, own, crowd, most)
}

/** Turns up to `most` of the listed entities into figures or skeletons. Some cannot be turned, so others are tried. */
function change(
  world: CrowdWorld,
  { calls, moves, since, tier }: BudgetState,
  crowd: CrowdState,
  most: number,
): void {
  let left = most
  for (let i = 0; i < moves.length && i < TRIES * most && left > 0; i++) {
    const eid = moves[(i + calls * most) % moves.length]
    // Columns of figures may end before the entity.
    const isFigure = crowd.figures.serial[eid] > 0
    if (isFigure) toLive(world, eid)
    if (!isFigure && !toBaked(world, eid)) continue
    if (isFigure) world.components.Visibility.rate[eid] = RATES[tier[eid]]
    since[eid] = world.animation.tick.seconds[TOTAL]
    left--
  }
}

/**
 * Returns how many entities are what, as of the last call of `budget`. For panels.
 *
 * @throws OsteonError `no-extension`.
 */
export function budgetCounts(world: AnimationWorld): Readonly<BudgetCounts> {
  return budgetOf(stateOf(world)).counts
}

/** Writes the ranks of skeletons, and adds up what they cost. */
function scoreSkeletons(
  { animation: state, components }: AnimationWorld,
  own: BudgetState,
  view: View,
  importance: ArrayLike<number> | undefined,
): void {
  const { rigs, skeletons } = state
  const { Transform, Visibility } = components
  const { dense } = state.culling.entities
  for (let i = 0; i < dense.length; i++) {
    const eid = dense[i]
    if (!isJudged(state, eid)) continue
    own.rank[eid] = 0
    if (Visibility.level[eid] > LEVEL.noVertices) continue
    const rig = rigs[skeletons.rig[eid]]?.source
    if (!rig) continue
    const height = (rig.height || 1) * Math.abs(Transform.scaleY[eid])
    const score = scoreOf(Transform, eid, height, view, importance)
    own.rank[eid] = rankOf(score, skeletons.serial[eid])
    addCost(own, own.rank[eid], presentTier(own, eid), rig.bones.count)
  }
}

/** The same for figures of tables: what they would cost as skeletons. Notes which of them are in sight. */
function scoreFigures(
  world: CrowdWorld,
  own: BudgetState,
  crowd: CrowdState,
  view: View,
  importance: ArrayLike<number> | undefined,
): void {
  const { Baked, Transform } = world.components
  const border = hypotenuse(view.width, view.height) / 2
  const { serial } = crowd.figures
  for (let i = 0; i < crowd.count; i++) {
    const eid = crowd.ids[i]
    const registered = crowd.tables[Baked.table[eid]]
    if (!registered || serial[eid] === 0) continue
    own.rank[eid] = 0
    if (!seeFigure(world, eid, registered, view, border)) continue
    const height = registered.table.height * Math.abs(Transform.scaleY[eid])
    own.rank[eid] = rankOf(scoreOf(Transform, eid, height, view, importance), serial[eid])
    addCost(own, own.rank[eid], presentTier(own, eid), registered.rig.source.bones.count)
  }
}

/** Returns an entity's score: its share of the view's height, less towards the corners, times its importance. */
function scoreOf(
  { x, y }: AnimationWorld['components']['Transform'],
  eid: number,
  height: number,
  view: View,
  importance: ArrayLike<number> | undefined,
): number {
  const corner = hypotenuse(view.width, view.height) / 2 || 1
  const away = Math.min(1, hypotenuse(x[eid] - view.x, y[eid] - view.y) / corner)
  const matters = importance && eid < importance.length ? importance[eid] : 1
  return ((matters * height) / (view.height || 1)) * (1 - (1 - CORNER) * away)
}

/** Returns the rank of a score. Of one score, some have less than others, so that a limit divides them too. */
function rankOf(score: number, serial: number): number {
  if (!(score > 0)) return 0
  // Exponent and bits of the fraction: equal in every engine, as a logarithm is not.
  FLOAT[0] = score
  const step = (BITS[0] >>> (23 - SCORE_BITS)) - LEAST_BITS
  const part = Math.imul(serial, GOLDEN) >>> (32 - SERIAL_BITS)
  return Math.max(1, Math.min(RANKS - 1, (step << SERIAL_BITS) + part))
}

/** Returns the tier that an entity has; -1: it was not in sight in the last call. */
function presentTier({ calls, seen, tier }: BudgetState, eid: number): number {
  return seen[eid] === calls - 1 ? tier[eid] : -1
}

/** Gives skeletons their tiers, and lists those that tables are to draw. */
function judgeSkeletons(world: AnimationWorld, own: BudgetState, crowd: CrowdState | null): void {
  const { animation: state, components } = world
  const { rigs, skeletons } = state
  const { level, rate } = components.Visibility
  const { counts, moves } = own
  const { dense } = state.culling.entities
  for (let i = 0; i < dense.length; i++) {
    const eid = dense[i]
    if (!isJudged(state, eid)) continue
    const isSeen = level[eid] <= LEVEL.noVertices
    const tier = judge(state, own, eid, isSeen)
    rate[eid] = isSeen ? RATES[tier] : 0
    if (!isSeen) counts.unseen++
    else {
      counts[SKELETONS[tier]]++
      own.planned += (rigs[skeletons.rig[eid]]?.source.bones.count ?? 0) / (RATES[tier] || 1)
    }
    if (crowd && tier === TIER.rest && tableOf(state, crowd, eid)) moves.push(eid)
  }
}

/** Gives figures their tiers, and lists those that are to be skeletons again. */
function judgeFigures(
  { animation: state, components }: CrowdWorld,
  own: BudgetState,
  crowd: CrowdState,
): void {
  const { counts, moves } = own
  const { table } = components.Baked
  for (let i = 0; i < crowd.count; i++) {
    const eid = crowd.ids[i]
    if (crowd.figures.serial[eid] === 0) continue
    const isSeen = own.rank[eid] > 0
    const tier = judge(state, own, eid, isSeen, true)
    counts[isSeen ? 'tables' : 'unseen']++
    const registered = crowd.tables[table[eid]]
    if (tier === TIER.rest || crowd.figures.fade[eid] !== 0 || !registered) continue
    if (canReturn(state, registered)) moves.push(eid)
  }
}

/**
 * Returns the tier of an entity, and keeps it. A skeleton that has just come into sight gets one at once; a figure goes
 * on as one for a second.
 */
function judge(
  { tick }: AnimationState,
  own: BudgetState,
  eid: number,
  isSeen: boolean,
  isFigure = false,
): number {
  if (!isSeen) return TIER.rest
  const { calls, limit, rank, seen, since, tier } = own
  const now = tick.seconds[TOTAL]
  const present = presentTier(own, eid)
  seen[eid] = calls
  const wanted = isFigure && present < 0 ? TIER.rest : tierOf(rank[eid], limit, present)
  if (present >= 0 && (wanted === present || now - since[eid] < HOLD)) return present
  tier[eid] = wanted
  since[eid] = now
  return wanted
}

/** Whether an entity with `Visibility` is a skeleton of its own. */
function isJudged({ pool, skeletons }: AnimationState, eid: number): boolean {
  return eid < pool.capacity && skeletons.serial[eid] !== 0 && skeletons.carried[eid] === 0
}

function check(options: BudgetOptions, most: number): void {
  refuseUnknown(options, OPTIONS, 'budget')
  const bad = (path: string, message: string) => new OsteonError('bad-option', 'budget', path, message)
  const { ms, cost, importance } = options
  if ((ms === undefined) === (cost === undefined)) throw bad('ms', 'give either `ms` or `cost`')
  if (ms !== undefined && !(ms > 0)) throw bad('ms', `expected milliseconds above 0, got ${ms}`)
  if (cost !== undefined && !(cost >= 0)) throw bad('cost', `expected a number of bones from 0, got ${cost}`)
  if (!(most >= 0)) throw bad('most', `expected a number from 0, got ${most}`)
  if (importance !== undefined && typeof importance?.length !== 'number')
    throw bad('importance', 'expected a column of numbers')
}
