/** Registers atlases, and spawns and despawns sprites. */
import { addComponent, addEntity, removeComponent, removeEntity, set } from 'bitecs'
import type { TransformData } from '../../../components/transform'
import { placeEntity } from '../../api/spawn'
import { listNames, OsteonError } from '../../base/errors'
import { growRecords } from '../../base/memory/records'
import { indexRegions } from '../../base/model/atlas-lookup'
import { regionProblem, regionUvs } from '../../base/model/region-geometry'
import { settleLeaving } from '../../tick/settle'
import { type AtlasPages, checkOpen } from '../../world/atlas-pages'
import { heardCall, isHeard } from '../../world/calls'
import { quadRow } from '../../world/quads'
import type { AnimationWorld } from '../../world/world-type'
import type { SpriteData } from './component'
import { REGION, REGION_RECORD } from './layout'
import { settleSprite } from './rows'
import { type SpritedState, type SpritedWorld, type SpriteSheet, spritedWorld } from './state'

/** Place and appearance of a new sprite. */
export type SpriteOptions = Omit<SpriteData, 'region'> & TransformData & { sortKey?: number }

/**
 * Registers an atlas's regions in a world, so that sprites can show them. The same atlas returns the same sheet again.
 * A page that a rig of the world also uses stays one texture.
 *
 * @throws OsteonError `no-extension`; `bad-atlas` for a region without size, or on a page of unknown size;
 *   `missing-page` for one on a page that was not given; `disposed` if the atlas was disposed of. Nothing is registered
 *   in these cases.
 */
export function registerAtlas(world: AnimationWorld, atlas: AtlasPages): SpriteSheet {
  if (isHeard(world)) return heardCall('registerAtlas', registerAtlas, world, atlas)
  const { animation: state } = spritedWorld(world)
  const { sprites } = state
  const known = sprites.sheets.get(atlas)
  if (known) return known
  const { name, regions } = atlas.model
  for (const region of regions) {
    const page = atlas.pages[region.page]
    if (!page) {
      const message = `region ${JSON.stringify(region.name)} is on page ${region.page}, which was not given`
      throw new OsteonError('missing-page', name, `regions.${region.name}`, message)
    }
    checkOpen(atlas, page, region.name)
    const problem = regionProblem(region, page.settings)
    if (problem !== null) throw new OsteonError('bad-atlas', name, `regions.${region.name}`, problem)
  }
  const first = sprites.regionCount
  sprites.regionCount += regions.length
  if (sprites.regionCount > sprites.regions.capacity)
    growRecords(state.arena, sprites.regions, Math.max(sprites.regionCount, 2 * first))
  regions.forEach((_, index) => {
    writeRegion(state, first + index, atlas, index)
  })
  const numbers = new Map(regions.map((region, index) => [region, first + index]))
  const named = [...indexRegions(atlas.model)].map(
    ([region, found]) => [region, numbers.get(found) ?? 0] as const,
  )
  const sheet: SpriteSheet = { atlas, regions: new Map(named) }
  sprites.sheets.set(atlas, sheet)
  return sheet
}

function writeRegion(state: SpritedState, number: number, atlas: AtlasPages, index: number): void {
  const { arena, pages, pageNumbers, sprites } = state
  const { f32, i32 } = arena
  const region = atlas.model.regions[index]
  const page = atlas.pages[region.page]
  const pageNumber = pageNumbers.get(page) ?? pages.push(page) - 1
  pageNumbers.set(page, pageNumber)
  const record = sprites.regions.start + number * REGION_RECORD
  regionUvs(region, page.settings, f32.subarray(record + REGION.UVS, record + REGION.UVS + 8))
  f32[record + REGION.LEFT] = region.offsetX
  f32[record + REGION.BOTTOM] = region.offsetY
  f32[record + REGION.RIGHT] = region.offsetX + region.width
  f32[record + REGION.TOP] = region.offsetY + region.height
  f32[record + REGION.WIDTH] = region.originalWidth
  f32[record + REGION.HEIGHT] = region.originalHeight
  i32[record + REGION.PAGE] = pageNumber
}

