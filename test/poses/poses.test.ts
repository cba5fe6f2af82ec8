/** The pose hashes of the table, in Node: by both builds of the kernels, alone and among others, in any order of creation. */
import { plainKernels } from 'osteon/kernels/plain'
import { describe, expect, test } from 'vitest'
import { sampleOf } from '../deep'
import { hashPoses } from './play-rig'
import { load, ownFiles, ownTable, type RigFiles, readTable, sampleFiles } from './rigs'

const table = readTable()
const samples = sampleOf(sampleFiles().filter(({ name }) => name in table))

async function check(files: RigFiles): Promise<void> {
  const rig = await load(files)
  const wanted = table[files.name]
  expect(hashPoses(rig, undefined, { backward: false, fillers: 3 }), 'WebAssembly among others').toBe(wanted)
  expect(hashPoses(rig, plainKernels, { backward: true, fillers: 1 }), 'JavaScript among others').toBe(wanted)
}

describe('poses have the bits of the table', () => {
  test.each(ownFiles().map((files) => [files.name, files] as const))('%s', (_name, files) => check(files))
})

describe.skipIf(samples.length === 0)('poses of samples have the bits of the table', () => {
  test.each(samples.map((files) => [files.name, files] as const))('%s', (_name, files) => check(files))
})

test('the table has all rigs of the project, and each another hash', () => {
  const own = ownFiles().map(({ name }) => name)
  expect(own.length).toBeGreaterThan(4)
  expect(Object.keys(ownTable())).toEqual(own)
  expect(new Set(own.map((name) => table[name])).size).toBe(own.length)
})
