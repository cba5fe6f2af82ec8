import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sampleMix } from '../../src/kernels/sample-mix'
import { writeTimeBits } from '../../src/kernels/time-bits'
import { createFloatBits } from '../../src/memory/float-bits'
import { LANES } from '../../src/memory/lanes'
import { compileAnimation } from '../../src/rig/animation-compile'
import {
  ANIMATION_PLAIN,
  ANIMATION_STORES,
  LIVE_CHANNELS,
  LIVE_COUNT,
  LIVE_PLAIN,
  LIVE_STORES,
} from '../../src/rig/animation-image'
import {
  MIX_COMMAND_BITS,
  MIX_COMMAND_BLEND,
  MIX_COMMAND_CHANNELS,
  MIX_COMMAND_DIRECTION,
  MIX_COMMAND_IMAGE,
  MIX_COMMAND_LOCAL,
  MIX_COMMAND_TIME,
} from '../../src/world/mix-commands'
import {
  MIX_BLEND,
  MIX_DIRECTION,
  WORK_ALPHA,
  WORK_BITS,
  WORK_FIELDS,
  WORK_TIME,
} from '../../src/world/playback'
import { bench, LEGACY, MODERN, miniContext } from '../rig/animation-kit'
import { between } from '../rig/curve-reference'
import { instantiated } from './instantiated'
import { randomAnimation } from './random-animation'

const LANE = 2
const memory = new WebAssembly.Memory({ initial: 8 })
const compiled = instantiated(memory)
const item = fc.record({
  time: fc.oneof(fc.constantFrom(-1, 0, 99, 1e-40), between(0, 3)),
  blend: fc.constantFrom(MIX_BLEND.setup, MIX_BLEND.first),
  direction: fc.constantFrom(...Object.values(MIX_DIRECTION)),
  /** Every how many-th channel is live; 1 = no list. */
  every: fc.integer({ min: 1, max: 3 }),
})

test.each([
  ['3.8', LEGACY],
  ['4.x', MODERN],
] as const)('at full weight the compiled sampler leaves the same bits as its twin, %s', (version, maths) => {
  const context = miniContext(maths)
  const { local } = context.rows
  const property = fc.property(
    randomAnimation(version === '3.8'),
    fc.array(item, { minLength: 4 }),
    (model, items) => {
      const image = compileAnimation(model, context)
      for (const { time, blend, direction, every } of items) {
        const { f32, i32, u16, image: at, base, spare } = bench(image, local)
        for (let i = 0; i < local * LANES; i++) f32[base + i] = Math.sin(i * 78.233) * 2
        const live = [...Array(image.channels).keys()].filter((channel) => channel % every === 0)
        i32[spare + LIVE_PLAIN] = live.filter((channel) => channel < image.words[ANIMATION_PLAIN]).length
        i32[spare + LIVE_STORES] = live.filter((channel) => channel < image.words[ANIMATION_STORES]).length
        i32[spare + LIVE_COUNT] = live.length
        i32.set(live, spare + LIVE_CHANNELS)
        const channels = every === 1 ? -1 : spare
        const work = new Float64Array(WORK_FIELDS)
        work[WORK_TIME] = time
        work[WORK_ALPHA] = 1
        writeTimeBits(work, 0, createFloatBits())

        const words = new Int32Array(memory.buffer)
        words.fill(0)
        words.set(i32)
        const command = (i32.length + 1) & ~1
        new Float64Array(memory.buffer)[(command + MIX_COMMAND_TIME) >> 1] = time
        words[command + MIX_COMMAND_BITS] = work[WORK_BITS]
        words[command + MIX_COMMAND_IMAGE] = at
        words[command + MIX_COMMAND_LOCAL] = base + LANE
        words[command + MIX_COMMAND_CHANNELS] = channels
        words[command + MIX_COMMAND_BLEND] = blend
        words[command + MIX_COMMAND_DIRECTION] = direction
        compiled.mixPlain(command, 1, 0)
        sampleMix(f32, i32, u16, work, 0, at, base + LANE, blend, direction, -1, channels)
        expect(Buffer.compare(Buffer.from(memory.buffer, 0, i32.byteLength), Buffer.from(i32.buffer))).toBe(0)
      }
    },
  )
  fc.assert(property, { numRuns: 150 })
})
