/**
 * A process of its own: what it takes to make of a file's bytes what skeletons are made from, in turn with the official
 * web runtime (peers/load-web.mjs); prints a `LoadResult` as JSON.
 */
import { readFileSync } from 'node:fs'
import { loadRig } from 'osteon'
import { spineBinary } from 'osteon/formats/spine-binary'
import { spineJson } from 'osteon/formats/spine-json'
import { receive } from '../kit/job'

export interface LoadJob {
  kind: 'json' | 'skel'
  /** Paths. */
  skeleton: string
  atlas: string
  /** Address of the other side's module. */
  peer: string
  /** Loads by each that are not timed. */
  warmup: number
  rounds: number
}

/** Milliseconds that passed, by round. */
export interface LoadResult {
  ours: number[]
  theirs: number[]
}

interface Peer {
  load(kind: LoadJob['kind'], skeleton: Uint8Array, atlas: Uint8Array): object
}

async function main(): Promise<void> {
  const { kind, peer, rounds, warmup, ...paths } = await receive<LoadJob>()
  const other: Peer = await import(/* @vite-ignore */ peer)
  // Whole arrays of their own: the small files that node reads share one.
  const skeleton = Uint8Array.from(readFileSync(paths.skeleton))
  const atlas = Uint8Array.from(readFileSync(paths.atlas))
  const options = {
    readers: [kind === 'skel' ? spineBinary : spineJson],
    name: 'loaded',
    images: false,
    warn: () => {},
  }
  const result: LoadResult = { ours: [], theirs: [] }
  const loadOurs = async (times: number[]) => {
    const start = performance.now()
    await loadRig(skeleton, atlas, options)
    times.push(performance.now() - start)
  }
  const loadTheirs = (times: number[]) => {
    const start = performance.now()
    other.load(kind, skeleton, atlas)
    times.push(performance.now() - start)
  }
  for (let round = 0; round < warmup + rounds; round++) {
    const { ours, theirs } = round < warmup ? { ours: [], theirs: [] } : result
    // Each comes after itself as often as after the other.
    if (round % 2 === 0) await loadOurs(ours)
    loadTheirs(theirs)
    if (round % 2 === 1) await loadOurs(ours)
  }
  console.log(JSON.stringify(result))
}

await main()
