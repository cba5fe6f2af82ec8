/**
 * Names the format of a file that no reader recognises, for messages. It looks at the file's beginning and parses
 * nothing.
 */
import { isWebPage, WEB_PAGE } from './web-page'

/** How many characters of a text are examined: its beginning, and its end, where some exports have their version. */
const HEAD = 1 << 16
const TAIL = 256

/** Formats that are recognised by their first bytes. */
const MAGIC: readonly [bytes: readonly number[], what: string][] = [
  [[0x89, 0x50, 0x4e, 0x47], 'an image (PNG)'],
  [[0xff, 0xd8, 0xff], 'an image (JPEG)'],
  [[0x47, 0x49, 0x46, 0x38], 'an image (GIF)'],
  [[0x1f, 0x8b], 'a gzip archive'],
  [[0x50, 0x4b, 0x03, 0x04], 'a ZIP archive'],
  [[0x4f, 0x53, 0x54, 0x45, 0x4f, 0x4e, 0x1a, 0x0a], 'a cooked rig of osteon'],
  [[0xc6, 0x42, 0x9e, 0x0f, 0x6e, 0xaf, 0x8f, 0x6a], 'an MRTK input recording'],
]
const DRAGON_BONES = [0x44, 0x42, 0x44, 0x54]

/** JSON formats, recognised by a list (or map) that only they have, with the key of their version. */
const JSON_KINDS = [
  ['armature', 'a DragonBones skeleton', 'version'],
  ['SubTexture', 'a DragonBones texture atlas', ''],
  ['bones', 'a Spine skeleton in JSON', 'spine'],
  ['frames', 'a sprite sheet in JSON (TexturePacker, PixiJS, Phaser)', ''],
] as const

/**
 * Other text formats, recognised by marks that all their files have. Sprite sheets are not called atlases, because no
 * reader reads them.
 */
const TEXT_KINDS: readonly [what: string, ...marks: RegExp[]][] = [
  ['a sprite sheet in plist (Cocos2d)', /^</, /<plist\b/, /<key>frames<\/key>/],
  ['a sprite sheet in XML (Starling)', /^</, /<TextureAtlas\b/],
  ['XML', /^</],
  ['a texture atlas', /^[ \t]*(size|bounds|xy)[ \t]*:[ \t]*-?\d/m],
  ['a sprite sheet for Unity (TexturePacker)', /^:(format|texture)=/m],
  ['a bitmap font', /^info face=/],
]

/**
 * Names what a file looks like. @returns for example `a binary Spine skeleton, version 4.1.24`; null if it looks like
 * nothing in particular.
 */
export function looksLike(data: string | Uint8Array | object): string | null {
  if (typeof data === 'string') return textLooksLike(data.slice(0, HEAD), data.slice(-TAIL))
  if (data instanceof Uint8Array) return bytesLookLike(data)
  try {
    const { skeleton, version } = data as Record<string, unknown>
    const lists = Object.entries(data).filter(([, value]) => Object(value) === value)
    const outline = lists.map(([key, value]) => `"${key}":${Array.isArray(value) ? '[' : '{'}`).join()
    return jsonLooksLike(`${outline}"version":"${version}""spine":"${Object(skeleton).spine}"`, '')
  } catch {
    return null // A getter of a foreign object threw.
  }
}

/** Formats that are never an atlas. DragonBones' atlas may be in the skeleton's own file. */
const NO_ATLAS = /page|image|Spine|recording|sheet|font|XML/

/**
 * Formats that aren't atlases for readers whose names begin this way. Spine's readers take nearly any text for an
 * atlas.
 */
const FOREIGN: readonly [reader: RegExp, kind: RegExp][] = [
  [/^spine-/, /DragonBones|^JSON/],
  [/^dragonbones$/, /^a texture atlas$/],
]

/**
 * Names the format of a file that isn't an atlas. @param reader its name. @returns null if it may be an atlas of the
 * reader.
 */
export function looksLikeNoAtlas(data: string | Uint8Array, reader: string): string | null {
  const kind = looksLike(data) ?? (isJson(data) ? 'JSON of another kind' : '')
  const foreign = FOREIGN.some(([readers, kinds]) => readers.test(reader) && kinds.test(kind))
  return foreign || NO_ATLAS.test(kind) ? kind : null
}

function isJson(data: string | Uint8Array): boolean {
  const head = typeof data === 'string' ? data.slice(0, HEAD) : endsOf(data)[0]
  return /^\ufeff?\s*\{/.test(head)
}

function bytesLookLike(bytes: Uint8Array): string | null {
  for (const [magic, what] of MAGIC) if (beginsWith(bytes, magic)) return what
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (beginsWith(bytes, DRAGON_BONES)) {
    const header = bytes.length < 12 ? bytes : bytes.subarray(12, 12 + view.getUint32(8, true))
    return `a binary DragonBones skeleton${versionIn('version', ...endsOf(header))}`
  }
  const container = ascii(bytes, 0, 16)
  if (/^RIFF.{4}WEBP/s.test(container)) return 'an image (WebP)'
  if (/^.{4}ftypavi[fs]/s.test(container)) return 'an image (AVIF)'
  // Since 4.0 eight bytes of hash come before the version, before that a string.
  const version = shortText(bytes, 8) ?? shortText(bytes, bytes[0])
  if (version !== null && /^\d+\.\d+/.test(version)) return `a binary Spine skeleton, version ${version}`
  return textLooksLike(...endsOf(bytes))
}

function endsOf(bytes: Uint8Array): [head: string, tail: string] {
  const decoder = new TextDecoder()
  return [decoder.decode(bytes.subarray(0, HEAD)), decoder.decode(bytes.subarray(-TAIL))]
}

function beginsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte)
}

/** Reads a string of Spine's binary files: its length + 1 in a byte, then the characters. */
function shortText(bytes: Uint8Array, at: number): string | null {
  const length = bytes[at] - 1
  if (!(length > 0 && length < 32 && at + length < bytes.length)) return null
  const text = ascii(bytes, at + 1, length)
  return /^[ -~]+$/.test(text) ? text : null
}

function ascii(bytes: Uint8Array, from: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(from, from + length))
}

function textLooksLike(head: string, tail: string): string | null {
  const text = head.replace(/^\ufeff/, '').trimStart()
  if (text === '') return 'an empty file'
  if (text.startsWith('{')) return jsonLooksLike(text, tail)
  if (isWebPage(text)) return WEB_PAGE
  return TEXT_KINDS.find(([, ...marks]) => marks.every((mark) => mark.test(text)))?.[0] ?? null
}

function jsonLooksLike(head: string, tail: string): string | null {
  for (const [list, what, key] of JSON_KINDS)
    if (new RegExp(`"${list}"\\s*:\\s*${list === 'frames' ? '[[{]' : '\\['}`).test(head))
      return what + versionIn(key, head, tail)
  return null
}

/** Returns the version under that key, for a message; '' if there is none. */
function versionIn(key: string, head: string, tail: string): string {
  const value = new RegExp(`"${key}"\\s*:\\s*"(\\d[ -!#-~]{0,40})"`)
  const found = value.exec(head) ?? value.exec(tail)
  return found ? `, version ${found[1]}` : ''
}
