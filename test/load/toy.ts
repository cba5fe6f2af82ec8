/** A format just large enough to load: one bone, one slot a region. */

import { OsteonError } from '../../src/base/errors'
import type { AtlasModel } from '../../src/base/model/atlas'
import type { Maths } from '../../src/base/model/maths'
import type { Reader, SkeletonData } from '../../src/base/model/reader'
import type { SkeletonModel } from '../../src/base/model/skeleton'

const MATHS: Maths = {
  rotation: 'plain',
  scaleAdd: 'plain',
  colorClamp: 'all',
  keepDeform: true,
  lastDeformAdds: false,
  recompose: 'applied',
  decompose: '4.2',
  noRotation: 'scale-free',
  tinyAxes: false,
  ik: {
    knowsModes: true,
    atMixZero: false,
    signedOnlyTranslation: false,
    singularGuard: true,
    compressGuard: true,
    needsNormal: true,
    stretchZeroesY: false,
    uniformTwoBone: true,
    clearsShear: true,
    tiny: 1e-4,
  },
  transform: { gate: 'all', nearestAngle: false, legacy: false },
  path: { legacy: false, nudged: false, bounded: false },
  physics: { lags: false },
  clipping: 'lines',
  clipsEndClips: false,
  sequenceCount: 'own',
  sequenceOut: 'setup',
  exactCornerPi: false,
  tracks: {
    bases: false,
    keepsUnapplied: false,
    appliedGuard: true,
    holdsAll: false,
    setsOut: false,
    negativeHides: true,
    lowestAddedKeys: false,
    delays: 'clamped',
    countsCycles: true,
    turns: 'new',
    reversedEvents: false,
  },
}

/** `{"toy": ["head", …]}`: the regions shown; `"crowd"` adds more bones than a rig may have, `"odd"` warns. */
export function toySkeleton(...regions: string[]): { toy: string[] } {
  return { toy: regions }
}

export function toyText(...regions: string[]): string {
  return JSON.stringify(toySkeleton(...regions))
}

function parse(data: SkeletonData): string[] | null {
  try {
    const text = data instanceof Uint8Array ? new TextDecoder().decode(data) : data
    const root: unknown = typeof text === 'string' ? JSON.parse(text.trim()) : text
    return typeof root === 'object' && root !== null && 'toy' in root && Array.isArray(root.toy)
      ? root.toy
      : null
  } catch {
    return null
  }
}

export const toyReader: Reader = {
  name: 'toy',
  detect: (data) => parse(data) !== null,
  readSkeleton(data, { source, scale = 1, warn }) {
    const regions = parse(data) ?? []
    if (regions.includes('broken')) throw new OsteonError('missing', source, 'toy', 'broken')
    if (regions.includes('odd')) warn?.({ code: 'ignored-key', source, path: 'toy', message: 'odd' })
    const shown = regions.filter((name) => name !== 'crowd' && name !== 'odd')
    return toyModel(
      source.replace(/^.*\//, '').replace(/\.\w+$/, ''),
      shown,
      scale,
      regions.includes('crowd'),
    )
  },
  /** A line a page: `page.png 64 64 pma?`; a line a region: `- head 1 2 3 4`. */
  readAtlas(data, { source, warn }) {
    const text = typeof data === 'string' ? data : new TextDecoder().decode(data)
    const atlas: AtlasModel = { name: source, pages: [], regions: [] }
    for (const line of text.split('\n').filter((it) => it !== '')) {
      const [name, ...rest] = line.replace(/^- /, '').split(' ')
      const numbers = rest.map(Number)
      if (line.startsWith('- ')) atlas.regions.push(toyRegion(name, atlas.pages.length - 1, numbers))
      else atlas.pages.push(toyPage(name, numbers[0], numbers[1], rest[2] === 'pma'))
      if (name === 'odd.png') warn?.({ code: 'atlas-format', source, path: name, message: 'odd' })
    }
    if (atlas.pages.length === 0) throw new OsteonError('bad-atlas', source, '', 'no pages')
    return atlas
  },
}

export function toyPage(
  name: string,
  width: number,
  height: number,
  premultiplied: boolean,
): AtlasModel['pages'][0] {
  return {
    name,
    width,
    height,
    format: 'RGBA8888',
    minFilter: 'mipmapLinearLinear',
    magFilter: 'nearest',
    repeatX: false,
    repeatY: false,
    premultiplied,
    scale: 1,
  }
}

export function toyRegion(
  name: string,
  page: number,
  [x, y, width, height]: number[],
): AtlasModel['regions'][0] {
  const place = { x, y, width, height, offsetX: 0, offsetY: 0, originalWidth: width, originalHeight: height }
  return { name, page, ...place, rotate: 0, index: -1, custom: [] }
}

function toyModel(name: string, regions: string[], scale: number, crowd: boolean): SkeletonModel {
  const bone = { x: 10 * scale, y: 0, rotation: 0, scaleX: 1, scaleY: 1, shearX: 0, shearY: 0 }
  return {
    name,
    format: 'spine',
    version: '4.2.0',
    maths: MATHS,
    hash: null,
    x: 0,
    y: 0,
    width: 0,
    height: 0,
    referenceScale: 100,
    fps: 30,
    images: null,
    audio: null,
    bones: Array.from({ length: crowd ? 40_000 : 1 }, (_, index) => ({
      ...{ name: `${index}`, parent: index - 1, length: 0, ...bone, inherit: 'normal', skinRequired: false },
    })),
    slots: regions.map((region) => ({
      name: region,
      bone: 0,
      color: [1, 1, 1, 1],
      dark: null,
      attachment: region,
      blend: 'normal',
    })),
    constraints: [],
    skins: [
      {
        name: 'default',
        bones: [],
        constraints: [],
        entries: regions.map((region, slot) => ({ slot, key: region, attachment: toyAttachment(region) })),
      },
    ],
    defaultSkin: 0,
    events: [],
    animations: [],
  }
}

function toyAttachment(name: string): SkeletonModel['skins'][0]['entries'][0]['attachment'] {
  const place = { x: 0, y: 0, rotation: 0, scaleX: 1, scaleY: 1, width: 10, height: 10 }
  return { type: 'region', name, path: name, ...place, color: [1, 1, 1, 1], sequence: null }
}
