/** An element of `@pixi/react` for an object that exists already: its own elements make their objects while rendering. */
import { extend } from '@pixi/react'
import type { Container } from 'pixi.js'
import { createElement, type ReactElement, type ReactNode } from 'react'

class OsteonObject {
  constructor({ osteonObject }: { osteonObject: Container }) {
    // biome-ignore lint/correctness/noConstructorReturn: what a constructor returns is what `new` gives.
    return osteonObject
  }
}

/** Returns an element that puts an object into the scene, and sets props on it. */
export function elementOf(object: Container, props: object, children: ReactNode): ReactElement {
  // A call, and no statement of the module: bundlers may leave those out.
  extend({ OsteonObject })
  return createElement('pixiOsteonObject', { ...props, key: object.uid, osteonObject: object }, children)
}
