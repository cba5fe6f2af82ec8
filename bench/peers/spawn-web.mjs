/**
 * Makes playing skeletons with the official web runtime, in a process of its own. osteon's side is ../programs/spawn.ts: keep the
 * two alike. Only the runtime's documented interface is used.
 */
import {
  AnimationState,
  AnimationStateData,
  AtlasAttachmentLoader,
  FakeTexture,
  Skeleton,
  SkeletonJson,
  TextureAtlas,
} from '@esotericsoftware/spine-core'

const chunks = []
for await (const chunk of process.stdin) chunks.push(chunk)
const job = JSON.parse(Buffer.concat(chunks).toString())

const atlas = new TextureAtlas(job.atlas)
for (const page of atlas.pages) page.setTexture(new FakeTexture(page))
const data = new SkeletonJson(new AtlasAttachmentLoader(atlas)).readSkeletonData(job.skeleton)
const stateData = new AnimationStateData(data)
let made = []

function spawnAll() {
  for (let i = 0; i < job.count; i++) {
    const skeleton = new Skeleton(data)
    if (job.skin !== null) skeleton.setSkinByName(job.skin)
    skeleton.x = job.xs[i]
    skeleton.y = job.ys[i]
    const state = new AnimationState(stateData)
    state.setAnimation(0, job.animation, true)
    made.push(skeleton, state)
  }
}

/** Milliseconds since some moment. */
function clock() {
  if (job.clock === 'wall') return performance.now()
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

const begin = clock()
while (clock() - begin < job.warmup) {
  spawnAll()
  made = []
}
const rounds = []
const began = performance.now()
for (let round = 0; round < job.rounds; round++) {
  if (round >= 5 && performance.now() - began > job.limit) break
  const start = clock()
  spawnAll()
  const spawned = clock()
  made = []
  rounds.push((((job.pairs ? clock() : spawned) - start) * 1000) / job.count)
}
console.log(JSON.stringify({ sums: [], rounds }))
