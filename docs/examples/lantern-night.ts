/**
 * Lantern night: badgers carry stolen stars across a square, and a fox wins them back. `lantern-night-page.ts` draws
 * it.
 */
import { addComponent, createWorld, removeEntity, set } from 'bitecs'
import type { AnimationWorld, LoadedAtlas, Rig } from 'osteon'
import {
  addAttachment,
  currentAnimation,
  dispatchEvents,
  hitTest,
  installAnimation,
  play,
  queue,
  replaceRig,
  setAttachment,
  setDefaultMix,
  setSkin,
  sortByY,
  spawnSkeleton,
} from 'osteon'
import { childOf, holderOf, nesting, putInSlot, takeFromSlot } from 'osteon/nesting'
import type { SavedState } from 'osteon/save'
import { decodeState, encodeState, restoreState, saveState } from 'osteon/save'
import type { SpriteSheet } from 'osteon/sprites'
import { registerAtlas, spawnSprite, sprites } from 'osteon/sprites'
import { boneFollower, runPipeline } from 'osteon/systems'

export type Cast = Record<'fox' | 'hare' | 'badger', Rig>

/** The roles of entities, by id, and the state of the rules. It is plain data, so it can be copied and stored. */
interface Story {
  readonly fox: number
  readonly hare: number
  readonly badgers: number[]
  readonly stars: number[]
  /** Where the fox is going, and the seconds until the next badger comes. */
  goal: number
  pause: number
}

export interface Game {
  readonly world: AnimationWorld
  readonly cast: Cast
  readonly sheet: SpriteSheet
  story: Story
  /** The state that a badger's blow restores. */
  checkpoint: { state: SavedState; story: Story }
  /** The number of a hat that is not in the fox's files. */
  crown: number
}

const GOLD = { red: 1, green: 0.8, blue: 0.3 }
const REACH = 330

export function createGame(cast: Cast, particles: LoadedAtlas): Game {
  const world = installAnimation(createWorld(), { use: [nesting, sprites] })
  for (const rig of Object.values(cast)) setDefaultMix(world, rig, 0.15)
  const sheet = registerAtlas(world, particles)
  const fox = spawnSkeleton(world, cast.fox, { y: 60 })
  const hare = spawnSkeleton(world, cast.hare, { x: -420, y: 160 })
  for (const eid of [fox, hare]) play(world, eid, 'idle', { loop: true })
  const glow = spawnSprite(world, sheet, 'glow', { ...GOLD, additive: true, scaleX: 4, scaleY: 4 })
  follow(world, glow, fox, { sortBias: -1 }) // a light behind the fox
  const story: Story = { fox, hare, badgers: [], stars: [], goal: 0, pause: 1 }
  const crown = addCrown(world, cast.fox, sheet)
  const checkpoint = { state: saveState(world), story: structuredClone(story) }
  return { world, cast, sheet, story, checkpoint, crown }
}

/** Hangs a sprite on the lantern, drawn over the fox or behind her. */
function follow(world: AnimationWorld, sprite: number, host: number, place: object): void {
  const { BoneFollower } = world.components
  addComponent(world, sprite, set(BoneFollower, { host, point: 'light', rotation: false, ...place }))
}

/** Any image of any atlas can be put into a slot. */
function addCrown(world: AnimationWorld, fox: Rig, { atlas }: SpriteSheet): number {
  const star = { region: 'star', x: 60, scaleX: 3, scaleY: 3, color: [1, 0.8, 0.3, 1] } as const
  return addAttachment(world, fox, 'hat', atlas, star)
}

/** Runs one tick. */
export function step(game: Game, seconds: number): void {
  const { world, story } = game
  world.time.delta = seconds
  story.pause -= seconds
  if (story.pause < 0) sendBadger(game)
  walkFox(game, seconds)
  for (const badger of [...story.badgers]) walkBadger(game, badger, seconds)
  sortByY(world) // lower ones are nearer
  runPipeline(world)
  boneFollower(world)
  dispatchEvents(world, (event) => {
    const { kind, animation, entity } = event
    if (kind === 'event' && event.name === 'strike') land(game, entity)
    else if (kind === 'complete' && animation === 'hit') leave(game, entity)
  })
}

/** Sends a badger in from the right, with a star in its fist. */
function sendBadger({ world, cast, sheet, story }: Game): void {
  const y = 120 * Math.sin(999 * story.pause)
  const badger = spawnSkeleton(world, cast.badger, { x: 1100, y, flipX: true })
  play(world, badger, 'walk', { loop: true })
  const star = spawnSprite(world, sheet, 'star', { ...GOLD, scaleX: 2, scaleY: 2 })
  putInSlot(world, badger, 'fist-front', star)
  story.badgers.push(badger)
  story.pause = 4
}

