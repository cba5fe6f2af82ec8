/** Keeps the last seconds of a page's world, as a file that the viewer opens. */
import type { AnimationWorld } from 'osteon'
import { record, type WorldRecording } from 'osteon/replay'
import { element, offerFile } from './dom'

/** How much is kept. */
const SECONDS = 30

/** Records a world from now on. Runs in pages and workers. */
export function keepRecording(world: AnimationWorld): WorldRecording {
  return record(world, { seconds: SECONDS })
}

/** Downloads a recording, and says so in the button. @param page names the file: `tracks.osteon`. */
export function offerRecording(bytes: Uint8Array, page: string): void {
  offerFile(new Blob([bytes as BlobPart]), `${page}.osteon`)
  const button = element('save-recording', HTMLButtonElement)
  const text = button.textContent
  button.textContent = `Saved ${page}.osteon, ${Math.ceil(bytes.length / 1000)} kB`
  button.disabled = true
  setTimeout(() => {
    button.textContent = text
    button.disabled = false
  }, 4000)
}
