/** Holds the world that all figures of a game share, and ticks it. */
import { createWorld, type World } from 'bitecs'
import type * as Phaser from 'phaser'
import { type InstallOptions, installAnimation } from '../../api/install'
import { unregisterRig, wearersOf } from '../../api/unregister'
import { badOption, refuseUnknown } from '../../base/errors'
import type { Rig, RigPage } from '../../rig/rig'
import type { SkeletonEvent } from '../../world/events'
import type { AnimationWorld } from '../../world/world-type'
import { refreshScene, type Scene, sceneOf } from '../figures/scene'
import { type FixedRate, fixTicks, poseWorld, tellEvents, tickWorld } from '../figures/tick'

/** A figure, as its game sees it. */
export interface Member {
  readonly eid: number
  /** Whether a tick has posed it yet. */
  ticked: boolean
  /** Before a tick. */
  prepare(): void
  /** After a tick. */
  refresh(): void
  tell(event: SkeletonEvent): void
}

export interface Stage {
  readonly game: Phaser.Game
  readonly world: AnimationWorld
  readonly scene: Scene
  /** By entity. */
  readonly members: Map<number, Member>
  /** Its only crowd. */
  crowd: object | null
  /** Number of ticks of the game. */
  ticks: number
  /** Draws the runs that wait, before vertices move. Set by the painter, as the next. */
  flush(): void
  /** Destroys the texture of a page. */
  forget(page: RigPage): void
  /** Loaded rigs, by the key that the game's cache has them under. */
  readonly cached: Map<string, Rig>
  /** Rigs that were removed from the cache: they are removed when their last figure is destroyed. */
  readonly removed: Set<Rig>
}

/** Name of the cache of rigs: `this.cache.custom.figure`. */
export const CACHE = 'figure'

const stages = new WeakMap<Phaser.Game, Stage>()

/** Worlds of games. */
const taken = new WeakSet<AnimationWorld>()

/** Options for making the world of a game; or an existing world, which only this game ticks. */
export type WorldOptions = InstallOptions<World> & FixedRate & { world?: AnimationWorld }

/**
 * Returns the stage of a game, and makes it with its world on the first call. The world ticks at the end of each of the
 * game's steps.
 *
 * @param options only those of the first call count. @throws OsteonError as `installAnimation` does; `bad-option` for a
 *   world of another game.
 */
export function stageOf(game: Phaser.Game, options: WorldOptions = {}): Stage {
  const known = stages.get(game)
  if (known) return known
  const { rate, world: own, ...install } = options
  if (own) {
    refuseUnknown(install, [], 'figurePlugin')
    if (taken.has(own)) throw badOption('figurePlugin', 'world', 'another game ticks it')
  }
  const world = own ?? installAnimation(createWorld(), install)
  taken.add(world)
  const stage: Stage = {
    game,
    world,
    scene: sceneOf(world),
    members: new Map(),
    crowd: null,
    ticks: 0,
    flush: () => {},
    forget: () => {},
    cached: new Map(),
    removed: new Set(),
  }
  watchCache(stage)
  stages.set(game, stage)
  const tick = (seconds: number) => tickStage(stage, seconds)
  const advance = rate === undefined ? null : fixTicks(stage.scene, rate, tick)
  const step = (_: number, delta: number) => {
    if (!advance) return tick(delta / 1000)
    advance(delta / 1000)
    refreshStage(stage)
  }
  game.events.on('poststep', step)
  game.events.once('destroy', () => {
    game.events.off('poststep', step)
    stages.delete(game)
    taken.delete(world)
  })
  return stage
}

/** Watches removals. Phaser's cache reports only the key of what was removed. */
function watchCache({ game, cached, removed }: Stage): void {
  const { events } = game.cache.addCustom(CACHE)
  events.on('add', (_: unknown, key: string, rig: Rig) => {
    const last = cached.get(key)
    if (last && last !== rig) removed.add(last)
    cached.set(key, rig)
  })
  events.on('remove', (_: unknown, key: string) => {
    const rig = cached.get(key)
    if (rig) removed.add(rig)
    cached.delete(key)
  })
}

/**
 * Removes rigs that were removed from the cache and that no skeleton has from the world, with the textures of their
 * pages.
 */
function sweep({ world, cached, removed, forget }: Stage): void {
  for (const rig of removed) {
    const known = world.animation.rigsByRig.get(rig)
    if (known && wearersOf(world, known.number).length > 0) continue
    removed.delete(rig)
    if ([...cached.values()].includes(rig)) continue
    unregisterRig(world, rig)
    rig.pages.forEach(forget)
  }
}

/** Runs one tick of a game's figures and crowd. */
function tickStage(stage: Stage, seconds: number): void {
  const { world, scene, members } = stage
  if (stage.removed.size > 0) sweep(stage)
  if (members.size === 0 && !stage.crowd) return
  stage.ticks++
  for (const member of members.values()) member.prepare()
  tickWorld(world, seconds)
  for (const member of members.values()) member.ticked = true
  refreshStage(stage)
  tellEvents(scene, members, (member, event) => member.tell(event))
}

/** Poses a member between two ticks: no time passes, and no event is emitted. */
export function poseMember(stage: Stage, member: Member): void {
  const { scene, members } = stage
  stage.flush()
  for (const one of members.values()) if (!one.ticked || one === member) one.prepare()
  poseWorld(scene)
  for (const one of members.values()) one.ticked = true
  refreshStage(stage)
}

/** Updates members that were posed once. */
function refreshStage({ members, scene }: Stage): void {
  refreshScene(scene)
  for (const member of members.values()) if (member.ticked) member.refresh()
}
