/** The component `Sprite`: an entity that shows one region of an atlas. */
import { observe, onAdd, onGet, onRemove, onSet, removeComponent } from 'bitecs'
import { checkFinite, noteRemoval, reserveAdded, reserveEntity } from '../../../components/columns'
import { forgetSortKey } from '../../../components/sort-key'
import { forgetVisibility } from '../../../components/visibility'
import { OsteonError, refuseUnknown } from '../../base/errors'
import { quadRow } from '../../world/quads'
import type { SpriteColumns, SpritedWorld } from './state'

/** The data of `set(Sprite, …)`. Fields that are left out get their defaults. */
export type SpriteData = {
  /** The world's region number. @default 0 */
  region?: number
  /** Tint, 0…1. @default 1 */
  red?: number
  /** Tint, 0…1. @default 1 */
  green?: number
  /** Tint, 0…1. @default 1 */
  blue?: number
  /** Opacity, 0…1. @default 1 */
  alpha?: number
  /** Adds its light to the background. @default false */
  additive?: boolean
  /** Pivot from the image's left edge, as a share of its width. @default 0.5 */
  pivotX?: number
  /** Pivot from the image's lower edge, as a share of its height. @default 0.5 */
  pivotY?: number
}

export function createSprite(capacity: number): SpriteColumns {
  const float = () => new Float32Array(capacity)
  return {
    region: new Uint32Array(capacity),
    red: float(),
    green: float(),
    blue: float(),
    alpha: float(),
    additive: new Uint8Array(capacity),
    pivotX: float(),
    pivotY: float(),
  }
}

/**
 * Wires the component into `world`. Observers only note changes. Rows are given and freed when a tick opens or a
 * structure call needs them. A refused `set` leaves the entity as it was.
 */
export function installSprite(world: SpritedWorld): void {
  const { Sprite } = world.components
  const { joins, sprites, streams } = world.animation
  observe(world, onAdd(Sprite), (eid) => {
    reserveAdded(world, eid, Sprite)
    writeSprite(Sprite, eid, {})
    sprites.pending.add(eid)
  })
  observe(world, onSet(Sprite), (eid, data: SpriteData) => {
    try {
      refuseUnknown(data, Object.keys(Sprite), eid)
      checkSprite(world, eid, data)
    } catch (error) {
      // bitECS attaches before it calls setters, so after a refused first `set` the component is removed.
      if (!Sprite.region[eid]) removeComponent(world, eid, Sprite)
      throw error
    }
    reserveEntity(world, eid)
    writeSprite(Sprite, eid, data)
  })
  observe(world, onGet(Sprite), (eid) => readSprite(Sprite, eid))
  observe(world, onRemove(Sprite), (eid) => {
    noteRemoval(world, eid, Sprite)
    sprites.pending.delete(eid)
    Sprite.region[eid] = 0
    forgetSortKey(world, eid)
    forgetVisibility(world, eid)
    const row = quadRow(joins.quads, eid)
    if (row === 0) return
    sprites.leaving.add(eid)
    sprites.rows.shown[row] = 0
    streams.pools.membersStale = true
  })
}

/** Checks data. @throws OsteonError `not-finite`, `missing-region`. */
function checkSprite(world: SpritedWorld, eid: number, data: SpriteData): void {
  checkFinite(data, eid, 'Sprite')
  const { region = 0 } = data
  const { regionCount } = world.animation.sprites
  if (Number.isInteger(region) && region >= 0 && region < regionCount) return
  const message = `no region has number ${region}; ${regionCount - 1} are registered`
  throw new OsteonError('missing-region', `entity ${eid}`, 'Sprite.region', message)
}

function writeSprite(Sprite: SpriteColumns, eid: number, data: SpriteData): void {
  Sprite.region[eid] = data.region ?? 0
  Sprite.red[eid] = data.red ?? 1
  Sprite.green[eid] = data.green ?? 1
  Sprite.blue[eid] = data.blue ?? 1
  Sprite.alpha[eid] = data.alpha ?? 1
  Sprite.additive[eid] = data.additive ? 1 : 0
  Sprite.pivotX[eid] = data.pivotX ?? 0.5
  Sprite.pivotY[eid] = data.pivotY ?? 0.5
}

function readSprite(Sprite: SpriteColumns, eid: number): SpriteData {
  return {
    region: Sprite.region[eid],
    red: Sprite.red[eid],
    green: Sprite.green[eid],
    blue: Sprite.blue[eid],
    alpha: Sprite.alpha[eid],
    additive: Sprite.additive[eid] !== 0,
    pivotX: Sprite.pivotX[eid],
    pivotY: Sprite.pivotY[eid],
  }
}
