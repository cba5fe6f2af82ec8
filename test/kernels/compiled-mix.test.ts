import fc from 'fast-check'
import { describe, test } from 'vitest'
import { sampleMix } from '../../src/kernels/mix/sample-mix'
import { writeTimeBits } from '../../src/kernels/mix/time-bits'
import { createFloatBits } from '../../src/memory/float-bits'
import { LANES } from '../../src/memory/lanes'
import type { Maths } from '../../src/model/maths'
import { compileAnimation } from '../../src/rig/animation/compile'
import {
  ANIMATION_BUCKET_TABLE,
  ANIMATION_PLAIN,
  ANIMATION_SEGMENT_TABLE,
  ANIMATION_SLICES,
  ANIMATION_STORES,
  LIVE_CHANNELS,
  LIVE_COUNT,
  LIVE_PLAIN,
  LIVE_SLICES,
  LIVE_STORES,
  SEGMENT_VALUE,
  SEGMENT_WORDS,
} from '../../src/rig/animation/image'
import { makeSlices } from '../../src/rig/animation/slices'
import { PLAN_FIRST } from '../../src/rig/attachments/skin-layout'
import {
  COMMAND_ALPHA,
  COMMAND_BLEND,
  COMMAND_CHANNELS,
  COMMAND_HOLD,
  COMMAND_IMAGE,
  COMMAND_MODES,
  COMMAND_NEXT,
  COMMAND_OUT,
  COMMAND_TIME,
  COMMAND_WORDS,
} from '../../src/world/commands'
import {
  BLEND_PLAIN,
  BLEND_TURNS,
  MIX_BLEND,
  MIX_DIRECTION,
  MODE,
  MODE_WEIGHT,
  MODE_WORDS,
  WORK_ALPHA,
  WORK_FIELDS,
  WORK_HOLD,
  WORK_TIME,
} from '../../src/world/playback'
import { bench, LEGACY, MODERN, miniContext } from '../rig/animation/animation-kit'
import { between } from '../rig/animation/curve-reference'
import { expectAlike } from './alike'
import { instantiated } from './instantiated'
import { randomAnimation } from './random-animation'

const LANE = 2
const memory = new WebAssembly.Memory({ initial: 32 })
const compiled = instantiated(memory)

const weight = fc.oneof(fc.constantFrom(0, 1, 1.12, -0.11), between(0, 1))
/** An entry's timelines: what each mode says, and its own weight. */
const modes = fc.array(
  fc.record({
    blend: fc.integer({ min: 0, max: 3 }),
    bits: fc.constantFrom(
      0,
      0,
      MODE.hold,
      MODE.hold,
      MODE.hold | MODE.own | (77 << MODE.bits),
      MODE.add,
      MODE.off,
    ),
    own: weight,
  }),
  { minLength: 6, maxLength: 6 },
)
const item = fc.record({
  time: fc.oneof(fc.constantFrom(-1, 0, 99, 1e-40), between(0, 3)),
  alpha: weight,
  hold: weight,
  blend: fc.constantFrom(...Object.values(MIX_BLEND)),
  direction: fc.constantFrom(...Object.values(MIX_DIRECTION)),
  turns: fc.boolean(),
  plain: fc.constantFrom(0, 0, BLEND_PLAIN),
  modes: fc.option(modes),
  /** Every how many-th channel is live; 1 = no list. */
  every: fc.integer({ min: 1, max: 3 }),
  /** So many ticks one after the other, each so many seconds on. */
  ticks: fc.integer({ min: 1, max: 4 }),
  step: between(0, 0.3),
  sliced: fc.constantFrom(true, true, false),
})
type Item = Omit<typeof item extends fc.Arbitrary<infer T> ? T : never, 'blend'> & { blend: number }

function oldTurns(maths: Maths): Maths {
  return { ...maths, tracks: { ...maths.tracks, turns: 'old' } }
}

/**
 * What is stored at full weight is sampled in float32, four operations: so much it may miss, of the largest number that
 * a curve starts a segment from.
 */
function rounding(words: Int32Array): number {
  const f32 = new Float32Array(words.buffer, words.byteOffset, words.length)
  let largest = 0
  for (let at = words[ANIMATION_SEGMENT_TABLE]; at < words[ANIMATION_BUCKET_TABLE]; at += SEGMENT_WORDS)
    largest = Math.max(largest, Math.abs(f32[at + SEGMENT_VALUE]))
  return 8 * largest * 2 ** -24
}

