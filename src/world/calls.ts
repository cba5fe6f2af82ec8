/** Lets one listener hear of every call that changes a world. */
import type { AnimationWorld } from './world-type'

/** Returns whether somebody must hear of a call: a function that changes a world then returns `heardCall` of itself. */
export function isHeard({ animation }: AnimationWorld): boolean {
  return animation?.joins.listener?.hears ?? false
}

/**
 * Runs a function of a world that is heard.
 *
 * @param name its public name, which minified code has lost.
 */
export function heardCall<W extends AnimationWorld, A extends readonly unknown[], R>(
  name: string,
  call: (world: W, ...args: A) => R,
  world: W,
  ...args: A
): R {
  const { listener } = world.animation.joins
  return listener ? (listener.run(name, () => call(world, ...args), args) as R) : call(world, ...args)
}
