/** Cooked rigs have the poses of the table: those of the rigs they are cooked from. */
import { describe, expect, test } from 'vitest'
import { loadCooked } from '../../../src/formats/cooked'
import { cookModels } from '../../../src/formats/cooked/container'
import { sampleOf } from '../../deep'
import { hashPoses } from '../../poses/play-rig'
import { ownFiles, type RigFiles, readTable, sampleFiles } from '../../poses/rigs'
import { isSpine, modelsOf } from './models'

const table = readTable()
const own = ownFiles().filter(isSpine)
const samples = sampleOf(sampleFiles().filter((files) => isSpine(files) && files.name in table))

async function check(files: RigFiles): Promise<void> {
  const { skeleton, atlas } = modelsOf(files)
  const rig = await loadCooked(cookModels([skeleton], atlas), { images: false, warn: () => {} })
  expect(hashPoses(rig, undefined, { backward: false, fillers: 0 })).toBe(table[files.name])
}

describe('cooked rigs have the poses of the table', () => {
  test.each(own.map((files) => [files.name, files] as const))('%s', (_name, files) => check(files))
})

describe.skipIf(samples.length === 0)('cooked samples have the poses of the table', () => {
  test.each(samples.map((files) => [files.name, files] as const))('%s', (_name, files) => check(files))
})
