/** The world of a scene, for the figures and components below a `<FigureWorld>`. */
import { createWorld } from 'bitecs'
import { type ReactNode, useContext, useState } from 'react'
import { installAnimation } from '../../../api/install'
import { OsteonError } from '../../../base/errors'
import type { AnimationWorld } from '../../../world/world-type'
import { WorldContext } from '../world-context'

/** A world, and how its time passes. */
export interface FigureWorldProps {
  /** A world that you made, with extensions for instance. @default a new one */
  world?: AnimationWorld
  /** Whether time stands still. @default false */
  paused?: boolean
  /** Multiplies the pace of all figures. @default 1 */
  timeScale?: number
  /**
   * Ticks a second; figures are drawn between the ticks. Needs a `world` that uses `betweenTicks`, otherwise
   * `no-extension` goes to the next error boundary. @default one tick a frame
   */
  rate?: number
  children?: ReactNode
}

/**
 * Returns the world of the nearest `<FigureWorld>`, for all functions of osteon.
 *
 * @throws OsteonError `no-animation` if there is none around the component.
 */
export function useWorld(): AnimationWorld {
  const world = useContext(WorldContext)
  if (world) return world
  throw new OsteonError('no-animation', 'useWorld', '', 'there is no <FigureWorld> around the component')
}

/** Returns the world that a component was given, or one that it keeps. */
export function useGivenWorld(given: AnimationWorld | undefined): AnimationWorld {
  const [first] = useState(() => given ?? installAnimation(createWorld()))
  return given ?? first
}
