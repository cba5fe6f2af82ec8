/**
 * Loads files, from bytes to a rig, in turn with the official web runtime (peers/load-web.mjs), in a process of its own.
 * Prints a `LoadResult` as JSON.
 */
import { readFileSync } from 'node:fs'
import { loadRig } from 'osteon'
import { spineBinary } from 'osteon/formats/spine-binary'
import { spineJson } from 'osteon/formats/spine-json'
import { receive } from '../kit/job'

export interface LoadJob {
  kind: 'json' | 'skel'
  /** Paths of the files. */
  skeleton: string
  atlas: string
  /** Address of the other side's module. */
  peer: string
  /** Untimed loads of each side. */
  warmup: number
  rounds: number
}

/** Milliseconds of wall time, by round. */
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
  // Copies: node reads small files into one shared buffer.
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
    // The order changes, so that each side follows itself as often as the other side.
    if (round % 2 === 0) await loadOurs(ours)
    loadTheirs(theirs)
    if (round % 2 === 1) await loadOurs(ours)
  }
  console.log(JSON.stringify(result))
}

await main()
