/**
 * Adds attachments and skins to a rig in one world. The rig itself never changes: the world goes on with a copy whose
 * tables are longer.
 */
import { allocate, release, sizeClass } from '../../base/memory/arena'
import { joinTables } from '../../rig/attachments/join'
import { makeSkinTable } from '../../rig/attachments/skin-table'
import type { Rig, RigPage } from '../../rig/rig'
import type { AnimationState } from '../state'
import type { AddedAttachments, RegisteredRig, Wardrobe } from './blocks'
import { appendWords, forgetVisible } from './registry'
import { growScratch, scratchBytes } from './scratch'

/** Returns the world's additions to a rig, created with the first of them. */
export function wardrobeOf(state: AnimationState, registered: RegisteredRig): Wardrobe {
  registered.wardrobe ??= {
    rig: registered.source,
    added: [],
    numbers: new Map(),
    skinIndex: new Map(registered.source.skinIndex),
    skinTable: 0,
    skinWords: 0,
    renew: (places) => renew(state, registered, places),
  }
  return registered.wardrobe
}

/** Numbers attachments after the existing ones. @returns the number of the first. The arena may grow. */
export function addToWardrobe(
  state: AnimationState,
  registered: RegisteredRig,
  added: Omit<AddedAttachments, 'words'>,
): number {
  const wardrobe = wardrobeOf(state, registered)
  const number = registered.source.attachments.count
  wardrobe.added.push({ ...added, words: appendWords(state, added.image) })
  rebuild(state, registered, wardrobe)
  return number
}

/** Builds the rig with all additions. Tables for fewer attachments are made again on demand. */
function rebuild(state: AnimationState, registered: RegisteredRig, wardrobe: Wardrobe): void {
  const { rig, added } = wardrobe
  const pages = [...rig.pages]
  const joined = added.map(({ table, words, pages: own }) => ({
    table,
    shift: words - registered.image,
    pages: own.map((page) => (pages.includes(page) ? pages.indexOf(page) : pages.push(page) - 1)),
  }))
  const attachments = joinTables(rig.attachments, joined)
  registered.pages = Uint16Array.from(pages, (page) => pageNumber(state, page))
  // Systems find the slots of attachments in skins.
  const keys = rig.keys.length > 0 ? rig.keys : ['']
  const worn = added.flatMap(({ table }, i) =>
    [...table.slot].map((slot, k) => ({
      name: '',
      bones: [],
      constraints: [],
      entries: new Map([[slot * keys.length, numberOf(wardrobe, i) + k]]),
    })),
  )
  if (wardrobe.skinTable !== 0) release(state.arena, 4 * wardrobe.skinTable, 4 * wardrobe.skinWords)
  const words = makeSkinTable(attachments, rig.rows, rig.slots)
  wardrobe.skinTable = allocate(state.arena, words.byteLength) >> 2
  wardrobe.skinWords = words.length
  state.arena.i32.set(words, wardrobe.skinTable)
  const image = { ...rig.image(), skinTable: wardrobe.skinTable - registered.image }
  const skins = [...rig.skins, ...worn]
  const { skinIndex } = wardrobe
  const own = { attachments, image: () => image, keys, pages, skins, skinIndex }
  registered.source = { ...rig, ...own } satisfies Rig
  growScratch(state, registered)
  state.culling.reaches[registered.number] = undefined
  for (const outer of registered.programs.values())
    for (const program of [outer, ...outer.deeper]) forgetVisible(program)
}

function numberOf({ rig, added }: Wardrobe, index: number): number {
  return added.slice(0, index).reduce((sum, { table }) => sum + table.count, rig.attachments.count)
}

function pageNumber({ pages, pageNumbers }: AnimationState, page: RigPage): number {
  const number = pageNumbers.get(page) ?? pages.push(page) - 1
  pageNumbers.set(page, number)
  return number
}

/** Returns the rig as it was loaded, without this world's additions. */
export function loadedRig({ source: rig, wardrobe }: RegisteredRig): Rig {
  return wardrobe?.rig ?? rig
}

/**
 * Returns the places of the wardrobe in the arena: the table of skins, its length, then the images. [] = nothing was
 * added.
 */
export function placesOf({ wardrobe }: RegisteredRig): number[] {
  if (!wardrobe || wardrobe.added.length === 0) return []
  return [wardrobe.skinTable, wardrobe.skinWords, ...wardrobe.added.map(({ words }) => words)]
}

/**
 * Renews the wardrobe after a restore of the arena: takes over its places of that time, and copies later additions in
 * again.
 */
function renew(state: AnimationState, registered: RegisteredRig, places: readonly number[]): void {
  const { wardrobe } = registered
  if (!wardrobe || wardrobe.added.length === 0) return
  // Tables count from the start of the rig's image, which may also have moved.
  const stays = registered.source.image().skinTable === wardrobe.skinTable - registered.image
  if (stays && placesOf(registered).join() === places.join()) return
  const [skinTable = 0, skinWords = 0, ...images] = places
  Object.assign(wardrobe, { skinTable, skinWords })
  wardrobe.added.forEach((added, i) => {
    added.words = images[i] ?? appendWords(state, added.image)
  })
  rebuild(state, registered, wardrobe)
}

/** Returns the bytes that `renew` may need. */
export function wardrobeBytes({ layout, source: rig, wardrobe }: RegisteredRig): number {
  if (!wardrobe) return 0
  return wardrobe.added.reduce(
    (bytes, { image }) => bytes + sizeClass(image.byteLength),
    sizeClass(4 * wardrobe.skinWords) + sizeClass(scratchBytes(rig, layout)),
  )
}

/** Releases the wardrobe's memory. */
export function releaseWardrobe({ arena }: AnimationState, { wardrobe }: RegisteredRig): void {
  if (!wardrobe) return
  if (wardrobe.skinTable !== 0) release(arena, 4 * wardrobe.skinTable, 4 * wardrobe.skinWords)
  for (const { image, words } of wardrobe.added) release(arena, 4 * words, image.byteLength)
}
