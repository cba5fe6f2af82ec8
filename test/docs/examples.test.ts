/** Runs examples of the guides; that of the README is run in a browser, and all are type-checked in `pages.test.ts`. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, test, vi } from 'vitest'
import { ROOT } from '../../scripts/entries'
import { writeMrtk } from '../../src/formats/mrtk'
import { createRecorder, finishRecording, recordFrame } from '../../src/joins/recordings/recorder'
import { examplesOf } from './markdown'

const FOLDER = join(ROOT, 'out/readme-examples')
/** Names that the examples take for granted: from the text before them, or from a game. */
const WORLD = `
import { countingGl } from '../../bench/kit/gl-stub'
import * as ecs from 'bitecs'
import * as o from 'osteon'
import { spineJson } from 'osteon/formats/spine-json'
import * as r from 'osteon/render'
const view = { x: 0, y: 0, width: 800, height: 600 }
const readers = [spineJson]
const world = o.installAnimation(ecs.createWorld())
const hero = await o.loadRig('hero.json', 'hero.atlas', { readers })
r.installRenderer(world, { gl: countingGl().gl })
const eid = o.spawnSkeleton(world, hero)
`

/** The first examples of guides, with code before and behind them. */
const RUNS = {
  'kernels 0': [
    "import { createWorld } from 'bitecs'\nimport { installAnimation, kernelsOf } from 'osteon'\n",
    '',
  ],
  'crowds 0': [
    `import { sprites } from 'osteon/sprites'${WORLD.replace('createWorld()', 'createWorld(), { use: [sprites] }')}const { draw } = r\n`,
    'tick(0.1)\n',
  ],
  'tracks 0': [
    `${WORLD}const { createMask, events, fadeOut, isEntry, play, queue, setDefaultMix, setEntry, setMix } = o
const playSound = (_: number) => {}\n`,
    '',
  ],
  'recordings 0': [`${WORLD}import { runPipeline } from 'osteon/systems'\n`, 'tick(0.1)\n'],
  'recordings 1': [
    `import type { XrPose } from 'osteon/recorder'
const seconds = 0
const pinching = false
const space = null
const hand = { get: (name: string) => name }
const frame = { getJointPose: (_: string, __: null): XrPose => ({ transform: { position: { x: 0, y: 1, z: 0 }, orientation: { x: 0, y: 0, z: 0, w: 1 } } }) }
`,
    'export const bytes = file.length\n',
  ],
  'replay 0': [WORLD, ''],
  'saving 0': [`${WORLD}import { runPipeline } from 'osteon/systems'\n`, 'step(1)\nstep(2)\nrollBack(1)\n'],
} as const
const names = Object.keys(RUNS) as (keyof typeof RUNS)[]

/** All blocks of the page for agents as one module, which they say they are. */
function recipes(): string {
  const text = readFileSync(join(ROOT, 'docs/AGENTS.md'), 'utf8')
  const code = examplesOf({ file: 'docs/AGENTS.md', text })
    .map((example) => example.code)
    .join('')
  const imported =
    "import { animationsOf, createMask, despawnSkeleton, dispatchEvents, fadeOut, getBone } from 'osteon'\n"
  return `${imported}import { hitTest, setBone, setEntry, setSkin, skinsOf, slotsOf } from 'osteon'\n${code}`
}

/** The module of an example, by its guide and its number there. */
function moduleOf(name: keyof typeof RUNS): string {
  const [guide, number] = name.split(' ')
  const text = readFileSync(join(ROOT, `docs/guides/${guide}.md`), 'utf8')
  const example = examplesOf({ file: guide, text })[Number(number)]
  const [before, after] = RUNS[name]
  return `${before}${example.code}${after}export {}\n`
}

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
  names.forEach((name, i) => {
    writeFileSync(`example-${i}.ts`, moduleOf(name))
  })
  writeFileSync('hero.json', JSON.stringify(HERO))
  writeFileSync('hero.atlas', 'hero.png\nsize: 8, 8\nbody\nbounds: 0, 0, 8, 8\n')
  writeFileSync('sparks.atlas', 'sparks.png\nsize: 8, 8\nspark\nbounds: 0, 0, 8, 8\n')
  for (const name of ['hero.png', 'sparks.png']) writeFileSync(name, 'pixels')
  const recorder = createRecorder({})
  for (let i = 0; i < 3; i++) recordFrame(recorder, i / 10, {})
  writeFileSync('wave.bin', writeMrtk(finishRecording(recorder)))
  vi.stubGlobal('WebGLRenderingContext', class {})
  vi.stubGlobal('createImageBitmap', async () => ({ width: 8, height: 8, data: new Uint8Array(256) }))
})
afterAll(() => {
  process.chdir(home)
  vi.unstubAllGlobals()
})

test('the recipes for agents run, one after the other', async () => {
  writeFileSync('recipes.ts', recipes())
  await import(/* @vite-ignore */ `${FOLDER}/recipes.ts`)
})

test.each(names.map((name, i) => [name, i] as const))('the example %s runs', async (_, i) => {
  await import(/* @vite-ignore */ `${FOLDER}/example-${i}.ts`)
})
