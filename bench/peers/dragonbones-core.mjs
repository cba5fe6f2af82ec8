/**
 * Runs the official core of DragonBones in a process of its own, under the job from standard input. osteon's side is
 * ../programs/posing.ts: keep the two alike. Only the core's public interface is used: a factory, slots and textures that draw
 * nothing, as every renderer has to bring its own.
 */
import { PlainFactory } from './plain-factory.mjs'

const STEP = 1 / 60
const REACH = 10

const chunks = []
for await (const chunk of process.stdin) chunks.push(chunk)
const job = JSON.parse(Buffer.concat(chunks).toString())

const factory = new PlainFactory()
factory.parseDragonBonesData(JSON.parse(job.skeleton), 'job')
factory.parseTextureAtlasData(JSON.parse(job.atlas), null, 'job')
const armatures = job.phases.map(() => {
  const armature = factory.buildArmature(job.armature, 'job')
  armature.animation.play(job.animation, 0)
  return armature
})

/** The origin of every bone, and a point on each of its axes. */
function checksums() {
  return armatures.map((armature) => {
    const sum = [0, 0, 0, 0]
    for (const { globalTransformMatrix: matrix } of armature.getBones())
      for (const [x, y] of [
        [0, 0],
        [matrix.a, matrix.b],
        [matrix.c, matrix.d],
      ]) {
        const atX = matrix.tx + REACH * x
        const atY = matrix.ty + REACH * y
        sum[0] += 2
        sum[1] += atX
        sum[2] += atY
        sum[3] += atX * atX + atY * atY
      }
    return sum
  })
}

const seconds = job.timeScales.map((scale) => STEP * scale)
function tick() {
  for (let i = 0; i < armatures.length; i++) armatures[i].advanceTime(seconds[i])
}

for (let i = 0; i < armatures.length; i++) armatures[i].advanceTime(job.phases[i])
for (let i = 0; i < job.checkedTicks; i++) tick()
const sums = checksums()

/** Milliseconds since some moment. */
function clock() {
  if (job.clock === 'wall') return performance.now()
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

let calls = 0
const begin = clock()
while (clock() - begin < job.warmup) {
  tick()
  calls++
}
const ticks = Math.max(1, Math.ceil((job.round * calls) / (clock() - begin)))
const rounds = []
const began = performance.now()
for (let round = 0; round < job.rounds; round++) {
  if (round >= 5 && performance.now() - began > job.limit) break
  const start = clock()
  for (let i = 0; i < ticks; i++) tick()
  rounds.push(((clock() - start) * 1000) / (ticks * job.count))
}
console.log(JSON.stringify({ sums, rounds }))
