/** A figure in a scene of `@pixi/react`. */
import type { PixiReactElementProps } from '@pixi/react'
import { Container } from 'pixi.js'
import { createElement, type ReactNode, type Ref, useCallback } from 'react'
import type { RigNames } from '../../../base/model/names'
import { Figure as PixiFigure } from '../../pixi'
import {
  type FigureHost,
  FigureProvider,
  type PlayedProps,
  useSceneFigure,
  useWholeProps,
} from '../scene/use-figure'
import { elementOf } from './existing'

/** Options that are props of their own, or that the component gives. */
type Own = 'world' | 'rig' | 'eid' | 'skin' | 'animation' | 'ref' | 'children'

/** What a `<Figure>` shows. All props of a `<pixiContainer>` are allowed, too: `x`, `scale`, `tint`, `onClick`, … */
export interface FigureProps<N extends RigNames = RigNames>
  extends Omit<PixiReactElementProps<typeof PixiFigure>, Own | keyof PlayedProps>,
    PlayedProps<N> {
  /** The container that the entity's `Transform` is relative to, as `space` of osteon/pixi. @default the parent */
  space?: Container | null
  /** The figure, for `play`, `hit` and all else that it can; null until it is mounted. */
  ref?: Ref<PixiFigure<N>>
  /** Objects that move with the figure, and `<Slot>`s. */
  children?: ReactNode
}

const HOST: FigureHost<PixiFigure> = {
  end: (figure) => figure.destroy(),
  listen(figure, kind, tell) {
    figure.on(kind, tell)
    return () => figure.off(kind, tell)
  },
}

let blank: Container | undefined

/**
 * Shows a figure in a scene of `@pixi/react`: `<Figure rig={rig} play="walk" skin="red" x={400} y={500} />`, inside of
 * `<Application>` and `<FigureWorld>`. It and its entity are made when it is mounted, and end when it is unmounted. A
 * wrong name goes to the next error boundary.
 */
export function Figure<N extends RigNames = RigNames>(props: FigureProps<N>): ReactNode {
  const { rig, play, loop, mix, skin, onComplete, onEvent, ref, children, ...rest } = props
  const { paused = false, timeScale = 1, boundsProvider = 'pose', hitProvider = 'shapes' } = rest
  const make = useCallback((world: PixiFigure['world']) => new PixiFigure({ world, rig }), [rig])
  const played = { play, loop, mix, skin, onComplete, onEvent }
  // What is played and worn is checked by the props' types.
  const figure = useSceneFigure(HOST, make, played, ref as Ref<PixiFigure> | undefined)
  blank ??= new Container()
  const whole = useWholeProps({ ...rest, paused, timeScale, boundsProvider, hitProvider }, blank)
  if (!figure) return null
  return elementOf(figure, whole, createElement(FigureProvider, { value: figure }, children))
}
