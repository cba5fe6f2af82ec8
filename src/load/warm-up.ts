/** Makes ahead of time what rigs make on first use. */

import { badOption, refuseUnknown } from '../base/errors'
import type { NameOf, RigNames } from '../base/model/names'
import { numberOfName } from '../rig/names'
import type { Rig } from '../rig/rig'
import { aborted } from './cache'

/** Options of `warmUp`. */
export interface WarmUpOptions<N extends RigNames = RigNames, G extends string = string> {
  /** Animations that will be played. @default all */
  animations?: readonly NameOf<N['animations'], G>[]
  /** Skins that will be worn: a name, several to combine, or `null` for none. @default each by itself, and none */
  skins?: readonly (NameOf<N['skins'], G> | readonly NameOf<N['skins'], G>[] | null)[]
  /** Milliseconds of work between two pauses, in which the page goes on. A longer step is not cut. @default 4 */
  slice?: number
  /** Aborting rejects with `aborted`. What is made by then stays. */
  signal?: AbortSignal
}

/**
 * Makes what the first skeleton of a rig, the first play of each animation and the first change into a skin would make
 * within a frame: the rig's image, animations, update programs. The work is done in slices, with pauses between. Rigs
 * in slots (`Rig.nested`) are warmed up whole. What is made already costs nothing.
 *
 * @throws OsteonError `unknown-animation`, `unknown-skin`, `bad-option`, `aborted`.
 */
export async function warmUp<N extends RigNames, G extends string>(
  rig: Rig<N>,
  options: WarmUpOptions<N, G> = {},
): Promise<void> {
  refuseUnknown(options, ['animations', 'skins', 'slice', 'signal'], rig.name)
  const { signal, slice = 4 } = options
  if (!(slice > 0)) throw badOption(rig.name, 'slice', 'expected milliseconds above 0')
  if (signal?.aborted) throw aborted(rig.name, signal.reason)
  const animations = options.animations?.map((name) => numberOfName(rig, 'animation', name))
  const skins = options.skins?.map((skin) => {
    const names: readonly string[] = skin === null ? [] : typeof skin === 'string' ? [skin] : skin
    return names.map((name) => numberOfName(rig, 'skin', name))
  })
  let end = performance.now() + slice
  for (const _ of steps(rig, animations, skins)) {
    if (performance.now() < end) continue
    await new Promise((resolve) => setTimeout(resolve))
    if (signal?.aborted) throw aborted(rig.name, signal.reason)
    end = performance.now() + slice
  }
}

function* steps(
  rig: Rig,
  animations: readonly number[] = [...rig.animations.keys()],
  skins: readonly (readonly number[])[] = [[], ...[...rig.skins.keys()].map((skin) => [skin])],
): Generator<undefined, void> {
  while (rig.advanceImage?.() === false) yield
  rig.image()
  for (const animation of animations) {
    rig.animations[animation].image()
    yield
  }
  for (const skin of skins) {
    const worn = skin.map((number) => rig.skins[number])
    rig.program(
      worn.flatMap(({ bones }) => bones),
      worn.flatMap(({ constraints }) => constraints),
    )
    yield
  }
  for (const inner of rig.nested.values()) yield* steps(inner)
}
