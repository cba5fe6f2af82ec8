/**
 * `npm run test:deep`: poses have the bits of the table in other engines, which come from the registry. What cannot be installed is skipped, and
 * the reason is printed. The program runs in this Node in `npm test`.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEEP } from '../deep'
import { ownTable, readTable } from '../poses/rigs'
import { bundleProgram, ENGINES, installEngine, type Result, runProgram } from './engines'

let folder: string
let program: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'engines-'))
  program = await bundleProgram(folder)
})
afterAll(() => rmSync(folder, { recursive: true }))

function check({ bytes, hashes }: Result): void {
  const table = readTable()
  expect(Object.keys(hashes)).toEqual(expect.arrayContaining(Object.keys(ownTable())))
  for (const [name, hash] of Object.entries(hashes)) expect(hash, name).toBe(table[name])
  expect(bytes).toBe('0 images')
}

test('this Node', () => check(runProgram([process.execPath], program, true)))

test.runIf(DEEP).for(ENGINES)('$name', (engine, { skip }) => {
  const { name } = engine
  const installed = installEngine(engine, folder)
  if ('lacks' in installed) {
    console.log(`${name} is skipped: ${installed.lacks}`)
    return skip(installed.lacks)
  }
  // An emulator takes twenty times as long.
  const result = runProgram(installed.command, program, engine.by !== null)
  console.log(`${name}: ${Object.keys(result.hashes).length} rigs, ${result.version} ${result.arch}`)
  check(result)
})
