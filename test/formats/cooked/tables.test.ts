/** Rigs opened of the tables of trusted files are those that are compiled of their models, field by field. */
import { OsteonError } from 'osteon'
import { cooked, loadCooked } from 'osteon/formats/cooked'
import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../../bench/kit/random'
import { cookModels } from '../../../src/formats/cooked/container'
import { writeTables } from '../../../src/formats/cooked/tables/write'
import { type CompileOptions, compileRig, compileTables } from '../../../src/rig/compile'
import { openRig, type RigTables } from '../../../src/rig/open'
import { sampleOf } from '../../deep'
import { ownFiles, sampleFiles } from '../../poses/rigs'
import { corpusModels, isSpine, type Models, modelsOf } from './models'

const CORPUS = ['clips', 'deforms', 'ik', 'order-and-events', 'sequences', 'skins', 'transform-world']
const from = { source: 'hero.rig', warn: () => {} }

const own = ownFiles().filter(isSpine)
const samples = sampleOf(sampleFiles().filter(isSpine))
const [hero] = own.map(modelsOf)

/** Reads a trusted file as loaders do. */
function open({ skeleton, atlas }: Models) {
  const file = cookModels([skeleton], atlas, null, writeTables)
  const read = cooked.trusting.readOwnAtlas?.(file, from) ?? null
  return { atlas: read, model: cooked.trusting.readSkeleton(file, from) }
}

function optionsFor({ skeleton, atlas }: Models, limits: CompileOptions['limits'] = {}): CompileOptions {
  const pages = (atlas?.pages ?? []).map((settings) => ({
    ...{ name: settings.name, atlas: atlas?.name ?? '', settings, image: null },
  }))
  return { source: skeleton.name, pages, warn: () => {}, limits }
}

/** Tables with what their functions return. */
function plain({ dressed, linked, boundless, known, recalls, ...tables }: RigTables, { skeleton }: Models) {
  const timelines = skeleton.animations.flatMap((animation) => animation.timelines)
  const rig = openRig({ ...tables, dressed, linked, boundless, known, recalls })
  return {
    ...tables,
    attachments: { ...tables.attachments },
    constraints: { ...tables.constraints },
    skins: tables.skins.map((skin) => ({ ...skin, entries: [...skin.entries] })),
    images: dressed.images,
    moved: tables.attachments.models.map((one) =>
      'vertices' in one ? dressed.moved.get(one.vertices) : null,
    ),
    linked: timelines.map((one) => ('key' in one ? linked(one) : null)),
    boundless: boundless(),
    recalls: rig.recalls(),
    program: { ...rig.program([], []), bones: null },
    animations: tables.animations.map(({ name, duration }) => ({ name, duration })),
    image: rig.image(),
    first: rig.animations[0]?.image(),
  }
}

/** @returns whether the file has tables. */
function check(models: Models): boolean {
  const { atlas, model } = open(models)
  const options = optionsFor(models)
  const tables = model.compiled?.(model, atlas, options) as RigTables | undefined | null
  if (!tables) return false
  expect(plain(tables, models)).toEqual(plain(compileTables(models.skeleton, models.atlas, options), models))
  return true
}

test.each(own.map((files) => [files.name, files] as const))('%s', (_name, files) => {
  expect(check(modelsOf(files))).toBe(true)
})

test.each(CORPUS)('corpus: %s', (name) => {
  for (const models of corpusModels([name])) expect(check(models)).toBe(models.atlas !== null)
})

describe.skipIf(samples.length === 0)('samples', () => {
  test.each(samples.map((files) => [files.name, files] as const))('%s', (_name, files) => {
    const models = modelsOf(files)
    expect(check(models)).toBe(models.atlas?.pages.every(({ width }) => width > 0))
  })
})

test('a file may lie anywhere in memory', () => {
  const file = cookModels([hero.skeleton], hero.atlas, null, writeTables)
  const image = compileRig(hero.skeleton, hero.atlas, optionsFor(hero)).image()
  for (const place of [0, 1, 2, 3]) {
    const memory = Buffer.alloc(file.length + 9, 7)
    memory.set(file, place)
    const moved = memory.subarray(place, place + file.length)
    const atlas = cooked.trusting.readOwnAtlas?.(moved, from) ?? null
    expect(atlas).toEqual(hero.atlas)
    const model = cooked.trusting.readSkeleton(moved, from)
    expect(compileRig(model, atlas, optionsFor(hero)).image()).toEqual(image)
  }
})

