/** Holds the world that all figures of a game share, and ticks it. */
import { createWorld } from 'bitecs'
import type * as Phaser from 'phaser'
import type { AnimationWorld } from '../../components/world-type'
import { dispatchEvents } from '../api/events'
import { installAnimation } from '../api/install'
import { refreshScene, type Scene, sceneOf } from '../figures/scene'
import { tickWorld } from '../figures/tick'
import type { AnimationEvent } from '../world/events'

/** A figure, as its game knows it. */
export interface Member {
  readonly eid: number
  /** Before a tick. */
  prepare(): void
  /** Behind a tick. */
  refresh(): void
  tell(event: Readonly<AnimationEvent>): void
}

export interface Stage {
  readonly game: Phaser.Game
  readonly world: AnimationWorld
  readonly scene: Scene
  /** By entity. */
  readonly members: Map<number, Member>
  /** Its only crowd. */
  crowd: object | null
}

const stages = new WeakMap<Phaser.Game, Stage>()

/** The stage of a game; its world is made with it, and ticks at the end of each of the game's steps. */
export function stageOf(game: Phaser.Game): Stage {
  const known = stages.get(game)
  if (known) return known
  const world = installAnimation(createWorld())
  const stage: Stage = { game, world, scene: sceneOf(world), members: new Map(), crowd: null }
  stages.set(game, stage)
  const step = (_: number, delta: number) => tickStage(stage, delta / 1000)
  game.events.on('poststep', step)
  game.events.once('destroy', () => {
    game.events.off('poststep', step)
    stages.delete(game)
  })
  return stage
}

/** One tick of a game's figures and crowd. */
export function tickStage(stage: Stage, seconds: number): void {
  const { world, scene, members } = stage
  if (members.size === 0 && !stage.crowd) return
  for (const member of members.values()) member.prepare()
  tickWorld(world, seconds)
  refreshScene(scene)
  for (const member of members.values()) member.refresh()
  if (world.animation.events.shown.count === 0) return
  // A listener may end its figure, or another.
  dispatchEvents(world, (event) => members.get(event.entity)?.tell(event))
}
