/**
 * A plain node process (`--expose-gc`): plays a crowd of recordings, and prints, as JSON, the growth of the JavaScript heap in
 * each window of ticks.
 */
import { createWorld } from 'bitecs'
import { eventColumns, installAnimation } from 'osteon'
import { compileRecording, playRecording, recordingSampling, recordings } from 'osteon/recordings'
import { timelineSampling } from 'osteon/systems'
import { type Garbage, isClean, measureGarbage } from '../../bench/kit/garbage'
import { receive } from '../../bench/kit/job'
import { bentRecording, performance } from '../fixtures/recordings'

export interface RecordingGarbageJob {
  players: number
  warmup: number
  window: number
  windows: number
  clean: number
  /** Whether `timelineSampling` shows the events. */
  sampling: boolean
}

const job = await receive<RecordingGarbageJob>()
const world = installAnimation(createWorld(), { use: [recordings], capacity: 64 })
const clips = [performance(), bentRecording()].map((model) => compileRecording(model))
const players = Array.from({ length: job.players }, (_, i) =>
  playRecording(world, clips[i % 5 === 0 ? 1 : 0], {
    loop: true,
    speed: (i % 2 === 0 ? 1 : -1) * (0.5 + i / 40),
  }),
)
world.time.delta = 1 / 60
let seen = 0

function tick(number: number): void {
  const { RecordingPlayer } = world.components
  // Somebody seeks, somebody pauses.
  RecordingPlayer.time[players[number % players.length]] = (number % 300) / 100
  RecordingPlayer.paused[players[0]] = (number >> 5) & 1
  recordingSampling(world)
  if (job.sampling) timelineSampling(world)
  const { count, kind } = eventColumns(world)
  for (let i = 0; i < count; i++) seen += kind[i]
}

function run(count: number): void {
  for (let i = 0; i < count; i++) tick(i)
}

// In pieces: a function that is called often is compiled for good early on, and compiled code is heap, too.
for (let piece = 0; piece < 100; piece++) run(job.warmup / 100)
const windows: Garbage[] = []
while (windows.length < job.windows && windows.filter(isClean).length < job.clean)
  windows.push(await measureGarbage(() => run(job.window)))
if (seen === 0) throw new Error('nothing was reported')
console.log(JSON.stringify(windows))
