/**
 * Damages recordings in a process of its own, so that memory can be measured and a hang be ended from outside. Prints one
 * line of JSON: a `FuzzReport`. With more runs than the suite has: `npm run fuzz -- --kind recordings`.
 *
 * Arguments: number of runs, seed, then paths of further valid files.
 */
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { type ErrorCode, OsteonError } from '../../src/base/errors'
import { writeMrtk } from '../../src/formats/mrtk'
import { watchCost } from '../fixtures/cost'
import { peakMemory } from '../fixtures/peak-memory'
import { bentRecording, makeRecording, performance as perform } from '../fixtures/recordings'
import type { FuzzReport } from './child'
import { recordingTarget } from './mrtk-target'

/** Damage of a file: at `at` (a share of its length), with a number and some bytes. */
interface Blow {
  kind: 'byte' | 'int' | 'float' | 'cut' | 'drop' | 'insert' | 'double' | 'zero'
  at: number
  /** Whether places where counts and times stand are preferred. */
  early: boolean
  int: number
  float: number
  bytes: Uint8Array
}

const blow: fc.Arbitrary<Blow> = fc.record({
  kind: fc.constantFrom(
    'byte',
    'byte',
    'int',
    'int',
    'float',
    'float',
    'cut',
    'drop',
    'insert',
    'double',
    'zero',
  ),
  // Not `fc.double`, most of whose numbers are next to 0.
  at: fc.nat(999_999).map((millionths) => millionths / 1e6),
  early: fc.boolean(),
  int: fc.oneof(fc.constantFrom(-1, 0, 1, 2, 4, 8, 15, 16, 0x7fffffff, -0x80000000, 65_536), fc.integer()),
  float: fc.oneof(
    fc.constantFrom(
      Number.NaN,
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
      -0,
      3e38,
      -3e38,
      1e-45,
      1e9,
    ),
    fc.float(),
  ),
  bytes: fc.uint8Array({ minLength: 1, maxLength: 40 }),
})

interface Damage {
  base: number
  blows: Blow[]
  layout: 'auto' | 'simple' | 'full'
  repair: boolean
}

const damage: fc.Arbitrary<Damage> = fc.record({
  base: fc.nat(1000),
  blows: fc.array(blow, { minLength: 1, maxLength: 3 }),
  layout: fc.constantFrom('auto', 'auto', 'auto', 'simple', 'full'),
  repair: fc.boolean(),
})

function strike(
  bytes: Uint8Array<ArrayBuffer>,
  { kind, at, early, int, float, bytes: extra }: Blow,
): Uint8Array<ArrayBuffer> {
  const place = Math.floor(at * (early ? Math.min(400, bytes.length) : bytes.length))
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  // Fields of simple files begin at every fourth byte from byte 19 on.
  const field = Math.max(0, Math.min(bytes.length - 4, place - ((place - 19) % 4)))
  if (kind === 'cut') return bytes.slice(0, place)
  if (kind === 'drop')
    return Uint8Array.from([...bytes.subarray(0, place), ...bytes.subarray(place + extra.length)])
  if (kind === 'insert')
    return Uint8Array.from([...bytes.subarray(0, place), ...extra, ...bytes.subarray(place)])
  if (kind === 'double')
    return Uint8Array.from([
      ...bytes.subarray(0, place),
      ...bytes.subarray(place, place + 4 * extra.length),
      ...bytes.subarray(place),
    ])
  if (bytes.length < 4) return bytes
  if (kind === 'byte') bytes[place] = int
  else if (kind === 'int') view.setInt32(field, int, true)
  else if (kind === 'float') view.setFloat32(field, float, true)
  else bytes.fill(0, place, place + extra.length)
  return bytes
}

const [runs, seed, ...files] = process.argv.slice(2)
const small = makeRecording(
  {
    0: [
      [0, 1],
      [1, 2],
    ],
    7: [[0, 1]],
    11: [
      [0, 1],
      [2, 3],
    ],
    389: [
      [0, 1],
      [0.5, 2],
    ],
  },
  {
    markers: [
      { time: 0.5, name: 'mark' },
      { time: 1, name: 'é'.repeat(70) },
    ],
  },
)
const bases = [
  writeMrtk(small),
  writeMrtk(small, { layout: 'full' }),
  writeMrtk(small, { markerList: true }).slice(0, -4 - 9 - 4 - 2 - 140),
  writeMrtk(makeRecording({}, { camera: true, gaze: true })),
  writeMrtk(perform(5, 1)),
  writeMrtk(bentRecording()),
  ...files.map((file) => new Uint8Array(readFileSync(file))),
]

const report: FuzzReport = {
  runs: 0,
  loaded: 0,
  late: 0,
  codes: [],
  slowest: 0,
  growthMb: 0,
  defect: '',
}
const codes = new Set<ErrorCode>()
const watch = watchCost()
const runRecording = recordingTarget()
const HEADER_CODES: readonly ErrorCode[] = ['bad-magic', 'unsupported-version']

/** @returns why the recording was refused, or null. Errors other than OsteonError go through. */
function attempt(
  bytes: Uint8Array<ArrayBuffer>,
  layout: Damage['layout'],
  repair: boolean,
): OsteonError | null {
  try {
    runRecording(bytes, layout, repair)
    return null
  } catch (error) {
    if (!(error instanceof OsteonError)) throw error
    return error
  }
}

/** Counts the outcome. */
function judge({ base, blows, layout, repair }: Damage): void {
  let bytes = bases[base % bases.length].slice()
  for (const one of blows) bytes = strike(bytes, one)
  report.runs++
  const refusal = watch.run(() => attempt(bytes, layout, repair))
  if (refusal === null) report.loaded++
  else {
    codes.add(refusal.code)
    if (!HEADER_CODES.includes(refusal.code)) report.late++
  }
  // Garbage that waits for its collection is no growth.
  if (report.runs % 50 === 0) globalThis.gc?.()
}

const startRss = process.memoryUsage().rss
try {
  fc.assert(fc.property(damage, judge), { numRuns: Number(runs), seed: Number(seed), endOnFailure: false })
} catch (error) {
  report.defect =
    error instanceof Error ? `${error.message}\n${error.cause ?? ''}\n${error.stack}` : String(error)
}
report.growthMb = (peakMemory() - startRss) / 2 ** 20
report.slowest = watch.slowest
report.codes = [...codes].sort()
process.stdout.write(`${JSON.stringify(report)}\n`)
