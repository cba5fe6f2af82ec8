/**
 * What the fuzz test judges: everything that a hostile file reaches, from its first byte to the vertices of
 * a tick. Only an OsteonError may leave `runTarget`.
 */
import { createWorld } from 'bitecs'
import { installAnimation, play, spawnSkeleton } from '../../src/api'
import { spineJson } from '../../src/formats/spine-json'
import type { AtlasModel } from '../../src/model/atlas'
import { indexRegions } from '../../src/model/atlas-lookup'
import type { SkeletonData } from '../../src/model/reader'
import { meshUvs, regionCorners, regionProblem, regionUvs } from '../../src/model/region-geometry'
import type { SkeletonModel } from '../../src/model/skeleton'
import { compileRig } from '../../src/rig/compile'
import { runPipeline } from '../../systems'
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

  const read = spineJson.readAtlas(atlas, { source: 'fuzz.atlas', warn: () => {} })
  const { pages, regions } = read
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
  playAll(model, read)
}

/** Compiles the rig, and plays each of its animations on a track of its own. */
function playAll(model: SkeletonModel, atlas: AtlasModel): void {
  const pages = atlas.pages.map((settings) => ({ name: settings.name, atlas: '', settings, image: null }))
  const rig = compileRig(model, atlas, { source: 'fuzz.json', pages, warn: () => {} })
  const world = installAnimation(createWorld({}), { capacity: 4, memory: 'buffer', warn: () => {} })
  const eid = spawnSkeleton(world, rig, { skin: rig.skins.map(({ name }) => name) })
  rig.animations.slice(0, 8).forEach(({ name }, track) => {
    play(world, eid, name, { track, alpha: 1 - track / 10 })
  })
  for (world.time.delta of [0, 0.4]) runPipeline(world)
}