describe.each([
  ['3.8', oldTurns(LEGACY)],
  ['4.0', oldTurns(MODERN)],
  ['4.2', MODERN],
] as const)('the compiled sampler leaves what its twin leaves, %s', (version, maths) => {
  const context = miniContext(maths)
  const { local } = context.rows
  const animations = randomAnimation(version === '3.8')
  /** Plays an item tick by tick with both, and compares all memory after each. */
  const compare = (model: Parameters<typeof compileAnimation>[0], it: Item) => {
    const image = compileAnimation(model, context)
    const { f32, i32, u16, image: at, base, spare } = bench(image, local)
    for (let i = 0; i < local * LANES; i++) f32[base + i] = Math.sin(i * 78.233) * 2
    const live = [...Array(image.channels).keys()].filter((channel) => channel % it.every === 0)
    i32[spare + LIVE_PLAIN] = live.filter((channel) => channel < image.words[ANIMATION_PLAIN]).length
    i32[spare + LIVE_STORES] = live.filter((channel) => channel < image.words[ANIMATION_STORES]).length
    i32[spare + LIVE_COUNT] = live.length
    i32.set(live, spare + LIVE_CHANNELS)
    const channels = it.every === 1 ? -1 : spare
    const own = spare + 128
    it.modes?.forEach((mode, timeline) => {
      i32[own + timeline * MODE_WORDS] = mode.blend | mode.bits
      f32[own + timeline * MODE_WORDS + MODE_WEIGHT] = mode.own
    })
    const turns = it.turns && it.modes && it.plain === 0 ? BLEND_TURNS : 0
    const blend = it.blend | it.plain | turns
    const work = new Float64Array(WORK_FIELDS)
    work[WORK_ALPHA] = it.alpha
    work[WORK_HOLD] = it.hold

    const words = new Int32Array(memory.buffer)
    const numbers = new Float64Array(memory.buffer)
    const command = (i32.length + 1) & ~1
    const mask = words.length - 64
    const owners = mask + 1
    const plan = owners + LANES
    const slices = makeSlices(image.words, it.every === 1 ? null : i32.slice(spare, own))
    if (slices && it.sliced) {
      const start = command + COMMAND_WORDS
      i32[it.every === 1 ? at + ANIMATION_SLICES : spare + LIVE_SLICES] = start - at
      words.set(slices, start)
    }
    words.set(i32)
    words.fill(0, i32.length, command + COMMAND_WORDS)
    // One block, in which entity 0 sits on the lane and plays entry 0.
    words.fill(0, mask, plan + PLAN_FIRST)
    words[mask] = 1 << LANE
    words[command + COMMAND_NEXT] = -1
    words[command + COMMAND_IMAGE] = at
    words[command + COMMAND_CHANNELS] = channels
    words[command + COMMAND_MODES] = it.modes ? own : -1
    words[command + COMMAND_BLEND] = blend | (it.direction === MIX_DIRECTION.mixOut ? COMMAND_OUT : 0)
    numbers[(command + COMMAND_ALPHA) >> 1] = it.alpha
    numbers[(command + COMMAND_HOLD) >> 1] = it.hold
    const stores = it.alpha === 1 && !it.modes && it.blend <= MIX_BLEND.first
    for (let tick = 0; tick < it.ticks; tick++) {
      work[WORK_TIME] = it.time + tick * it.step
      writeTimeBits(work, 0, createFloatBits())
      numbers[(command + COMMAND_TIME) >> 1] = work[WORK_TIME]
      compiled.mixBlocks(1, mask, owners, owners, command, base, 0, 0, 0, 0, plan, 0)
      const list = it.modes ? own : -1
      sampleMix(f32, i32, u16, work, 0, at, base + LANE, blend, it.direction, list, channels)
      const isRow = (word: number) => word >= base && word < base + local * LANES
      expectAlike(words.subarray(0, i32.length), i32, stores ? rounding(image.words) : 0, isRow)
    }
  }

  test('at full weight over the setup pose, but for rounding', () => {
    const plain = item.map((it) => ({ ...it, alpha: 1, blend: it.blend & 1, modes: null }))
    const property = fc.property(animations, fc.array(plain, { minLength: 4 }), (model, items) => {
      for (const it of items) compare(model, it)
    })
    fc.assert(property, { numRuns: 100 })
  })

  test('at any other weight, blend, direction and modes, and in what rotations remember, bit for bit', () => {
    const property = fc.property(animations, fc.array(item, { minLength: 6 }), (model, items) => {
      for (const it of items) compare(model, it)
    })
    fc.assert(property, { numRuns: 300 })
  })
})
