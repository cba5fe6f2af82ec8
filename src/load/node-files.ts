/** Lets addresses be paths where there is no page to resolve them: in Node. */
import type { Fetch } from './fetch'

/** What is used of Node's modules. */
interface NodeModules {
  'node:fs': { createReadStream(path: string | URL, options: { signal: AbortSignal }): unknown }
  'node:stream': { Readable: { toWeb(stream: unknown): ReadableStream<Uint8Array> } }
}
type GetModule = <N extends keyof NodeModules>(name: N) => NodeModules[N] | undefined

/** The global `fetch`. In Node it reads files, too: paths from the working directory, and `file:` addresses. */
export function defaultFetch(): Fetch | undefined {
  const fetch: Fetch | undefined = globalThis.fetch?.bind(globalThis)
  // A bundler must not look for Node's modules, so they are asked for by name.
  const { process } = globalThis as { process?: { getBuiltinModule?: GetModule } }
  const files = process?.getBuiltinModule?.('node:fs')
  const streams = process?.getBuiltinModule?.('node:stream')
  if (!files || !streams || typeof document !== 'undefined') return fetch
  return async (url, init) => {
    const path = pathOf(url)
    if (path === null) return fetch(url, init)
    return new Response(streams.Readable.toWeb(files.createReadStream(path, init)))
  }
}

/** The file that an address is; null if it has another scheme than `file:`. Drives of Windows are no schemes. */
function pathOf(url: string): string | URL | null {
  if (/^file:/i.test(url)) return new URL(url)
  return /^[a-z][a-z\d+.-]+:/i.test(url) ? null : url
}
