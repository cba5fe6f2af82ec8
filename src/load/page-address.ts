/**
 * Resolves addresses of an atlas's pages within allowed folders: an atlas is data and must not choose which servers are
 * contacted.
 */
import { OsteonError } from '../base/errors'
import { isAbsolute } from './source'

/**
 * Returns the address of the page `name`: a path, in which `#`, `?` and spaces are ordinary characters. It must be in
 * the folder of `from`, or in one of `folders`, or below these.
 *
 * @param from address of the atlas, or the base of its pages' addresses.
 * @param folders resolved addresses; the text after the last `/` of each does not count.
 * @returns null if `from` has no folder (`data:`, `blob:`) and the page is in none of `folders`.
 * @throws OsteonError `forbidden-page`.
 */
export function pageAddress(
  name: string,
  from: string,
  folders: readonly string[],
  atlas: string,
): string | null {
  const own = climbs(name) ? null : beside(from, encoded(name, from))
  if (own !== null && lies(own, folderOf(from))) return own
  for (const address of candidates(name, from))
    if (folders.some((folder) => liesPlainly(address, folderOf(folder)))) return address
  if (own === null && !climbs(name)) return null
  const message = `the page ${JSON.stringify(name)} is outside the atlas's folder; \`pageFolders\` can allow more`
  throw new OsteonError('forbidden-page', atlas, name, message)
}

/**
 * Returns whether a path begins elsewhere or leaves its folder, in the worst reading: percent signs decoded repeatedly,
 * backslashes read as slashes.
 */
function climbs(name: string): boolean {
  const path = decoded(name).replaceAll('\\', '/')
  if (path.startsWith('/') || isAbsolute(path.trimStart()) || hasControls(path)) return true
  let depth = 0
  for (const part of path.split('/')) {
    if (part.trim() === '..') depth--
    else if (part !== '.' && part !== '') depth++
    if (depth < 0) return true
  }
  return false
}

/**
 * Returns whether a path has control characters. Browsers drop tabs and line breaks from addresses; the remaining text
 * may be another address.
 */
function hasControls(path: string): boolean {
  for (let i = 0; i < path.length; i++)
    if (path.charCodeAt(i) < 0x20 || path.charCodeAt(i) === 0x7f) return true
  return false
}

function decoded(name: string): string {
  let text = name
  for (let round = 0; round < 3; round++)
    text = text.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
  return text
}

/** Returns the possible meanings of a page outside the atlas's folder: a path next to the atlas, or an address. */
function candidates(name: string, from: string): string[] {
  const path = beside(from, encoded(name, from))
  const address = beside(from, name)
  return [path, address].filter((one) => one !== null)
}

/** Escapes the characters that have a meaning in addresses; a path stays as it is. */
function encoded(name: string, from: string): string {
  return isAbsolute(from) ? name.split('/').map(encodeURIComponent).join('/') : name
}

/** Returns `path` as seen from `from`, without `.` and `..`; null if `from` has no folder. */
function beside(from: string, path: string): string | null {
  if (!isAbsolute(from) && !isAbsolute(path))
    return normal(path.startsWith('/') ? path : folderOf(from) + path)
  try {
    return new URL(path, isAbsolute(from) ? from : undefined).href
  } catch {
    return null
  }
}

/** Returns a path without `.`, and with `..` only at its start. */
function normal(path: string): string {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '.' || (part === '' && parts.length > 0)) continue
    const last = parts[parts.length - 1]
    if (part === '..' && last !== undefined && last !== '..' && last !== '') parts.pop()
    else if (part !== '..' || last !== '') parts.push(part)
  }
  return parts.join('/')
}

/** Returns the address of the folder, ending in `/`; empty for a path without folders. */
function folderOf(address: string): string {
  if (!isAbsolute(address))
    return normal(address.slice(0, address.lastIndexOf('/') + 1)).replace(/([^/])$/, '$1/')
  try {
    return new URL('.', address).href
  } catch {
    return address
  }
}

/** Returns whether `address` is in `folder` in every reading. */
function liesPlainly(address: string, folder: string): boolean {
  return lies(address, folder) && !climbs(address.slice(folder.length))
}

/** Returns whether `address` is in `folder`, which ends in `/`, or below; both are normal. */
function lies(address: string, folder: string): boolean {
  if (folder !== '') return address.startsWith(folder) && address.length > folder.length
  return !isAbsolute(address) && !address.startsWith('/') && !address.startsWith('../')
}
