/** Models that a cooked file gives back: bit by bit, from the same bytes each time. */
import { createHash } from 'node:crypto'
import { OsteonError } from 'osteon'
import { cooked } from 'osteon/formats/cooked'
import { cookedDragonBones } from 'osteon/formats/cooked-dragonbones'
import { dragonBones } from 'osteon/formats/dragonbones'
import { describe, expect, test } from 'vitest'
import { cookModels, FORMAT, readCooked, seal, VERSION_PLACE } from '../../../src/formats/cooked/container'
import { writeTables } from '../../../src/formats/cooked/tables/write'
import { joinModels } from '../../../src/load/atlas'
import { sampleOf } from '../../deep'
import {
  bentArmature,
  lateArmature,
  oldArmature,
  richArmature,
  sharedArmature,
  smallAtlas,
} from '../../fixtures/rigs/dragonbones'
import { ownFiles, sampleFiles } from '../../poses/rigs'
import { bare, broughtFor, corpusModels, isSpine, type Models, modelsOf } from './models'

const CORPUS = ['clips', 'deforms', 'ik', 'order-and-events', 'sequences', 'skins', 'transform-world']

function check({ skeleton, atlas }: Models): void {
  const brought = broughtFor(skeleton)
  const file = cookModels([skeleton], atlas, brought)
  const read = readCooked(file, { source: 'hero.rig' }, false, brought)
  expect(read.atlas).toEqual(atlas)
  expect(read.skeletons.map(bare)).toEqual([bare(skeleton)])
  expect(Buffer.compare(cookModels(read.skeletons, read.atlas, brought), file)).toBe(0)
}

const own = ownFiles()
const ofSpine = own.filter(isSpine)
const samples = sampleOf(sampleFiles())

describe('models are read as they were written', () => {
  test.each(own.map((files) => [files.name, files] as const))('%s', (_name, files) => check(modelsOf(files)))
  test.each(CORPUS)('corpus: %s', (name) => corpusModels([name]).forEach(check))
})

const ARMATURES = { richArmature, bentArmature, lateArmature, oldArmature, sharedArmature }
const warn = () => {}

test.each(Object.entries(ARMATURES))('a file of DragonBones with all it may have: %s', (source, make) => {
  const skeleton = dragonBones.readSkeleton(make(), { source, warn })
  check({ skeleton, atlas: dragonBones.readAtlas(JSON.stringify(smallAtlas()), { source, warn }) })
  const all = dragonBones.readSkeletons?.(make(), { source, warn }) ?? []
  const { brought } = cookedDragonBones
  const read = readCooked(cookModels(all, null, brought), { source: 'a' }, true, brought).skeletons
  expect(read.map(bare)).toEqual(all.map(bare))
  // Skeletons that several show are one.
  const shown = new Map(read.map((one) => [one.name, one]))
  for (const { nested } of read)
    for (const inner of nested?.values() ?? []) expect(shown.get(inner.name)).toBe(inner)
})

describe.skipIf(samples.length === 0)('models of samples are read as they were written', () => {
  test.each(samples.map((files) => [files.name, files] as const))('%s', (_name, files) =>
    check(modelsOf(files)),
  )
})

test('the format has the bytes of its number', () => {
  const hash = createHash('sha256')
  for (const { skeleton, atlas } of corpusModels(CORPUS)) {
    const file = cookModels([skeleton], atlas, null, writeTables).fill(0, ...VERSION_PLACE)
    seal(file)
    hash.update(file)
  }
  expect([FORMAT, hash.digest('hex').slice(0, 16)], 'other bytes need another FORMAT').toEqual([
    6,
    '92c421705487ce18',
  ])
})

test('skeletons of a trusted file are read part by part, in any order', () => {
  const models = ofSpine.slice(0, 2).map(modelsOf)
  const atlas = joinModels(models.flatMap((one) => one.atlas ?? []))
  const skeletons = models.map(({ skeleton }) => skeleton)
  const file = cookModels(skeletons, atlas, null, writeTables)
  const read = cooked.trusting.readSkeletons?.(file, { source: 'a' }) ?? []
  expect(read.map(({ compiled }) => typeof compiled)).toEqual(['function', 'function'])
  const bares = read.map(({ compiled, ...model }) => model).reverse()
  expect(bares.map(bare)).toEqual(skeletons.reverse().map(bare))
})

