/** Models that a cooked file gives back: bit by bit, from the same bytes each time. */
import { createHash } from 'node:crypto'
import { OsteonError, type Rig } from 'osteon'
import { cooked } from 'osteon/formats/cooked'
import { cookedDragonBones } from 'osteon/formats/cooked-dragonbones'
import { dragonBones } from 'osteon/formats/dragonbones'
import type { SkeletonModel } from 'osteon/model'
import { describe, expect, test } from 'vitest'
import { cookModels, FORMAT, readCooked, seal, VERSION_PLACE } from '../../../src/formats/cooked/container'
import { joinModels } from '../../../src/load/atlas'
import { findKeyFacts } from '../../../src/rig/animation/facts'
import { findAttachmentFacts, findFacts } from '../../../src/rig/attachments/facts'
import { compileRig } from '../../../src/rig/compile'
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
    const file = cookModels([skeleton], atlas, null, findFacts).fill(0, ...VERSION_PLACE)
    seal(file)
    hash.update(file)
  }
  expect([FORMAT, hash.digest('hex').slice(0, 16)], 'other bytes need another FORMAT').toEqual([
    5,
    '4ceac0197e64a5b7',
  ])
})

test('of a trusted file, keys are read when they are asked for; the model tells what compiling needs', () => {
  const compile = (model: SkeletonModel) =>
    compileRig(model, null, { source: model.name, pages: [], warn: () => {} })
  for (const { skeleton } of [...ofSpine.map(modelsOf), ...corpusModels(CORPUS)]) {
    const file = cookModels([skeleton], null, null, findFacts)
    const [{ facts, ...model }] = readCooked(file, { source: 'hero.rig' }, true).skeletons
    expect(facts).toEqual(findKeyFacts(skeleton))
    expect(bare(model)).toEqual(bare(skeleton))
    const played = new Set(skeleton.constraints.map((one) => (one.type === 'slider' ? one.animation : -1)))
    const asked: number[] = []
    const animations = model.animations.map(({ name, duration }, number) => ({
      name,
      duration,
      get timelines() {
        asked.push(number)
        return model.animations[number].timelines
      },
    }))
    const rig = compile({ ...model, facts, animations })
    expect(asked.filter((number) => !played.has(number))).toEqual([])
    const plain = compile(skeleton)
    expect([rig.rows, rig.boundless(), rig.recalls(), rig.slots.vertexOrder]).toEqual([
      plain.rows,
      plain.boundless(),
      plain.recalls(),
      plain.slots.vertexOrder,
    ])
    expect(asked.filter((number) => !played.has(number))).toEqual([])
    expect(rig.image().words).toEqual(plain.image().words)
  }
})

/** The table of attachments without their models. */
const tableOf = ({ attachments }: Rig) =>
  Object.fromEntries(
    Object.keys(attachments).flatMap((name) =>
      name === 'models' ? [] : [[name, attachments[name as keyof typeof attachments]]],
    ),
  )

test('of a trusted file, attachments are read when they are asked for, if the rig has the atlas of the file', () => {
  for (const { skeleton, atlas } of [...ofSpine.map(modelsOf), ...corpusModels(CORPUS)]) {
    const file = cookModels([skeleton], atlas, null, findFacts)
    const from = { source: 'hero.rig', warn: () => {} }
    const own = cooked.trusting.readOwnAtlas?.(file, from)
    const whole = cooked.trusting.readSkeleton(file, from)
    if (!atlas || !own) {
      expect(whole.attachmentFacts).toBeUndefined()
      continue
    }
    let asked = 0
    const { skins: later, ...model } = whole
    const skins = later.map((skin) => ({
      ...{ name: skin.name, bones: skin.bones, constraints: skin.constraints },
      get entries() {
        asked++
        return skin.entries
      },
    }))
    const pages = atlas.pages.map((settings) => ({
      ...{ name: settings.name, atlas: atlas.name, settings, image: null },
    }))
    const options = { source: model.name, pages, warn: () => {} }
    const plain = compileRig(skeleton, atlas, options)
    const rig = compileRig({ ...model, skins }, own, options)
    expect(asked).toBe(0)
    expect(tableOf(rig)).toEqual(tableOf(plain))
    expect([rig.keys, rig.rows, rig.pages]).toEqual([plain.keys, plain.rows, plain.pages])
    expect(rig.skins.map(({ entries }) => [...entries])).toEqual(
      plain.skins.map(({ entries }) => [...entries]),
    )
    expect(rig.constraints.touched).toEqual(plain.constraints.touched)
    expect(asked).toBe(0)
    expect(rig.image()).toEqual(plain.image())
    expect(asked).toBeGreaterThan(0)
    expect({ ...rig.attachments }).toEqual({ ...plain.attachments })
    // Facts hold for the file's own atlas only.
    asked = 0
    compileRig({ ...model, skins }, { ...own, regions: [...own.regions] }, options)
    expect(asked).toBeGreaterThan(0)
    asked = 0
    compileRig({ ...model, skins }, own, { ...options, resolve: () => null })
    expect(asked).toBeGreaterThan(0)
    expect(() =>
      compileRig({ ...model, skins }, own, {
        ...options,
        limits: { memory: (model.attachmentFacts?.bytes ?? 0) - 1 },
      }),
    ).toThrow(/too-large/)
  }
})

test('several skeletons of a trusted file are read in any order', () => {
  const models = ofSpine.slice(0, 2).map(modelsOf)
  const atlas = joinModels(models.flatMap((one) => one.atlas ?? []))
  const skeletons = models.map(({ skeleton }) => skeleton)
  const read = readCooked(cookModels(skeletons, atlas, null, findFacts), { source: 'a' }, true)
  expect(read.skeletons.every(({ attachmentFacts }) => attachmentFacts !== undefined)).toBe(true)
  const bares = read.skeletons.map(({ facts, attachmentFacts, ...model }) => model).reverse()
  expect(bares.map(bare)).toEqual(skeletons.reverse().map(bare))
})

test('an atlas that lacks an image has no facts of attachments', () => {
  const { skeleton, atlas } = modelsOf(ofSpine[0])
  if (!atlas) throw new Error('there is no atlas')
  expect(findAttachmentFacts(skeleton, atlas)).not.toBeNull()
  expect(findAttachmentFacts(skeleton, { ...atlas, regions: [] })).toBeNull()
  const pages = atlas.pages.map((page) => ({ ...page, width: 0 }))
  expect(findAttachmentFacts(skeleton, { ...atlas, pages })).toBeNull()
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

  test('a trusted file is read without its checksum, but with all other checks', () => {
    expect(refusal(changed(12, file[12] ^ 1))).toBe('damaged')
    expect(refusal(changed(12, file[12] ^ 1), true)).toBe('read')
    expect(refusal(file.slice(0, -1), true)).toBe('damaged')
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
