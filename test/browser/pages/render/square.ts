/** A rig of one square. */
import { loadRig, type Rig } from 'osteon'
import { spineJson } from 'osteon/formats/spine-json'
import type { Rgba } from './quads'

export const SKELETON = {
  skeleton: { spine: '4.2.22', x: -4, y: -4, width: 8, height: 8 },
  bones: [{ name: 'root' }],
  slots: [{ name: 'square', bone: 'root', attachment: 'square' }],
  skins: [{ name: 'default', attachments: { square: { square: { width: 8, height: 8 } } } }],
  animations: { slide: { bones: { root: { translate: [{ y: 0 }, { time: 1, y: 100 }] } } } },
}

export const ATLAS =
  'square.png\nsize: 8, 8\nfilter: Nearest, Nearest\npma: true\nsquare\nbounds: 0, 0, 8, 8\n'

/** A square of 8 × 8 units about its origin; in `slide` it rises by 100 units a second. */
export function loadSquare([r, g, b, a]: Rgba, images = true): Promise<Rig> {
  const data = new Uint8Array(8 * 8 * 4)
  for (let i = 0; i < data.length; i += 4) data.set([r, g, b, a], i)
  return loadRig(SKELETON, ATLAS, {
    name: 'square',
    readers: [spineJson],
    images,
    pages: images ? { 'square.png': { width: 8, height: 8, data } } : undefined,
  })
}
