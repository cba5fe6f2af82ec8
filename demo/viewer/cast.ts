/** The demo's characters, to be looked at without files of one's own. */
import { loadRig, type Rig } from 'osteon'
import { spineJson } from 'osteon/formats/spine-json'

export const CAST = ['lamplighter', 'badger', 'hare', 'mouse', 'octopus'] as const

export type Member = (typeof CAST)[number]

export function isMember(name: string | null): name is Member {
  return CAST.some((member) => member === name)
}

/** Loads it as any user's files are; the page is given because a built site renames it. */
export async function loadMember(name: Member): Promise<Rig> {
  const skeleton = new URL(`../assets/${name}.json`, import.meta.url)
  const atlas = new URL(`../assets/${name}.atlas`, import.meta.url)
  const page = await fetch(new URL(`../assets/${name}.png`, import.meta.url))
  return loadRig(skeleton, atlas, {
    readers: [spineJson],
    name,
    pages: { [`${name}.png`]: await page.blob() },
  })
}
