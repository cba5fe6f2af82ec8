/** Registers rigs in a world. Images, masks, programs and skins go into the arena when first needed. */
import { listNames, OsteonError } from '../../base/errors'
import { allocate, release } from '../../base/memory/arena'
import type { RigPlayer } from '../../base/model/player'
import { liveChannels } from '../../rig/animation/compile'
import { ANIMATION, type AnimationImage, CHANNEL, CHANNEL_WORDS, LIVE } from '../../rig/animation/image'
import type { Mask } from '../../rig/animation/mask'
import { makeSlices } from '../../rig/animation/slices'
import { flagInfluences, hangsOnUnflagged } from '../../rig/attachments/influences'
import { isPure } from '../../rig/constraints/kind'
import type { Override } from '../../rig/program/cache'
import type { Program } from '../../rig/program/compile'
import type { Rig } from '../../rig/rig'
import type { AnimationState, Player } from '../state'
import type { RegisteredProgram, RegisteredRig, WorldSkin } from './blocks'
import { layOutBlock } from './layout'
import { growScratch } from './scratch'

/** Rig numbers are stored in 16 bits. */
const MOST_RIGS = 65_535

/** Returns the rig of a skeleton that has its rows. */
export function registeredRigOf({ rigs, skeletons }: AnimationState, eid: number): RegisteredRig {
  const registered = rigs[skeletons.rig[eid]]
  if (!registered) throw new RangeError(`osteon: no rig of entity ${eid}`)
  return registered
}

/**
 * Registers a rig in a world: its image is copied into the world's arena. Registering it again changes nothing. Rigs
 * that it shows in its slots are registered after it.
 *
 * @param id stable name for serialisation; by default the rig's name (made unique).
 * @throws OsteonError `wrong-type` for something other than a rig; `duplicate-rig` if `id` is another rig's;
 *   `unsupported-feature` for one that shows others in a world that draws nothing in slots.
 */
export function registerRig(state: AnimationState, rig: Rig, id?: string): RegisteredRig {
  const known = state.rigsByRig.get(rig)
  if (known && (id === undefined || known.id === id)) return known
  if (!('animationIndex' in Object(rig)))
    throw new OsteonError('wrong-type', 'world', 'rig', 'not a rig, which loaders with readers return')
  const wanted = id ?? freeId(state, rig.name)
  if (known || state.rigsById.has(wanted)) {
    const message = known
      ? `rig "${rig.name}" is registered as "${known.id}" already`
      : `another rig is registered as "${wanted}"`
    throw new OsteonError('duplicate-rig', 'world', '', message)
  }
  if (rig.nested.size > 0 && state.joins.carry === null) {
    const message = 'it shows other armatures: install the world with the extension for entities in slots'
    throw new OsteonError('unsupported-feature', rig.name, 'nested', message)
  }
  if (state.rigs.length > MOST_RIGS)
    throw new OsteonError('capacity', 'world', '', `more than ${MOST_RIGS} rigs`)
  const player = rig.player ?? state.players[0]
  if (!isPlayer(player))
    throw new OsteonError('bad-option', rig.name, 'player', `"${player.name}" plays nothing`)
  const registered: RegisteredRig = {
    number: state.rigs.length,
    id: wanted,
    source: rig,
    layout: layOutBlock(rig),
    image: 0,
    scratch: 0,
    scratchWords: 0,
    // Readers need the rows of a program that runs only once a tick.
    keepsWorld: rig.recalls().rows || !rig.constraints.touched.every(isPure),
    animations: new Int32Array(rig.animations.length),
    keysColors: new Uint8Array(rig.animations.length),
    masks: new Map(),
    mixes: { fallback: 0, pairs: new Map() },
    programs: new Map(),
    skinPrograms: new Map(),
    skins: rig.skins.map(
      ({ name, bones, constraints, entries }): WorldSkin => ({ names: [name], bones, constraints, entries }),
    ),
    combined: new Map(),
    pages: new Uint16Array(rig.pages.length),
    wardrobe: null,
  }
  // If memory runs out, it does so here, before anything else has changed.
  registerAgain(state, registered)
  rig.pages.forEach((page, i) => {
    const number = state.pageNumbers.get(page) ?? state.pages.push(page) - 1
    state.pageNumbers.set(page, number)
    registered.pages[i] = number
  })
  state.rigs.push(registered)
  state.players.push(player)
  state.rigsById.set(wanted, registered)
  state.rigsByRig.set(rig, registered)
  // The order of numbers does not depend on the order of spawning.
  for (const inner of rig.nested.values()) registerRig(state, inner)
  return registered
}

/** Returns whether a reader's player has the operations of a `Player`. */
function isPlayer(given: RigPlayer): given is Player {
  return 'advance' in given && 'apply' in given
}

