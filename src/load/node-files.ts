/** Fetches files by path in Node. */
import type { Fetch } from './fetch'

/** The members of Node's modules that are used here. */
interface NodeModules {
  'node:fs': { createReadStream(path: string | URL, options: { signal: AbortSignal }): unknown }
  'node:stream': { Readable: { toWeb(stream: unknown): ReadableStream<Uint8Array> } }
}
type GetModule = <N extends keyof NodeModules>(name: N) => NodeModules[N] | undefined

/** Returns the global `fetch`. In Node it also reads files: `file:` addresses, and paths from the working directory. */
export function defaultFetch(): Fetch | undefined {
  const { process } = globalThis as { process?: { getBuiltinModule?: GetModule } }
  if (!process?.getBuiltinModule || typeof document !== 'undefined') return globalThis.fetch?.bind(globalThis)
  return async (url, init) => {
    const path = pathOf(url)
    if (path === null) return fetch(url, init)
    // Found by name, so that bundlers do not look for Node's modules; and only here, as Node takes long to load them.
    const files = process.getBuiltinModule?.('node:fs')
    const streams = process.getBuiltinModule?.('node:stream')
    if (!files || !streams) return fetch(url, init)
    return new Response(streams.Readable.toWeb(files.createReadStream(path, init)))
  }
}

/** Returns the file at an address; null if its scheme is not `file:`. A drive letter of Windows isn't a scheme. */
function pathOf(url: string): string | URL | null {
  if (/^file:/i.test(url)) return new URL(url)
  return /^[a-z][a-z\d+.-]+:/i.test(url) ? null : url
}
