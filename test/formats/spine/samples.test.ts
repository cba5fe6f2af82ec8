/** Real exports and the generated ones, which are not part of the project. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { AtlasModel, AtlasRegion } from '../../../src/base/model/atlas'
import { indexRegions } from '../../../src/base/model/atlas-lookup'
import { openAccount } from '../../../src/base/model/limits'
import { meshUvs, regionUvs } from '../../../src/base/model/region-geometry'
import type { SkeletonModel } from '../../../src/base/model/skeleton'
import { sourceFile } from '../../../src/formats/shared/source-file'
import { readLayout } from '../../../src/formats/spine/binary'
import { LAYOUTS } from '../../../src/formats/spine/binary/layouts'
import { mathsOf } from '../../../src/formats/spine/maths'
import { spineBinary } from '../../../src/formats/spine-binary'
import { spineJson } from '../../../src/formats/spine-json'
import { sampleOf } from '../../deep'
import { notFinite } from '../../fixtures/finite'
import { noWarnings } from '../../fixtures/warnings'
import { describeShared, filesIn } from '../../shared'
import { modelDifferences, SIX_DECIMALS, TWO_DECIMALS } from './model-differences'

describeShared('sample exports', ['samples/spine'], (samples) => {
  const files = filesIn(samples, /^(synthetic\/)?(3\.[678]|4\.[0123])\/.*\.json$/)

  test.each(files)('%s is read without a warning, finite throughout', (file) => {
    const bytes = readFileSync(join(samples, file))
    expect(spineJson.detect(bytes)).toBe(true)
    for (const scale of [1, 0.5]) {
      const model = spineJson.readSkeleton(bytes, { source: file, scale, warn: noWarnings })
      expect(file).toContain(`${model.version.slice(0, 3)}/`)
      expect(model.bones.length).toBeGreaterThan(0)
      expect(notFinite(model)).toEqual([])
    }
  })

  test.each(filesIn(samples, /\.atlas$/))('%s is read without a warning', (file) => {
    const { pages, regions } = spineJson.readAtlas(readFileSync(join(samples, file)), {
      source: file,
      warn: noWarnings,
    })
    expect(pages.length).toBeGreaterThan(0)
    expect(regions.length).toBeGreaterThan(0)
  })
})

describeShared('binary sample exports', ['samples/spine'], (samples) => {
  const skel = (file: string, scale = 1) =>
    spineBinary.readSkeleton(readFileSync(join(samples, file)), { source: file, scale, warn: noWarnings })
  const played = /^(synthetic\/)?(3\.8|4\.[0123])\/.*\.skel$/

  test.each(filesIn(samples, played))('%s is the skeleton that its JSON is', (file) => {
    const json = file.replace(/\.skel$/, '.json')
    const rounding = file.startsWith('synthetic') ? SIX_DECIMALS : TWO_DECIMALS
    for (const scale of [1, 0.5]) {
      const text = readFileSync(join(samples, json))
      const other = spineJson.readSkeleton(text, { source: file, scale, warn: noWarnings })
      const model = skel(file, scale)
      expect(notFinite(model)).toEqual([])
      const found = modelDifferences(other, model, rounding)
      expect(found.filter((line) => !isKnown(line, model))).toEqual([])
    }
  })

  /** Exports that were made from different states of a project, and differences that mean nothing. */
  function isKnown(line: string, { constraints, version }: SkeletonModel): boolean {
    const [, number] = /^\.constraints\.(\d+)\.bend: /.exec(line) ?? []
    const one = constraints[Number(number)]
    if (one?.type === 'ik') return one.bones.length === 1
    // The generator of the made-up ones has no hash but a space.
    if (/^\.hash: /.test(line)) return version < '4' || /^4\.1/.test(version) || / " " is not /.test(line)
    // Stepped in JSON, linear in the binary.
    return /\.curves\.\d+: 1 is not 0$/.test(line)
  }

  test.each(filesIn(samples, /^3\.[67]\/.*\.skel$/))('the layout of %s is known to its last byte', (file) => {
    const bytes = readFileSync(join(samples, file))
    const layout = LAYOUTS[file.slice(0, 3) as '3.6' | '3.7']
    const from = sourceFile(file, 1, openAccount(bytes), noWarnings)
    const model = readLayout(bytes, layout, mathsOf('3.8'), from, 1)
    expect(notFinite(model)).toEqual([])
    expect(model.animations.length).toBeGreaterThan(0)
  })

  test.each(
    filesIn(samples, /^(3\.[678]|4\.[012])\/coin\/.*\.skel$|^synthetic\/4\.3\/sliders-keys\/.*\.skel$/),
  )('%s is refused wherever it is cut off', (file) => {
    const bytes = readFileSync(join(samples, file))
    for (const length of sampleOf([...bytes.keys()].slice(64))) {
      const attempt = () => spineBinary.readSkeleton(bytes.subarray(0, length), { source: file })
      expect(attempt).toThrow(expect.objectContaining({ code: 'truncated' }))
    }
  })
})

