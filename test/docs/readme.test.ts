/** Runs the examples of the README after the first, which is run in a browser; all of them are type-checked. */
import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ROOT } from '../../scripts/entries'
import { createRecorder, finishRecording, recordFrame } from '../../src/api/recorder'
import { writeMrtk } from '../../src/formats/mrtk'

const FOLDER = join(ROOT, 'out/readme-examples')
const examples = readFileSync(join(ROOT, 'README.md'), 'utf8')
  .split('```ts\n')
  .slice(1)
  .map((text) => text.split('```')[0])

/** What the examples take for granted, because an earlier one has it, or a game. */
const WORLD = `
import { countingGl } from '../../bench/gl-stub'
import * as ecs from 'bitecs'
import * as o from 'osteon'
import { spineJson } from 'osteon/formats/spine-json'
import * as r from 'osteon/render'
const view = { x: 0, y: 0, width: 800, height: 600 }
const world = o.installAnimation(ecs.createWorld())
const hero = await o.loadRig('hero.json', 'hero.atlas', { readers: [spineJson] })
r.installRenderer(world, { gl: countingGl().gl })
const eid = o.spawnSkeleton(world, hero)
`
const BEFORE = [
  '',
  "import { createWorld } from 'bitecs'\nimport { installAnimation, kernelsOf } from 'osteon'\n",
  `${WORLD}const { draw } = r\n`,
  `${WORLD}const { clearTrack, createMask, events, fadeOut, isEntry, play, queue, setDefaultMix, setEntry, setMix } = o
const playSound = (_: number) => {}\nvoid clearTrack\n`,
  `${WORLD}import { runPipeline } from 'osteon/systems'\n`,
  `import type { XrPose } from 'osteon/recorder'
const seconds = 0
const pinching = false
const space = null
const hand = { get: (name: string) => name }
const frame = { getJointPose: (_: string, __: null): XrPose => ({ transform: { position: { x: 0, y: 1, z: 0 }, orientation: { x: 0, y: 0, z: 0, w: 1 } } }) }
`,
]
const AFTER = ['', '', 'tick(0.1)\n', '', 'tick(0.1)\n', 'export const bytes = file.length\n']

const HERO = {
  skeleton: { spine: '4.2.0' },
  bones: [{ name: 'root' }, ...['torso', 'hand', 'hand-target'].map((name) => ({ name, parent: 'root' }))],
  slots: [{ name: 'body', bone: 'torso', attachment: 'body' }],
  skins: [{ name: 'default', attachments: { body: { body: { width: 8, height: 8 } } } }],
  animations: { run: { bones: { torso: { rotate: [{}, { time: 1, value: 9 }] } } }, jump: {}, aim: {} },
}

const home = process.cwd()
beforeAll(() => {
  mkdirSync(FOLDER, { recursive: true })
  process.chdir(FOLDER)
  examples.forEach((code, i) => {
    writeFileSync(`example-${i}.ts`, `${BEFORE[i] ?? ''}${code}${AFTER[i] ?? ''}export {}\n`)
  })
  writeFileSync(
    'tsconfig.json',
    '{ "extends": "../../tsconfig.json", "include": ["*.ts", "../../src/**/*.d.ts"], "compilerOptions": { "noUnusedLocals": false } }',
  )
  writeFileSync('hero.json', JSON.stringify(HERO))
  writeFileSync('hero.atlas', 'hero.png\nsize: 8, 8\nbody\nbounds: 0, 0, 8, 8\n')
  writeFileSync('sparks.atlas', 'sparks.png\nsize: 8, 8\nspark\nbounds: 0, 0, 8, 8\n')
  for (const name of ['hero.png', 'sparks.png']) writeFileSync(name, 'pixels')
  const recorder = createRecorder({})
  for (let i = 0; i < 3; i++) recordFrame(recorder, i / 10, {})
  writeFileSync('wave.bin', writeMrtk(finishRecording(recorder)))
  vi.stubGlobal('createImageBitmap', async () => ({ width: 8, height: 8, data: new Uint8Array(256) }))
})
afterAll(() => {
  process.chdir(home)
  vi.unstubAllGlobals()
})

test('every example is known here', () => {
  expect(examples.length).toBe(BEFORE.length)
})

test('every example type-checks', async () => {
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
  const { stdout } = await promisify(execFile)(process.execPath, [tsc, '-p', FOLDER]).catch(
    (error: { stdout: string }) => error,
  )
  expect(stdout).toBe('')
}, 300_000)

test.each([1, 2, 3, 4, 5])('example %i runs', async (i) => {
  await import(/* @vite-ignore */ `${FOLDER}/example-${i}.ts`)
})
