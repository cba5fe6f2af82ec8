/** Paints the square at dusk, paving tiles and lamps, and shows it as sprites of an atlas. */
import { addComponent } from 'bitecs'
import type { AtlasPages } from 'osteon'
import type { AtlasRegion } from 'osteon/model'
import { despawnSprite, type SpriteOptions, type SpriteSheet, spawnSprite } from 'osteon/sprites'
import type { Crowd } from './crowd'
import { paintLamp, paintPaving } from './paint'
import { createRandom } from './random'

/** A tile's side on the page, pixels; in the world, units; and the width of the paving around the ground, units. */
const TILE = 768
const TILE_UNITS = 1536
const MARGIN = 3200

/** Margin painted round the tile, so that filters and mipmaps find its proper neighbours beyond its edge. */
const BLEED = 32

const LAMP_WIDTH = 160
const LAMP_HEIGHT = 512

/** Ground for each lamp, square units. */
const LAMP_ROOM = 2_600_000

const PAGE = {
  name: 'ground',
  width: 1024,
  height: 1024,
  format: 'RGBA8888',
  minFilter: 'mipmapLinearLinear',
  magFilter: 'linear',
  repeatX: false,
  repeatY: false,
  premultiplied: true,
  scale: 1,
} as const

const FULL = TILE + 2 * BLEED
/** Least sort key of the ground, behind everything. */
const GROUND_KEY = -1e6

const LAMP_X = FULL + 16
const LAMP_Y = 16

/** A page with a tile of paving and a lamp; the same everywhere. Needs a canvas. */
export function paintGround(): ImageBitmap {
  const canvas = new OffscreenCanvas(PAGE.width, PAGE.height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('this browser has no Canvas2D')
  context.save()
  context.beginPath()
  context.rect(0, 0, FULL, FULL)
  context.clip()
  paintPaving(context, TILE, BLEED, createRandom(7))
  context.restore()
  context.translate(LAMP_X, LAMP_Y)
  paintLamp(context, LAMP_WIDTH, LAMP_HEIGHT)
  return canvas.transferToImageBitmap()
}

/** The atlas of that page; without its image nothing of it can be drawn. */
export function groundAtlas(image: ImageBitmap | null): AtlasPages {
  const region = (name: string, x: number, y: number, width: number, height: number): AtlasRegion => ({
    name,
    page: 0,
    x,
    y,
    width,
    height,
    offsetX: 0,
    offsetY: 0,
    originalWidth: width,
    originalHeight: height,
    rotate: 0,
    index: -1,
    custom: [],
  })
  const regions = [
    region('paving', BLEED, BLEED, TILE, TILE),
    region('lamp', LAMP_X, LAMP_Y, LAMP_WIDTH, LAMP_HEIGHT),
  ]
  return {
    model: { name: 'ground', pages: [{ ...PAGE }], regions },
    pages: [{ name: 'ground', atlas: 'ground', settings: { ...PAGE }, image }],
  }
}

/** Paves the ground and its margin, and puts up lamps, in place of earlier ones. */
export function layGround(crowd: Crowd): void {
  const { arena, paving, world } = crowd
  for (const eid of [...crowd.ground, ...crowd.props]) despawnSprite(world, eid)
  crowd.ground = []
  crowd.props = []
  const scale = TILE_UNITS / TILE
  for (let x = -MARGIN; x < arena.width + MARGIN; x += TILE_UNITS)
    for (let y = -MARGIN; y < arena.height + MARGIN; y += TILE_UNITS) {
      const place = { x, y, scaleX: scale, scaleY: scale, pivotX: 0, pivotY: 0 }
      crowd.ground.push(layDown(crowd, paving, 'paving', place))
    }
  putUpLamps(crowd)
}

/** Puts up lamps in a loose grid. */
function putUpLamps(crowd: Crowd): void {
  const { arena, random } = crowd
  const columns = Math.max(2, Math.round(Math.sqrt((arena.width * arena.width) / LAMP_ROOM)))
  const rows = Math.max(2, Math.round((arena.height * arena.height * 1.6) / LAMP_ROOM / (columns / 1.6)))
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const shift = row % 2 === 0 ? 0.3 : 0.7
      const x = ((column + shift + random.between(-0.12, 0.12)) * arena.width) / columns
      const y = ((row + 0.5 + random.between(-0.15, 0.15)) * arena.height) / rows
      putUpLamp(crowd, x, y)
    }
}

/** The lamp, and its light on the ground. */
function putUpLamp(crowd: Crowd, x: number, y: number): void {
  const { ground, paving, props, sheet, world } = crowd
  const lamp = spawnSprite(world, paving, 'lamp', { x, y, scaleX: 1.5, scaleY: 1.5, pivotY: 0.03 })
  addComponent(world, lamp, world.components.Visibility)
  props.push(lamp)
  const warm = { red: 1, green: 0.7, blue: 0.42, alpha: 0.4, additive: true }
  ground.push(layDown(crowd, sheet, 'glow', { x, y, scaleX: 22, scaleY: 11, ...warm }))
}

/** A sprite of the ground, over those that lie there. It keeps its sort key, and is hidden off the screen. */
function layDown({ ground, world }: Crowd, sheet: SpriteSheet, region: string, place: SpriteOptions): number {
  const sprite = spawnSprite(world, sheet, region, { ...place, sortKey: GROUND_KEY + ground.length })
  addComponent(world, sprite, world.components.Visibility)
  return sprite
}
