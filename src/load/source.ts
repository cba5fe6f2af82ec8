/** Distinguishes addresses from contents, and resolves addresses. */
import { OsteonError } from '../base/errors'

/** Something to fetch, or its content. */
export type Located<T> = { url: string } | { data: T }

/** Distinguishes an address from content. @param what also decides which texts are content. @throws OsteonError `wrong-type`. */
export function locate<Model extends object>(
  input: string | URL | Uint8Array | ArrayBuffer | Model,
  base: string | undefined,
  what: 'skeleton' | 'atlas',
): Located<string | Uint8Array | Model> {
  if (input instanceof Uint8Array) return { data: input }
  if (typeof input === 'string') {
    const isContent = /^\s*(\{|$)/.test(input) || (what === 'atlas' && /[\r\n]/.test(input))
    return isContent ? { data: input } : { url: resolveUrl(input, base) }
  }
  if (input instanceof URL) return { url: input.href }
  if (input instanceof ArrayBuffer) return { data: new Uint8Array(input) }
  if (typeof input === 'object' && input !== null && !ArrayBuffer.isView(input)) return { data: input }
  const got = input === null ? 'null' : typeof input
  throw new OsteonError('wrong-type', what, '', `expected an address, bytes, text or an object, got ${got}`)
}

/** Returns the address of this page or worker; undefined if there is none (Node). */
export function documentBase(): string | undefined {
  if (typeof document !== 'undefined') return document.baseURI
  if (typeof location !== 'undefined') return location.href
  return undefined
}

/** Returns the name of an input in messages: its address, or the name of a file. @param fallback the name of other content. */
export function nameOf(input: Located<unknown>, fallback: string): string {
  if ('url' in input) return nameOfUrl(input.url)
  const { data } = input
  // Node loads its own File, and Blob, when they are first named.
  if (typeof data === 'string' || data instanceof Uint8Array || typeof File === 'undefined') return fallback
  return data instanceof File && data.name !== '' ? data.name : fallback
}

/**
 * Resolves an address. Without a base, a relative address stays as it is, because the user's own `fetch` may know it.
 */
export function resolveUrl(url: string, base: string | undefined): string {
  if (base !== undefined && !isAbsolute(base)) return isAbsolute(url) ? url : folderOf(base) + url
  try {
    return new URL(url, base).href
  } catch {
    return url
  }
}

/** Returns the address as shown in messages: without its query, and `data:` addresses without their content. */
export function nameOfUrl(url: string): string {
  if (url.startsWith('data:')) return url.split(',', 1)[0].slice(0, 64)
  const bare = url.replace(/[?#].*$/, '')
  try {
    return decodeURI(bare)
  } catch {
    return bare
  }
}

/** Whether an address names its scheme. */
export function isAbsolute(url: string): boolean {
  return /^[a-z][a-z\d+.-]*:/i.test(url)
}

function folderOf(url: string): string {
  return url.slice(0, url.lastIndexOf('/') + 1)
}
