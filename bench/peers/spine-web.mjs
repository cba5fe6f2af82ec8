/**
 * Runs the official web runtime in a process of its own, under the job from standard input. osteon's side is ../programs/versus.ts:
 * keep the two alike. Only the runtime's documented interface is used.
 */
import {
  AnimationState,
  AnimationStateData,
  AtlasAttachmentLoader,
  FakeTexture,
  MeshAttachment,
  Physics,
  RegionAttachment,
  Skeleton,
  SkeletonJson,
  TextureAtlas,
} from '@esotericsoftware/spine-core'

const STEP = 1 / 60

const chunks = []
for await (const chunk of process.stdin) chunks.push(chunk)
const job = JSON.parse(Buffer.concat(chunks).toString())

const atlas = new TextureAtlas(job.atlas)
for (const page of atlas.pages) page.setTexture(new FakeTexture(page))
const data = new SkeletonJson(new AtlasAttachmentLoader(atlas)).readSkeletonData(job.skeleton)
const stateData = new AnimationStateData(data)
const skeletons = job.phases.map((_, i) => {
  const skeleton = new Skeleton(data)
  if (job.skin !== null) skeleton.setSkinByName(job.skin)
  skeleton.setToSetupPose()
  skeleton.x = job.xs[i]
  skeleton.y = job.ys[i]
  return skeleton
})
const states = skeletons.map(() => {
  const state = new AnimationState(stateData)
  state.setAnimation(0, job.animation, true)
  return state
})
let vertices = new Float32Array(4096)

function advance(i, seconds) {
  const skeleton = skeletons[i]
  states[i].update(seconds)
  // Before keys that reset physics: a reset takes the skeleton's present time.
  skeleton.update(seconds)
  states[i].apply(skeleton)
  skeleton.updateWorldTransform(Physics.update)
}

/** Writes world vertices of a slot's attachment into `vertices`. Returns the number of their floats. */
function slotVertices(slot) {
  if (!slot.bone.active) return 0
  const attachment = slot.getAttachment()
  if (attachment instanceof RegionAttachment) {
    attachment.computeWorldVertices(slot, vertices, 0, 2)
    return 8
  }
  if (attachment instanceof MeshAttachment) {
    const length = attachment.worldVerticesLength
    if (length > vertices.length) vertices = new Float32Array(2 * length)
    attachment.computeWorldVertices(slot, 0, length, vertices, 0, 2)
    return length
  }
  return 0
}

let ticked = 0

/** Starts the crossfades of a tick. */
function crossfade(tick) {
  const { animation, other, fadeEvery, fadeMix, timeScales } = job
  if (fadeEvery === 0) return
  for (let i = (fadeEvery - (tick % fadeEvery)) % fadeEvery; i < states.length; i += fadeEvery) {
    const entry = states[i].setAnimation(0, ((tick + i) / fadeEvery) % 2 === 1 ? other : animation, true)
    entry.mixDuration = fadeMix * timeScales[i]
  }
}

function tick() {
  crossfade(ticked++)
  for (let i = 0; i < skeletons.length; i++) {
    advance(i, STEP * job.timeScales[i])
    const { drawOrder } = skeletons[i]
    for (let place = 0; place < drawOrder.length; place++) slotVertices(drawOrder[place])
  }
}

/** Per skeleton: floats, Σx, Σy, Σ(x² + y²) about its place. Independent of the order of vertices. */
function checksums() {
  return skeletons.map((skeleton, i) => {
    const sum = [0, 0, 0, 0]
    for (const slot of skeleton.drawOrder) {
      const length = slotVertices(slot)
      sum[0] += length
      for (let at = 0; at < length; at += 2) {
        const x = vertices[at] - job.xs[i]
        const y = vertices[at + 1] - job.ys[i]
        sum[1] += x
        sum[2] += y
        sum[3] += x * x + y * y
      }
    }
    return sum
  })
}

for (let i = 0; i < skeletons.length; i++) advance(i, job.phases[i])
for (let i = 0; i < job.checkedTicks; i++) tick()
const sums = checksums()

/** Milliseconds since some moment. */
function clock() {
  if (job.clock === 'wall') return performance.now()
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Runs a tick part by part, each over all skeletons, like osteon's systems. Adds milliseconds to `spent`. */
function tickByPart(spent) {
  const start = clock()
  for (let i = 0; i < skeletons.length; i++) {
    states[i].update(STEP * job.timeScales[i])
    skeletons[i].update(STEP * job.timeScales[i])
    states[i].apply(skeletons[i])
  }
  const applied = clock()
  for (let i = 0; i < skeletons.length; i++) {
    skeletons[i].updateWorldTransform(Physics.update)
  }
  const solved = clock()
  for (const { drawOrder } of skeletons)
    for (let place = 0; place < drawOrder.length; place++) slotVertices(drawOrder[place])
  spent[0] += applied - start
  spent[1] += solved - applied
  spent[2] += clock() - solved
}

const parts = [0, 0, 0]
let calls = 0
const begin = clock()
while (clock() - begin < job.warmup) {
  if (job.byPart) tickByPart(parts)
  tick()
  calls++
}
const ticks = Math.max(1, Math.ceil((job.round * calls) / (clock() - begin)))
const scale = 1000 / (ticks * job.count)
const rounds = []
const partRounds = parts.map(() => [])
const began = performance.now()
for (let round = 0; round < job.rounds; round++) {
  if (round >= 5 && performance.now() - began > job.limit) break
  if (job.byPart) {
    parts.fill(0)
    for (let i = 0; i < ticks; i++) tickByPart(parts)
    for (const [part, spent] of parts.entries()) partRounds[part].push(spent * scale)
  }
  const start = clock()
  for (let i = 0; i < ticks; i++) tick()
  rounds.push((clock() - start) * scale)
}
console.log(JSON.stringify({ sums, rounds, parts: partRounds }))
