/** Elements in a slot of a figure. */
import type { ReactNode, Ref } from 'react'
import { Figure, type FigureSlot } from '../../pixi'
import { useFigureAround } from '../scene/use-figure'
import { elementOf } from './existing'

/** A slot, and what is drawn in it. */
export interface SlotProps {
  /** The slot's name. */
  name: string
  /** The slot's container, which has `followsAttachment` and `followsColor`; null until it is mounted. */
  ref?: Ref<FigureSlot>
  children?: ReactNode
}

/**
 * Draws elements in a slot of the `<Figure>` around it: `<Slot name="hand"><pixiSprite texture={sword} /></Slot>`. They
 * follow the slot's bone. A slot takes one `<Slot>`.
 *
 * @throws OsteonError `unknown-slot`; `no-figure` outside of a `<Figure>`.
 */
export function Slot({ name, ref, children }: SlotProps): ReactNode {
  const figure = useFigureAround()
  if (!(figure instanceof Figure)) return null
  return elementOf(figure.slot(name), { ref }, children)
}
