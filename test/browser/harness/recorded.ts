/** Compares pictures with recorded ones in `test/browser/recorded`, which were looked at. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PNG } from 'pngjs'
import { expect } from 'vitest'
import { ROOT } from '../../../scripts/entries'
import { comparePixels } from '../../golden/raster/compare-pixels'
import { decodePng, type Picture } from './index'

const FOLDER = join(ROOT, 'test/browser/recorded')
const RECORDS = process.env.OSTEON_RECORD === '1'

/** Limits: graphics cards round colours and edges differently. */
const MOST_PIXELS = 0.01
const MOST_MEAN = 0.5

/**
 * Compares a picture with the one recorded under a name, which has to have its size. With `OSTEON_RECORD=1` it is
 * recorded first.
 *
 * @returns how far off it is, in words; null = it is as recorded.
 */
export function compareRecorded(name: string, got: Picture): string | null {
  const file = join(FOLDER, `${name}.png`)
  if (RECORDS) {
    const image = new PNG({ width: got.width, height: got.height })
    image.data.set(got.data)
    writeFileSync(file, PNG.sync.write(image))
  }
  const wanted = decodePng(readFileSync(file))
  expect([got.width, got.height]).toEqual([wanted.width, wanted.height])
  const { share, mae } = comparePixels(got.data, wanted.data)
  return share > MOST_PIXELS || mae > MOST_MEAN ? `${name}: ${share}, ${mae}` : null
}
