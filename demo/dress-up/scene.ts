/** The world of the dress-up page: one character, the attachments of its slots and the things that it carries. It uses no DOM. */
import { createWorld } from 'bitecs'
import {
  type AnimationWorld,
  addAttachment,
  attachmentsOf,
  despawnSkeleton,
  type EntryHandle,
  getEntry,
  installAnimation,
  type LoadedAtlas,
  NO_ENTRY,
  play,
  type Rig,
  setAttachment,
  setEntry,
  setSkin,
  setToSetupPose,
  slotsOf,
  spawnSkeleton,
} from 'osteon'
import { childOf, nesting, putInSlot, takeFromSlot } from 'osteon/nesting'
import { despawnSprite, registerAtlas, type SpriteSheet, spawnSprite, sprites } from 'osteon/sprites'
import { constraints, mixing, skinning, timelineSampling, worldTransform } from 'osteon/systems'
import { type Anchor, measureSlots, spotIn } from './anchors'

export const CAST = ['lamplighter', 'badger', 'hare'] as const
export type Name = (typeof CAST)[number]

export const PLACES = ['hand', 'back', 'head'] as const
export type Place = (typeof PLACES)[number]

/** A chosen attachment of a slot: a key of its skins, a region of the particles, or none. */
export type Wear = `own:${string}` | `region:${string}` | 'nothing'
/** A thing in a slot: a sprite, or another character. */
export type Burden = `sprite:${string}` | `skeleton:${Name}`

export interface Scene {
  readonly world: AnimationWorld
  readonly rigs: Readonly<Record<Name, Rig>>
  readonly particles: LoadedAtlas
  readonly sheet: SpriteSheet
  /** By slot. */
  readonly anchors: Readonly<Record<Name, readonly Anchor[]>>
  /** Numbers from `addAttachment`, by character, slot and region. */
  readonly added: Map<string, number>
  readonly worn: Map<string, Wear>
  readonly carried: Map<Place, Burden>
  name: Name
  eid: number
  skin: string
  animation: string
  /** Handle of the animation's entry. */
  entry: EntryHandle
  playing: boolean
}

/** The slot of each place. */
export const SLOTS: Readonly<Record<Name, Readonly<Record<Place, string>>>> = {
  lamplighter: { hand: 'paw-front', back: 'cape', head: 'head' },
  badger: { hand: 'fist-front', back: 'torso', head: 'head' },
  hare: { hand: 'hand-front', back: 'torso', head: 'head' },
}
/** Place of a carried thing in a slot's picture: from the left and from below, 0…1. */
const STANDS: Readonly<Record<Place, readonly [across: number, up: number]>> = {
  hand: [0.5, 0.5],
  back: [0.2, 0.45],
  head: [0.5, 0.9],
}
/** Scale of a carried character. */
const SMALL = 0.36
/** Colours and sizes of particles on this page; they are drawn white and small. */
const LOOKS: Readonly<Record<string, readonly [red: number, green: number, blue: number, scale: number]>> = {
  star: [1, 0.8, 0.27, 2.4],
  leaf: [0.56, 0.78, 0.4, 2],
  feather: [0.98, 0.55, 0.5, 2],
  ring: [0.5, 0.87, 0.78, 1.6],
  twinkle: [1, 0.93, 0.72, 2.2],
}
/** Regions of the particles that the page offers. */
export const REGIONS: readonly string[] = Object.keys(LOOKS)

export function createScene(rigs: Scene['rigs'], particles: LoadedAtlas): Scene {
  const world = installAnimation(createWorld(), { use: [nesting, sprites], capacity: 16 })
  const scene: Scene = {
    ...{ world, rigs, particles, sheet: registerAtlas(world, particles) },
    anchors: {
      lamplighter: measureSlots(world, rigs.lamplighter),
      badger: measureSlots(world, rigs.badger),
      hare: measureSlots(world, rigs.hare),
    },
    ...{ added: new Map(), worn: new Map(), carried: new Map(), name: 'lamplighter', skin: 'default' },
    ...{ eid: spawnSkeleton(world, rigs.lamplighter), animation: 'idle', entry: NO_ENTRY, playing: true },
  }
  perform(scene, 'idle')
  return scene
}

/** Shows another character in its default skin. It takes over carried things, if it has the slot. */
export function changeCharacter(scene: Scene, name: Name): void {
  const { world, rigs, carried, worn } = scene
  const burdens = [...carried]
  const old = scene.eid
  scene.eid = spawnSkeleton(world, rigs[name])
  despawnSkeleton(world, old) // with the things that it carries
  scene.name = name
  scene.skin = 'default'
  worn.clear()
  carried.clear()
  const known = rigs[name].animationIndex.has(scene.animation)
  perform(scene, known ? scene.animation : 'idle')
  for (const [place, burden] of burdens) if (burden !== `skeleton:${name}`) carry(scene, place, burden)
}

/** Plays an animation from its start. */
export function perform(scene: Scene, animation: string): void {
  scene.animation = animation
  scene.entry = play(scene.world, scene.eid, animation, { loop: true, mix: 0 })
}

