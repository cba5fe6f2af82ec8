/**
 * Runs the official web runtime in a process of its own, under the job from standard input. osteon's side is ../programs/versus.ts:
 * keep the two alike. Only the runtime's documented interface is used.
 */
const STEP = 1 / 60

const chunks = []
for await (const chunk of process.stdin) chunks.push(chunk)
const job = JSON.parse(Buffer.concat(chunks).toString())

const isNew = job.version === '4.3'
const {
  AnimationState,
  AnimationStateData,
  AtlasAttachmentLoader,
  ClippingAttachment,
  Color,
  FakeTexture,
  MeshAttachment,
  Physics,
  RegionAttachment,
  Skeleton,
  SkeletonClipping,
  SkeletonJson,
  Skin,
  TextureAtlas,
} = await import(isNew ? 'spine-core-4.3' : '@esotericsoftware/spine-core')

const scenes = job.rigs ?? [job]
const rigs = scenes.map((scene) => {
  const atlas = new TextureAtlas(scene.atlas)
  for (const page of atlas.pages) page.setTexture(new FakeTexture(page))
  return new SkeletonJson(new AtlasAttachmentLoader(atlas)).readSkeletonData(scene.skeleton)
})
const stateData = rigs.map((data) => new AnimationStateData(data))
const outfits = job.outfits?.map((names) => {
  const outfit = new Skin(names.join())
  for (const name of names) outfit.addSkin(rigs[0].findSkin(name))
  return outfit
})
const skeletons = job.phases.map((_, i) => {
  const skeleton = new Skeleton(rigs[i % rigs.length])
  const { skin } = scenes[i % scenes.length]
  if (outfits) skeleton.setSkin(outfits[i % outfits.length])
  else if (skin !== null) skeleton.setSkin(skeleton.data.findSkin(skin))
  if (isNew) {
    skeleton.setupPoseBones()
    skeleton.setupPoseSlots()
  } else skeleton.setToSetupPose()
  skeleton.x = job.xs[i]
  skeleton.y = job.ys[i]
  return skeleton
})
const states = skeletons.map((_, i) => {
  const state = new AnimationState(stateData[i % rigs.length])
  state.setAnimation(0, scenes[i % scenes.length].animation, true)
  for (const [above, { animation, alpha }] of (job.upper ?? []).entries())
    state.setAnimation(above + 1, animation, true).alpha = alpha
  return state
})
const clipper = new SkeletonClipping()
const white = new Color(1, 1, 1, 1)
const black = new Color(0, 0, 0, 1)
const REGION_TRIANGLES = [0, 1, 2, 2, 3, 0]
/** The triangles of all clipped slots: Σ area, and Σ area · (x, y) of their middles. */
const clipped = { area: 0, x: 0, y: 0 }
let vertices = new Float32Array(4096)

function advance(i, seconds) {
  const skeleton = skeletons[i]
  states[i].update(seconds)
  // Before keys that reset physics: a reset takes the skeleton's present time.
  skeleton.update(seconds)
  states[i].apply(skeleton)
  skeleton.updateWorldTransform(Physics.update)
}

const slotVertices = isNew ? verticesOf43 : verticesOf42

/** Writes world vertices of a slot's attachment into `vertices`. Returns the number of their floats. */
function verticesOf43(slot, skeleton) {
  if (!slot.bone.active) return 0
  const attachment = slot.appliedPose.getAttachment()
  if (attachment instanceof RegionAttachment) {
    attachment.computeWorldVertices(slot, attachment.getOffsets(slot.appliedPose), vertices, 0, 2)
    return 8
  }
  if (attachment instanceof MeshAttachment) {
    const length = attachment.worldVerticesLength
    if (length > vertices.length) vertices = new Float32Array(2 * length)
    attachment.computeWorldVertices(skeleton, slot, 0, length, vertices, 0, 2)
    return length
  }
  return 0
}

function verticesOf42(slot) {
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

/** Makes the vertices of a skeleton, and cuts those within clips. `see` gets each slot, and the floats of an unclipped one. */
function makeVertices(skeleton, see) {
  if (isNew) {
    // None of its scenes has clips.
    const { appliedPose: drawOrder } = skeleton.drawOrder
    for (let place = 0; place < drawOrder.length; place++) {
      const length = slotVertices(drawOrder[place], skeleton)
      see?.(length)
    }
    return
  }
  const { drawOrder } = skeleton
  for (let place = 0; place < drawOrder.length; place++) {
    const slot = drawOrder[place]
    const attachment = slot.getAttachment()
    if (attachment instanceof ClippingAttachment && slot.bone.active) {
      clipper.clipStart(slot, attachment)
      continue
    }
    const length = slotVertices(slot)
    if (length === 0 || !clipper.isClipping()) see?.(length)
    else {
      const triangles = attachment instanceof RegionAttachment ? REGION_TRIANGLES : attachment.triangles
      clipper.clipTriangles(vertices, triangles, triangles.length, attachment.uvs, white, black, false)
      if (see) addClipped()
    }
    clipper.clipEndWithSlot(slot)
  }
  clipper.clipEnd()
}

/** Vertices have 8 numbers: place, colour, texture coordinates. */
const CLIPPED = 8

function addClipped() {
  const { clippedVertices: from, clippedTriangles: triangles } = clipper
  for (let at = 0; at < triangles.length; at += 3) {
    const [a, b, c] = [triangles[at], triangles[at + 1], triangles[at + 2]].map((i) => i * CLIPPED)
    const area =
      Math.abs(
        (from[b] - from[a]) * (from[c + 1] - from[a + 1]) - (from[c] - from[a]) * (from[b + 1] - from[a + 1]),
      ) / 2
    const x = (from[a] + from[b] + from[c]) / 3
    const y = (from[a + 1] + from[b + 1] + from[c + 1]) / 3
    clipped.area += area
    clipped.x += area * x
    clipped.y += area * y
  }
}

let ticked = 0

/** Starts the crossfades of a tick. */
function crossfade(tick) {
  const { fadeEvery, fadeMix, timeScales } = job
  if (fadeEvery === 0) return
  for (let i = (fadeEvery - (tick % fadeEvery)) % fadeEvery; i < states.length; i += fadeEvery) {
    const { animation, other } = scenes[i % scenes.length]
    const entry = states[i].setAnimation(0, ((tick + i) / fadeEvery) % 2 === 1 ? other : animation, true)
    entry.mixDuration = fadeMix * timeScales[i]
  }
}

function tick() {
  crossfade(ticked++)
  for (let i = 0; i < skeletons.length; i++) {
    advance(i, STEP * job.timeScales[i])
    makeVertices(skeletons[i])
  }
}

/**
 * Per skeleton: floats, Σx, Σy, Σ(x² + y²) about its place, of vertices that are not clipped. Independent of the order of vertices.
 * Two more rows if anything is clipped, as ../programs/versus.ts has them.
 */
function checksums() {
  const sums = skeletons.map((skeleton, i) => {
    const sum = [0, 0, 0, 0]
    makeVertices(skeleton, (length) => {
      sum[0] += length
      for (let at = 0; at < length; at += 2) {
        const x = vertices[at] - job.xs[i]
        const y = vertices[at + 1] - job.ys[i]
        sum[1] += x
        sum[2] += y
        sum[3] += x * x + y * y
      }
    })
    return sum
  })
  const { area, x, y } = clipped
  if (area > 0) sums.push([2, area, 0, area * area], [2, x / area, y / area, 1e6])
  return sums
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
  for (const skeleton of skeletons) makeVertices(skeleton)
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
