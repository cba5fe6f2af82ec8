/** Joins sprites to a world: entities that show a region of an atlas. */
import type { Extension } from '../../../components/extension'
import { sortEntity } from '../../api/y-sort'
import type { Joined } from '../../world/joins'
import type { AnimationWorld } from '../../world/world-type'
import { createSprite, installSprite } from './component'
import { SPRITE_KERNELS } from './kernels'
import {
  measure,
  placeSprite,
  placeSprites,
  spritePage,
  writeAllLooks,
  writeCorners,
  writeSpriteLooks,
} from './place'
import { forgetSprites, settleSprite, settleSprites } from './rows'
import { createSprites, SPRITES_SCHEMA, type SpriteColumns, type SpritedWorld } from './state'

/** The extension without what draws: the processor makes all vertices. */
export const plainSprites: Extension<{ Sprite: SpriteColumns }> = {
  name: 'sprites',
  components: (capacity) => ({ Sprite: createSprite(capacity) }),
  install: joinSprites,
}

function joinSprites(installed: AnimationWorld & { components: { Sprite: SpriteColumns } }): Joined {
  const { arena, kernels } = installed.animation
  const { Sprite } = installed.components
  const own = { sprites: createSprites(arena, kernels.extend(SPRITE_KERNELS), Sprite.region.length) }
  const state = Object.assign(installed.animation, own)
  const world: SpritedWorld = Object.assign(installed, { animation: state })
  const { alive, pending, leaving, places, rows } = state.sprites
  return {
    state: own,
    columns: { Sprite },
    schema: { sprites: SPRITES_SCHEMA },
    observe: () => installSprite(world),
    forget: () => forgetSprites(state),
    sortByY(scale) {
      const { SortKey, Transform } = world.components
      const factor = scale[0]
      for (let i = 0; i < alive.count; i++) {
        const eid = rows.entity[alive.ids[i]]
        if (eid !== 0) sortEntity(SortKey, Transform, eid, factor)
      }
      // Iterating a set would create an iterator, which is garbage.
      if (pending.size > 0) for (const eid of pending) sortEntity(SortKey, Transform, eid, factor)
    },
    quads: {
      alive,
      rows,
      places,
      settle: () => settleSprites(world),
      settleOne: (eid) => settleSprite(world, eid),
      isLeaving: (eid) => leaving.has(eid),
      place: () => placeSprites(world),
      placeOne: (eid) => placeSprite(world, eid),
      writeCorners: (row, corners) => writeCorners(world, row, corners),
      writeLooks: (row, parts, looks, at) => writeSpriteLooks(state, row, parts, looks, at),
      writeAllLooks: (parts, looks) => writeAllLooks(state, parts, looks),
      pageOf: (eid) => spritePage(state, eid),
      measure: (eid, view) => measure(world, eid, view),
    },
  }
}
