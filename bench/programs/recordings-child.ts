/** Measures ticks of recordings, and a bare loop over the same tables, in a process of its own. Prints a `RecordingResult` as JSON. */

import { createWorld } from 'bitecs'
import { installAnimation } from 'osteon'
import { mrtk } from 'osteon/formats/mrtk'
import {
  compileRecording,
  playRecording,
  type Recording,
  type RecordingWorld,
  recordingSampling,
  recordings,
} from 'osteon/recordings'
import { IMAGE, RECORD_3, RECORD_4, SWITCHES } from '../../src/joins/recordings/layout'
import { recordingsOf } from '../../src/joins/recordings/state'
import { performance as perform } from '../../test/fixtures/recordings'
import { measureGarbage } from '../kit/garbage'
import type { Effort } from '../kit/job'
import { receive } from '../kit/job'
import { seededRandom } from '../kit/random'
import { callsFor, clockFor, runRounds, warmUp } from '../kit/timing'

export interface RecordingJob extends Omit<Effort, 'kernels'> {
  /** Players. */
  count: number
  /** Number of different recordings that they play. */
  recordings: number
  /** A file in base64; null: a generated performance. */
  bytes: string | null
  seed: number
}

export interface RecordingResult {
  poses: number
  imageBytes: number
  /** Name of each measurement, and microseconds a tick by round; the last row is the bare loop. */
  rows: { name: string; rounds: number[] }[]
  garbage: { bytes: number; collections: number; ticks: number }
}

const STEP = 1 / 60

/** Clocks of the bare loop: addresses of the images, and the players' times. */
interface Clocks {
  images: Int32Array
  times: Float64Array
  speeds: Float64Array
  durations: Float64Array
}

/** The least work of any player of these tables: clocks, look-ups, seven values for each pose and six for the gaze, in turn. */
function playBare(
  f32: Float32Array,
  i32: Int32Array,
  { images, times, speeds, durations }: Clocks,
  out: Float32Array,
): void {
  let to = 0
  for (let player = 0; player < images.length; player++) {
    const image = images[player]
    let time = times[player] + STEP * speeds[player]
    if (time >= durations[player]) time %= durations[player]
    times[player] = time
    const count = i32[image + IMAGE.POSES]
    const wanted = Math.trunc((time - f32[image + IMAGE.ORIGIN]) * f32[image + IMAGE.RATE])
    const bucket = Math.max(0, Math.min(i32[image + IMAGE.LAST_BUCKET], wanted))
    let entry = image + i32[image + IMAGE.BUCKETS] + bucket * i32[image + IMAGE.COLUMNS]
    for (let pose = 0; pose < count; pose++) {
      let at = image + i32[entry++]
      while (f32[at + RECORD_3] <= time) at += RECORD_3
      const passed = time - f32[at]
      out[to++] = f32[at + 1] + passed * f32[at + 4]
      out[to++] = f32[at + 2] + passed * f32[at + 5]
      out[to++] = f32[at + 3] + passed * f32[at + 6]
      let turn = image + i32[entry++]
      while (f32[turn + RECORD_4] <= time) turn += RECORD_4
      const turned = time - f32[turn]
      out[to++] = f32[turn + 1] + turned * f32[turn + 5]
      out[to++] = f32[turn + 2] + turned * f32[turn + 6]
      out[to++] = f32[turn + 3] + turned * f32[turn + 7]
      out[to++] = f32[turn + 4] + turned * f32[turn + 8]
    }
    // Origin and direction of the gaze; a recording without gaze has tracks of zeros.
    entry += SWITCHES
    for (let part = 0; part < 2; part++) {
      let at = image + i32[entry++]
      while (f32[at + RECORD_3] <= time) at += RECORD_3
      const passed = time - f32[at]
      out[to++] = f32[at + 1] + passed * f32[at + 4]
      out[to++] = f32[at + 2] + passed * f32[at + 5]
      out[to++] = f32[at + 3] + passed * f32[at + 6]
    }
  }
}

/** Makes the bare loop over the tables of all players, from their present times. */
function makeBareLoop({ animation }: RecordingWorld, count: number, speeds: Float64Array): () => void {
  const { arena } = animation
  const state = recordingsOf(animation)
  const { alive, registered, rows } = state
  const own = Array.from({ length: count }, (_, i) => alive.ids[i])
  const clocks: Clocks = {
    images: Int32Array.from(own, (row) => rows.image[row]),
    times: Float64Array.from(own, (row) => rows.time[row]),
    speeds,
    durations: Float64Array.from(own, (row) => registered[rows.recording[row]]?.recording.duration ?? 0),
  }
  const poses = own.reduce((sum, row) => sum + arena.i32[rows.image[row] + IMAGE.POSES], 0)
  const out = new Float32Array(7 * poses + 6 * count)
  return () => playBare(arena.f32, arena.i32, clocks, out)
}

function makeRecordings({ bytes, recordings: count }: RecordingJob): Recording[] {
  const made = Array.from({ length: count }, () => {
    if (bytes === null) return perform(30, 6)
    return mrtk.readRecording(Buffer.from(bytes, 'base64'), { source: 'sample.bin', warn: () => {} })
  })
  return made.map((model) => compileRecording(model))
}

async function main(): Promise<void> {
  const job = await receive<RecordingJob>()
  const random = seededRandom(job.seed)
  const world = installAnimation(createWorld(), { use: [recordings], capacity: job.count * 60 + 100 })
  const played = makeRecordings(job)
  const speeds = Float64Array.from({ length: job.count }, () => Math.fround(0.8 + 0.4 * random()))
  const players = Array.from(speeds, (speed, i) => {
    const recording = played[i % played.length]
    return playRecording(world, recording, { loop: true, speed, time: random() * recording.duration })
  })
  world.time.delta = STEP
  const bare = makeBareLoop(world, players.length, speeds)
  const { RecordingPlayer } = world.components
  const pauseAll = (paused: number) => {
    for (const player of players) RecordingPlayer.paused[player] = paused
  }
  const tick = () => recordingSampling(world)
  const tasks = [
    { name: 'recordings', begin: () => pauseAll(0), run: tick },
    { name: 'recordings, all paused', begin: () => pauseAll(1), run: tick },
    { name: 'bare loop', begin: () => {}, run: bare },
  ]
  const clock = clockFor({ clock: job.clock })
  const calls = tasks.map(({ begin, run }) => {
    begin()
    return callsFor(job.round, warmUp(job.warmup, clock, run))
  })
  const rows = tasks.map(({ name }) => ({ name, rounds: [] as number[] }))
  runRounds(job, () => {
    for (const [i, { begin, run }] of tasks.entries()) {
      begin()
      run()
      const start = clock()
      for (let call = 0; call < calls[i]; call++) run()
      rows[i].rounds.push((1000 * (clock() - start)) / calls[i])
    }
  })
  pauseAll(0)
  const ticks = 500
  const garbage = await measureGarbage(() => {
    for (let i = 0; i < ticks; i++) tick()
  })
  const imageBytes = played.reduce((sum, { image }) => sum + image.byteLength, 0)
  const result: RecordingResult = {
    poses: played[0].poses.length,
    imageBytes,
    rows,
    garbage: { ...garbage, ticks },
  }
  console.log(JSON.stringify(result))
}

await main()
