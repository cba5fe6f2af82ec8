/** The demo's characters, one at a time. */
import { createAssets, loadRig, type Rig } from 'osteon'
import { spineJson } from 'osteon/formats/spine-json'
import type { RigName } from './address'

const assets = createAssets()

/** Loads one as any user's files are; the page is given because a built site renames it. */
export async function loadCharacter(name: RigName): Promise<Rig> {
  const skeleton = new URL(`../assets/${name}.json`, import.meta.url)
  const atlas = new URL(`../assets/${name}.atlas`, import.meta.url)
  const page = await fetch(new URL(`../assets/${name}.png`, import.meta.url))
  const pages = { [`${name}.png`]: await page.blob() }
  return loadRig(skeleton, atlas, { readers: [spineJson], assets, name, pages })
}
