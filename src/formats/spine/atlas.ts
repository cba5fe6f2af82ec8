/** Reads texture atlas text, in the old (3.x, libgdx) and the new (4.0+) layout. */
import { OsteonError } from '../../base/errors'
import type { AtlasModel, AtlasPage, AtlasRegion } from '../../base/model/atlas'
import { openAccount } from '../../base/model/limits'
import type { ReadOptions } from '../../base/model/reader'
import { root, spend } from '../shared/place'
import { type SourceFile, sourceFile } from '../shared/source-file'
import { checkAtlas, readPageField, readRegionField } from './atlas-fields'
import { type AtlasText, nextEntry } from './atlas-text'

/** Bytes of a line, and of a page or a region in the model and in look-up tables. */
const BYTES_OF_A_LINE = 40
const BYTES_OF_A_PART = 500

/**
 * Reads both layouts: fields are recognised by name, in any order, so the layout need not be known.
 * Images are not needed; a page without `size` has 0 × 0 pixels until its image is known.
 *
 * @throws OsteonError `bad-atlas`, with the line number as path; `too-large`.
 */
export function readSpineAtlas(data: string | Uint8Array, options: ReadOptions): AtlasModel {
  const { source, warn, limits } = options
  const file = sourceFile(source, 1, openAccount(data, limits), warn)
  const text: AtlasText = { file, lines: linesOf(data, file), line: 0 }
  const atlas: AtlasModel = { name: source, pages: [], regions: [] }
  const regionLines: number[] = []
  const header = skipHeader(text)
  let page: AtlasPage | null = null
  while (text.line < text.lines.length) {
    const name = text.lines[text.line++]
    if (isBlank(name)) page = null
    else if (!page) {
      spend(root(file, null), BYTES_OF_A_PART)
      const added = newPage(name.trim())
      for (let entry = nextEntry(text); entry; entry = nextEntry(text)) readPageField(added, entry, text)
      atlas.pages.push(added)
      page = added
    } else {
      spend(root(file, null), BYTES_OF_A_PART)
      const region = newRegion(name, atlas.pages.length - 1)
      regionLines.push(text.line)
      for (let entry = nextEntry(text); entry; entry = nextEntry(text)) readRegionField(region, entry, text)
      complete(region)
      atlas.regions.push(region)
    }
  }
  if (atlas.pages.length === 0) noPages(source, header)
  checkAtlas(atlas, regionLines, text)
  return atlas
}

function linesOf(data: string | Uint8Array, file: SourceFile): string[] {
  const text = typeof data === 'string' ? data : new TextDecoder().decode(data)
  let lines = 1
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) <= 0x0d) lines++
  spend(root(file, null), lines * BYTES_OF_A_LINE)
  // A byte-order mark counts as a space.
  return (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text).split('\n')
}

function isBlank(line: string | undefined): boolean {
  return line?.trim() === ''
}

/**
 * Skips blank lines, and then entries, which only the new layout has before the first page. Returns the first page's
 * name.
 */
function skipHeader(text: AtlasText): string | null {
  while (isBlank(text.lines[text.line])) text.line++
  const first = text.lines[text.line]?.trim()
  if (!nextEntry(text)) return null
  while (nextEntry(text)) {}
  return first
}

function newPage(name: string): AtlasPage {
  return {
    name,
    width: 0,
    height: 0,
    format: 'RGBA8888',
    minFilter: 'nearest',
    magFilter: 'nearest',
    repeatX: false,
    repeatY: false,
    premultiplied: false,
    scale: 1,
  }
}

function newRegion(name: string, page: number): AtlasRegion {
  return {
    name,
    page,
    x: 0,
    y: 0,
    width: 0,
    height: 0,
    offsetX: 0,
    offsetY: 0,
    originalWidth: 0,
    originalHeight: 0,
    rotate: 0,
    index: -1,
    custom: [],
  }
}

/** Completes a region. Sizes are absolute. An untrimmed region has its original size. */
function complete(region: AtlasRegion): void {
  region.width = Math.abs(region.width)
  region.height = Math.abs(region.height)
  if (region.originalWidth || region.originalHeight) return
  region.originalWidth = region.width
  region.originalHeight = region.height
}

function noPages(source: string, header: string | null): never {
  const why = header
    ? `; ${JSON.stringify(header)} was taken for a header because of its colon: a page name cannot have one`
    : ''
  throw new OsteonError('bad-atlas', source, '', `the atlas has no pages${why}`)
}
