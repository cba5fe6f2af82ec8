/** Holds the world that all figures of a game share, and ticks it. */
import { createWorld } from 'bitecs'
import type * as Phaser from 'phaser'
import type { AnimationWorld } from '../../components/world-type'
import { dispatchEvents } from '../api/events'
import { installAnimation } from '../api/install'
import { refreshScene, type Scene, sceneOf } from '../figures/scene'
import { poseWorld, tickWorld } from '../figures/tick'
import type { AnimationEvent } from '../world/events'

/** A figure, as its game knows it. */
export interface Member {
  readonly eid: number
  /** Whether a tick has posed it yet. */
  ticked: boolean
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
  /** Number of ticks of the game. */
  ticks: number
  /** Events of ticks of no time: they are emitted after the next tick. */
  readonly owed: AnimationEvent[]
  /** Draws what waits to be drawn, before vertices get other places. Set by the painter. */
  flush(): void
}

const stages = new WeakMap<Phaser.Game, Stage>()

/** The stage of a game; its world is made with it, and ticks at the end of each of the game's steps. */
export function stageOf(game: Phaser.Game): Stage {
  const known = stages.get(game)
  if (known) return known
  const world = installAnimation(createWorld())
  const stage: Stage = {
    game,
    world,
    scene: sceneOf(world),
    members: new Map(),
    crowd: null,
    ticks: 0,
    owed: [],
    flush: () => {},
  }
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
function tickStage(stage: Stage, seconds: number): void {
  const { world, scene, members, owed } = stage
  if (members.size === 0 && !stage.crowd) return
  stage.ticks++
  for (const member of members.values()) member.prepare()
  tickWorld(world, seconds)
  refreshScene(scene)
  for (const member of members.values()) {
    member.ticked = true
    member.refresh()
  }
  // A listener may end its figure, or another.
  for (const event of owed.splice(0)) members.get(event.entity)?.tell(event)
  if (world.animation.events.shown.count === 0) return
  dispatchEvents(world, (event) => members.get(event.entity)?.tell(event))
}

/** Its events that are owed go with it: the entity's number may be another member's. */
export function removeMember({ members, owed }: Stage, eid: number): void {
  members.delete(eid)
  for (let i = owed.length - 1; i >= 0; i--) if (owed[i].entity === eid) owed.splice(i, 1)
}

/** Poses a member between two ticks: no time passes, and no event is told. */
export function poseMember(stage: Stage, member: Member): void {
  const { world, scene, members, owed } = stage
  stage.flush()
  for (const one of members.values()) if (!one.ticked || one === member) one.prepare()
  poseWorld(world, owed)
  refreshScene(scene)
  for (const one of members.values()) {
    one.ticked = true
    one.refresh()
  }
}
