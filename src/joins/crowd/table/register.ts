/** Registers tables in a world. */

import { OsteonError } from '../../../base/errors'
import { hypotenuse } from '../../../base/math/circular'
import type { NameOf, RigNames } from '../../../base/model/names'
import type { Rig } from '../../../rig/rig'
import { heardCall, isHeard } from '../../../world/calls'
import { registerRig, skinNumber } from '../../../world/chunks/registry'
import type { AnimationState } from '../../../world/state'
import { stateOf } from '../../../world/state-of'
import type { AnimationWorld } from '../../../world/world-type'
import { rigPrint } from '../../save/rig-print'
import { type BakeOptions, bakeTables } from '../bake/bake'
import { createRests } from '../figures'
import { crowdOf, type RegisteredTable, type TravelHooks } from '../state'
import { checkTable } from './check-table'
import { addClips } from './clips'
import type { BakedTable } from './table'

/** Table numbers have 16 bits, and so have clips. */
const MOST = 65_535

/**
 * Bakes animations of a rig into tables, one for each skin, and registers them. `bakeTables` does the same without a
 * world, for instance in a worker.
 *
 * @returns the tables' numbers, for `spawnBaked` and `set(Baked, { table })`, in the order of `skins`.
 * @throws OsteonError as `bakeTables` and `registerTable`.
 */
export function bake<N extends RigNames, S extends string, A extends string, B extends string>(
  world: AnimationWorld,
  rig: Rig<N>,
  options: BakeOptions<NameOf<N['skins'], S>, NameOf<N['animations'], A>, NameOf<N['bones'], B>> = {},
): number[] {
  if (isHeard(world)) return heardCall('bake', bake, world, rig, options)
  crowdOf(stateOf(world))
  return bakeTables(rig, options).map((table) => registerTable(world, rig, table))
}

/**
 * Registers a table and its rig in a world, so that figures can use it and go live. The same table returns the same
 * number again. Textures are made when a figure is first drawn.
 *
 * @returns its number, from 1.
 * @throws OsteonError `no-extension`, also for a table with a root motion in a world without `rootMotions`; `unknown-rig` if the table was baked from another rig; `unknown-skin`, `damaged`
 *   for a table whose arrays do not fit one another, `capacity`; nothing is registered then.
 */
export function registerTable<N extends RigNames>(
  world: AnimationWorld,
  rig: Rig<N>,
  table: BakedTable,
): number {
  if (isHeard(world)) return heardCall('registerTable', registerTable, world, rig, table)
  const state = stateOf(world)
  const crowd = crowdOf(state)
  const known = crowd.numbers.get(table)
  if (known) return known.number
  if (table.rig !== rig.name || table.print !== rigPrint(rig)) {
    const message = `the table was baked from "${table.rig}", or from an earlier version of it`
    throw new OsteonError('unknown-rig', 'registerTable', 'rig', message)
  }
  checkTable(table, rig)
  if (crowd.tables.length > MOST || crowd.clips.count + table.animations.length > MOST)
    throw new OsteonError('capacity', 'registerTable', 'table', `more than ${MOST} tables or animations`)
  const hooks = travelHooks(state, table)
  const registered = registerRig(state, rig)
  const skin = table.skins.length > 0 ? skinNumber(registered, table.skins, 'registerTable') : -1
  const animations = new Int16Array(rig.animations.length).fill(-1)
  table.animations.forEach(({ name }, i) => {
    animations[rig.animationIndex.get(name) ?? 0] = i
  })
  const made: RegisteredTable = {
    number: crowd.tables.length,
    table,
    rig: registered,
    skin,
    reach: reachOf(table),
    pages: Uint16Array.from(table.parts.page, (page) => registered.pages[page]),
    animations,
  }
  crowd.firstClip = Uint32Array.from([...crowd.firstClip, crowd.clips.count])
  addClips(crowd.clips, made)
  crowd.tables.push(made)
  crowd.numbers.set(table, made)
  if (hooks && !crowd.travel) {
    crowd.travel = hooks
    crowd.rest = createRests(crowd.figures.serial.length)
  }
  return made.number
}

/** Returns what moves the figures of a table; null if they stay. @throws OsteonError `no-extension`. */
function travelHooks({ joins }: AnimationState, { motion }: BakedTable): TravelHooks | null {
  if (motion.bone < 0) return null
  const hooks = joins.byName.get('rootMotions')?.travel
  if (hooks) return hooks
  const message = 'the table has a root motion: installAnimation(world, { use: [crowds, rootMotions] })'
  throw new OsteonError('no-extension', 'registerTable', 'motion', message)
}

function reachOf({ height, width, x, y }: BakedTable): number {
  const along = Math.max(Math.abs(x), Math.abs(x + width))
  return hypotenuse(along, Math.max(Math.abs(y), Math.abs(y + height)))
}
