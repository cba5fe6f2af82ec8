/** Frees the images of pages that nobody wears. */
import { OsteonError, refuseUnknown } from '../../base/errors'
import type { PageImage, RigPage } from '../../rig/rig'
import { pageOf, shownAttachment } from '../../streams/shown'
import { readSkeleton } from '../../tick/doors/read'
import { settle } from '../../tick/settle'
import { type Chunk, chunkAt, type WorldSkin } from '../../world/chunks/blocks'
import { TOTAL } from '../../world/state'
import { stateOf } from '../../world/state-of'
import type { AnimationWorld } from '../../world/world-type'

/** Which images `freePages` frees. */
export interface FreePagesOptions {
  /** Seconds of the world for which nobody has worn a page, 0 or more; `freePages` looks when it is called. @default 5 */
  after?: number
  /** Further worlds that show the same rigs: what is worn there stays. @default none */
  others?: readonly AnimationWorld[]
}

/** The images of a world's pages. */
export interface PageReport {
  /** Pages whose images were freed by this call. */
  freed: number
  /** Pages whose images are there, and their size in bytes: what compressed ones say, 4 bytes a pixel of others. */
  loaded: number
  bytes: number
}

/**
 * Frees the images of pages that nobody has worn for some seconds, and their textures in all renderers. For rigs that
 * were loaded with `pages: 'worn'`; images of others stay. Call it now and then, for example every second. A page that
 * is drawn later is loaded again, and shows nothing meanwhile; `loadPages` avoids that.
 *
 * A page is worn if a skeleton, seen or not, has a skin that shows it (or the default skin does), or shows it in a slot.
 * Extensions keep the pages that they may draw.
 *
 * A structure call.
 *
 * @throws OsteonError `bad-option`, `no-animation`.
 */
export function freePages(world: AnimationWorld, options: FreePagesOptions = {}): PageReport {
  const { tick, pages } = stateOf(world)
  refuseUnknown(options, ['after', 'others'], 'freePages')
  const { after = 5, others = [] } = options
  if (!(after >= 0))
    throw new OsteonError('bad-option', 'freePages', 'after', `expected seconds, 0 or more, got ${after}`)
  if (!Array.isArray(others))
    throw new OsteonError('bad-option', 'freePages', 'others', 'expected a list of worlds')
  const worn = new Set<RigPage>()
  if (pages.some(({ image, unload }) => unload && image))
    for (const each of [world, ...others]) addWorn(each, worn)
  const now = tick.seconds[TOTAL]
  const report = { freed: 0, loaded: 0, bytes: 0 }
  for (const page of new Set(pages)) {
    const { image } = page
    if (image === null) continue
    if (page.unload && isUnworn(page, worn.has(page), now, after)) {
      page.unload()
      report.freed++
    } else {
      report.loaded++
      report.bytes += bytesOf(image)
    }
  }
  return report
}

function bytesOf(image: PageImage): number {
  const given = 'fillTexture' in image ? image.bytes : undefined
  return given ?? image.width * image.height * 4
}

/** Returns whether nobody has worn a page for so many seconds. */
function isUnworn(page: RigPage, worn: boolean, now: number, after: number): boolean {
  const since = worn ? undefined : (page.unworn?.since ?? now)
  if (page.unworn) page.unworn.since = since
  return since !== undefined && now - since >= after
}

/** Adds the pages that anything in a world wears. */
function addWorn(world: AnimationWorld, worn: Set<RigPage>): void {
  const state = stateOf(world)
  settle(world)
  const { alive, blocks, joins, pages, skeletons } = state
  const shown = new Uint8Array(pages.length)
  const skins = new Set<WorldSkin>()
  for (let i = 0; i < alive.count; i++) {
    const eid = alive.ids[i]
    const base = readSkeleton(world, eid)
    const chunk = chunkAt(blocks, skeletons.chunk[eid])
    const { defaultSkin, slots } = chunk.rig.source
    for (const number of [defaultSkin, skeletons.skin[eid]]) {
      const skin = chunk.rig.skins[number]
      if (!skin || skins.has(skin)) continue
      skins.add(skin)
      for (const attachment of skin.entries.values()) markFrames(chunk, attachment, shown)
    }
    for (let slot = 0; slot < slots.count; slot++)
      markFrames(chunk, shownAttachment(state.arena.i32, chunk, base, slot), shown)
  }
  const { quads } = joins
  for (let i = 0; i < quads.alive.count; i++) shown[quads.pageOf(quads.rows.entity[quads.alive.ids[i]])] = 1
  joins.frame?.markPages(shown)
  for (let page = 0; page < shown.length; page++) if (shown[page] === 1) worn.add(pages[page])
}

/** Marks the pages of all frames of an attachment; -1 = none. */
function markFrames(chunk: Chunk, attachment: number, shown: Uint8Array): void {
  const { frames } = chunk.rig.source.attachments
  for (let frame = 0; frame < (frames[attachment] ?? 0); frame++) shown[pageOf(chunk, attachment, frame)] = 1
}
