/** The component `Baked`: an entity that is drawn from a table. */
import { observe, onAdd, onGet, onRemove, onSet, removeComponent } from 'bitecs'
import {
  checkFinite,
  growComponent,
  noteRemoval,
  reserveAdded,
  reserveEntity,
} from '../../../components/columns'
import { forgetSortKey } from '../../../components/sort-key'
import { forgetVisibility } from '../../../components/visibility'
import { OsteonError, refuseUnknown } from '../../base/errors'
import { growColumns } from '../../base/memory/columns'
import type { AnimationWorld } from '../../world/world-type'
import { addFigure, dropFigure } from './figures'
import { FLIP_X, FLIP_Y } from './layout'
import { type CrowdState, crowdOf } from './state'

/**
 * A figure that is drawn from a table. Columns by entity id; row `eid` has a meaning while `eid` owns the component.
 * All but `table` may be written at any time. `play` starts an animation with its events; a write to `animation` only
 * shows another.
 */
export interface BakedColumns {
  /** Number of the table in this world; 0 = none. Changed with `set`. */
  table: Uint16Array
  /** Number of the animation in the table. */
  animation: Uint16Array
  /** Seconds that the animation has played, over all loops. */
  time: Float64Array
  /** Factor on the tick's seconds. Must be finite. */
  speed: Float32Array
  /** 1: starts again at its end. */
  loop: Uint8Array
  /** Mirrors left–right (1) and top–bottom (2). */
  flip: Uint8Array
  /** Tint and opacity, straight, 0…1. */
  red: Float32Array
  green: Float32Array
  blue: Float32Array
  alpha: Float32Array
}

/** An animation world with a crowd installed. */
export type CrowdWorld = AnimationWorld & { components: { Baked: BakedColumns } }

/** The data of `set(Baked, …)`. Fields that are left out get their defaults. */
export type BakedData = {
  /** Number of a registered table. @default the current one */
  table?: number
  /** Name or number of an animation in the table. @default 0 */
  animation?: string | number
  /** Seconds into the animation. @default 0 */
  time?: number
  /** Multiplies the tick's seconds. @default 1 */
  speed?: number
  /** Starts again at its end. @default true */
  loop?: boolean
  /** Mirrors it left–right. @default false */
  flipX?: boolean
  /** Mirrors it top–bottom. @default false */
  flipY?: boolean
  /** Straight rgb, 0…1. @default [1, 1, 1] */
  tint?: readonly [r: number, g: number, b: number]
  /** Opacity, 0…1. @default 1 */
  alpha?: number
}

const FIELDS = ['table', 'animation', 'time', 'speed', 'loop', 'flipX', 'flipY', 'tint', 'alpha']

export function createBaked(capacity: number): BakedColumns {
  const float = () => new Float32Array(capacity)
  return {
    table: new Uint16Array(capacity),
    animation: new Uint16Array(capacity),
    time: new Float64Array(capacity),
    speed: float(),
    loop: new Uint8Array(capacity),
    flip: new Uint8Array(capacity),
    red: float(),
    green: float(),
    blue: float(),
    alpha: float(),
  }
}

/** Wires the component into `world`. A refused `set` leaves the entity as it was. */
export function installBaked(world: CrowdWorld): void {
  const { Baked } = world.components
  const crowd = crowdOf(world.animation)
  observe(world, onAdd(Baked), (eid) => {
    reserveAdded(world, eid, Baked)
    reserveFigure(world, crowd, eid)
    writeBaked(Baked, eid, 0, 0, {})
    addFigure(world.animation, crowd, eid)
  })
  observe(world, onSet(Baked), (eid, data: BakedData) => {
    if (data.table === undefined && Baked.table[eid] === 0) return // A prefab's instance before its data.
    try {
      setBaked(world, crowd, eid, data)
    } catch (error) {
      // bitECS attaches before it calls setters, so after a refused first `set` the component is removed.
      if (Baked.table[eid] === 0) removeComponent(world, eid, Baked)
      throw error
    }
  })
  observe(
    world,
    onGet(Baked),
    (eid): BakedData => ({
      table: Baked.table[eid],
      animation: Baked.animation[eid],
      time: Baked.time[eid],
      speed: Baked.speed[eid],
      loop: Baked.loop[eid] !== 0,
      flipX: (Baked.flip[eid] & FLIP_X) !== 0,
      flipY: (Baked.flip[eid] & FLIP_Y) !== 0,
      tint: [Baked.red[eid], Baked.green[eid], Baked.blue[eid]],
      alpha: Baked.alpha[eid],
    }),
  )
  observe(world, onRemove(Baked), (eid) => {
    noteRemoval(world, eid, Baked)
    Baked.table[eid] = 0
    dropFigure(crowd, eid)
    forgetSortKey(world, eid)
    forgetVisibility(world, eid)
  })
}

function setBaked(world: CrowdWorld, crowd: CrowdState, eid: number, data: BakedData): void {
  refuseUnknown(data, FIELDS, eid)
  const { Baked } = world.components
  const { tint = [1, 1, 1], alpha = 1, time = 0, speed = 1, table = Baked.table[eid] } = data
  checkFinite({ red: tint[0], green: tint[1], blue: tint[2], alpha, time, speed }, eid, 'Baked')
  const registered = crowd.tables[table]
  if (!registered) {
    const message = `no table has number ${table}; ${crowd.tables.length - 1} are registered`
    throw new OsteonError('unknown-table', `entity ${eid}`, 'Baked.table', message)
  }
  const animation = animationOf(registered.table.animations, data.animation ?? 0, eid)
  reserveEntity(world, eid)
  reserveFigure(world, crowd, eid)
  writeBaked(Baked, eid, table, animation, data)
  crowd.figures.seen[eid] = 0
}

/** Returns the number of an animation in a table. @throws OsteonError `unknown-animation`. */
function animationOf(animations: readonly { name: string }[], given: string | number, eid: number): number {
  const number =
    typeof given === 'number' ? given : animations.findIndex(({ name }: { name: string }) => name === given)
  if (animations[number] !== undefined) return number
  const names = animations.map(({ name }) => JSON.stringify(name)).join(', ')
  const message = `the table has no animation ${JSON.stringify(given)}; it has ${names}`
  throw new OsteonError('unknown-animation', `entity ${eid}`, 'Baked.animation', message)
}

function writeBaked(
  Baked: BakedColumns,
  eid: number,
  table: number,
  animation: number,
  data: BakedData,
): void {
  Baked.table[eid] = table
  Baked.animation[eid] = animation
  Baked.time[eid] = data.time ?? 0
  Baked.speed[eid] = data.speed ?? 1
  Baked.loop[eid] = (data.loop ?? true) ? 1 : 0
  Baked.flip[eid] = (data.flipX ? FLIP_X : 0) | (data.flipY ? FLIP_Y : 0)
  Baked.red[eid] = data.tint?.[0] ?? 1
  Baked.green[eid] = data.tint?.[1] ?? 1
  Baked.blue[eid] = data.tint?.[2] ?? 1
  Baked.alpha[eid] = data.alpha ?? 1
}

/** Makes room for an entity. Growing replaces the arrays. */
function reserveFigure({ components }: CrowdWorld, crowd: CrowdState, eid: number): void {
  const { Baked } = components
  const present = Baked.table.length
  if (eid < present) return
  const capacity = Math.max(eid + 1, Math.ceil(present * 1.5))
  growComponent(Baked, capacity)
  growColumns(crowd.memory.figures, capacity)
  if (crowd.rest) growComponent(crowd.rest, capacity)
}
