/** Texture coordinates, which goldens record once a file: from the rig, in the file's vertex order. */
import type { Rig } from 'osteon'
import type { Golden } from './schema'
import { addError, addFault, type Tally } from './tally'

/** Coordinates on the page of an entry's first frame; null if the rig has no such entry. */
function readUvs(
  { attachments, image, keyIndex, keys, pages, skinIndex, skins }: Rig,
  skin: string,
  slot: number,
  key: string,
) {
  // It tells where attachments are in it.
  const { words } = image()
  const entries = skins[skinIndex.get(skin) ?? -1]?.entries
  const number = entries?.get(slot * keys.length + (keyIndex.get(key) ?? -1))
  if (number === undefined || attachments.uvs[number] < 0) return null
  const count = attachments.vertices[number]
  const page = pages[attachments.page[attachments.pageStart[number]]]?.settings ?? { width: 1, height: 1 }
  const sorted = new Float32Array(words.buffer, words.byteOffset + attachments.uvs[number] * 4, count * 2)
  const order = attachments.order[number]
  if (!order) return { page, uvs: [...sorted] }
  const uvs = new Array<number>(count * 2)
  order.forEach((vertex, place) => {
    uvs[vertex * 2] = sorted[place * 2]
    uvs[vertex * 2 + 1] = sorted[place * 2 + 1]
  })
  return { page, uvs }
}

/**
 * The references before 4.2 take page sizes from the image, and were recorded with one of 1 × 1 pixels:
 * 3.x coordinates are in pixels; meshes of 4.0 and 4.1 mix pixels with fractions and say nothing.
 */
export function compareUvs(
  tally: Tally,
  { uvs = [], version }: Pick<Golden, 'uvs' | 'version'>,
  rig: Rig,
): void {
  for (const { skin, slot, name, kind, uvs: recorded } of uvs) {
    if (kind === 'mesh' && (version === '4.0' || version === '4.1')) continue
    const place = `uvs ${skin}[${slot}].${name}`
    const found = readUvs(rig, skin, slot, name)
    if (found?.uvs.length !== recorded.length) {
      const got = found ? found.uvs.length : 'nothing'
      addFault(tally, 'missing', place, `expected ${recorded.length} numbers, got ${got}`)
      continue
    }
    const { width, height } = version.startsWith('3.') ? found.page : { width: 1, height: 1 }
    recorded.forEach((value, i) => {
      addError(tally, Math.abs(value / (i % 2 === 0 ? width : height) - found.uvs[i]), `${place}[${i}]`)
    })
  }
}
