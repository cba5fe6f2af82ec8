/** Figures of osteon in a game written with miniplex: its entities decide, osteon poses. */
import { createWorld } from 'bitecs'
import { World } from 'miniplex'
import { despawnSkeleton, installAnimation, type Rig, spawnSkeleton } from 'osteon'
import { runPipeline } from 'osteon/systems'

export interface Entity {
  place: { x: number; y: number }
  speed?: { x: number; y: number }
  rig?: Rig
  /** The entity of osteon, for those that have a rig. */
  eid?: number
}

/** A miniplex world, the animation world beside it, and the tick of both. */
export function createGame() {
  const world = new World<Entity>()
  const figures = installAnimation(createWorld())
  const moving = world.with('place', 'speed')
  const rigged = world.with('place', 'rig')
  const shown = world.with('place', 'eid')
  rigged.onEntityAdded.subscribe((entity) =>
    world.addComponent(entity, 'eid', spawnSkeleton(figures, entity.rig)),
  )
  rigged.onEntityRemoved.subscribe(({ eid }) => eid !== undefined && despawnSkeleton(figures, eid))

  function tick(seconds: number) {
    for (const { place, speed } of moving) {
      place.x += speed.x * seconds
      place.y += speed.y * seconds
    }
    const { x, y } = figures.components.Transform
    for (const { place, eid } of shown) {
      x[eid] = place.x
      y[eid] = place.y
    }
    figures.time.delta = seconds
    runPipeline(figures)
  }
  return { world, figures, tick }
}
