/** Packs the regions of an atlas that skins and animations show into a new atlas. */
import { readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { readSpineAtlas } from '../../formats/spine/atlas'
import { spineBinary } from '../../formats/spine-binary'
import { spineJson } from '../../formats/spine-json'
import type { AtlasModel } from '../../model/atlas'
import type { SkeletonModel } from '../../model/skeleton'
import { Failure } from '../failure'
import { placeIn, readInput } from '../files'
import { allEntries, type Choice, regionsOf, shownEntries } from '../shown'
import { atlasText } from './atlas-text'
import { type Kept, layOut } from './layout'
import { cutOut, decodePng, encodePng, type Picture } from './pixels'

/** The input and the options of packing. */
export interface PackOptions {
  readonly choice: Choice
  /** Names of regions that are kept in any case. */
  readonly keep: readonly string[]
  /** The suffix of the atlas's name, and the scale. */
  readonly scales: ReadonlyMap<string, number>
  readonly most: number
  readonly padding: number
}

/** The result for one atlas at one scale. */
export interface Packed {
  readonly name: string
  /** Contents by name. */
  readonly files: ReadonlyMap<string, string | Uint8Array>
  readonly regions: readonly [kept: number, all: number]
  /** Pixels of all pages. */
  readonly pixels: readonly [now: number, before: number]
}

/** @throws OsteonError, Failure. */
export function packAtlas(atlasFile: string, skeletons: readonly string[], options: PackOptions): Packed[] {
  const { choice, keep, scales, most, padding } = options
  const input = readInput(atlasFile)
  const atlas = readSpineAtlas(input.bytes, { source: input.name, warn: () => {} })
  const wanted = wantedRegions(atlas, skeletons, choice, keep)
  const pages = new Map<number, Picture>()
  const pageOf = (number: number): Picture => {
    const known = pages.get(number)
    if (known) return known
    const { name, premultiplied } = atlas.pages[number]
    const page = decodePng(readInput(placeIn(dirname(atlasFile), name)), premultiplied)
    pages.set(number, page)
    return page
  }
  const kept = atlas.regions.map(
    (region): Kept => ({
      region,
      picture: wanted.has(region.name) ? cutOut(pageOf(region.page), region, input.name) : null,
    }),
  )
  const stem = basename(atlasFile).replace(/\.atlas(\.txt)?$/, '')
  const before = atlas.pages.reduce((sum, { width, height }) => sum + width * height, 0)
  return [...scales].map(([suffix, scale]) => {
    const name = stem + suffix
    const made = layOut(kept, { most, padding, scale, name, filters: atlas.pages[0] })
    const text = atlasText(made.atlas)
    checkWhole(text, atlas)
    const images = made.pages.map((page, i) => [made.atlas.pages[i].name, encodePng(page)] as const)
    const pixels = made.pages.reduce((sum, { width, height }) => sum + width * height, 0)
    return {
      name,
      files: new Map<string, string | Uint8Array>([[`${name}.atlas`, text], ...images]),
      regions: [kept.filter(({ picture }) => picture).length, kept.length],
      pixels: [pixels, before],
    }
  })
}

/** Reads a skeleton for packing. DragonBones' atlases are of another format. @throws OsteonError, Failure. */
function readSpine(file: string): SkeletonModel {
  const { name } = readInput(file)
  const bytes = readFileSync(file)
  const reader = [spineJson, spineBinary].find((one) => one.detect(bytes))
  if (!reader) throw new Failure(`${file}: it is no skeleton of Spine; others are not packed`)
  return reader.readSkeleton(bytes, { source: name, warn: () => {} })
}

/** @throws OsteonError `unknown-skin`, `unknown-animation`; Failure for a skeleton whose images another atlas has. */
function wantedRegions(
  atlas: AtlasModel,
  skeletons: readonly string[],
  choice: Choice,
  keep: readonly string[],
): Set<string> {
  const names = new Set(atlas.regions.map(({ name }) => name))
  const unknown = keep.find((name) => !names.has(name))
  if (unknown !== undefined) throw new Failure(`${atlas.name} has no region ${JSON.stringify(unknown)}`)
  const wanted = new Set(keep)
  for (const file of skeletons) {
    const model = readSpine(file)
    const entries = choice.animations === null ? allEntries(model, choice.skins) : shownEntries(model, choice)
    for (const path of regionsOf(entries)) {
      if (!names.has(path))
        throw new Failure(`${file} shows ${JSON.stringify(path)}, which ${atlas.name} lacks`)
      wanted.add(path)
    }
  }
  return wanted
}

/** The written atlas must hold each name as it was read. A name that the layout cannot hold would be lost unseen. */
function checkWhole(text: string, atlas: AtlasModel): void {
  const { regions } = readSpineAtlas(text, { source: 'packed', warn: () => {} })
  const names = (list: readonly { name: string; index: number }[]) =>
    JSON.stringify(list.map(({ name, index }) => `${name} ${index}`).sort())
  if (names(regions) !== names(atlas.regions))
    throw new Failure(`${atlas.name}: it has names that no atlas can hold; nothing was written`)
}
