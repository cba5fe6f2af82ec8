/** Checks the canaries of a guarded world: around pieces of its arena, and where nobody's vertices are. */
import type { AnimationWorld } from '../../src/world/world-type'
import { CANARY, checkArena } from './arena'

export interface WorldGuard {
  /** Call it after each tick and call. @throws Error that names the overrun. */
  check: () => void
  /** To be called when a state was restored. */
  forget: () => void
}

/** Spans of vertices: the first, and the one behind the last. */
type Spans = [first: number, end: number][]

export function guardWorld(world: AnimationWorld): WorldGuard {
  let free: Spans = []
  return {
    check: () => {
      checkArena(world.animation.arena)
      const now = freeSpans(world)
      for (const [from, to] of common(free, now)) checkSpan(world, from, to)
      for (const [from, to] of now) fillSpan(world, from, to)
      free = now
    },
    forget: () => {
      free = []
    },
  }
}

/** Vertices of the retained stream that are not shown: between ranges, and behind the shown part of a range. */
function freeSpans({ animation: { alive, joins, skeletons, streams } }: AnimationWorld): Spans {
  const shown: Spans = []
  for (const eid of alive.ids.subarray(0, alive.count))
    if (skeletons.vertexRoom[eid] > 0)
      shown.push([skeletons.vertexStart[eid], skeletons.vertexStart[eid] + skeletons.vertexCount[eid]])
  const { alive: quads, rows } = joins.quads
  for (const row of quads.ids.subarray(0, quads.count))
    if (rows.entity[row] !== 0) shown.push([rows.vertex[row], rows.vertex[row] + 4])
  shown.sort(([a], [b]) => a - b)
  const free: Spans = []
  let end = 0
  for (const [first, next] of [...shown, [streams.capacity, streams.capacity]]) {
    if (first > end) free.push([end, first])
    end = Math.max(end, next)
  }
  return free
}

/** The intersection of both. */
function common(a: Spans, b: Spans): Spans {
  const both: Spans = []
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const first = Math.max(a[i][0], b[j][0])
    const end = Math.min(a[i][1], b[j][1])
    if (first < end) both.push([first, end])
    if (a[i][1] < b[j][1]) i++
    else j++
  }
  return both
}

function wordsOf({ animation: { arena, streams } }: AnimationWorld, from: number, to: number): Uint32Array {
  const start = streams.pools.words.positions
  return arena.u32.subarray(start + 2 * from, start + 2 * to)
}

function checkSpan(world: AnimationWorld, from: number, to: number): void {
  const word = wordsOf(world, from, to).findIndex((word) => word !== CANARY)
  if (word >= 0) throw new Error(`vertex ${from + (word >> 1)}, which nobody shows, was written`)
}

function fillSpan(world: AnimationWorld, from: number, to: number): void {
  wordsOf(world, from, to).fill(CANARY)
}
