/** Cooked rigs have the poses of the table: those of the rigs they are cooked from. */
import { describe, expect, test } from 'vitest'
import { cooked, loadCooked } from '../../../src/formats/cooked'
import { cookedDragonBones } from '../../../src/formats/cooked-dragonbones'
import { sampleOf } from '../../deep'
import { hashPoses } from '../../poses/play-rig'
import { ownFiles, type RigFiles, readTable, sampleFiles } from '../../poses/rigs'
import { cookOne, modelsOf } from './models'

const table = readTable()
const own = ownFiles()
const samples = sampleOf(sampleFiles().filter((files) => files.name in table))

async function check(files: RigFiles): Promise<void> {
  const options = { readers: [cooked, cookedDragonBones], images: false, warn: () => {} }
  const rig = await loadCooked(cookOne(modelsOf(files)), options)
  expect(hashPoses(rig, undefined, { backward: false, fillers: 0 })).toBe(table[files.name])
}

describe('cooked rigs have the poses of the table', () => {
  test.each(own.map((files) => [files.name, files] as const))('%s', (_name, files) => check(files))
})

describe.skipIf(samples.length === 0)('cooked samples have the poses of the table', () => {
  test.each(samples.map((files) => [files.name, files] as const))('%s', (_name, files) => check(files))
})