function walkFox({ world, story: { fox, goal } }: Game, seconds: number): void {
  const { Skeleton, Transform } = world.components
  const doing = currentAnimation(world, fox)
  if (doing === 'strike') return
  const way = goal - Transform.x[fox]
  const next = Math.abs(way) < 5 ? 'idle' : 'run'
  if (doing !== next) play(world, fox, next, { loop: true })
  if (next === 'idle') return
  Skeleton.flipX[fox] = way < 0 ? 1 : 0
  Transform.x[fox] += Math.sign(way) * Math.min(Math.abs(way), 420 * seconds)
}

function walkBadger(game: Game, badger: number, seconds: number): void {
  const { x } = game.world.components.Transform
  if (currentAnimation(game.world, badger) !== 'walk') return
  x[badger] -= 150 * seconds
  const distance = x[badger] - x[game.story.fox]
  if (distance > 0 && distance < REACH - 60) strike(game.world, badger, 'walk')
  if (x[badger] < -1300) leave(game, badger)
}

function strike(world: AnimationWorld, eid: number, then: string): void {
  play(world, eid, 'strike')
  queue(world, eid, then, { loop: true })
}

/** Lands a blow when the animation says so. It hits skeletons whose bounding boxes are in front. */
function land(game: Game, by: number): void {
  const { Skeleton, Transform } = game.world.components
  const { fox, badgers } = game.story
  const x = Transform.x[by] - (Skeleton.flipX[by] ? REACH : 0)
  const front = { x, y: Transform.y[by], width: REACH, height: 400 }
  for (const { eid } of hitTest(game.world, front)) {
    if (by === fox && badgers.includes(eid)) dropStar(game, eid)
    else if (by !== fox && eid === fox) rewind(game)
  }
}

/** Moves the star from the badger's fist to the lantern. */
function dropStar(game: Game, badger: number): void {
  const { world, story, checkpoint } = game
  play(world, badger, 'hit')
  const star = childOf(world, badger, 'fist-front')
  if (star === null) return
  takeFromSlot(world, star)
  follow(world, star, story.fox, { sortBias: 1, offsetX: 70 * story.stars.length - 70, offsetY: 90 })
  story.stars.push(star)
  if (story.stars.length === 3) wear(game, 'night')
  game.checkpoint = { state: saveState(world, checkpoint.state), story: structuredClone(story) }
}

/** Removes a badger. Its slot children are removed with it. */
function leave({ world, story }: Game, badger: number): void {
  story.badgers.splice(story.badgers.indexOf(badger), 1)
  removeEntity(world, badger)
}

/** Dresses the fox. With three stars she wears a crown, whatever the skin. */
export function wear({ world, story, crown }: Game, skin: string): void {
  setSkin(world, story.fox, skin)
  if (story.stars.length >= 3) setAttachment(world, story.fox, 'hat', crown)
}

/** Handles a tap: it strikes a badger, and picks up or puts down the hare. Anywhere else, the fox goes there. */
export function tap(game: Game, x: number, y: number): void {
  const { fox, hare, badgers } = game.story
  const [front] = hitTest(game.world, { x, y }, { by: 'shapes', filter: (eid) => eid !== fox, limit: 1 })
  if (front === undefined) game.story.goal = x
  else if (front.eid === hare) carryHare(game)
  else if (badgers.includes(front.eid)) strike(game.world, fox, 'idle')
}

/** Puts the hare on the fox's back. There the hare's place counts from the slot's bone. */
function carryHare({ world, story: { fox, hare } }: Game): void {
  const { x, y, scaleX, scaleY } = world.components.Transform
  const rides = holderOf(world, hare) === null
  if (rides) putInSlot(world, fox, 'cape', hare)
  else takeFromSlot(world, hare)
  x[hare] = rides ? 0 : x[fox] - 200
  y[hare] = rides ? 0 : y[fox]
  scaleX[hare] = scaleY[hare] = rides ? 0.4 : 1
}

/** Goes back to the last star. All entities here are skeletons and sprites, so they come back under their ids. */
function rewind(game: Game): void {
  restoreState(game.world, game.checkpoint.state)
  game.story = structuredClone(game.checkpoint.story)
}

/** Returns the last checkpoint as bytes, and the story, which osteon does not know, as text. */
export function pack({ world, checkpoint: { state, story } }: Game): [story: string, bytes: Uint8Array] {
  return [JSON.stringify(story), encodeState(world, state)]
}

export function unpack(game: Game, story: string, bytes: Uint8Array): void {
  game.checkpoint = { state: decodeState(game.world, bytes), story: JSON.parse(story) }
  rewind(game)
}

/** Gives everybody the new rig after an artist has saved a file. Additions to the old rig are added again. */
export function reload(game: Game, name: keyof Cast, rig: Rig): void {
  replaceRig(game.world, game.cast[name], rig)
  game.cast[name] = rig
  if (name !== 'fox') return
  game.crown = addCrown(game.world, rig, game.sheet)
  wear(game, 'night')
}
