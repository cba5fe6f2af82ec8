/** The extension `sprites`, with what lets a GPU make vertices of them. */
import type { Extension } from '../../../../components/extension'
import { plainSprites } from '../install'
import { catchUp } from '../place'
import { type SpriteColumns, spritedWorld } from '../state'
import { fillSprites, prepareFill, releaseFill } from './fill'

/**
 * Lets entities show regions of atlases, with the component `Sprite` under `world.components`:
 * `installAnimation(world, { use: [sprites] })`.
 */
export const sprites: Extension<{ Sprite: SpriteColumns }> = {
  ...plainSprites,
  install(world) {
    const joined = plainSprites.install(world)
    if (!joined.quads) return joined
    const state = () => spritedWorld(world).animation
    const gpu = {
      prepare: (renderer, gpu) => prepareFill(state(), renderer, gpu),
      fill: (gpu, moved, tinted) => fillSprites(state(), gpu, moved, tinted),
      release: (gpu) => releaseFill(state(), gpu),
    } satisfies typeof joined.quads.gpu
    return { ...joined, quads: { ...joined.quads, gpu, catchUp: () => catchUp(state()) } }
  },
}
