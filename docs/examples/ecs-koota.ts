/** Figures of osteon in a game written with koota: its traits decide, osteon poses. */
import { createWorld as createFigures } from 'bitecs'
import { createWorld, trait } from 'koota'
import { despawnSkeleton, installAnimation, type Rig, spawnSkeleton } from 'osteon'
import { runPipeline } from 'osteon/systems'

export const Place = trait({ x: 0, y: 0 })
export const Speed = trait({ x: 0, y: 0 })
/** The entity of osteon. */
export const Figure = trait({ eid: 0 })

/** A koota world, the animation world beside it, and the tick of both. */
export function createGame(rig: Rig) {
  const world = createWorld()
  const figures = installAnimation(createFigures())
  world.onAdd(Figure, (entity) => entity.set(Figure, { eid: spawnSkeleton(figures, rig) }))
  world.onRemove(Figure, (entity) => despawnSkeleton(figures, entity.get(Figure)?.eid ?? 0))

  function tick(seconds: number) {
    world.query(Place, Speed).updateEach(([place, speed]) => {
      place.x += speed.x * seconds
      place.y += speed.y * seconds
    })
    const { x, y } = figures.components.Transform
    world.query(Place, Figure).readEach(([place, { eid }]) => {
      x[eid] = place.x
      y[eid] = place.y
    })
    figures.time.delta = seconds
    runPipeline(figures)
  }
  return { world, figures, tick }
}
