/** The extension `inertialFades`. */
import type { Extension } from '../../../components/extension'
import { forMixed, hasAny } from '../../tick/mix/mix-chunk'
import type { Chunk } from '../../world/chunks/blocks'
import type { Joined } from '../../world/joins'
import type { AnimationWorld } from '../../world/world-type'
import type {} from '../save/hooks'
import { addLeft, advanceFades, checkFade, noteShown, restore, startFade } from './fade'
import { readFades, restoreFades, type SavedFades, saveFades } from './save'
import { createFades, dropFade, type FadedState } from './state'

/**
 * Lets games fade inertially: `play(world, eid, 'run', { mix: 0.2, fade: 'inertial' })`, in worlds that have it:
 * `installAnimation(world, { use: [inertialFades] })`.
 */
export const inertialFades: Extension = { name: 'inertialFades', install: joinWorld }

function joinWorld(world: AnimationWorld): Joined {
  const fades = createFades()
  const state: FadedState = Object.assign(world.animation, { fades })
  const adds = (eid: number, chunk: Chunk) => withFade(eid, chunk, addLeft)
  const restores = (eid: number, chunk: Chunk) => withFade(eid, chunk, restore)
  function withFade(eid: number, chunk: Chunk, act: typeof restore): void {
    const fade = fades.byEntity.get(eid)
    if (fade) act(state, chunk, fade)
  }
  function forFades(chunk: Chunk, seat: number, act: typeof adds): void {
    if (fades.all.length > 0) forMixed(state, chunk, seat, act)
  }
  return {
    state: fades,
    forget() {
      while (fades.all.length > 0) dropFade(fades, fades.all[0].eid)
    },
    save: {
      what: 'inertial fades',
      structure: () => 0,
      save: () => saveFades(fades),
      restore: (saved, places) => restoreFades(state, saved as SavedFades | undefined, places),
      encoded: {
        key: 'fades',
        describe: (saved) => ((saved as SavedFades).ids.length === 0 ? null : (saved as SavedFades)),
        read: (described, rigOf) => readFades(fades, described, rigOf),
      },
    },
    fades: {
      check: (eid, options) => checkFade(state, eid, options),
      note: (eid) => noteShown(state, eid),
      start: (eid, row) => startFade(state, eid, row),
      advance: () => advanceFades(state),
      isFading: (eid) => fades.byEntity.has(eid),
    },
    rows: {
      restore: (chunk, seat) => forFades(chunk, seat, restores),
      mixed: (chunk, seat) => forFades(chunk, seat, adds),
      isIn: (chunk) => hasAny(state, chunk, fades.byEntity),
      rename(eid) {
        dropFade(fades, eid)
        return true
      },
      drop: (eid) => dropFade(fades, eid),
    },
  }
}
