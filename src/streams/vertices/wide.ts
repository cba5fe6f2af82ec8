import type { WideRows } from '../../world/streams'

/**
 * World rows of a block as doubles, for kernels in TypeScript that read them many times: V8 keeps a float32 that was
 * read ahead of a loop as it is and converts it at its start, so that a matrix goes through the stack twice
 * (bench/README.md, "Why code is as it is").
 */

/** Writes `words` rows from word `world` on to `wide.rows`. Allocates where those were not read yet. */
export function widen(wide: WideRows, f32: Float32Array, world: number, words: number): void {
  if (wide.memory !== f32.buffer) {
    wide.sources.clear()
    wide.memory = f32.buffer
  }
  let source = wide.sources.get(world)
  if (source === undefined || source.length !== words) {
    source = f32.subarray(world, world + words)
    wide.sources.set(world, source)
    if (wide.rows.length < words) wide.rows = new Float64Array(words)
  }
  wide.rows.set(source)
}

export function createWide(): WideRows {
  return { rows: new Float64Array(0), sources: new Map(), memory: new ArrayBuffer(0) }
}