/**
 * Adds an entity that shows a region. This is the same as an entity with `set(Sprite, { region })` and
 * `set(Transform, …)`. A world unit is a pixel of the untrimmed image.
 *
 * @returns the entity.
 * @throws OsteonError `no-extension`, `missing-region`, `bad-option` for another world's sheet, `not-finite`,
 *   `capacity`; no entity is left behind.
 */
export function spawnSprite(
  given: AnimationWorld,
  sheet: SpriteSheet,
  name: string,
  options: SpriteOptions = {},
): number {
  if (isHeard(given)) return heardCall('spawnSprite', spawnSprite, given, sheet, name, options)
  return addSprites(given, 1, sheet, name, options)[0]
}

/**
 * Adds `count` entities that show a region, all with the same options. Move them by writing the columns of `Transform`
 * and `Sprite` at their entity ids. Take the columns from `world.components` after this call, since it may replace them.
 *
 * @param count 0 or more.
 * @returns the entities, the oldest first. With equal sort keys the oldest is drawn first.
 * @throws OsteonError `bad-option` for a count that isn't a whole number from 0 on, and the errors of `spawnSprite`; no
 *   entity is left behind.
 */
export function spawnSprites(
  given: AnimationWorld,
  count: number,
  sheet: SpriteSheet,
  name: string,
  options: SpriteOptions = {},
): Uint32Array {
  if (isHeard(given)) return heardCall('spawnSprites', spawnSprites, given, count, sheet, name, options)
  if (!Number.isSafeInteger(count) || count < 0) {
    const message = `expected a whole number from 0 on, got ${String(count)}`
    throw new OsteonError('bad-option', 'spawnSprites', 'count', message)
  }
  return Uint32Array.from(addSprites(given, count, sheet, name, options))
}

function addSprites(
  given: AnimationWorld,
  count: number,
  sheet: SpriteSheet,
  name: string,
  options: SpriteOptions,
): number[] {
  const { x, y, rotation, scaleX, scaleY, sortKey, ...look } = options
  const world = spritedWorld(given)
  const place = { x, y, rotation, scaleX, scaleY }
  const sprite = { ...look, region: regionNumber(world, sheet, name) }
  const { Sprite, SortKey } = world.components
  const added: number[] = []
  try {
    for (let i = 0; i < count; i++) {
      const eid = addEntity(world)
      added.push(eid)
      placeEntity(world, eid, place)
      if (sortKey !== undefined) addComponent(world, eid, set(SortKey, { value: sortKey }))
      addComponent(world, eid, set(Sprite, sprite))
    }
    for (const eid of added) settleSprite(world, eid)
  } catch (error) {
    // The last one first: so bitECS gives the same ids again, in the same order.
    for (const eid of added.reverse()) removeEntity(world, eid)
    throw error
  }
  return added
}

function regionNumber({ animation }: SpritedWorld, sheet: SpriteSheet, name: string): number {
  if (animation.sprites.sheets.get(sheet.atlas) !== sheet) {
    const message = 'this sheet is not of this world: call registerAtlas(world, atlas)'
    throw new OsteonError('bad-option', 'spawnSprite', 'sheet', message)
  }
  const number = sheet.regions.get(name)
  if (number !== undefined) return number
  const message = `there is no region ${JSON.stringify(name)}; there are ${listNames(sheet.regions.keys())}`
  throw new OsteonError('missing-region', sheet.atlas.model.name, '', message)
}

/**
 * Removes the sprite and its row, and the entity unless `keepEntity` is set.
 *
 * @throws OsteonError `no-extension`, `no-sprite`.
 */
export function despawnSprite(
  given: AnimationWorld,
  eid: number,
  options: { keepEntity?: boolean } = {},
): void {
  if (isHeard(given)) return void heardCall('despawnSprite', despawnSprite, given, eid, options)
  const world = spritedWorld(given)
  settleLeaving(world)
  settleSprite(world, eid)
  if (!(quadRow(world.animation.joins.quads, eid) > 0))
    throw new OsteonError('no-sprite', `entity ${eid}`, '', 'it has no sprite')
  if (options.keepEntity) removeComponent(world, eid, world.components.Sprite)
  else removeEntity(world, eid)
  settleSprite(world, eid)
}
