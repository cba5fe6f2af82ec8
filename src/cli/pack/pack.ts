/** Packs the regions of an atlas that skins and animations show into a new atlas. */
import { dirname } from 'node:path'
import type { AtlasModel, AtlasRegion } from '../../base/model/atlas'
import type { SkeletonModel, SkinEntryModel } from '../../base/model/skeleton'
import { Failure } from '../failure'
import { placeIn, readInput } from '../files'
import { allEntries, type Choice, regionsOf, shownEntries } from '../shown'
import { type Picture, straight } from './alpha'
import { type AtlasFormat, formatOf } from './formats'
import { type Kept, layOut } from './layout'
import { cutOut, decodePng, encodePng } from './pixels'

/** The input and the options of packing. */
export interface PackOptions {
  readonly choice: Choice
  /** Names of regions that are always kept. */
  readonly keep: readonly string[]
  /** Scales by the suffix of the atlas's name. */
  readonly scales: ReadonlyMap<string, number>
  readonly most: number
  readonly padding: number
}

/** The result for one atlas at one scale. */
export interface Packed {
  /** The atlas's file. */
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
  const format = formatOf(input.bytes)
  const atlas = format.read(input.bytes, input.name)
  const wanted = wantedRegions(format, atlas, skeletons, choice, keep)
  const pages = new Map<number, Picture>()
  const pageOf = (number: number): Picture => {
    const known = pages.get(number)
    if (known) return known
    const { name, premultiplied } = atlas.pages[number]
    const page = decodePng(readInput(placeIn(dirname(atlasFile), name)), premultiplied)
    pages.set(number, page)
    return page
  }
  const kept = atlas.regions.map((region): Kept => {
    const isWhole = wanted.meshes.has(region.name)
    const bounds = isWhole ? untrimmed(region) : region
    const isKept = wanted.all.has(region.name)
    return { region, isWhole, picture: isKept ? cutOut(pageOf(region.page), bounds, input.name) : null }
  })
  const before = atlas.pages.reduce((sum, { width, height }) => sum + width * height, 0)
  return [...scales].map(([suffix, scale]) => {
    const { file, stem } = format.nameFiles(input.name, suffix)
    const made = layOut(kept, { most, padding, scale, name: stem, page: pageSettings(format, atlas) })
    const text = format.write(made.atlas)
    checkWhole(format, text, atlas)
    const images = made.pages.map(
      (page, i) =>
        [made.atlas.pages[i].name, encodePng(format.premultiplied ? page : straight(page))] as const,
    )
    const pixels = made.pages.reduce((sum, { width, height }) => sum + width * height, 0)
    return {
      name: file,
      files: new Map<string, string | Uint8Array>([[file, text], ...images]),
      regions: [kept.filter(({ picture }) => picture).length, kept.length],
      pixels: [pixels, before],
    }
  })
}

/** The rectangle on the page alone. */
function untrimmed(region: AtlasRegion): AtlasRegion {
  const { width, height } = region
  return { ...region, offsetX: 0, offsetY: 0, originalWidth: width, originalHeight: height }
}

/** Returns the settings of pages. @throws Failure for pages that cannot be joined. */
function pageSettings({ premultiplied, scaled }: AtlasFormat, { name, pages }: AtlasModel) {
  const { minFilter, magFilter, scale } = pages[0]
  if (scaled && pages.some((page) => page.scale !== scale))
    throw new Failure(`${name}: its pages have several scales, and cannot be packed together`)
  return { minFilter, magFilter, premultiplied, scale: scaled ? scale : 1 }
}

/**
 * Returns the wanted regions. @throws OsteonError `unknown-skin`, `unknown-animation`; Failure for a skeleton whose
 * images are in another atlas.
 */
function wantedRegions(
  { readSkeletons, mayLack }: AtlasFormat,
  atlas: AtlasModel,
  skeletons: readonly string[],
  choice: Choice,
  keep: readonly string[],
): { all: Set<string>; meshes: Set<string> } {
  const names = new Set(atlas.regions.map(({ name }) => name))
  const unknown = keep.find((name) => !names.has(name))
  if (unknown !== undefined) throw new Failure(`${atlas.name} has no region ${JSON.stringify(unknown)}`)
  const [all, meshes] = [new Set(keep), new Set<string>()]
  for (const file of skeletons) {
    const entries = chosenEntries(readSkeletons(file), choice)
    for (const path of regionsOf(entries)) {
      if (names.has(path)) all.add(path)
      else if (!mayLack) throw new Failure(`${file} shows ${JSON.stringify(path)}, which ${atlas.name} lacks`)
    }
    for (const path of regionsOf(entries.filter(({ attachment }) => attachment.type === 'mesh')))
      meshes.add(path)
  }
  return { all, meshes }
}

/**
 * Returns the chosen entries of all skeletons of a file. A name is valid if one of them has it. @throws OsteonError
 * `unknown-skin`, `unknown-animation`.
 */
function chosenEntries(models: readonly SkeletonModel[], { skins, animations }: Choice): SkinEntryModel[] {
  const isKnown = (kind: 'skins' | 'animations', model: SkeletonModel, name: string) =>
    model[kind].some((one) => one.name === name)
  const lost = (kind: 'skins' | 'animations', name: string) =>
    !models.some((model) => isKnown(kind, model, name))
  return models.flatMap((model, i) => {
    // A name that no skeleton has is refused by the first one.
    const own = (kind: 'skins' | 'animations', names: readonly string[] | null) =>
      names?.filter((name) => isKnown(kind, model, name) || (i === 0 && lost(kind, name))) ?? null
    const choice = { skins: own('skins', skins), animations: own('animations', animations) }
    if (choice.animations === null) return allEntries(model, choice.skins)
    const isAsked = choice.animations.length > 0 || animations?.length === 0 || models.length === 1
    return isAsked ? shownEntries(model, choice) : []
  })
}

/**
 * Checks that the written atlas holds each name as it was read. A name that the layout cannot hold would otherwise be
 * lost unnoticed.
 */
function checkWhole(format: AtlasFormat, text: string, atlas: AtlasModel): void {
  const { regions } = format.read(Buffer.from(text), 'packed')
  const names = (list: readonly { name: string; index: number }[]) =>
    JSON.stringify(list.map(({ name, index }) => `${name} ${index}`).sort())
  if (names(regions) !== names(atlas.regions))
    throw new Failure(`${atlas.name}: it has names that no atlas can hold; nothing was written`)
}
