/** Texture atlas text, old (3.x, libgdx) and new (4.0+) layout, → model (spine-atlas). */
import { OsteonError } from '../../errors'
import type { AtlasModel, AtlasPage, AtlasRegion } from '../../model/atlas'
import type { ReadOptions } from '../../model/reader'
import { checkAtlas, readPageField, readRegionField } from './atlas-fields'
import { type AtlasText, type Entry, splitEntry } from './atlas-text'
import { sourceFile } from './json/place'

/**
 * Reads both layouts: fields are told by name, in any order, so that the layout need not be known.
 * Images are not needed; a page without `size` has 0 × 0 pixels until its image is known.
 *
 * @throws OsteonError `bad-atlas`, with the line number as path.
 */
export function readSpineAtlas(data: string | Uint8Array, options: ReadOptions): AtlasModel {
  const { source, warn } = options
  const text: AtlasText = { file: sourceFile(source, 1, warn), lines: linesOf(data), line: 0 }
  const atlas: AtlasModel = { name: source, pages: [], regions: [] }
  const regionLines: number[] = []
  const header = skipHeader(text)
  let page: AtlasPage | null = null
  while (text.line < text.lines.length) {
    const line = text.lines[text.line++]
    if (line === '') page = null
    else if (!page) {
      page = newPage(line)
      atlas.pages.push(page)
      for (let entry = nextEntry(text); entry; entry = nextEntry(text)) readPageField(page, entry, text)
    } else {
      const region = newRegion(line, atlas.pages.length - 1)
      atlas.regions.push(region)
      regionLines.push(text.line)
      for (let entry = nextEntry(text); entry; entry = nextEntry(text)) readRegionField(region, entry, text)
      completeRegion(region)
    }
  }
  if (atlas.pages.length === 0) noPages(source, header)
  checkAtlas(atlas, regionLines, text)
  return atlas
}

function linesOf(data: string | Uint8Array): string[] {
  const text = typeof data === 'string' ? data : new TextDecoder().decode(data)
  return text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim())
}

/** Blank lines, then entries, which only the new layout has before the first page. Gives the first entry. */
function skipHeader(text: AtlasText): string | null {
  while (text.lines[text.line] === '') text.line++
  const first = text.lines[text.line] ?? ''
  while (nextEntry(text));
  return first.includes(':') ? first : null
}

/** The entry on the current line, which is then left behind; `null` on any other line. */
function nextEntry(text: AtlasText): Entry | null {
  const line = text.lines[text.line]
  if (line === undefined || !line.includes(':')) return null
  text.line++
  return splitEntry(line)
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

function completeRegion(region: AtlasRegion): void {
  if (region.originalWidth !== 0 || region.originalHeight !== 0) return
  region.originalWidth = region.width
  region.originalHeight = region.height
}

function noPages(source: string, header: string | null): never {
  const why = header
    ? `; ${JSON.stringify(header)} was taken for a header because of its colon: a page name cannot have one`
    : ''
  throw new OsteonError('bad-atlas', source, '', `the atlas has no pages${why}`)
}
