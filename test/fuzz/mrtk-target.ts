/** The target of the fuzz test of recordings: files are read, played and written again. Only an OsteonError may come out. */
import { createWorld } from 'bitecs'
import { installAnimation } from '../../src/api'
import { readMrtk, writeMrtk } from '../../src/formats/mrtk'
import { evaluateCurve } from '../../src/formats/mrtk/model/curve'
import { CURVES, type RecordingModel } from '../../src/formats/mrtk/model/recording'
import {
  compileRecording,
  playRecording,
  recordingSampling,
  recordings,
  stopRecording,
} from '../../src/joins/recordings'

type Target = (bytes: Uint8Array, layout: 'auto' | 'simple' | 'full', repair: boolean) => void

/** Files that one world plays: it never forgets a recording. */
const A_WORLD = 100

/** A function that throws OsteonError for bytes that are refused; any other error is a defect. */
export function recordingTarget(): Target {
  let world = makeWorld()
  let played = 0
  return (bytes, layout, repair) => {
    const model = readChecked(bytes, layout, repair)
    if (++played % A_WORLD === 0) world = makeWorld()
    playThrough(world, model)
    const again = writeMrtk(model)
    const same = writeMrtk(readMrtk(again, { source: 'again.bin', layout: model.layout }))
    if (Buffer.compare(again, same) !== 0) throw new Error('a written recording is read as something else')
  }
}

const makeWorld = () => installAnimation(createWorld(), { use: [recordings], capacity: 128 })

/** Forwards over the end, to and fro in jumps, and backwards: all that is sampled stays finite. */
function playThrough(world: ReturnType<typeof makeWorld>, model: RecordingModel): void {
  const recording = compileRecording(model)
  const player = playRecording(world, recording, { loop: true })
  const { RecordingPlayer, Pose3, Gaze } = world.components
  const { duration } = recording
  for (const time of [-1, 0.3, duration, 2 * duration + 1]) {
    RecordingPlayer.time[player] = time
    for (const seconds of [0, duration / 3, -duration / 2, 0.1]) {
      world.time.delta = seconds
      recordingSampling(world)
    }
  }
  for (const column of [...Object.values(Pose3), ...Object.values(Gaze)] as Float32Array[])
    if (!column.every(Number.isFinite)) throw new Error('a sample is no number')
  stopRecording(world, player)
}

function readChecked(bytes: Uint8Array, layout: 'auto' | 'simple' | 'full', repair: boolean): RecordingModel {
  const model = readMrtk(bytes, { source: 'fuzz.bin', layout, repairRotations: repair })
  const { start, times, values, duration } = model
  if (start[CURVES] * 8 > bytes.length && !repair) throw new Error('more keys than the file has room for')
  if (!Number.isFinite(duration) || duration < 0) throw new Error(`a duration of ${duration}`)
  for (let curve = 0; curve < CURVES; curve++) {
    let last = Number.NEGATIVE_INFINITY
    for (let key = start[curve]; key < start[curve + 1]; key++) {
      if (!Number.isFinite(times[key]) || times[key] < last)
        throw new Error(`curve ${curve}: time ${times[key]}`)
      last = times[key]
    }
    const finite = values.subarray(start[curve], start[curve + 1]).every(Number.isFinite)
    const bent = model.bends !== null && curve % 37 !== 0
    for (const time of bent ? [0.3] : [-1, 0, 0.3, duration, duration * 3]) {
      const value = evaluateCurve(model, curve, time)
      if (finite && Number.isNaN(value)) throw new Error(`curve ${curve} is no number at ${time}`)
    }
  }
  return model
}
