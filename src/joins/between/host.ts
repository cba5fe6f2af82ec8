/** Blends for figures in the scene of another engine. */
import { ticksOf } from '../../../systems/fixed-ticks'
import { changePages } from '../../streams/changes'
import type { LookPages } from '../../streams/looks'
import type { AnimationWorld } from '../../world/world-type'
import { blendLooks, blendTicks, endBlend } from './blend'
import { copyPage } from './keep'
import type { BetweenState, HostBlend } from './state'

export function createHostBlend(world: AnimationWorld, between: BetweenState): HostBlend {
  const state = world.animation
  let pages = pagesOf(0)
  let blended = pagesOf(0)
  return {
    fix: (options, isPlaced) => {
      const advance = ticksOf(world, options, () => {})
      between.places ??= new Float32Array(0)
      between.isPlaced = isPlaced
      return advance
    },
    blend: (share) => blendTicks(world, share),
    get tints() {
      const { tinted } = between
      return blended[1].includes(1) || tinted[1].includes(1) || tinted[2].includes(1)
    },
    writeLooks: (looks) => {
      const { now, tinted } = between
      const count = changePages(looks.capacity)
      if (pages[0].length !== count) {
        pages = pagesOf(count)
        blended = pagesOf(count)
        for (const noted of blended) noted.fill(1)
      }
      for (let part = 0; part < pages.length; part++) pages[part].set(blended[part])
      for (let page = 0; page < count; page++) {
        if (blended[1][page] !== 0) {
          copyPage(now.light, looks.light, page, 4)
          copyPage(now.dark, looks.dark, page, 4)
        }
        blended[0][page] = 0
        blended[1][page] = blended[2][page] = tinted[1][page] | tinted[2][page]
      }
      blendLooks(state, looks, pages)
      return pages
    },
    end: () => endBlend(state),
  }
}

function pagesOf(count: number): LookPages {
  return [0, 1, 2].map(() => new Uint8Array(count))
}
