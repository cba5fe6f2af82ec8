/** The scenes of `npm run bench:games`: crowds as games have them, made from the sample exports. */

import { as43 } from './as-4.3'
import type { Job } from './job'
import type { Scene } from './scenes'

/** A crowd that both runtimes play. */
export interface GameScene {
  name: string
  scene: Scene
  /** What its job has besides the scene. */
  extras: Partial<Pick<Job, 'rigs' | 'upper' | 'outfits' | 'pairs'>>
  crossfades?: boolean
  /** Share of the usual number of skeletons. @default 1 */
  share?: number
}

const RIGS = 100

/** Combined skins of mix-and-match-pro: 24 outfits. */
const OUTFITS = [
  ['clothes/dress-blue', 'clothes/hoodie-orange'],
  ['hair/blue', 'hair/brown', 'hair/pink'],
  ['legs/boots-pink', 'legs/pants-jeans'],
  ['accessories/bag', 'accessories/cape-red'],
].reduce<string[][]>(
  (outfits, choices) => outfits.flatMap((worn) => choices.map((skin) => [...worn, skin])),
  [['skin-base', 'nose/short', 'eyes/violet', 'eyelids/girly']],
)

/**
 * @param scenes the sample exports, spineboy-pro and mix-and-match-pro among them. @param cast the project's own
 *   characters, which are also played as skeletons of 4.3.
 */
export function gameScenes(scenes: readonly Scene[], cast: readonly Scene[]): GameScene[] {
  const named = (wanted: string) => scenes.filter(({ name }) => name === wanted)
  const [spineboy] = named('spineboy-pro')
  const [mix] = named('mix-and-match-pro')
  if (!spineboy || !mix) throw new Error('bench:games needs the sample exports in ../shared/samples')
  const aim = { animation: 'aim', alpha: 1 }
  const shoot = { animation: 'shoot', alpha: 1 }
  const walk = { animation: 'walk', alpha: 0.5 }
  const rigs = Array.from({ length: RIGS }, (_, i) => scenes[i % scenes.length])
  return [
    ...scenes.map((scene) => ({ name: scene.name, scene, extras: {} })),
    ...scenes.map((scene) => ({ name: `${scene.name}, fading`, scene, extras: {}, crossfades: true })),
    { name: 'two tracks', scene: spineboy, extras: { upper: [aim] } },
    { name: 'four tracks', scene: spineboy, extras: { upper: [walk, aim, shoot] } },
    { name: 'mixed outfits', scene: mix, extras: { outfits: OUTFITS } },
    { name: 'clipped', scene: { ...spineboy, animation: 'portal' }, extras: {}, share: 0.2 },
    { name: `${RIGS} rigs`, scene: spineboy, extras: { rigs } },
    { name: 'spawn and despawn', scene: spineboy, extras: { pairs: true } },
    ...cast.map(as43).map((scene) => ({ name: scene.name, scene, extras: {} })),
  ]
}