interface Golden {
  skeleton: { folder: string; json: string; atlas: string | null; exported: string }
  animations: { name: string; duration: number }[]
  bones: string[]
  slots: string[]
  skins: string[]
  uvs?: { skin: string; slot: number; name: string; kind: string; uvs: number[] }[]
}

describeShared('recorded headers', ['golden/spine', 'samples/spine'], (goldens, samples) => {
  const files = filesIn(goldens, /^(synthetic\/)?(3\.8|4\.[0123])\/[^.]*\.json\.gz$/)

  test.each(files)('%s: names, durations and texture coordinates', (file) => {
    const golden: Golden = JSON.parse(gunzipSync(readFileSync(join(goldens, file))).toString())
    const { folder, json, atlas: atlasName } = golden.skeleton
    const inside = join(samples, dirname(file), folder)
    const place = existsSync(inside) ? inside : join(samples, folder)
    const model = spineJson.readSkeleton(readFileSync(join(place, json)), { source: json })
    expect(model.bones.map(({ name }) => name)).toEqual(golden.bones)
    expect(model.slots.map(({ name }) => name)).toEqual(golden.slots)
    expect(model.skins.map(({ name }) => name).sort()).toEqual([...golden.skins].sort())
    expect(model.animations.map(({ name, duration }) => ({ name, duration }))).toEqual(golden.animations)
    if (!atlasName || !golden.uvs) return

    const atlas = spineJson.readAtlas(readFileSync(join(place, atlasName)), { source: atlasName })
    const regions = indexRegions(atlas)
    for (const { skin, slot, name, uvs } of golden.uvs) {
      const entries = model.skins.find((one) => one.name === skin)?.entries ?? []
      const attachment = entries.find((one) => one.slot === slot && one.key === name)?.attachment
      if (attachment?.type !== 'region' && attachment?.type !== 'mesh') throw new Error(`no ${skin}/${name}`)
      const region = regions.get(attachment.path)
      if (!region) throw new Error(`no region ${attachment.path}`)
      const page = atlas.pages[region.page]
      const actual = new Float64Array(uvs.length)
      if (attachment.type === 'region') regionUvs(region, page, actual)
      else meshUvs(region, page, attachment.uvs, actual)
      const dialect = golden.skeleton.exported.slice(0, 3)
      asRecorded(actual, atlas, region, dialect, attachment.type)
      for (let i = 0; i < uvs.length; i++) {
        // Recorded with 5 decimals from 32-bit floats. Where the page counts as one pixel, the 32-bit
        // rounding of a mesh's own coordinates shows, times the image's pixels.
        const pixels = dialect >= '4.2' ? 1 : Math.max(region.originalWidth, region.originalHeight)
        const tolerance = 5.1e-6 + (Math.abs(uvs[i]) + pixels) * 2 ** -24
        if (!(Math.abs(actual[i] - uvs[i]) <= tolerance))
          throw new Error(`${skin}/${name} [${i}]: ${actual[i]}, recorded ${uvs[i]}`)
      }
    }
  })

  /**
   * The recorder had no page images but 1 × 1 pixel stand-ins, and runtimes up to 4.1 divide by the
   * image's size: 3.8 everything, 4.0 and 4.1 the way from a region's corner to a mesh's points.
   */
  function asRecorded(
    uvs: Float64Array,
    atlas: AtlasModel,
    region: AtlasRegion,
    dialect: string,
    kind: 'region' | 'mesh',
  ): void {
    if (dialect >= '4.2' || (dialect !== '3.8' && kind === 'region')) return
    const { width, height } = atlas.pages[region.page]
    for (let i = 0; i < uvs.length; i++) {
      const [size, corner] = i % 2 === 0 ? [width, region.x] : [height, region.y]
      uvs[i] *= size
      if (dialect !== '3.8') uvs[i] += corner / size - corner
    }
  }
})
