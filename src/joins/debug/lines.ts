/** Draws debug lines as sprites of a world of their own, with any renderer. */
import { createWorld } from 'bitecs'
import { skinning } from '../../../systems/skinning'
import { installAnimation } from '../../api/install'
import { OsteonError } from '../../base/errors'
import { PLAIN_PAGE } from '../../base/model/atlas'
import type { AtlasPages } from '../../world/atlas-pages'
import type { AnimationWorld } from '../../world/world-type'
import { plainSprites } from '../sprites/install'
import { registerAtlas, spawnSprite } from '../sprites/spawn'
import { type SpritedWorld, type SpriteSheet, spritedWorld } from '../sprites/state'
import { DEBUG_KIND, type DebugShapes } from './shapes'

/** Sprites that show lines. */
export interface DebugLines {
  /** Give it a renderer, and draw it after the world of the shapes, with the same view. */
  readonly world: AnimationWorld
}

/** Lines with their private members. */
interface LinesState extends DebugLines {
  readonly world: SpritedWorld
  readonly sheet: SpriteSheet
  /** The sprite of each line. */
  readonly sprites: number[]
}

const WHITE = 'white'
/** Size of a bone without length, and length of a point's line, in line widths. */
const DOT = 4
const NEEDLE = 12

/**
 * Creates a world for lines: sprites of one white pixel, stretched to thin quads.
 *
 * Its renderer needs `shared: true` to draw on the context of another world:
 * `installRenderer(lines.world, { gl: renderer.gl, shared: true })`.
 */
export function createDebugLines(): DebugLines {
  const world = spritedWorld(installAnimation(createWorld({}), { warn: () => {}, use: [plainSprites] }))
  const lines: LinesState = { world, sheet: registerAtlas(world, whiteAtlas()), sprites: [] }
  return lines
}

/**
 * Places sprites on the lines of `shapes`. Labels are not drawn.
 *
 * @param width of a line, in world units; for one pixel, `view.width / gl.drawingBufferWidth`.
 * @throws OsteonError `bad-option` for a width that is not a finite number above 0; everything stays as it was.
 */
export function placeDebugLines(lines: DebugLines, shapes: DebugShapes, width: number): void {
  if (!(Number.isFinite(width) && width > 0))
    throw new OsteonError('bad-option', 'placeDebugLines', 'width', `expected a number above 0, got ${width}`)
  const { world, sheet, sprites } = lines as LinesState
  while (sprites.length < shapes.lineCount)
    sprites.push(spawnSprite(world, sheet, WHITE, { pivotX: 0, pivotY: 0.5 }))
  const white = sheet.regions.get(WHITE) ?? 0
  const { region } = world.components.Sprite
  for (let i = 0; i < sprites.length; i++) region[sprites[i]] = i < shapes.lineCount ? white : 0
  for (let run = 0; run < shapes.runCount; run++) {
    const end = run + 1 < shapes.runCount ? shapes.runStarts[run + 1] : shapes.lineCount
    const kind = shapes.runKinds[run]
    for (let i = shapes.runStarts[run]; i < end; i++) placeLine(world, sprites[i], shapes, i, kind, width)
  }
  skinning(world)
}

function placeLine(
  { components: { Sprite, Transform } }: SpritedWorld,
  eid: number,
  { colors, lines }: DebugShapes,
  line: number,
  kind: number,
  width: number,
): void {
  const at = 4 * line
  const dx = lines[at + 2] - lines[at]
  const dy = lines[at + 3] - lines[at + 1]
  const length = Math.hypot(dx, dy)
  const isDot = length === 0
  Transform.x[eid] = lines[at] - (isDot ? (DOT * width) / 2 : 0)
  Transform.y[eid] = lines[at + 1]
  Transform.rotation[eid] = Math.atan2(dy, dx)
  Transform.scaleX[eid] = isDot ? DOT * width : kind === DEBUG_KIND.point ? NEEDLE * width : length
  Transform.scaleY[eid] = isDot ? DOT * width : width
  Sprite.red[eid] = colors[at] / 255
  Sprite.green[eid] = colors[at + 1] / 255
  Sprite.blue[eid] = colors[at + 2] / 255
  Sprite.alpha[eid] = colors[at + 3] / 255
}

/** Returns an atlas of one white pixel. */
function whiteAtlas(): AtlasPages {
  const settings = { ...PLAIN_PAGE, name: WHITE, width: 1, height: 1, premultiplied: true }
  const region = { name: WHITE, page: 0, x: 0, y: 0, width: 1, height: 1, offsetX: 0, offsetY: 0 }
  const whole = { originalWidth: 1, originalHeight: 1, rotate: 0, index: -1, custom: [] } as const
  const model = { name: 'debug', pages: [settings], regions: [{ ...region, ...whole, custom: [] }] }
  const image = { width: 1, height: 1, data: new Uint8Array([255, 255, 255, 255]) }
  return { model, pages: [{ name: WHITE, atlas: 'debug', settings, image }] }
}
