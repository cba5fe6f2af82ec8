/**
 * The suite in a clone that stands alone: without the folder of recordings and samples, every test file is collected, and those
 * that name the folder pass. What touches the folder while tests are collected fails here.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROOT } from '../../scripts/entries'

let clone: string

beforeAll(() => {
  clone = mkdtempSync(join(tmpdir(), 'clone-'))
  for (const file of projectFiles()) cpSync(join(ROOT, file), join(clone, file))
  symlinkSync(join(ROOT, 'node_modules'), join(clone, 'node_modules'), 'junction')
})
afterAll(() => rmSync(clone, { recursive: true, force: true }))

/** Files of the project as they are now, committed or not; without those that were deleted. */
function projectFiles(): string[] {
  const list = (...which: string[]) =>
    spawnSync('git', ['ls-files', '-z', '--exclude-standard', ...which], { cwd: ROOT, encoding: 'utf8' })
      .stdout.split('\0')
      .filter((file) => file !== '')
  const deleted = new Set(list('--deleted'))
  return list('--cached', '--others').filter((file) => !deleted.has(file))
}

function vitest(...args: string[]) {
  const env = { ...process.env, OSTEON_SHARED: 'nowhere', VITEST: undefined, NODE_OPTIONS: undefined }
  const program = join(clone, 'node_modules/vitest/vitest.mjs')
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: clone,
    env,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  return { status, said: `${stdout}\n${stderr}` }
}

const testFiles = () => projectFiles().filter((file) => /^test\/.*\.test\.ts$/.test(file))
const source = (file: string) => readFileSync(join(ROOT, file), 'utf8')

describe('without the folder', () => {
  test('every test file is collected', () => {
    const { status, said } = vitest('list', '--mode', 'collect')
    expect(status, said.slice(-4000)).toBe(0)
    // Vitest leaves files out of which all tests are skipped.
    const collected = new Set(said.match(/(?<=^\[\w+\] )test\/\S+\.test\.ts/gm))
    expect(collected.size).toBeGreaterThan(0.9 * testFiles().length)
  })

  test('the files that name it pass', () => {
    const files = testFiles().filter((file) => /from '(\.\.\/)+shared'/.test(source(file)))
    expect(files.length).toBeGreaterThan(10)
    const { status, said } = vitest('run', '--project', 'node', ...files)
    expect(status, said.slice(-4000)).toBe(0)
    expect(said).toMatch(/^\d+ passed, 0 failed, [1-9]\d* skipped$/m)
  })
})

test('only programs ask for the folder by themselves', () => {
  const asking = testFiles().filter((file) => /scripts\/shared'|sharedDir\(/.test(source(file)))
  expect(asking).toEqual([])
})