/** Copies a rig's image into the arena again. Images and programs made from it follow on demand. */
export function registerAgain(state: AnimationState, registered: RegisteredRig): void {
  registered.image = appendWords(state, registered.source.image().words)
  registered.scratchWords = 0
  growScratch(state, registered)
  registered.animations.fill(0)
  registered.masks.clear()
  registered.programs.clear()
  registered.skinPrograms.clear()
}

/** Gives a rig the id of one that was unregistered, unless another has taken it by now. */
export function takeId({ rigsById }: AnimationState, registered: RegisteredRig, id: string): void {
  if (rigsById.has(id)) return
  rigsById.delete(registered.id)
  registered.id = id
  rigsById.set(id, registered)
}

function freeId(state: AnimationState, name: string): string {
  let id = name
  for (let n = 2; state.rigsById.has(id); n++) id = `${name}-${n}`
  return id
}

/** Returns the word index of an animation's image in the arena; it is appended when it is first asked for. */
export function animationWords(state: AnimationState, registered: RegisteredRig, animation: number): number {
  const present = registered.animations[animation]
  if (present !== 0) return present
  const image = registered.source.animations[animation].image()
  const words = appendWords(state, image.words)
  appendSlices(state, words, image, null, words + ANIMATION.SLICES)
  registered.animations[animation] = words
  registered.keysColors[animation] = keysColors(registered.source, image) ? 1 : 0
  return words
}

/**
 * Makes slices for worlds with kernels.
 *
 * @param words of the animation's image in the arena.
 * @param name index of the word for their place.
 */
function appendSlices(
  state: AnimationState,
  words: number,
  image: AnimationImage,
  live: Int32Array | null,
  name: number,
): void {
  const slices = makeSlices(image.words, live)
  if (!slices) return
  const start = appendWords(state, slices)
  state.arena.i32[name] = start - words
}

/** Returns whether an animation keys slot colours, which are the last local rows. */
function keysColors({ rows }: Rig, { words, channels }: AnimationImage): boolean {
  const table = words[ANIMATION.CHANNEL_TABLE] + CHANNEL.ROW
  for (let channel = 0; channel < channels; channel++)
    if (words[table + channel * CHANNEL_WORDS] >= rows.firstSlotRow) return true
  return false
}

/** Returns the word index of the bits of a mask over an animation's timelines, brought into the arena on first use. */
export function maskWords(
  state: AnimationState,
  { masks, source: rig }: RegisteredRig,
  mask: Mask,
  animation: number,
): number {
  let registered = masks.get(mask.key)
  if (!registered) {
    registered = { mask, words: new Int32Array(rig.animations.length) }
    masks.set(mask.key, registered)
  }
  const present = registered.words[animation]
  if (present !== 0) return present
  const bits = mask.timelines(rig.animations[animation].image())
  const words = appendWords(state, new Int32Array(bits.buffer))
  registered.words[animation] = words
  return words
}

/** Returns the mask whose bits `maskWords` put there; null for 0. */
export function maskAt({ masks }: RegisteredRig, words: number, animation: number): Mask | null {
  if (words === 0) return null
  for (const { mask, words: byAnimation } of masks.values()) if (byAnimation[animation] === words) return mask
  return null
}

/**
 * Returns the update program for a skin's active bones and constraints, brought into the arena on first use.
 *
 * @param skin world skin number; -1 = none.
 * @param depth of the skeleton: the number of skeletons above it.
 * @param override of the skeleton's offsets: `LaneHooks.override`.
 */
export function programFor(
  state: AnimationState,
  registered: RegisteredRig,
  skin: number,
  depth: number,
  override?: Override,
): RegisteredProgram {
  const worn = skin < 0 ? null : registered.skins[skin]
  const plain = plainProgram(state, registered, worn)
  const outer = override ? makeProgram(state, registered, worn, override) : plain
  const { deeper } = outer
  while (deeper.length < depth) deeper.push(deeperProgram(outer, deeper.length + 1))
  return depth === 0 ? outer : deeper[depth - 1]
}

/** Makes a program that shares words and tables. Only the chunks are its own. */
function deeperProgram(outer: RegisteredProgram, depth: number): RegisteredProgram {
  return { ...outer, depth, deeper: [], chunks: [], firstResting: 0, left: 0 }
}

function plainProgram(
  state: AnimationState,
  registered: RegisteredRig,
  skin: WorldSkin | null,
): RegisteredProgram {
  const { skinPrograms } = registered
  const known = skinPrograms.get(skin)
  if (known) return known
  const found = makeProgram(state, registered, skin)
  skinPrograms.set(skin, found)
  return found
}

