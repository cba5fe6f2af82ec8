/** What the page's controls share. */
import { animationsOf, type Rig } from 'osteon'
import { type Fields, standardFields } from './fields/fields'
import type { Scene } from './scene'
import { MOST_TRACKS } from './script'

export interface Page {
  readonly scene: Scene
  playing: boolean
  /** Multiplies the seconds. */
  speed: number
  /** Number of tracks shown. */
  lanes: number
  /** The track that is looked at. */
  lane: number
  /** Handle of the entry that is looked at; 0 = whichever is current on the track. */
  picked: number
  /** By track: what its Play and Queue buttons play, and how. */
  animations: string[]
  next: Fields[]
}

export function createPage(scene: Scene, options: Pick<Page, 'playing' | 'speed' | 'lanes'>): Page {
  return { ...options, scene, lane: 0, picked: 0, ...firstChoices(scene.rig) }
}

/** Names that suit a track, where a rig has them. */
const SUITING = ['walk', 'strike', 'hit', 'jump']

/** The lowest track carries the whole body, in loops; the others lay something over its upper half. */
export function firstChoices(rig: Rig): Pick<Page, 'animations' | 'next'> {
  const names = animationsOf(rig)
  const tracks = Array.from({ length: MOST_TRACKS }, (_, track) => track)
  return {
    animations: tracks.map((track) => {
      const suiting = SUITING[track]
      return names.includes(suiting) ? suiting : (names[track % names.length] ?? '')
    }),
    next: tracks.map((track) => ({
      ...standardFields(),
      loop: track === 0,
      fadeIn: track > 0,
      mask: track === 0 ? 'whole' : 'upper',
    })),
  }
}

/** The entry that is looked at; 0 if the track is vacant. */
export function pickedEntry({ scene, lane, picked }: Page): number {
  const { chain, queue } = scene.tracks[lane]
  if (picked !== 0 && [...chain, ...queue].some(({ handle }) => handle === picked)) return picked
  return chain[0]?.handle ?? 0
}
