/** Loads the characters of the crowd and the particles' atlas. Runs in pages and workers. */
import { type LoadedAtlas, loadAtlas, loadRig, type Rig } from 'osteon'
import { dragonBones } from 'osteon/formats/dragonbones'
import { spineJson } from 'osteon/formats/spine-json'
import { assetOf, pageOf } from '../../assets'
import { type CharacterName, loadCharacter } from '../../characters'
import { CLIPS } from './actors'

/** One kind of character. */
export interface Member {
  readonly rig: Rig
  readonly skins: readonly string[]
  /** From the ground to the top of its head, units. */
  readonly height: number
  /** By index into CLIPS: speed over the ground at which planted feet do not slide, units a second. */
  readonly speeds: Float32Array
  /** By index into CLIPS: seconds; 0 = the rig has no such animation. */
  readonly durations: Float32Array
  /** Bone indices. */
  readonly chest: number
  readonly head: number
  readonly feet: readonly [front: number, back: number]
  /** Slot of a point attachment from which light or dust comes; -1 = none. */
  readonly light: number
}

export interface Artwork {
  readonly cast: readonly Member[]
  readonly particles: LoadedAtlas
}

/** A character's entry in assets/cast.json. */
interface Entry {
  name: CharacterName
  height: number
  speeds: Record<string, number>
  skins: string[]
}

const CAST = assetOf('cast.json')
/** A character that is in the crowd twice: as exported for Spine, and for DragonBones. */
const TWICE = 'badger'

/** Loads the characters of assets/cast.json, and the particles. */
export async function loadArtwork(): Promise<Artwork> {
  const [cast, particles] = await Promise.all([loadCast(), loadParticles()])
  return { cast, particles }
}

export async function loadCast(): Promise<Member[]> {
  const response = await fetch(CAST)
  const entries = (await response.json()) as Entry[]
  const twice = entries.filter(({ name }) => name === TWICE)
  return Promise.all([
    ...entries.map(async (entry) => memberOf(await loadCharacter(entry.name), entry)),
    ...twice.map(async (entry) => memberOf(await loadArmature(entry.name), entry)),
  ])
}

/** Loads a character's DragonBones export. Its image is passed separately, because a built site renames it. */
export async function loadArmature(name: CharacterName): Promise<Rig> {
  const pages = await pageOf(name)
  const options = { readers: [dragonBones], name: `${name} of DragonBones`, pages }
  return loadRig(assetOf(`${name}_ske.json`), assetOf(`${name}_tex.json`), options)
}

export async function loadParticles(): Promise<LoadedAtlas> {
  return loadAtlas(assetOf('particles.atlas'), { readers: [spineJson], pages: await pageOf('particles') })
}

/** Finds by name, once, the numbers that the systems need. */
export function memberOf(rig: Rig, { height, speeds, skins }: Omit<Entry, 'name'>): Member {
  const bone = (...names: string[]): number => {
    const found = names.map((name) => rig.bones.index.get(name)).find((index) => index !== undefined)
    return found ?? 0
  }
  return {
    rig,
    skins,
    height,
    speeds: Float32Array.from(CLIPS, (clip) => speeds[clip] ?? 0),
    durations: Float32Array.from(CLIPS, (clip) => {
      const index = rig.animationIndex.get(clip)
      return index === undefined ? 0 : rig.animations[index].duration
    }),
    chest: bone('chest', 'spine'),
    head: bone('head', 'chest'),
    feet: [bone('foot-front'), bone('foot-back')],
    light: pointSlot(rig),
  }
}

/** The first slot for which the default skin has a point attachment. */
function pointSlot({ attachments, defaultSkin, keys, skins }: Rig): number {
  if (defaultSkin < 0) return -1
  for (const [place, attachment] of skins[defaultSkin].entries)
    if (attachments.models[attachment].type === 'point') return Math.floor(place / keys.length)
  return -1
}
