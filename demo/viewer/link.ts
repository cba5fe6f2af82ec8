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
  /** Seconds into the animation at which it is paused; null: it plays. */
  readonly time: number | null
  readonly camera: Camera | null
}

/** The files that an address names. */
export interface Source {
  readonly src: string
  /** Null: the one beside the skeleton. */
  readonly atlas: string | null
}

/** Reads the part of an address behind `?`; null if it names no skeleton. */
export function readSource(search: string): Source | null {
  const words = new URLSearchParams(search)
  const src = words.get('src')
  return src ? { src, atlas: words.get('atlas') || null } : null
}

/** Reads the part of an address behind `#`. */
export function readLink(hash: string): Link {
  const words = new URLSearchParams(hash.replace(/^#/, ''))
  const member = words.get('show')
  const [x, y, zoom] = (words.get('view') ?? '').split(',').map(Number)
  const placed = Number.isFinite(x) && Number.isFinite(y) && zoom > 0
  const time = Number.parseFloat(words.get('time') ?? '')
  return {
    member: isCharacter(member) ? member : null,
    animation: words.get('animation'),
    skins: words.getAll('skin'),
    time: time >= 0 && Number.isFinite(time) ? time : null,
    camera: placed ? { x, y, zoom } : null,
  }
}

/**
 * Writes the part of an address behind `#`. A running clock has no time: the address would change all the while.
 *
 * @param member null for other files, which the part behind `?` names, or none.
 */
export function writeLink(member: CharacterName | null, state: ViewerState): string {
  const { animation, skins, camera, playing, time } = state
  const words = new URLSearchParams()
  if (member) words.set('show', member)
  words.set('animation', animation ?? '')
  for (const skin of skins) words.append('skin', skin)
  if (!playing) words.set('time', String(Number(time.toFixed(3))))
  words.set('view', [camera.x, camera.y, camera.zoom].map((value) => Number(value.toFixed(3))).join())
  return `#${words}`
}

/** Writes the source into the part of an address behind `?`, and keeps the rest of it. @param source null for none. */
export function writeSource(search: string, source: Source | null): string {
  const words = new URLSearchParams(search)
  for (const word of ['src', 'atlas'] as const) {
    const value = source?.[word]
    if (value) words.set(word, value)
    else words.delete(word)
  }
  return words.size > 0 ? `?${words}` : ''
}
