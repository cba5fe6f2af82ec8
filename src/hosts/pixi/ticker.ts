/**
 * Ticks a world with PixiJS's ticker: before it, entities follow their objects; after it, objects follow their
 * entities.
 */

import { createWorld } from 'bitecs'
import type { Ticker } from 'pixi.js'
import { UPDATE_PRIORITY } from 'pixi.js'
import { installAnimation } from '../../api/install'
import { badOption, refuseUnknown } from '../../base/errors'
import type { AnimationWorld } from '../../world/world-type'
import { type FixedRate, fixTicks, tellEvents, tickWorld, unfixTicks } from '../figures/tick'
import { placeFigures, type Stage, stageOf, tellFigures } from './stage'

/** A world in an application's ticker, made by `osteonTicker`. */
export interface OsteonTicker {
  readonly world: AnimationWorld
  /** Nothing moves while it is `true`. */
  paused: boolean
  /** Multiplies the pace of all figures. */
  timeScale: number
  /** Passes this number of seconds at once, in one tick or in those of a fixed rate. @throws OsteonError `bad-option`, `not-finite`. */
  tick(seconds: number): void
  /** Leaves the application's ticker. The world and its figures stay. */
  destroy(): void
}

/** After the callbacks of games, which move objects, and before PixiJS draws. */
const PRIORITY = (UPDATE_PRIORITY.NORMAL + UPDATE_PRIORITY.LOW) / 2

/**
 * Lets an application tick a world: in each frame after callbacks of the priority `NORMAL`, and before PixiJS draws. A
 * world takes only one, because time would pass twice.
 *
 * @param app has the ticker. @param world your own ECS's world. @default a new one
 * @throws OsteonError `bad-option` if the world has a ticker that was not destroyed, or for a wrong rate;
 *   `no-extension` for a rate if the world doesn't use `betweenTicks`.
 */
export function osteonTicker(
  app: { readonly ticker: Ticker },
  world: AnimationWorld = installAnimation(createWorld()),
  options: FixedRate = {},
): OsteonTicker {
  refuseUnknown(options, ['rate'], 'osteonTicker')
  const stage = stageOf(world)
  if (stage.hasTicker)
    throw badOption(
      'osteonTicker',
      'world',
      'the world has a ticker, which would make time pass twice; destroy that one first',
    )
  const { rate } = options
  const tick = (seconds: number) => tickStage(stage, seconds)
  const advance = rate === undefined ? tick : fixTicks(stage.scene, rate, tick)
  const show = (seconds: number) => {
    advance(seconds)
    if (rate !== undefined) tellFigures(stage)
  }
  stage.hasTicker = true
  let isOver = false
  const onFrame = ({ deltaMS }: Ticker) => {
    if (!ticker.paused) show((deltaMS / 1000) * ticker.timeScale)
  }
  const ticker: OsteonTicker = {
    world,
    paused: false,
    timeScale: 1,
    tick: show,
    destroy: () => {
      if (isOver) return
      isOver = true
      stage.hasTicker = false
      unfixTicks(stage.scene)
      app.ticker?.remove(onFrame)
    },
  }
  app.ticker.add(onFrame, undefined, PRIORITY)
  return ticker
}

/** Prepares figures for a tick of your own: `beforeTick(world); runPipeline(world); afterTick(world)`. */
export function beforeTick(world: AnimationWorld): void {
  placeFigures(stageOf(world))
}

/** Updates figures after a tick, and emits its events. */
export function afterTick(world: AnimationWorld): void {
  const stage = stageOf(world)
  tellFigures(stage)
  emitEvents(stage)
}

function tickStage(stage: Stage, seconds: number): void {
  if (!Number.isFinite(seconds))
    throw badOption('osteonTicker', 'seconds', `expected a finite number, got ${seconds}`)
  const { world } = stage.scene
  placeFigures(stage)
  tickWorld(world, seconds)
  tellFigures(stage)
  emitEvents(stage)
}

function emitEvents({ figures, scene }: Stage): void {
  tellEvents(scene, figures, (figure, event) => {
    figure.emit('animation', event)
    figure.emit(event.kind, event)
  })
}
