/** The extension `looks`. */
import type { Extension } from '../../../components/extension'
import type { Joined } from '../../world/joins'
import type {} from '../save/hooks'
import { createLook, installLook } from './component'
import { prepareLooks, releaseLooks } from './draw'
import { readLooks, restoreLooks, type SavedLooks, saveLooks } from './save'
import { createState, forgetEntities, type LookColumns, type LookWorld } from './state'

/**
 * Lets entities be drawn grey, flat, dissolving, in other colours or with an outline, with the component `Look` under
 * `world.components`: `installAnimation(world, { use: [looks] })`.
 */
export const looks: Extension<{ Look: LookColumns }> = {
  name: 'looks',
  components: (capacity) => ({ Look: createLook(capacity) }),
  install: joinLooks,
}

function joinLooks(world: LookWorld): Joined {
  const { Look } = world.components
  const own = createState()
  return {
    state: own,
    columns: { Look },
    observe: () => installLook(world, own),
    forget() {
      forgetEntities(own)
      for (const column of Object.values(Look)) column.fill(0)
    },
    live: {
      prepare: (renderer, gpu, streams) => prepareLooks(world, world.animation, own, renderer, gpu, streams),
      release: releaseLooks,
    },
    save: {
      what: 'looks',
      structure: () => 0,
      save: (last) => saveLooks(own, last),
      restore: (saved, places) => restoreLooks(world, own, saved as SavedLooks | undefined, places),
      encoded: {
        key: 'looks',
        describe: (saved) => ((saved as SavedLooks).ids.length === 0 ? null : (saved as SavedLooks)),
        read: readLooks,
      },
    },
  }
}
