/** The demo's own character. */
import { loadRig, type Rig } from 'osteon'
import { spineJson } from 'osteon/formats/spine-json'

const SKELETON = new URL('./assets/lamplighter.json', import.meta.url)
const ATLAS = new URL('./assets/lamplighter.atlas', import.meta.url)
const PAGE = new URL('./assets/lamplighter.png', import.meta.url)

/** Loads it as any user's files are; the page is given because a built site renames it. */
export async function loadLamplighter(): Promise<Rig> {
  const page = await fetch(PAGE)
  return loadRig(SKELETON, ATLAS, {
    readers: [spineJson],
    name: 'lamplighter',
    pages: { 'lamplighter.png': await page.blob() },
  })
}