/** Changes the skin. A chosen attachment stays, unless the new skin lacks it. */
export function changeSkin(scene: Scene, skin: string): void {
  const { world, eid, rigs, name, worn } = scene
  setSkin(world, eid, skin)
  scene.skin = skin
  for (const [slot, wear] of worn)
    if (wear.startsWith('own:') && !attachmentsOf(rigs[name], slot, skin).includes(wear.slice(4)))
      worn.delete(slot)
  // A slot that only the old skin fills would keep its attachment.
  setToSetupPose(world, eid, 'slots')
}

/** Slots with a visible attachment, front to back. */
export function visibleSlots({ rigs, name }: Scene): string[] {
  const { attachments, slots } = rigs[name]
  const drawn = new Set<string>()
  attachments.models.forEach(({ type }, i) => {
    if (type === 'region' || type === 'mesh') drawn.add(slots.names[attachments.slot[i]])
  })
  return slotsOf(rigs[name])
    .filter((slot) => drawn.has(slot))
    .reverse()
}

/** @param wear null: the attachment of the skin and the animation. */
export function wear(scene: Scene, slot: string, wear: Wear | null): void {
  if (wear !== null) scene.worn.set(slot, wear)
  else if (scene.worn.delete(slot)) setToSetupPose(scene.world, scene.eid, 'slots')
}

/** Puts a sprite or another character into the slot of a place, in place of the present one. */
export function carry(scene: Scene, place: Place, burden: Burden | null): void {
  const { world, eid, name, carried } = scene
  const slot = SLOTS[name][place]
  const present = childOf(world, eid, slot)
  if (present !== null) {
    takeFromSlot(world, present)
    if (carried.get(place)?.startsWith('sprite:')) despawnSprite(world, present)
    else despawnSkeleton(world, present)
  }
  carried.delete(place)
  if (burden === null) return
  putInSlot(world, eid, slot, spawnBurden(scene, place, burden))
  carried.set(place, burden)
}

/** Its `Transform` is relative to the slot's bone. */
function spawnBurden({ world, rigs, sheet, anchors, name }: Scene, place: Place, burden: Burden): number {
  const anchor = anchors[name][rigs[name].slots.index.get(SLOTS[name][place]) ?? 0]
  const spot = spotIn(anchor, ...STANDS[place])
  const kind = burden.slice(burden.indexOf(':') + 1)
  if (burden.startsWith('sprite:')) {
    const [red, green, blue, scale] = LOOKS[kind]
    // On a head it stands; elsewhere its middle is held.
    const pivotY = place === 'head' ? 0.15 : 0.5
    return spawnSprite(world, sheet, kind, {
      ...spot,
      red,
      green,
      blue,
      scaleX: scale,
      scaleY: scale,
      pivotY,
    })
  }
  const rig = rigs[kind as Name]
  const eid = spawnSkeleton(world, rig, { ...spot, scaleX: SMALL, scaleY: SMALL })
  play(world, eid, 'idle', { loop: true })
  // A carried character stands on no ground.
  setAttachment(world, eid, 'shadow', null)
  return eid
}

/** The number of a region in a slot; each is added once. */
function regionIn(scene: Scene, slot: string, region: string): number {
  const { world, rigs, particles, added, anchors, name } = scene
  const id = `${name}/${slot}/${region}`
  const known = added.get(id)
  if (known !== undefined) return known
  const rig = rigs[name]
  const spot = spotIn(anchors[name][rig.slots.index.get(slot) ?? 0], 0.5, 0.5)
  const [red, green, blue, scale] = LOOKS[region]
  const look = { color: [red, green, blue, 1] as const, scaleX: scale, scaleY: scale }
  const number = addAttachment(world, rig, slot, particles, { region, ...spot, ...look })
  added.set(id, number)
  return number
}

/** Runs a tick of so many seconds. Chosen attachments are set after mixing, since animations may key slots. */
export function advance(scene: Scene, seconds: number): void {
  const { world, eid, worn } = scene
  world.time.delta = scene.playing ? seconds : 0
  timelineSampling(world)
  mixing(world)
  for (const [slot, wear] of worn) setAttachment(world, eid, slot, attachmentFor(scene, slot, wear))
  constraints(world)
  worldTransform(world)
  skinning(world)
}

function attachmentFor(scene: Scene, slot: string, wear: Wear): string | number | null {
  if (wear === 'nothing') return null
  return wear.startsWith('own:') ? wear.slice(4) : regionIn(scene, slot, wear.slice(7))
}

/** Current second of the animation, and its length. */
export function timesOf({ world, rigs, name, animation, entry }: Scene): [time: number, duration: number] {
  const rig = rigs[name]
  const { duration } = rig.animations[rig.animationIndex.get(animation) ?? 0]
  return [getEntry(world, entry).animationTime, duration]
}

/** Holds the animation at a second. */
export function seek(scene: Scene, time: number): void {
  scene.playing = false
  setEntry(scene.world, scene.entry, { trackTime: time })
}
