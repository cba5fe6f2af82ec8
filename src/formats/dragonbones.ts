/**
 * Entry `osteon/formats/dragonbones`: DragonBones skeletons of data versions 2.3, 3.0 and 4.0–5.6, and their atlases
 * (`_tex.json`).
 *
 * @module osteon/formats/dragonbones
 */

import type { Reader } from '../base/model/reader'
import { readDragonBonesAtlas } from './dragonbones/atlas'
import { looksLikeDragonBones } from './dragonbones/detect'
import { readAllDragonBones, readDragonBones } from './dragonbones/json'
import { parts } from './dragonbones/kinds'
import { layers } from './dragonbones/player'

/** The reader to give to `loadRig`. */
export const dragonBones: Reader = {
  name: 'dragonbones',
  detect: looksLikeDragonBones,
  readSkeleton: readDragonBones,
  readSkeletons: readAllDragonBones,
  readAtlas: readDragonBonesAtlas,
  player: layers,
  parts,
}
