/** Rigs of the page of motion: a fox whose root travels, and others that have the fox's animations. */
import { loadRig, type Rig } from 'osteon'
import { spineJson } from 'osteon/formats/spine-json'
import { withAnimations } from 'osteon/retarget'
import { assetOf, pageOf } from '../assets'
import cast from '../assets/cast.json'
import { type CharacterName, loadCharacter, skeletonOf } from '../characters'

export const FOX = 'lamplighter'
export const GAITS = ['walk', 'run'] as const
/** Animations of the fox that others play, and the names under which they do. */
export const COPIED = ['wave', 'jump', 'walk', 'run'] as const
export const nameOfCopy = (name: string): string => `${name} of the fox`

/** The parts of an exported skeleton that are read here. */
interface Exported {
  bones: { name: string }[]
  animations: Record<string, { bones: Record<string, { translate?: { time?: number; x?: number }[] }> }>
}

const read = async (name: CharacterName): Promise<string> => (await fetch(skeletonOf(name))).text()

/** Loads the fox with a root that moves ahead as fast as its feet go: the artwork walks on the spot. */
export async function loadTraveller(): Promise<Rig> {
  const skeleton = JSON.parse(await read(FOX)) as Exported
  const speeds: Record<string, number> = cast.find(({ name }) => name === FOX)?.speeds ?? {}
  const { animations } = await loadCharacter(FOX)
  for (const gait of GAITS) {
    const { duration = 0 } = animations.find(({ name }) => name === gait) ?? {}
    const translate = [{ x: 0 }, { time: duration, x: speeds[gait] * duration }]
    skeleton.animations[gait].bones.root = { translate }
  }
  return loadCharacter(FOX, skeleton)
}

/** Loads a character with the animations of the fox. */
export async function loadImitator(name: CharacterName): Promise<Rig> {
  const [fox, own] = await Promise.all([read(FOX), read(name)])
  const [from, to] = [fox, own].map((text) => JSON.parse(text) as Exported)
  const lacks = from.bones.filter(({ name }) => !to.bones.some((bone) => bone.name === name))
  const reader = withAnimations(spineJson, spineJson.readSkeleton(fox, { source: FOX }), {
    animations: COPIED,
    bones: Object.fromEntries(lacks.map((bone) => [bone.name, null])),
    constraints: false,
    rename: nameOfCopy,
  })
  const pages = await pageOf(name)
  return loadRig(skeletonOf(name), assetOf(`${name}.atlas`), { readers: [reader], name, pages })
}