test('several skeletons share a file, and names', () => {
  const [one, other] = ofSpine.slice(0, 2).map(modelsOf)
  const both = cookModels([one.skeleton, other.skeleton], one.atlas)
  const { skeletons } = readCooked(both, { source: 'cast.rig' }, false)
  expect(skeletons.map(bare)).toEqual([bare(one.skeleton), bare(other.skeleton)])
  expect(() => cookModels([one.skeleton, one.skeleton], null)).toThrow(/duplicate-name/)
})

test('skeletons of two formats do not share a file', () => {
  const [one] = ofSpine.map(modelsOf)
  const [other] = own.filter((files) => !isSpine(files)).map(modelsOf)
  const { brought } = cookedDragonBones
  for (const kind of [null, brought])
    expect(() => cookModels([one.skeleton, other.skeleton], null, kind)).toThrow(/unsupported-feature/)
  const file = cookModels([other.skeleton], null, brought)
  expect([cooked.detect(file), cookedDragonBones.detect(file)]).toEqual([false, true])
  expect(() => readCooked(file, { source: 'a' }, false)).toThrow(/another format.*unknown-format/)
})

test('what no file can hold is refused when it is cooked', () => {
  const { skeleton } = corpusModels(['ik'])[0]
  const named = (name: string) => ({ ...skeleton, name })
  expect(() => cookModels([named('\ud800')], null)).toThrow(/Unicode.*unsupported-feature/)
  const [bone, ...bones] = skeleton.bones
  const far = { ...skeleton, bones: [{ ...bone, x: 2 ** 62 }, ...bones] }
  expect(() => cookModels([far], null)).toThrow(/too great.*unsupported-feature/)
  const marked = cookModels([named('\ufeffhero')], null)
  expect(readCooked(marked, { source: 'a' }, false).skeletons[0].name).toBe('\ufeffhero')
})

describe('files that are not whole', () => {
  const file = cookModels([corpusModels(['ik'])[0].skeleton], null)
  const refusal = (bytes: Uint8Array, trusted = false): string => {
    try {
      readCooked(bytes, { source: 'hero.rig' }, trusted)
    } catch (error) {
      if (error instanceof OsteonError) return error.code
      throw error
    }
    return 'read'
  }
  const changed = (at: number, to: number) => {
    const bytes = file.slice()
    bytes[at] = to
    return bytes
  }

  test('any changed byte is found by the checksum', () => {
    for (let at = 12; at < file.length; at++) expect(refusal(changed(at, file[at] ^ 0x10))).toBe('damaged')
  })

  test('a trusted file is read without its checksum, but must be whole', () => {
    expect(refusal(changed(12, file[12] ^ 1))).toBe('damaged')
    expect(refusal(changed(12, file[12] ^ 1), true)).toBe('read')
    expect(refusal(file.slice(0, -1), true)).toBe('damaged')
  })

  test('lists in place of names are refused before they cost memory', () => {
    const { skeleton } = corpusModels(['ik'])[0]
    const written = cookModels([{ ...skeleton, name: 'x'.repeat(2000) }], null)
    const start = Buffer.from(written).indexOf('x'.repeat(2000))
    // As many characters, and no longer within quotes.
    written.set(Buffer.from(`",${'[],'.repeat(665)}"`), start)
    seal(written)
    const read = (memory: number) => () =>
      readCooked(written, { source: 'hero.rig', limits: { memory } }, false)
    expect(read(2 ** 24)).toThrow(/name is no text.*damaged/)
    expect(read(100_000)).toThrow(/its names.*too-large/)
  })

  test('a file of another format is refused as such', () => {
    expect(refusal(changed(8, FORMAT + 1))).toBe('cooked-version')
  })

  test('a file cut anywhere is refused', () => {
    for (let length = 0; length < file.length; length++) {
      const bytes = file.slice(0, length)
      if (length >= 16) seal(bytes)
      expect(['damaged', 'not-a-skeleton']).toContain(refusal(bytes))
    }
  })
})
