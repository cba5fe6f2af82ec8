/**
 * A process of its own: a crowd is saved, encoded and goes on, or bytes of another process are restored and go on. Prints, as
 * JSON, its observations.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createWorld } from 'bitecs'
import {
  type AnimationWorld,
  despawnSkeleton,
  getBone,
  getSlotColor,
  installAnimation,
  loadRig,
  play,
  queue,
  type Rig,
  registerRig,
  spawnSkeleton,
} from 'osteon'
import { spineJson } from 'osteon/formats/spine-json'
import { plainKernels } from 'osteon/kernels/plain'
import { decodeState, encodeState, restoreState, saveState } from 'osteon/save'
import { runPipeline } from 'osteon/systems'
import { receive } from '../../bench/kit/job'
import { wholeEvents } from '../fixtures/whole-events'

export interface SaveJob {
  cast: { name: string; skeleton: string; atlas: string; animation: string; other: string }[]
  /** Where the bytes are, or are to be. */
  file: string
  saves: boolean
  plain: boolean
  count: number
  ticks: number
}

export interface SaveSeen {
  /** By restore: digests of poses and events. */
  seen: string[]
  /** The same after so many came and went, without a restore. */
  disturbed: string
  events: number
  bytes: number
}

function digestFrom() {
  let hash = 0x811c9dc5
  const bits = new DataView(new ArrayBuffer(8))
  return {
    number(value: number) {
      bits.setFloat64(0, value)
      hash = Math.imul(((hash ^ bits.getInt32(0)) << 5) | (hash >>> 27), 0x01000193)
      hash = Math.imul(((hash ^ bits.getInt32(4)) << 5) | (hash >>> 27), 0x01000193)
    },
    text(value: string) {
      for (const letter of value) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193)
    },
    end: () => (hash >>> 0).toString(16),
  }
}

/** Plays on. @returns a digest of all events, and of the poses of everybody now and then. */
function goOn(world: AnimationWorld, rigs: readonly Rig[], ids: readonly number[], ticks: number) {
  const digest = digestFrom()
  let count = 0
  world.time.delta = 1 / 60
  for (let tick = 0; tick < ticks; tick++) {
    if (tick === 7)
      for (const eid of ids.slice(0, 50)) play(world, eid, first(rigs, world, eid), { mix: 0.2, loop: true })
    runPipeline(world)
    for (const { kind, entity, animation, name, time } of wholeEvents(world)) {
      count++
      digest.text(`${kind} ${animation} ${name}`)
      digest.number(entity)
      digest.number(time)
    }
    if (tick % 20 !== 19) continue
    for (const eid of ids) {
      const { bones, slots } = rigs[world.components.Skeleton.rig[eid] - 1]
      for (let bone = 0; bone < bones.count; bone++)
        for (const value of Object.values(getBone(world, eid, bone))) digest.number(Number(value))
      for (const value of Object.values(getSlotColor(world, eid, 0))) digest.number(Number(value))
      if (slots.count === 0) throw new Error('expected slots')
    }
  }
  return { digest: digest.end(), count }
}

function first(rigs: readonly Rig[], world: AnimationWorld, eid: number): string {
  return rigs[world.components.Skeleton.rig[eid] - 1].animations[0].name
}

async function main(): Promise<void> {
  const job = await receive<SaveJob>()
  const world = installAnimation(createWorld(), job.plain ? { kernels: plainKernels } : {})
  const rigs: Rig[] = []
  for (const { name, skeleton, atlas } of job.cast) {
    const options = { readers: [spineJson], images: false, warn: () => {}, name }
    const rig = await loadRig(Buffer.from(skeleton), Buffer.from(atlas), options)
    registerRig(world, rig, name)
    rigs.push(rig)
  }
  const result: SaveSeen = { seen: [], disturbed: '', events: 0, bytes: 0 }
  const note = (ids: readonly number[]) => {
    const { digest, count } = goOn(world, rigs, ids, job.ticks)
    result.events = count
    result.seen.push(digest)
  }
  const ids = Array.from({ length: job.count }, (_, i) => i + 1)
  if (job.saves) save(world, job, rigs, ids, note, result)
  else {
    const decoded = decodeState(world, new Uint8Array(readFileSync(job.file)))
    for (let again = 0; again < 2; again++) {
      restoreState(world, decoded)
      note(ids)
    }
  }
  console.log(JSON.stringify(result))
}

function save(
  world: AnimationWorld,
  job: SaveJob,
  rigs: readonly Rig[],
  ids: readonly number[],
  note: (ids: readonly number[]) => void,
  result: SaveSeen,
): void {
  for (const i of ids) {
    const { animation, other } = job.cast[i % rigs.length]
    const eid = spawnSkeleton(world, rigs[i % rigs.length], { x: i, timeScale: 0.5 + (i % 17) / 17 })
    play(world, eid, animation, { loop: i % 5 > 0 })
    queue(world, eid, other, { mix: 0.3, loop: true })
  }
  goOn(world, rigs, ids, 31)
  const saved = saveState(world)
  const bytes = encodeState(world, saved)
  result.bytes = bytes.length
  writeFileSync(job.file, bytes)
  note(ids)
  restoreState(world, saved)
  // A hundred come, a hundred go, some of them under the ids of others.
  for (let i = 0; i < 50; i++) spawnSkeleton(world, rigs[i % rigs.length])
  for (let i = 0; i < 100; i++) despawnSkeleton(world, ids[(7 * i) % ids.length])
  for (let i = 0; i < 50; i++) play(world, spawnSkeleton(world, rigs[0]), job.cast[0].animation)
  const left = ids.filter((eid) => (world.components.Skeleton.rig[eid] ?? 0) > 0)
  result.disturbed = goOn(world, rigs, left, job.ticks).digest
  for (const state of [saved, decodeState(world, bytes)]) {
    if (restoreState(world, state).size > 0) throw new Error('ids were free')
    note(ids)
  }
}

await main()
