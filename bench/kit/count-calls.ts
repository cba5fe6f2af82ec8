/** Counts draw calls and uploads of a WebGL 2 context in a page. */

/** Draw calls, calls that upload to buffers and textures, and their bytes. */
export interface CallCounts {
  draws: number
  uploads: number
  bytes: number
}

const DRAWS = ['drawElements', 'drawArrays', 'drawElementsInstanced', 'drawArraysInstanced']
const UPLOADS = ['bufferData', 'bufferSubData', 'texSubImage2D']

/**
 * Counts calls. Where they are not carried out, the main thread never waits for the process that draws in software; what is left
 * is the JavaScript of both sides.
 *
 * @param draws whether calls are carried out.
 */
export function countCalls(gl: WebGL2RenderingContext, draws: boolean): CallCounts {
  const counts: CallCounts = { draws: 0, uploads: 0, bytes: 0 }
  const functions = gl as unknown as Record<string, (...call: unknown[]) => unknown>
  for (const name of [...DRAWS, ...UPLOADS]) {
    const original = functions[name].bind(gl)
    functions[name] = (...call) => {
      if (DRAWS.includes(name)) counts.draws++
      else note(counts, bytesOf(name, call))
      return draws ? original(...call) : undefined
    }
  }
  return counts
}

function note(counts: CallCounts, bytes: number): void {
  if (bytes === 0) return
  counts.uploads++
  counts.bytes += bytes
}

function bytesOf(name: string, call: unknown[]): number {
  // Of one float a texel, as columns are; other textures aren't uploaded in frames that are measured.
  if (name === 'texSubImage2D') return 4 * Number(call[4]) * Number(call[5])
  const data = call[name === 'bufferData' ? 1 : 2]
  const length = name === 'bufferSubData' ? call[4] : undefined
  if (!ArrayBuffer.isView(data)) return 0
  return typeof length === 'number' && 'BYTES_PER_ELEMENT' in data
    ? length * Number(data.BYTES_PER_ELEMENT)
    : data.byteLength
}