function makeProgram(
  state: AnimationState,
  registered: RegisteredRig,
  skin: WorldSkin | null,
  override?: Override,
): RegisteredProgram {
  const { source: rig, programs } = registered
  const program = rig.program(skin?.bones ?? [], skin?.constraints ?? [], override)
  const present = programs.get(program)
  if (present) return present
  const stale = staleAttachments(rig, program)
  const made: RegisteredProgram = {
    program,
    words: appendWords(state, program.words),
    rig: registered,
    depth: 0,
    deeper: [],
    chunks: [],
    firstResting: 0,
    channels: new Int32Array(rig.animations.length),
    visiblePrograms: [],
    stale,
    hung: hungBones(rig, program, stale),
    left: 0,
    setups: new Map(),
  }
  programs.set(program, made)
  for (const { constraint } of program.stops) {
    const { plays } = rig.constraints.touched[constraint]
    if (plays < 0) continue
    animationWords(state, registered, plays)
    channelWords(state, made, plays)
  }
  return made
}

/** Computes `RegisteredProgram.stale`. */
function staleAttachments({ attachments }: Rig, { activeBones }: Program): Uint8Array {
  if (!activeBones.includes(0)) return new Uint8Array(0)
  const stale = Uint8Array.from(attachments.models, (model) => (hangsOnUnflagged(model, activeBones) ? 1 : 0))
  return stale.includes(1) ? stale : new Uint8Array(0)
}

/** Computes `RegisteredProgram.hung`. */
function hungBones({ attachments }: Rig, { activeBones }: Program, stale: Uint8Array): Uint8Array {
  const hung = new Uint8Array(stale.length === 0 ? 0 : activeBones.length)
  stale.forEach((flag, attachment) => {
    if (flag === 1) flagInfluences(attachments.models[attachment], hung)
  })
  return hung.map((flag, bone) => flag & ~activeBones[bone])
}

/** Returns the word index of the live channels of an animation under a program; -1 = all of them are live. */
export function channelWords(state: AnimationState, program: RegisteredProgram, animation: number): number {
  const present = program.channels[animation]
  if (present !== 0) return present
  const { activeBones, activeConstraints } = program.program
  const image = program.rig.source.animations[animation].image()
  const list = liveChannels(image, activeBones, activeConstraints)
  const words = list ? appendWords(state, list) : -1
  if (list)
    appendSlices(state, animationWords(state, program.rig, animation), image, list, words + LIVE.SLICES)
  program.channels[animation] = words
  return words
}

/**
 * Returns the number of the skin made from `names` in order; a later one wins if slot and key are equal. Combinations
 * are made once and kept.
 */
export function skinNumber(registered: RegisteredRig, names: readonly string[], source: string): number {
  const { source: rig, skins, combined } = registered
  const numbers = names.map((name) => {
    const number = rig.skinIndex.get(name)
    if (number !== undefined) return number
    const message = `"${rig.name}" has no skin ${JSON.stringify(name)}; it has ${listNames(rig.skinIndex.keys())}`
    throw new OsteonError('unknown-skin', source, 'skin', message)
  })
  if (numbers.length === 1) return numbers[0]
  const key = numbers.join(',')
  const present = combined.get(key)
  if (present !== undefined) return present
  const worn = numbers.map((number) => skins[number])
  const made =
    skins.push({
      names: [...names],
      bones: [...new Set(worn.flatMap(({ bones }) => bones))],
      constraints: [...new Set(worn.flatMap(({ constraints }) => constraints))],
      entries: new Map(worn.flatMap(({ entries }) => [...entries])),
    }) - 1
  combined.set(key, made)
  return made
}

/** Returns the attachment under a key: in the skin, otherwise in the default skin; -1 = none. */
export function findAttachment(registered: RegisteredRig, skin: number, slot: number, key: number): number {
  if (key < 0) return -1
  const { source: rig, skins } = registered
  const entry = slot * rig.keys.length + key
  if (skin >= 0) {
    const found = skins[skin].entries.get(entry)
    if (found !== undefined) return found
  }
  if (rig.defaultSkin < 0) return -1
  return skins[rig.defaultSkin].entries.get(entry) ?? -1
}

/** Copies words into the arena. @returns the index of the first. */
export function appendWords(state: AnimationState, words: Int32Array): number {
  const start = allocate(state.arena, words.byteLength) >> 2
  state.arena.i32.set(words, start)
  return start
}

/** Drops visible programs. Chunks run the whole program until new ones are made. */
export function forgetVisible(program: RegisteredProgram): void {
  program.visiblePrograms.length = 0
  for (const chunk of program.chunks) chunk.runs = 0
}

/** Releases the memory of a program's visible programs. */
export function releaseVisible(
  { arena }: AnimationState,
  { program, rig, visiblePrograms }: RegisteredProgram,
): void {
  for (const { slots, words } of visiblePrograms)
    release(arena, 4 * words, rig.source.compileVisible(rig.source, program, slots).byteLength)
}
