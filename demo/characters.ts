/** Loads the demo's characters like any user's files. Runs in pages and workers. */
import { loadRig, type Rig } from 'osteon'
import { spineJson } from 'osteon/formats/spine-json'
import { assetOf, pageOf } from './assets'

export const CHARACTERS = ['lamplighter', 'badger', 'hare', 'mouse', 'octopus'] as const

export type CharacterName = (typeof CHARACTERS)[number]

export function isCharacter(name: string | null): name is CharacterName {
  return CHARACTERS.some((character) => character === name)
}

/** Address of a character's skeleton file. */
export const skeletonOf = (name: CharacterName): URL => assetOf(`${name}.json`)

/**
 * Loads a character. Its image is passed separately, because a built site renames it.
 *
 * @param skeleton read in place of its own file.
 */
export async function loadCharacter(
  name: CharacterName,
  skeleton: URL | object = skeletonOf(name),
): Promise<Rig> {
  const pages = await pageOf(name)
  return loadRig(skeleton, assetOf(`${name}.atlas`), { readers: [spineJson], name, pages })
}
