/** The game of the guide is played: each of its verbs behaves as its page says. */
import { hasComponent, query } from 'bitecs'
import {
  currentAnimation,
  getAttachment,
  getBounds,
  hitTest,
  loadAtlas,
  loadRig,
  type Rig,
  skinsOf,
} from 'osteon'
import { spineJson } from 'osteon/formats/spine-json'
import { holderOf } from 'osteon/nesting'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  type Cast,
  createGame,
  type Game,
  pack,
  reload,
  step,
  tap,
  unpack,
  wear,
} from '../../docs/examples/lantern-night'
import { digestOf } from '../fixtures/state-graph'
import { validateWorld } from '../fixtures/validate-world'

const ASSETS = new URL('../../demo/assets/', import.meta.url)
const load = (name: string): Promise<Rig> =>
  loadRig(new URL(`${name}.json`, ASSETS), new URL(`${name}.atlas`, ASSETS), { readers: [spineJson] })

let cast: Cast
let particles: Awaited<ReturnType<typeof loadAtlas>>
beforeAll(async () => {
  cast = { fox: await load('lamplighter'), hare: await load('hare'), badger: await load('badger') }
  particles = await loadAtlas(new URL('particles.atlas', ASSETS), { readers: [spineJson] })
})

const start = () => createGame({ ...cast }, particles)

/** Sixty ticks a second, until something is so. */
function playUntil(game: Game, isSo: () => boolean, seconds = 30): void {
  for (let tick = 0; tick < 60 * seconds; tick++) {
    if (isSo()) return
    step(game, 1 / 60)
  }
  expect.fail(`not in ${seconds} seconds`)
}

/** A tap on the middle of somebody. */
function tapOn(game: Game, eid: number): void {
  const [x, y, width, height] = getBounds(game.world, eid) ?? [0, 0, 0, 0]
  tap(game, x + width / 2, y + height / 2)
}

/** Waits for a badger, and strikes it while it is in reach. */
function winStar(game: Game): void {
  const { world, story } = game
  const { Transform } = world.components
  const stars = story.stars.length
  const near = () =>
    game.story.badgers.find((eid) => {
      const distance = Transform.x[eid] - Transform.x[game.story.fox]
      return currentAnimation(world, eid) === 'walk' && distance > 0 && distance < 320
    })
  playUntil(game, () => near() !== undefined)
  tapOn(game, near() ?? 0)
  playUntil(game, () => game.story.stars.length > stars)
}

describe('lantern night', () => {
  test('is won by tapping: stars leave fists for the lantern, and the fox is crowned', () => {
    const game = start()
    const { world } = game
    const { BoneFollower, SortKey } = world.components
    for (let stars = 1; stars <= 3; stars++) {
      winStar(game)
      expect(game.story.stars).toHaveLength(stars)
      const star = game.story.stars[stars - 1]
      expect(holderOf(world, star)).toBe(null)
      step(game, 1 / 60)
      expect(BoneFollower.host[star]).toBe(game.story.fox)
      expect(SortKey.value[star]).toBe(SortKey.value[game.story.fox] + 1)
    }
    expect(getAttachment(world, game.story.fox, 'hat')).toMatchObject({ path: 'star' })
    const { Skeleton } = world.components
    expect(game.cast.fox.skins[Skeleton.skin[game.story.fox]].name).toBe('night')
    wear(game, 'frost')
    expect(getAttachment(world, game.story.fox, 'hat')).toMatchObject({ path: 'star' })
    expect(skinsOf(game.cast.fox)).toContain('frost')
    const badgers = query(world, [world.components.Skeleton]).length - 2
    playUntil(game, () => query(world, [world.components.Skeleton]).length - 2 !== badgers)
    validateWorld(world)
  })

  test('goes back to the last star when a badger hits the fox', () => {
    const game = start()
    winStar(game)
    const { story } = game.checkpoint
    let back = 0
    playUntil(game, () => {
      if (game.story.pause === story.pause && game.story.badgers.length === story.badgers.length) back++
      return back > 1
    })
    expect(game.story.stars).toEqual(story.stars)
    validateWorld(game.world)
  })

  test('a tap on the ground leads there, one on the hare picks it up and puts it down', () => {
    const game = start()
    const { world, story } = game
    const { Transform } = world.components
    step(game, 1 / 60)
    tap(game, -300, -50)
    playUntil(game, () => Math.abs(Transform.x[story.fox] + 300) < 5)
    step(game, 1 / 60)
    expect(currentAnimation(world, story.fox)).toBe('idle')
    tapOn(game, story.hare)
    step(game, 1 / 60)
    expect(holderOf(world, story.hare)).toBe(story.fox)
    const [x, y, width, height] = getBounds(world, story.hare) ?? []
    const riding = hitTest(world, { x: x + width / 2, y: y + height / 2 }, { by: 'shapes' })
    expect(riding.map(({ eid }) => eid)).toContain(story.hare)
    tapOn(game, story.hare)
    step(game, 1 / 60)
    expect(holderOf(world, story.hare)).toBe(null)
    expect(Transform.scaleX[story.hare]).toBe(1)
  })

  test('is packed, and goes on in another world as it does here', () => {
    const game = start()
    step(game, 1 / 60)
    tapOn(game, game.story.hare)
    for (let stars = 0; stars < 3; stars++) winStar(game)
    const [story, bytes] = pack(game)
    const other = start()
    for (let tick = 0; tick < 100; tick++) step(other, 1 / 60)
    for (const each of [game, other]) {
      unpack(each, story, bytes)
      for (let tick = 0; tick < 30; tick++) step(each, 1 / 60)
      validateWorld(each.world)
    }
    expect(other.story).toEqual(game.story)
    const { fox, hare } = other.story
    expect(getAttachment(other.world, fox, 'hat')).toMatchObject({ path: 'star' })
    expect(holderOf(other.world, hare)).toBe(fox)
    const everybody = [fox, hare, ...other.story.badgers, ...other.story.stars]
    const columns = (game: Game) =>
      [...digestOf(game.world, everybody)].filter(([path]) => path.startsWith('components.'))
    expect(columns(other)).toEqual(columns(game))
  })

  test('goes on with a file that was saved anew', async () => {
    const game = start()
    const { world } = game
    for (let stars = 0; stars < 3; stars++) winStar(game)
    tapOn(game, game.story.hare)
    const next = { fox: await load('lamplighter'), badger: await load('badger') }
    for (const name of ['fox', 'badger'] as const) reload(game, name, next[name])
    expect(getAttachment(world, game.story.fox, 'hat')).toMatchObject({ path: 'star' })
    expect(holderOf(world, game.story.hare)).toBe(game.story.fox)
    step(game, 1 / 60)
    validateWorld(world)
    winStar(game)
    expect(hasComponent(world, game.story.stars[3], world.components.BoneFollower)).toBe(true)
  })
})
