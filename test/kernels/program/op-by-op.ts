/** Programs of the compiled kernel and of its twin, op by op, each op from the same rows. */
import { APPLIED_FIELDS, APPLIED_STALE, LANES, LOCAL_FIELDS, WORLD_FIELDS } from '../../../src/memory/lanes'
import { OP, OP_CODE, OP_LENGTH } from '../../../src/rig/program/ops'
import { PROGRAM, run, runCompiled, type Stage } from './stage'

/** Eight roundings of a float32: what a kernel is allowed to do to the numbers that it works on. */
const NOISE = 1e-6
const TRIALS = 64
/** Of vectors without length it is the sign of a zero that says where they point. */
const LEAST = 1e-30

export interface Outcome {
  /** Words that were compared. */
  compared: number
  /** Words that differ by more than `tolerance`, where the twin itself could have come to either. */
  doubtful: number
  /** What is wrong with the first word that the twin can't have come to. */
  wrong: string | null
}

/**
 * Runs the stage's program, leaves it with the twin's rows, and tells how the compiled kernel does from op to op.
 *
 * An op of the kernel is right if it does, within `tolerance` of the size of what is written or was there, what the twin
 * does or would do if the rows it reads and the functions it calls were a few roundings off: at half a turn, where an
 * angle goes the one way or the other, or under a parent that is nearly flat, nobody can ask for more. That each op
 * starts from the twin's rows keeps what is asked sharp: nothing piles up.
 */
export function compareOps(stage: Stage, tolerance: number): Outcome {
  const outcome: Outcome = { compared: 0, doubtful: 0, wrong: null }
  const { words } = stage.program
  for (let at = 0; words[at + OP_CODE] !== OP.end && outcome.wrong === null; at += words[at + OP_LENGTH]) {
    const op = words.subarray(at, at + words[at + OP_LENGTH])
    stage.i32.set(op, PROGRAM)
    stage.i32[PROGRAM + op.length] = OP.end
    const before = stage.i32.slice()
    runCompiled(stage)
    const got = stage.f32.slice()
    stage.i32.set(before)
    run(stage)
    compareRows(stage, before, got, tolerance, outcome)
  }
  return outcome
}

function compareRows(
  stage: Stage,
  before: Int32Array,
  got: Float32Array,
  tolerance: number,
  outcome: Outcome,
): void {
  const wanted = stage.f32.slice()
  const [written, read] = [sizesOf(stage, wanted), sizesOf(stage, new Float32Array(before.buffer))]
  let trials: Float32Array[] | null = null
  for (let word = stage.skeleton; word < wanted.length; word++) {
    const distance = Math.abs(got[word] - wanted[word])
    const limit = tolerance * Math.max(written[word], read[word])
    outcome.compared++
    if (distance <= limit) continue
    trials ??= Array.from({ length: TRIALS }, (_, seed) => twinOnNoise(stage, before, seed))
    const doubt = Math.max(...trials.map((rows) => Math.abs(rows[word] - wanted[word])))
    if (distance <= limit + 2 * doubt) outcome.doubtful++
    else {
      const op = stage.i32[PROGRAM + OP_CODE]
      outcome.wrong ??= `op ${op}, ${placeOf(stage, word)}: ${got[word]}, not ${wanted[word]} (${doubt})`
    }
  }
  stage.f32.set(wanted)
}

/** What the twin makes of rows and functions that are a few roundings off. */
function twinOnNoise(stage: Stage, before: Int32Array, seed: number): Float32Array {
  stage.i32.set(before)
  const { f32 } = stage
  const sizes = sizesOf(stage, f32)
  // What is divided by the rest of two equal numbers is the greater the less they are off.
  const most = NOISE * 100 ** -(seed % 4)
  let state = (seed + 1) * 2654435761
  const noise = () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6b43a9b5) | 0
    return (state / 2 ** 31) * most
  }
  for (let word = stage.skeleton; word < f32.length; word++) f32[word] += noise() * sizes[word]
  const { atan2, cos, sin, sqrt } = Math
  try {
    // Rotated and then measured, axes may be opposite to the bit whatever they were before.
    Math.atan2 = (y, x) => {
      const size = Math.max(Math.abs(x), Math.abs(y), LEAST)
      return atan2(y + noise() * size, x + noise() * size)
    }
    Math.cos = (angle) => cos(angle) + noise()
    Math.sin = (angle) => sin(angle) + noise()
    Math.sqrt = (square) => sqrt(square) * (1 + noise())
    run(stage)
  } finally {
    Object.assign(Math, { atan2, cos, sin, sqrt })
  }
  return f32.slice()
}

/** Of every word, the size that a rounding of it goes by; 0 for what is no quantity. */
function sizesOf(stage: Stage, rows: Float32Array): Float64Array {
  const sizes = new Float64Array(rows.length)
  const { rig, local, applied, world, stride } = stage
  const put = (word: number, size: number) => {
    sizes[word] = size
  }
  for (let block = 0; block < stage.blocks; block++)
    for (let lane = 0; lane < LANES; lane++) {
      const at = (section: number, row: number) => section + block * stride + row * LANES + lane
      const size = (section: number, row: number) => Math.abs(rows[at(section, row)])
      let far = 100
      for (let bone = 0; bone < rig.bones.count; bone++) {
        const first = bone * WORLD_FIELDS
        far = Math.max(far, size(world, first + 4), size(world, first + 5))
      }
      for (let bone = 0; bone < rig.bones.count; bone++) {
        const first = bone * WORLD_FIELDS
        const axes = [0, 1, 2, 3].map((field) => size(world, first + field))
        for (const field of [0, 1, 2, 3]) put(at(world, first + field), Math.max(1, ...axes))
        for (const field of [4, 5]) put(at(world, first + field), far)
      }
      for (let row = 0; row < rig.bones.count * LOCAL_FIELDS; row++)
        put(at(local, row), poseSize(row % LOCAL_FIELDS, size(local, row)))
      for (let row = 0; row < rig.rows.applied; row++)
        if (row % APPLIED_FIELDS !== APPLIED_STALE)
          put(at(applied, row), poseSize(row % APPLIED_FIELDS, size(applied, row)))
    }
  return sizes
}

/** Positions, angles (of which half a turn is the size) and scales. */
function poseSize(field: number, value: number): number {
  if (field < 2) return Math.max(100, value)
  return field === 3 || field === 4 ? value : Math.max(Math.PI, value)
}

function placeOf({ skeleton, local, applied, world, stride }: Stage, word: number): string {
  const block = Math.floor((word - skeleton) / stride)
  const place = word - block * stride
  const [name, first] =
    place >= world ? ['world', world] : place >= applied ? ['applied', applied] : ['local', local]
  const row = Math.floor((place - first) / LANES)
  return `${name} row ${row} of seat ${block * LANES + ((place - first) % LANES)}`
}
