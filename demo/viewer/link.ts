/** Reads and writes the page's address, so that a link shows the same. */

import { type CharacterName, isCharacter } from '../characters'
import type { Camera } from './camera'
import type { ViewerState } from './state'

/** The parts of an address; null and [] if absent. */
export interface Link {
  readonly member: CharacterName | null
  /** `''`: the setup pose. */
  readonly animation: string | null
  readonly skins: readonly string[]
  readonly camera: Camera | null
}

/** Reads the part of an address behind `#`. */
export function readLink(hash: string): Link {
  const words = new URLSearchParams(hash.replace(/^#/, ''))
  const member = words.get('show')
  const [x, y, zoom] = (words.get('view') ?? '').split(',').map(Number)
  const placed = Number.isFinite(x) && Number.isFinite(y) && zoom > 0
  return {
    member: isCharacter(member) ? member : null,
    animation: words.get('animation'),
    skins: words.getAll('skin'),
    camera: placed ? { x, y, zoom } : null,
  }
}

/** @param member null for the user's own files, which no address can name. */
export function writeLink(member: CharacterName | null, { animation, skins, camera }: ViewerState): string {
  const words = new URLSearchParams()
  if (member) words.set('show', member)
  words.set('animation', animation ?? '')
  for (const skin of skins) words.append('skin', skin)
  words.set('view', [camera.x, camera.y, camera.zoom].map((value) => Number(value.toFixed(3))).join())
  return `#${words}`
}
