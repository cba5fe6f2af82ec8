/**
 * Entry `osteon/formats/dragonbones`: DragonBones skeletons of data versions 2.3, 3.0 and 4.0–5.6, and their atlases (`_tex.json`).
 *
 * @module osteon/formats/dragonbones
 */
import { parts } from '../brought'
import { layers } from '../layers'
import type { Reader } from '../model/reader'
import { readDragonBonesAtlas } from './dragonbones/atlas'
import { looksLikeDragonBones } from './dragonbones/detect'
import { readAllDragonBones, readDragonBones } from './dragonbones/json'

/** Give it to `loadRig` among the readers it may use. */
export const dragonBones: Reader = {
  name: 'dragonbones',
  detect: looksLikeDragonBones,
  readSkeleton: readDragonBones,
  readSkeletons: readAllDragonBones,
  readAtlas: readDragonBonesAtlas,
  player: layers,
  parts,
}
