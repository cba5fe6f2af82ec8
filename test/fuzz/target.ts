/**
 * What the fuzz test judges: everything that a hostile file reaches. Extend `runTarget` when more code
 * stands behind the readers; only an OsteonError may leave it.
 */
import { spineJson } from '../../src/formats/spine-json'
import { indexRegions } from '../../src/model/atlas-lookup'
import type { SkeletonData } from '../../src/model/reader'
import { meshUvs, regionCorners, regionProblem, regionUvs } from '../../src/model/region-geometry'
import { notFinite } from '../fixtures/finite'

export interface FuzzInput {
  skeleton: SkeletonData
  atlas: string
  scale: number
}

/** Throws OsteonError for input that is refused; any other error is a defect. */
export function runTarget({ skeleton, atlas, scale }: FuzzInput): void {
  spineJson.detect(skeleton)
  const model = spineJson.readSkeleton(skeleton, { source: 'fuzz.json', scale, warn: () => {} })
  const odd = notFinite(model)
  if (odd.length > 0) throw new Error(`not finite: ${odd.slice(0, 5).join(', ')}`)

  const { pages, regions } = spineJson.readAtlas(atlas, { source: 'fuzz.atlas', warn: () => {} })
  const index = indexRegions({ name: '', pages, regions })
  const out = new Float64Array(8)
  for (const { entries } of model.skins)
    for (const { attachment } of entries) {
      if (attachment.type !== 'region' && attachment.type !== 'mesh') continue
      const region = index.get(attachment.path)
      if (!region || regionProblem(region, pages[region.page])) continue
      if (attachment.type === 'region') {
        regionCorners(attachment, region, model.maths.exactCornerPi, out)
        regionUvs(region, pages[region.page], out)
      } else meshUvs(region, pages[region.page], attachment.uvs, new Float64Array(attachment.uvs.length))
    }
}
