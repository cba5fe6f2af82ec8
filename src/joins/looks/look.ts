/** Sets the looks of entities, and the palettes of a world. */
import { addComponent, entityExists, hasComponent } from 'bitecs'
import { badOption } from '../../base/errors'
import type { PageImage } from '../../rig/rig'
import { heardCall, isHeard } from '../../world/calls'
import type { AnimationWorld } from '../../world/world-type'
import { checkLook, type LookData, writeLook } from './component'
import { type LookWorld, looksOf } from './state'

/** Palettes that `Look.palette` can number. */
const MOST_PALETTES = 255

/**
 * Changes how an entity is drawn: adds `Look` if it lacks it, and writes the given columns. Others stay as they are. To
 * end all effects, remove the component.
 *
 * @throws OsteonError `no-extension`; `bad-option` for a value that is out of range, and if there is no such entity.
 *   Everything stays as it was.
 */
export function look(given: AnimationWorld, eid: number, data: LookData): void {
  const own = looksOf(given)
  const world = given as LookWorld
  checkLook(data, eid)
  if (!entityExists(world, eid)) throw badOption(eid, '', 'there is no such entity')
  const { Look } = world.components
  // Who hears of calls hears of this first: to it, an entity without components comes to be by it.
  if (!hasComponent(world, eid, Look)) addComponent(world, eid, Look)
  if (isHeard(given)) return void heardCall('look', look, given, eid, data)
  own.added = 0
  writeLook(Look, eid, data)
}

/**
 * Sets the palettes of a world: a row of the image for each. An entity whose `Look.palette` is n gets its colours from
 * row n, counted from 1 at the top: each pixel has the colour in the column that its red channel names, 0…255. Its
 * alpha stays, and tints apply as before. The image is kept, for lost contexts, and isn't part of saves. Its colours are
 * straight, not premultiplied.
 *
 * @param image up to 255 rows and 256 columns; null = none. @throws OsteonError `no-extension`, `bad-option`.
 */
export function setPalettes(world: AnimationWorld, image: PageImage | null): void {
  const own = looksOf(world)
  if (image !== null) check(image)
  own.palettes = image && { image, number: (own.palettes?.number ?? 0) + 1 }
}

function check(image: PageImage): void {
  const { width, height } = Object(image) as Partial<PageImage>
  const fits = (size: unknown, most: number) =>
    Number.isInteger(size) && Number(size) > 0 && Number(size) <= most
  if (!(fits(width, 256) && fits(height, MOST_PALETTES)))
    throw badOption(
      'setPalettes',
      'image',
      `expected up to 256 × ${MOST_PALETTES} pixels, got ${width} × ${height}`,
    )
  const data: unknown = 'data' in image ? image.data : null
  if (data === null) return
  if (!(data instanceof Uint8Array || data instanceof Uint8ClampedArray))
    throw badOption('setPalettes', 'image.data', 'expected a Uint8Array or a Uint8ClampedArray')
  const needed = 4 * image.width * image.height
  if (data.length < needed)
    throw badOption('setPalettes', 'image.data', `expected ${needed} bytes, got ${data.length}`)
}