/** Names of the model's lists that were asked for. */
function asking(models: Models, change: (options: CompileOptions) => Partial<CompileOptions> = () => ({})) {
  const { atlas, model } = open(models)
  const names = ['bones', 'slots', 'skins', 'constraints'] as const
  const asked = new Set<string>()
  for (const name of names) {
    const { get } = Object.getOwnPropertyDescriptor(model, name) ?? {}
    Object.defineProperty(model, name, {
      get() {
        asked.add(name)
        return get?.call(model)
      },
    })
  }
  const options = optionsFor(models)
  compileRig(model, atlas, { ...options, ...change(options) })
  return names.filter((name) => asked.has(name))
}

test('nothing is compiled that the tables of a trusted file have', () => {
  expect(asking(hero)).toEqual([])
})

test('tables do not hold with images of the caller, or with other pages', () => {
  const all = ['bones', 'slots', 'skins', 'constraints']
  expect(asking(hero, () => ({ resolve: () => null }))).toEqual(all)
  expect(asking(hero, ({ pages }) => ({ pages: [...pages, pages[0]] }))).toEqual(all)
})

test('a changed copy of a model is compiled', () => {
  const { atlas, model } = open(hero)
  const [first] = model.animations
  const rig = compileRig({ ...model, animations: [first] }, atlas, optionsFor(hero))
  expect(rig.animations.map(({ name }) => name)).toEqual([first.name])
  expect(compileRig({ ...model, name: 'other' }, atlas, optionsFor(hero)).name).toBe('other')
})

test('tables hold for the atlas of their file only', () => {
  const { atlas, model } = open(hero)
  if (!atlas) throw new Error('there is no atlas')
  const options = optionsFor(hero)
  expect(model.compiled?.(model, atlas, options)).not.toBeNull()
  expect(model.compiled?.(model, { ...atlas, pages: [...atlas.pages] }, options)).not.toBeNull()
  expect(model.compiled?.(model, { ...atlas, regions: [...atlas.regions] }, options)).toBeNull()
  expect(model.compiled?.(model, null, options)).toBeNull()
})

test('a file has no tables without an atlas, or with one that lacks a size or an image', () => {
  const { skeleton, atlas } = hero
  if (!atlas) throw new Error('there is no atlas')
  const isThere = (given: Models) => open(given).model.compiled !== undefined
  expect(isThere(hero)).toBe(true)
  expect(isThere({ skeleton, atlas: null })).toBe(false)
  expect(isThere({ skeleton, atlas: { ...atlas, regions: [] } })).toBe(false)
  const pages = atlas.pages.map((page) => ({ ...page, width: 0 }))
  expect(isThere({ skeleton, atlas: { ...atlas, pages } })).toBe(false)
})

test('tables are of the limits of a model', () => {
  const clips = own
    .map(modelsOf)
    .find(({ skeleton }) =>
      skeleton.skins.some(({ entries }) => entries.some(({ attachment }) => attachment.type === 'clipping')),
    )
  for (const models of [
    hero,
    ...(clips ? [clips] : []),
    ...corpusModels(['clips']).filter((one) => one.atlas),
  ]) {
    const { atlas, model } = open(models)
    const ways = [
      (limits: CompileOptions['limits']) => compileRig(model, atlas, optionsFor(models, limits)),
      (limits: CompileOptions['limits']) =>
        compileRig(models.skeleton, models.atlas, optionsFor(models, limits)),
    ]
    for (const limit of ['memory', 'clipping'] as const) {
      const [least, other] = ways.map((way) => leastOf((value) => way({ [limit]: value })))
      expect(least).toBe(other)
      if (limit === 'memory') expect(least).toBeGreaterThan(0)
    }
  }
})

test('damage to a trusted file is reported when it is loaded, where it is found', async () => {
  const random = seededRandom(5)
  const bases = [hero, ...corpusModels(['clips', 'deforms', 'skins'])]
  const files = bases.map(({ skeleton, atlas }) => cookModels([skeleton], atlas, null, writeTables))
  const found = new Map<string, number>()
  for (let run = 0; run < 600; run++) {
    const bytes = files[run % files.length].slice()
    const at = Math.floor(random() ** 2 * (bytes.length - 16))
    bytes[bytes.length - 1 - at] = Math.floor(random() * 256)
    const code = await loadCooked(bytes, { images: false, trusted: true, warn: () => {} }).then(
      () => 'loaded',
      (error) => (error instanceof OsteonError ? error.code : String(error)),
    )
    found.set(code, (found.get(code) ?? 0) + 1)
  }
  expect([...found.keys()].sort()).toEqual(['damaged', 'loaded', 'too-large'])
})

/** The least limit with which something isn't `too-large`. */
function leastOf(run: (value: number) => unknown): number {
  let [low, high] = [-1, 2 ** 30]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    try {
      run(middle)
      high = middle
    } catch (error) {
      expect(String(error)).toMatch(/too-large/)
      low = middle
    }
  }
  return high
}
