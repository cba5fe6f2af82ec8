/**
 * Loads one file from its bytes, with osteon or with the official web runtime (peers/load-web.mjs), in a process of its own.
 * Prints a `LoadResult` as JSON.
 */
import { readFileSync } from 'node:fs'
import { loadRig } from 'osteon'
import { loadCooked } from 'osteon/formats/cooked'
import { spineBinary } from 'osteon/formats/spine-binary'
import { spineJson } from 'osteon/formats/spine-json'
import { rigWorker, type WorkerLike } from 'osteon/worker'
import { receive } from '../kit/job'

export interface LoadJob {
  /**
   * `cooked`, `trusted`: a cooked file, beside the other side's `skel`. `worker`: what is left to the main thread when a
   * worker reads, beside the other side's `json`.
   */
  kind: 'json' | 'skel' | 'cooked' | 'trusted' | 'worker'
  /** Paths of the files. */
  skeleton: string
  atlas: string
  /** Path of osteon's cooked file, or of the worker's. */
  cooked: string | null
  /** Address of the other side's module. */
  peer: string
  /** `turns`: both, in turn; a side by its name: that one alone, and the heap that its loads keep. */
  sides: 'turns' | 'ours' | 'theirs'
  /** Loads by each side. */
  rounds: number
}

/** Milliseconds of processor time a load, by round; the first is the first load of the process. */
export interface LoadResult {
  ours: number[]
  theirs: number[]
  /** Bytes of the JavaScript heap and of array buffers that a load keeps; 0 for turns. */
  kept: number
}

interface Peer {
  load(kind: 'json' | 'skel', skeleton: Uint8Array, atlas: Uint8Array): object
}

/** Loads in a row, as reading the clock takes long. */
const AT_ONCE = 5

async function main(): Promise<void> {
  const { kind, peer, rounds, sides, ...paths } = await receive<LoadJob>()
  const other: Peer = await import(/* @vite-ignore */ peer)
  // Copies: node reads small files into one shared buffer.
  const skeleton = Uint8Array.from(readFileSync(paths.skeleton))
  const atlas = Uint8Array.from(readFileSync(paths.atlas))
  const cooked = Uint8Array.from(paths.cooked === null ? [] : readFileSync(paths.cooked))
  const options = { images: false, warn: () => {}, name: 'loaded' }
  const readers = [kind === 'skel' ? spineBinary : spineJson]
  const worker = kind === 'worker' ? rigWorker({ create: () => readyWorker(cooked) }) : undefined
  const loads = {
    // Bytes of their own, so that those that a load keeps count.
    ours: () =>
      kind === 'cooked' || kind === 'trusted'
        ? loadCooked(cooked.slice(), { ...options, trusted: kind === 'trusted' })
        : loadRig(skeleton.slice(), atlas.slice(), { ...options, readers, worker }),
    theirs: () =>
      other.load(kind === 'json' || kind === 'worker' ? 'json' : 'skel', skeleton.slice(), atlas.slice()),
  }
  const result: LoadResult = { ours: [], theirs: [], kept: 0 }
  const kept: unknown[] = []
  const time = async (side: 'ours' | 'theirs', many = 1) => {
    const start = process.cpuUsage()
    for (let i = 0; i < many; i++) {
      const loaded = await loads[side]()
      if (sides !== 'turns') kept.push(loaded)
    }
    const { user, system } = process.cpuUsage(start)
    result[side].push((user + system) / 1000 / many)
  }
  if (sides === 'turns')
    for (let round = 0; round < rounds; round++)
      // The order changes, so that each side follows itself as often as the other side.
      for (const side of round % 2 === 0 ? (['ours', 'theirs'] as const) : (['theirs', 'ours'] as const))
        await time(side, AT_ONCE)
  else {
    await time(sides)
    // The first load brings code and shapes of objects along, which are not counted.
    const before = heapBytes()
    for (let round = 1; round < rounds; round++) await time(sides)
    result.kept = (heapBytes() - before) / Math.max(rounds - 1, 1)
  }
  console.log(JSON.stringify(result))
}

/** A worker that has read already: its own time does not count. */
function readyWorker(file: Uint8Array): WorkerLike {
  const worker: WorkerLike = {
    onmessage: null,
    onerror: null,
    postMessage: () =>
      queueMicrotask(() =>
        worker.onmessage?.({ data: { kind: 'read', file: file.slice(), warnings: [] } } as MessageEvent),
      ),
    terminate: () => {},
  }
  return worker
}

function heapBytes(): number {
  global.gc?.()
  global.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

await main()
