/** An element of `@pixi/react` for an object that exists already: its own elements make their objects while rendering. */
import { extend } from '@pixi/react'
import type { Container } from 'pixi.js'

class OsteonObject {
  constructor({ osteonObject }: { osteonObject: Container }) {
    // biome-ignore lint/correctness/noConstructorReturn: what a constructor returns is what `new` gives.
    return osteonObject
  }
}

extend({ OsteonObject })

/** Name of the element. Its prop `osteonObject` is the object; all others are set on it. */
export const EXISTING = 'pixiOsteonObject'
