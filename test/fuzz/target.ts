/**
 * The target of the fuzz test: everything that a hostile file reaches, from its first byte to the vertices of
 * a tick. Only an OsteonError may leave `runTarget`.
 */
import { createWorld } from 'bitecs'
import { plainKernels } from 'osteon/kernels/plain'
import { createLooks, installAnimation, play, spawnSkeleton, updateLooks } from '../../src/api'
import type { AtlasModel } from '../../src/base/model/atlas'
import { indexRegions } from '../../src/base/model/atlas-lookup'
import { memoryFor } from '../../src/base/model/limits'
import type { Reader, SkeletonData } from '../../src/base/model/reader'
import { meshUvs, regionCorners, regionProblem, regionUvs } from '../../src/base/model/region-geometry'
import type { SkeletonModel } from '../../src/base/model/skeleton'
import { spineBinary } from '../../src/formats/spine-binary'
import { spineJson } from '../../src/formats/spine-json'
import { compileRig } from '../../src/rig/compile'
import type { KernelSource } from '../../src/world/kernels'
import type { AnimationWorld } from '../../src/world/world-type'
import { runPipeline } from '../../systems'
import { notFinite } from '../fixtures/finite'

export interface FuzzInput {
  skeleton: SkeletonData
  atlas: string | Uint8Array
  scale: number
  /** Play with plain kernels. */
  plain: boolean
  /** For both files. @default a reader of Spine skeletons */
  reader?: Reader
}

/** Throws OsteonError for input that is refused; any other error is a defect. */
export function runTarget({ skeleton, atlas, scale, plain, reader: given }: FuzzInput): void {
  const reader = given ?? (spineBinary.detect(skeleton) ? spineBinary : spineJson)
  reader.detect(skeleton)
  spineJson.detect(skeleton)
  const model = reader.readSkeleton(skeleton, { source: 'fuzz.json', scale, warn: () => {} })
  const odd = notFinite(model)
  if (odd.length > 0) throw new Error(`not finite: ${odd.slice(0, 5).join(', ')}`)

  const read = (given ?? spineJson).readAtlas(atlas, { source: 'fuzz.atlas', warn: () => {} })
  const { pages, regions } = read
  const index = indexRegions({ name: '', pages, regions })
  const out = new Float64Array(8)
  for (const { entries } of model.skins)
    for (const { attachment } of entries) {
      if (attachment.type !== 'region' && attachment.type !== 'mesh') continue
      const region = index.get(attachment.path)
      if (!region || regionProblem(region, pages[region.page])) continue
      if (attachment.type === 'region') {
        regionCorners(attachment, region, model.maths.exactCornerPi, out, pages[region.page].scale)
        regionUvs(region, pages[region.page], out)
      } else meshUvs(region, pages[region.page], attachment.uvs, new Float64Array(attachment.uvs.length))
    }
  playAll(model, read, reader, memoryFor(skeleton), plain ? plainKernels : undefined)
}

/** Compiles the rig, and plays each of its animations on a track of its own. */
function playAll(
  model: SkeletonModel,
  atlas: AtlasModel,
  { parts }: Reader,
  memory: number,
  source: KernelSource | undefined,
): void {
  const pages = atlas.pages.map((settings) => ({ name: settings.name, atlas: '', settings, image: null }))
  const options = { source: 'fuzz.json', pages, warn: () => {}, limits: { memory }, parts }
  const rig = compileRig(model, atlas, options)
  const world = installAnimation(createWorld({}), {
    capacity: 4,
    ...(source ? { kernels: source } : {}),
    warn: () => {},
  })
  const eid = spawnSkeleton(world, rig, { skin: rig.skins.map(({ name }) => name) })
  const names = rig.animations.slice(0, 8).map(({ name }) => name)
  for (const [track, name] of names.entries()) play(world, eid, name, { track, alpha: 1 - track / 10 })
  // The first at full weight and alone, too, and from one to the next.
  for (world.time.delta of [0, 0.4, 0.1]) {
    runPipeline(world)
    checkVertices(world)
  }
}

/** Throws where a vertex or a texture coordinate is no number. */
function checkVertices(world: AnimationWorld): void {
  const { skeletons, streams, alive } = world.animation
  const looks = createLooks()
  updateLooks(world, looks)
  const { tail } = streams.pools
  check('tail', tail.positions, 0, 2 * tail.vertexCount)
  check('tail uvs', tail.uvs, 0, 2 * tail.vertexCount)
  for (let i = 0; i < alive.count; i++) {
    const first = 2 * skeletons.vertexStart[alive.ids[i]]
    const end = first + 2 * skeletons.vertexCount[alive.ids[i]]
    check('positions', streams.positions, first, end)
    check('uvs', looks.uvs, first, end)
  }
}

function check(what: string, numbers: Float32Array, first: number, end: number): void {
  for (let i = first; i < end; i++)
    if (!Number.isFinite(numbers[i])) throw new Error(`${what}[${i - first}] is ${numbers[i]}`)
}
