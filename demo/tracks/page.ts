/** The state of the page, shared by its controls. */
import { animationsOf, type Rig } from 'osteon'
import { type Fields, standardFields } from './fields/fields'
import type { Scene } from './scene'
import { MOST_TRACKS } from './script'

export interface Page {
  readonly scene: Scene
  playing: boolean
  /** Factor on the seconds. */
  speed: number
  /** Number of tracks shown. */
  lanes: number
  /** The selected track. */
  lane: number
  /** Handle of the selected entry; 0 = the track's current one. */
  picked: number
  /** By track: the animation of its Play and Queue buttons, and its fields. */
  animations: string[]
  next: Fields[]
}

export function createPage(scene: Scene, options: Pick<Page, 'playing' | 'speed' | 'lanes'>): Page {
  return { ...options, scene, lane: 0, picked: 0, ...firstChoices(scene.rig) }
}

/** Usual animations of each track, if a rig has them. */
const SUITING = ['walk', 'strike', 'hit', 'jump']

/** Defaults: the lowest track moves the whole body, in loops; the others move its upper half. */
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

/** The selected entry; 0 if the track is vacant. */
export function pickedEntry({ scene, lane, picked }: Page): number {
  const { chain, queue } = scene.tracks[lane]
  if (picked !== 0 && [...chain, ...queue].some(({ handle }) => handle === picked)) return picked
  return chain[0]?.handle ?? 0
}
