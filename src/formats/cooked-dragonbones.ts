/**
 * Entry `osteon/formats/cooked-dragonbones`: what cooked rigs of DragonBones need beside `osteon/formats/cooked`.
 *
 * ```ts
 * import { loadCooked } from 'osteon/formats/cooked'
 * import { cookedDragonBones } from 'osteon/formats/cooked-dragonbones'
 *
 * const rig = await loadCooked('dragon.rig', { readers: [cookedDragonBones] })
 * ```
 *
 * @module osteon/formats/cooked-dragonbones
 */
import type { CookedReader } from './cooked'
import { cookedReader } from './cooked/reader'
import { brought } from './cooked-dragonbones/brought'
import { parts } from './dragonbones/kinds'
import { layers } from './dragonbones/player'

/** The reader of cooked rigs of DragonBones, for the option `readers` of `loadCooked` and of all other loaders. */
export const cookedDragonBones: CookedReader = /* @__PURE__ */ cookedReader('cooked-dragonbones', brought, {
  player: layers,
  parts,
})
