/** A figure in a scene of react-three-fiber. */
import type { ThreeElement } from '@react-three/fiber'
import { createElement, type ReactNode, type Ref, useCallback } from 'react'
import { type Color, type Material, type Mesh, Object3D } from 'three'
import type { RigNames } from '../../../base/model/names'
import type { AnimationWorld } from '../../../world/world-type'
import { Figure as ThreeFigure } from '../../three'
import {
  type FigureHost,
  FigureProvider,
  type PlayedProps,
  useSceneFigure,
  useWholeProps,
} from '../scene/use-figure'

/** Props that the component gives, and those that are its own. */
type Own = 'args' | 'object' | 'ref' | 'children' | 'material' | 'geometry' | 'color' | 'dispose'

/** What a `<Figure>` shows. All props of a `<mesh>` are allowed, too: `position`, `scale`, `castShadow`, `onClick`, … */
export interface FigureProps<N extends RigNames = RigNames>
  extends Omit<ThreeElement<typeof Mesh>, Own | keyof PlayedProps>,
    PlayedProps<N> {
  /** Copied for each draw call, as `material` of osteon/three; another one makes another figure. */
  material?: Material
  /** Writes depth where the alpha is at least `alphaTest`; a change makes another figure. @default false */
  depthWrite?: boolean
  /** The least alpha that writes depth and casts shadows; a change makes another figure. @default 0.5 */
  alphaTest?: number
  /** Multiplies all colours of the figure. @default white */
  color?: Color | string | number
  /** 0…1; multiplies the alpha of the whole figure. @default 1 */
  opacity?: number
  /** Whether pointers hit bounding boxes or drawn shapes. @default 'shapes' */
  hitProvider?: 'boxes' | 'shapes'
  /** Units of the skeleton between an object in a slot and the parts of the figure on either side of it. @default 1 */
  slotDepth?: number
  /** Share of the object's movement that physics notice. @default 1 */
  physicsMovement?: number
  /** The figure, for `play`, `hit` and all else that it can; null until it is mounted. */
  ref?: Ref<ThreeFigure<N>>
  /** Objects that move with the figure, and `<Slot>`s. */
  children?: ReactNode
}

const HOST: FigureHost<ThreeFigure> = {
  end: (figure) => figure.dispose(),
  listen(figure, kind, tell) {
    const hear = ({ detail }: { detail: Parameters<typeof tell>[0] }) => tell(detail)
    figure.addEventListener(kind, hear as never)
    return () => figure.removeEventListener(kind, hear as never)
  },
}

let blank: Object3D | undefined

/**
 * Shows a figure in a scene of react-three-fiber: `<Figure rig={rig} play="walk" scale={0.01} />`, inside of `<Canvas>`
 * and `<FigureWorld>`. It and its entity are made when it is mounted, and end when it is unmounted. A wrong name goes to
 * the next error boundary.
 */
export function Figure<N extends RigNames = RigNames>(props: FigureProps<N>): ReactNode {
  const { rig, play, loop, mix, skin, onComplete, onEvent, ref, children, ...others } = props
  const { material, depthWrite, alphaTest, ...rest } = others
  const { paused = false, timeScale = 1, opacity = 1, color = 0xffffff } = rest
  const { hitProvider = 'shapes', slotDepth = 1, physicsMovement = 1 } = rest
  const make = useCallback(
    (world: AnimationWorld) => new ThreeFigure({ world, rig, material, depthWrite, alphaTest }),
    [rig, material, depthWrite, alphaTest],
  )
  const played = { play, loop, mix, skin, onComplete, onEvent }
  // What is played and worn is checked by the props' types.
  const figure = useSceneFigure(HOST, make, played, ref as Ref<ThreeFigure> | undefined)
  blank ??= new Object3D()
  const own = { paused, timeScale, opacity, color, hitProvider, slotDepth, physicsMovement }
  const whole = useWholeProps({ ...rest, ...own }, blank)
  if (!figure) return null
  const element = { ...whole, key: figure.uuid, object: figure }
  return createElement('primitive', element, createElement(FigureProvider, { value: figure }, children))
}
