/** Writes and reads atlases: lists of whole numbers, and lists of numbers in columns. */
import type { AtlasModel, AtlasPage, AtlasRegion, TextureFilter } from '../../base/model/atlas'
import {
  demand,
  numberOfText,
  pay,
  payForArray,
  readTaken,
  type Sink,
  type Source,
  takeNumbers,
  writeForm,
} from './codec'
import { readLists, type Schema, writeLists } from './lists'
import { ROLE } from './numbers'

const FILTERS: readonly TextureFilter[] = [
  'nearest',
  'linear',
  'mipmapNearestNearest',
  'mipmapLinearNearest',
  'mipmapNearestLinear',
  'mipmapLinearLinear',
]
/** Filters that are no mipmap filters. */
const PLAIN_FILTERS = 2
const QUARTER = 90

const REPEATS_X = 1
const REPEATS_Y = 2
const PREMULTIPLIED = 4
const FLAGS = 8

/** Fields that are numbers of any kind. */
const PAGE_REALS = ['width', 'height', 'scale'] as const
const REGION_REALS = [
  'x',
  'y',
  'width',
  'height',
  'offsetX',
  'offsetY',
  'originalWidth',
  'originalHeight',
] as const

const LISTS = {
  title: Int32Array,
  pageNames: Int32Array,
  formats: Int32Array,
  minFilters: Int32Array,
  magFilters: Int32Array,
  flags: Int32Array,
  regionNames: Int32Array,
  pageOf: Int32Array,
  turns: Int32Array,
  indices: Int32Array,
  customs: Int32Array,
} as const satisfies Schema

export function writeAtlas(out: Sink, { name, pages, regions }: AtlasModel): void {
  const textOf = (one: string) => numberOfText(out, one)
  writeLists(out, LISTS, {
    title: [textOf(name)],
    pageNames: pages.map((page) => textOf(page.name)),
    formats: pages.map(({ format }) => textOf(format)),
    minFilters: pages.map(({ minFilter }) => FILTERS.indexOf(minFilter)),
    magFilters: pages.map(({ magFilter }) => FILTERS.indexOf(magFilter)),
    flags: pages.map(
      ({ repeatX, repeatY, premultiplied }) =>
        (repeatX ? REPEATS_X : 0) | (repeatY ? REPEATS_Y : 0) | (premultiplied ? PREMULTIPLIED : 0),
    ),
    regionNames: regions.map((region) => textOf(region.name)),
    pageOf: regions.map(({ page }) => page),
    turns: regions.map(({ rotate }) => rotate / QUARTER),
    indices: regions.map(({ index }) => index),
    customs: regions.flatMap(({ custom }, region) =>
      custom.flatMap((one) => [region, textOf(one.name), one.values.length, ...one.values.map(textOf)]),
    ),
  })
  writeReals(out, PAGE_REALS, pages)
  writeReals(out, REGION_REALS, regions)
}

/** Writes fields of several objects, field by field. */
function writeReals<K extends string>(
  out: Sink,
  fields: readonly K[],
  objects: readonly { readonly [N in K]: number }[],
): void {
  writeForm(
    out,
    ROLE.point,
    fields.flatMap((field) => objects.map((one) => one[field])),
  )
}

/** @throws OsteonError `damaged`, `too-large`. */
export function readAtlas(from: Source): AtlasModel {
  const { strings } = from
  const lists = readLists(from, LISTS)
  const { customs, flags, formats, indices, magFilters, minFilters, pageNames, pageOf, regionNames } = lists
  const { title, turns } = lists
  const pageCount = pageNames.length
  const regionCount = regionNames.length
  checkList(from, title, 1, strings.length)
  checkList(from, pageNames, pageCount, strings.length)
  checkList(from, formats, pageCount, strings.length)
  checkList(from, minFilters, pageCount, FILTERS.length)
  checkList(from, magFilters, pageCount, PLAIN_FILTERS)
  checkList(from, flags, pageCount, FLAGS)
  checkList(from, regionNames, regionCount, strings.length)
  checkList(from, pageOf, regionCount, pageCount)
  checkList(from, turns, regionCount, 360 / QUARTER)
  demand(from, indices.length === regionCount, 'a list has another length')
  pay(from, pageCount + regionCount)
  const ofPages = readReals(from, PAGE_REALS.length * pageCount)
  const ofRegions = readReals(from, REGION_REALS.length * regionCount)
  const pages: AtlasPage[] = []
  for (let i = 0; i < pageCount; i++)
    pages.push({
      name: strings[pageNames[i]],
      width: ofPages[i],
      height: ofPages[pageCount + i],
      format: strings[formats[i]],
      minFilter: FILTERS[minFilters[i]],
      magFilter: magFilters[i] === 0 ? 'nearest' : 'linear',
      repeatX: (flags[i] & REPEATS_X) !== 0,
      repeatY: (flags[i] & REPEATS_Y) !== 0,
      premultiplied: (flags[i] & PREMULTIPLIED) !== 0,
      scale: ofPages[2 * pageCount + i],
    })
  const regions: AtlasRegion[] = []
  for (let i = 0; i < regionCount; i++)
    regions.push({
      name: strings[regionNames[i]],
      page: pageOf[i],
      x: ofRegions[i],
      y: ofRegions[regionCount + i],
      width: ofRegions[2 * regionCount + i],
      height: ofRegions[3 * regionCount + i],
      offsetX: ofRegions[4 * regionCount + i],
      offsetY: ofRegions[5 * regionCount + i],
      originalWidth: ofRegions[6 * regionCount + i],
      originalHeight: ofRegions[7 * regionCount + i],
      rotate: (turns[i] * QUARTER) as AtlasRegion['rotate'],
      index: indices[i],
      custom: [],
    })
  if (customs.length > 0) readCustoms(from, customs, regions)
  return { name: strings[title[0]], pages, regions }
}

function readCustoms(from: Source, list: Int32Array, regions: readonly AtlasRegion[]): void {
  const { strings } = from
  pay(from, list.length)
  for (let at = 0; at < list.length; ) {
    const region = regions[list[at]]
    const many = list[at + 2]
    demand(from, region !== undefined && many >= 0, 'an atlas has no such region')
    const texts = list.subarray(at + 3, at + 3 + many)
    checkList(from, texts, many, strings.length)
    checkList(from, list.subarray(at + 1, at + 2), 1, strings.length)
    region.custom.push({ name: strings[list[at + 1]], values: Array.from(texts, (text) => strings[text]) })
    at += 3 + many
  }
}

function checkList(from: Source, list: Int32Array, length: number, below: number): void {
  demand(from, list.length === length, 'a list has another length')
  for (let i = 0; i < length; i++)
    if (list[i] < 0 || list[i] >= below) demand(from, false, `${list[i]} is out of range`)
}

function readReals(from: Source, many: number): Float64Array {
  const form = takeNumbers(from, ROLE.point, many)
  payForArray(from, many)
  const values = new Float64Array(many)
  readTaken(from, ROLE.point, form, values, many)
  return values
}
