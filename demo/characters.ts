/** The demo's characters, loaded as any user's files are. Runs in pages and workers. */
import { loadRig, type Rig } from 'osteon'
import { spineJson } from 'osteon/formats/spine-json'
import { assetOf, pageOf } from './assets'

export const CHARACTERS = ['lamplighter', 'badger', 'hare', 'mouse', 'octopus'] as const

export type CharacterName = (typeof CHARACTERS)[number]

export function isCharacter(name: string | null): name is CharacterName {
  return CHARACTERS.some((character) => character === name)
}

/** Where its export is. */
export const skeletonOf = (name: CharacterName): URL => assetOf(`${name}.json`)

/**
 * Loads a character; its image is given because a built site renames it.
 *
 * @param skeleton what to read in place of its export.
 */
export async function loadCharacter(
  name: CharacterName,
  skeleton: URL | object = skeletonOf(name),
): Promise<Rig> {
  const pages = await pageOf(name)
  return loadRig(skeleton, assetOf(`${name}.atlas`), { readers: [spineJson], name, pages })
}
