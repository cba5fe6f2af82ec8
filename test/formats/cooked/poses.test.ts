/** Cooked rigs have the poses of the table: those of the rigs they are cooked from. */
import { describe, expect, test } from 'vitest'
import { cooked, loadCooked } from '../../../src/formats/cooked'
import { cookModels } from '../../../src/formats/cooked/container'
import { writeTables } from '../../../src/formats/cooked/tables/write'
import { cookedDragonBones } from '../../../src/formats/cooked-dragonbones'
import { sampleOf } from '../../deep'
import { hashPoses } from '../../poses/play-rig'
import { ownFiles, type RigFiles, readTable, sampleFiles } from '../../poses/rigs'
import { cookOne, isSpine, modelsOf } from './models'

const table = readTable()
const own = ownFiles()
const samples = sampleOf(sampleFiles().filter((files) => files.name in table))

async function check(files: RigFiles, trusted = false): Promise<void> {
  const options = { readers: [cooked, cookedDragonBones], images: false, warn: () => {}, trusted }
  const { skeleton, atlas } = modelsOf(files)
  const file = trusted ? cookModels([skeleton], atlas, null, writeTables) : cookOne({ skeleton, atlas })
  const rig = await loadCooked(file, options)
  expect(hashPoses(rig, undefined, { backward: false, fillers: 0 })).toBe(table[files.name])
}

describe('cooked rigs have the poses of the table', () => {
  test.each(own.map((files) => [files.name, files] as const))('%s', (_name, files) => check(files))
})

describe('rigs of trusted files have them, too', () => {
  test.each(own.filter(isSpine).map((files) => [files.name, files] as const))('%s', (_name, files) =>
    check(files, true),
  )
})

describe.skipIf(samples.length === 0)('cooked samples have the poses of the table', () => {
  test.each(samples.map((files) => [files.name, files] as const))('%s', (_name, files) => check(files))
})
