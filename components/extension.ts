/** Extensions: what a world can do in addition to posing and drawing skeletons. */
import type { Joined } from '../src/world/joins'
import type { KernelSource } from '../src/world/kernels'
import type { AnimationWorld } from '../src/world/world-type'

/**
 * Adds something to animation worlds: components, functions that a tick calls, a part of saves. Worlds get it by the
 * option `use` of `installAnimation`.
 *
 * @typeParam Added its components, which `world.components` gets.
 */
export interface Extension<Added extends object = object> {
  /** Names it in errors. A world can't use two extensions of one name. */
  readonly name: string
  /** Kernels, if it brings its own. */
  readonly kernels?: KernelSource
  /** Makes its components. @param capacity how many entities their columns first have room for. */
  components?(capacity: number): Added
  /** Joins a world that has its components. Called once for each world. A structure call. */
  install(world: AnimationWorld & { components: Added }): Joined
}

/** All components that a list of extensions adds. */
export type ComponentsOf<E extends readonly Extension[]> = (
  E[number] extends infer One
    ? One extends Extension<infer Added>
      ? (one: Added) => void
      : never
    : never
) extends (all: infer All) => void
  ? All
  : object
