/** Figures of osteon in a game written with EliCS: osteon's tick is one of its systems. */
import { createWorld } from 'bitecs'
import { createComponent, createSystem, Types, World } from 'elics'
import { installAnimation } from 'osteon'
import { runPipeline } from 'osteon/systems'

export const Place = createComponent('Place', { x: { type: Types.Float32, default: 0 } })
export const Speed = createComponent('Speed', { x: { type: Types.Float32, default: 0 } })
/** The entity of osteon, which `spawnSkeleton` returned. */
export const Figure = createComponent('Figure', { eid: { type: Types.Int32, default: 0 } })

export const figures = installAnimation(createWorld())

class Movement extends createSystem({ moving: { required: [Place, Speed] } }) {
  override update(seconds: number) {
    for (const entity of this.queries.moving.entities) {
      const x = entity.getValue(Place, 'x') ?? 0
      entity.setValue(Place, 'x', x + (entity.getValue(Speed, 'x') ?? 0) * seconds)
    }
  }
}

class Animation extends createSystem({ shown: { required: [Place, Figure] } }) {
  override update(seconds: number) {
    const { x } = figures.components.Transform
    for (const entity of this.queries.shown.entities)
      x[entity.getValue(Figure, 'eid') ?? 0] = entity.getValue(Place, 'x') ?? 0
    figures.time.delta = seconds
    runPipeline(figures)
  }
}

export const world = new World()
world.registerComponent(Place).registerComponent(Speed).registerComponent(Figure)
world.registerSystem(Movement).registerSystem(Animation)
