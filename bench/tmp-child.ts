import { readFileSync } from 'node:fs'
import { createWorld } from 'bitecs'
import { installAnimation } from 'osteon'
import { mrtk } from 'osteon/formats/mrtk'
import { compileRecording, installRecordings, playRecording, recordings } from 'osteon/recordings'
import { samplePoses, SAMPLE_TIME } from '../src/recordings/sample'
const model = mrtk.readRecording(readFileSync('/work/shared/samples/mrtk/v11-two-hands-30hz.bin'), { source: 'x', warn: () => {} })
const rec = compileRecording(model)
const N = 1000
const world = installRecordings(installAnimation(createWorld(), { capacity: 60100 }))
let seed = 1
const rnd = () => { seed = (seed * 16807) % 2147483647; return seed / 2147483647 }
const players = Array.from({ length: N }, () => playRecording(world, rec, { loop: true, speed: 0.8 + 0.4 * rnd(), time: rnd() * 6 }))
world.time.delta = 1 / 60
import { removeEntity } from 'bitecs'
import { recordingEntities } from 'osteon/recordings'
if (process.argv[2] === 'nogaze') for (const p of players) removeEntity(world, recordingEntities(world, p).gaze)
const st = world.animation.recordings!
const { f32, i32 } = world.animation.arena
const T = Float64Array.from(players, (p) => world.components.RecordingPlayer.time[p])
const S = Float64Array.from(players, () => 0.8 + 0.4 * rnd())
const OUT = new Float32Array(N * 53 * 7)
const img = st.rows.image[0]
function bare(f32: Float32Array, i32: Int32Array, images: Uint32Array | Int32Array, times: Float64Array, speeds: Float64Array, out: Float32Array) {
  let to = 0
  for (let n = 0; n < N; n++) {
    const image = images[n]
    let time = times[n] + speeds[n] / 60
    if (time >= 6) time %= 6
    times[n] = time
    const b = Math.max(0, Math.min(i32[image + 2], Math.trunc((time - f32[image + 1]) * f32[image])))
    let e = image + i32[image + 3] + b * i32[image + 4]
    const count = i32[image + 5]
    for (let p = 0; p < count; p++) {
      let a = image + i32[e++]; while (f32[a + 7] <= time) a += 7
      const d = time - f32[a]
      out[to++] = f32[a + 1] + d * f32[a + 4]; out[to++] = f32[a + 2] + d * f32[a + 5]; out[to++] = f32[a + 3] + d * f32[a + 6]
      let t = image + i32[e++]; while (f32[t + 9] <= time) t += 9
      const q = time - f32[t]
      out[to++] = f32[t + 1] + q * f32[t + 5]; out[to++] = f32[t + 2] + q * f32[t + 6]; out[to++] = f32[t + 3] + q * f32[t + 7]; out[to++] = f32[t + 4] + q * f32[t + 8]
    }
  }
}
function ours(sample: typeof samplePoses, times: Float64Array, speeds: Float64Array) {
  const { work, rows } = st
  for (let n = 0; n < N; n++) {
    let time = times[n] + speeds[n] / 60
    if (time >= 6) time %= 6
    times[n] = time
    work[SAMPLE_TIME] = time
    sample(f32, i32, rows.image[n], rows.table[n], work, world.components.Pose3)
  }
}
const images = Int32Array.from({ length: N }, (_, n) => st.rows.image[n])
const vs: Record<string, () => void> = {
  bare: () => bare(f32, i32, images, T, S, OUT),
  real: () => ours(samplePoses, T, S),
  system: () => recordings(world),
}
console.log('image', img, rec.image.length)
const best: Record<string, number> = {}
for (let r = 0; r < 60; r++) for (const k in vs) { const t = process.cpuUsage(); for (let i = 0; i < 10; i++) vs[k](); const u = process.cpuUsage(t); const v = (u.user + u.system) / 10; best[k] = Math.min(best[k] ?? 1e9, v) }
console.log(best)
