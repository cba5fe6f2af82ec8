/**
 * A plain node process: random structure operations on a world, beside a naive model of it. Prints, as JSON,
 * the first disagreement (nothing, if all is well) and how large the arena was on the way.
 */
import {
  addComponent,
  addEntity,
  addPrefab,
  createWorld,
  IsA,
  removeComponent,
  removeEntity,
  set,
} from 'bitecs'
import {
  type AnimationWorld,
  despawnSkeleton,
  getAttachment,
  getBone,
  installAnimation,
  loadRig,
  play,
  type Rig,
  setSkin,
  spawnSkeleton,
} from 'osteon'
import { spineJson } from 'osteon/formats/spine-json'
import { runPipeline } from 'osteon/systems'
import { receive } from '../../bench/kit/job'
import { seededRandom } from '../../bench/kit/random'

export interface ChurnJob {
  cast: { skeleton: string; atlas: string }[]
  seed: number
  operations: number
  /** Most skeletons at once. */
  crowd: number
}

export interface ChurnResult {
  /** The first disagreement of the world and the model. */
  wrong: string | null
  /** After the first 10 000 operations, at the end, and when all are gone: bytes in use and reserved. */
  early: ArenaSize
  late: ArenaSize
  empty: ArenaSize
  /** Operations carried out, by name. */
  done: Record<string, number>
}

export interface ArenaSize {
  used: number
  top: number
  bytes: number
}

/** The model's record of a skeleton. */
interface Expected {
  rig: number
  skin: string | null
  x: number
}

const job = await receive<ChurnJob>()
const random = seededRandom(job.seed)
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]

const rigs: Rig[] = []
for (const { skeleton, atlas } of job.cast) {
  const options = { readers: [spineJson], images: false, warn: () => {} } as const
  rigs.push(await loadRig(Buffer.from(skeleton), Buffer.from(atlas), options))
}
const skinsOf = rigs.map((rig) => [null, ...rig.skinIndex.keys()])
const animationsOf = rigs.map((rig) => [...rig.animationIndex.keys()])

const world: AnimationWorld = installAnimation(createWorld(), { capacity: 16 })
world.time.delta = 1 / 30
const { Skeleton, Transform } = world.components
const model = new Map<number, Expected>()
/**
 * Prefabs by their instances, one each: bitECS 0.4.0 cannot make an instance of a prefab that had one which
 * is gone.
 */
const prefabs = new Map<number, number>()
/** Entities without a skeleton, to be given one again. */
const bare: number[] = []
const done: Record<string, number> = {}

function place(): { rig: number; skin: string | null; x: number } {
  const rig = Math.floor(random() * rigs.length)
  return { rig, skin: pick(skinsOf[rig]), x: Math.floor(random() * 1000) }
}

/** The entity is gone. */
function forget(eid: number): void {
  model.delete(eid)
  const prefab = prefabs.get(eid)
  if (prefab === undefined) return
  prefabs.delete(eid)
  removeEntity(world, prefab)
}

