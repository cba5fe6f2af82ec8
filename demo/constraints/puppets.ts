/** Loads the two characters of this page as any user's files are loaded. */
import { loadRig, type Rig } from 'osteon'
import { spineJson } from 'osteon/formats/spine-json'

const FILES = {
  mouse: [
    new URL('../assets/mouse.json', import.meta.url),
    new URL('../assets/mouse.atlas', import.meta.url),
    new URL('../assets/mouse.png', import.meta.url),
  ],
  octopus: [
    new URL('../assets/octopus.json', import.meta.url),
    new URL('../assets/octopus.atlas', import.meta.url),
    new URL('../assets/octopus.png', import.meta.url),
  ],
} as const

/** The page is given because a built site renames it. */
export async function loadPuppet(name: keyof typeof FILES): Promise<Rig> {
  const [skeleton, atlas, image] = FILES[name]
  const page = await fetch(image)
  return loadRig(skeleton, atlas, {
    readers: [spineJson],
    name,
    pages: { [`${name}.png`]: await page.blob() },
  })
}