const operations: Record<string, () => void> = {
  spawn() {
    if (model.size >= job.crowd) return
    const { rig, skin, x } = place()
    model.set(spawnSkeleton(world, rigs[rig], { skin, x }), { rig, skin, x })
  },
  add() {
    if (model.size >= job.crowd) return
    const { rig, skin, x } = place()
    const eid = bare.pop() ?? addEntity(world)
    addComponent(world, eid, set(Transform, { x }))
    addComponent(world, eid, set(Skeleton, { rig: rigs[rig], skin }))
    model.set(eid, { rig, skin, x })
  },
  instance() {
    if (model.size >= job.crowd) return
    const { rig, skin, x } = place()
    const prefab = addPrefab(world)
    addComponent(world, prefab, set(Skeleton, { rig: rigs[rig], skin }))
    addComponent(world, prefab, set(Transform, { x }))
    const eid = addEntity(world, IsA(prefab))
    model.set(eid, { rig, skin, x })
    prefabs.set(eid, prefab)
  },
  despawn() {
    const eid = pick([...model.keys()])
    if (eid === undefined) return
    despawnSkeleton(world, eid)
    forget(eid)
  },
  remove() {
    const eid = pick([...model.keys()])
    if (eid === undefined) return
    removeEntity(world, eid)
    forget(eid)
  },
  undress() {
    const eid = pick([...model.keys()])
    if (eid === undefined) return
    removeComponent(world, eid, Skeleton)
    // Few at a time, so that entity ids stay within the columns' first size.
    if (bare.length < 20) {
      model.delete(eid)
      bare.push(eid)
    } else {
      removeEntity(world, eid)
      forget(eid)
    }
  },
  skin() {
    const eid = pick([...model.keys()])
    const expected = model.get(eid)
    if (!expected) return
    expected.skin = pick(skinsOf[expected.rig])
    setSkin(world, eid, expected.skin)
  },
  reset() {
    const eid = pick([...model.keys()])
    const expected = model.get(eid)
    if (!expected) return
    const { rig, skin } = place()
    Object.assign(expected, { rig, skin })
    addComponent(world, eid, set(Skeleton, { rig: rigs[rig], skin }))
  },
  play() {
    const eid = pick([...model.keys()])
    const expected = model.get(eid)
    if (!expected) return
    play(world, eid, pick(animationsOf[expected.rig]), { loop: true, track: Math.floor(random() * 3) })
  },
  move() {
    const eid = pick([...model.keys()])
    const expected = model.get(eid)
    if (!expected) return
    expected.x = Transform.x[eid] = Math.floor(random() * 1000)
  },
}
const names = Object.keys(operations)

function size(): ArenaSize {
  const { arena } = world.animation
  return { used: arena.used, top: arena.top, bytes: arena.buffer.byteLength }
}

/** The first thing that the world and the model disagree on. */
function compare(): string | null {
  const { alive, blocks, playback, skeletons } = world.animation
  if (alive.count !== model.size) return `${alive.count} skeletons, not ${model.size}`
  let seats = 0
  for (const chunk of blocks.chunks) seats += chunk?.used ?? 0
  if (seats !== model.size) return `${seats} seats, not ${model.size}`
  let entries = 0
  for (const [eid, { rig, skin, x }] of model) {
    const registered = world.animation.rigs[skeletons.rig[eid]]
    if (registered?.source !== rigs[rig]) return `entity ${eid} has another rig`
    if (skeletons.skin[eid] !== (skin === null ? -1 : rigs[rig].skinIndex.get(skin)))
      return `entity ${eid} has skin ${skeletons.skin[eid]}, not ${skin}`
    const at = getBone(world, eid, 0)[4] - rootX(rig)
    if (Math.abs(at - x) > 0.01) return `entity ${eid} stands at ${at}, not ${x}`
    for (const slot of rigs[rig].slots.names) getAttachment(world, eid, slot)
    for (let track = 0; track < skeletons.trackCount[eid]; track++) {
      let row = world.animation.arena.i32[skeletons.tracks[eid] + track]
      for (; row >= 0; row = playback.entries.older[row]) entries++
    }
  }
  // `applyAnimation` has a row to itself.
  if (entries + playback.free.length + playback.freed.length + 1 !== playback.rows)
    return `${playback.rows - entries} rows are lost`
  return null
}

/** Animations of the cast leave the root's x alone: where the setup pose has it. */
function rootX(rig: number): number {
  return rigs[rig].rows.setup[0]
}

/** A crowd is spawned, shown and despawned. */
function rehearsal(i: number): string {
  const step = i % (2 * job.crowd)
  if (step === job.crowd) runPipeline(world)
  return step < job.crowd ? 'spawn' : 'despawn'
}

let wrong: string | null = null
let early = size()
for (let i = 1; i <= job.operations && wrong === null; i++) {
  // At first every rig and skin fills the crowd once: so large may the arena be for good.
  const name = i < 8000 ? rehearsal(i) : pick(names)
  operations[name]()
  done[name] = (done[name] ?? 0) + 1
  if (random() < 0.004) runPipeline(world)
  if (i % 2000 === 0) {
    runPipeline(world)
    wrong = compare()
    if (wrong !== null) wrong = `after ${i} operations: ${wrong}`
  }
  if (i === 10_000) early = size()
}
const late = size()
for (const eid of [...model.keys()]) {
  despawnSkeleton(world, eid)
  forget(eid)
}
runPipeline(world)
wrong ??= compare()
const result: ChurnResult = { wrong, early, late, empty: size(), done }
console.log(JSON.stringify(result))
