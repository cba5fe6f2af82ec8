/** Lists all animations of a blend tree, in the order in which they act. */
import type { BlendModel } from '../../../../base/model/animation'
import { bothForms } from '../../../../rig/forms'
import type { Rig, RigAnimation } from '../../../../rig/rig'
import type { AnimationState } from '../../../../world/state'
import { scratchOf } from '../sampling/keyed'
import type { BlendTree } from '../sampling/layers'
import { trackOf } from '../sampling/sample-track'

/** Returns the blend tree of an animation, created on first use. */
export function treeFor(state: AnimationState, rig: Rig, animation: number): BlendTree {
  const { trees } = scratchOf(state, rig)
  const image = rig.animations[animation].image()
  const known = trees.get(image)
  if (known) return known
  const made = makeTree(rig, animation)
  trees.set(image, made)
  return made
}

/** Creates a tree. Each animation has one place, even if several drive it. The last one counts as its driver. */
function makeTree(rig: Rig, animation: number): BlendTree {
  const { animationIndex, animations } = rig
  const order: number[] = []
  const above = new Map<number, number>()
  addTree(rig, animation, order, above)
  const places = order.flatMap((number) => {
    const { clocks = [] } = animations[number].playback ?? {}
    return [0, ...clocks.map((_, i) => i + 1)].map((clock) => ({ number, clock }))
  })
  const own = new Map(places.flatMap(({ clock, number }, place) => (clock === 0 ? [[number, place]] : [])))
  const placeOf = (number: number) => own.get(number) ?? -1
  const childrenOf = places.map(({ number }) =>
    (treeOf(animations[number])?.children ?? []).filter(({ animation: name }) => animationIndex.has(name)),
  )
  return {
    animation: places.map(({ number }) => number),
    clock: places.map(({ clock }) => clock),
    above: places.map(({ clock, number }) => placeOf(clock > 0 ? number : (above.get(number) ?? -1))),
    children: childrenOf.map((children) =>
      children.map((child) => placeOf(animationIndex.get(child.animation) ?? -1)),
    ),
    positions: childrenOf.map((children) => children.map(({ position }) => position)),
    byPosition: places.map(
      ({ clock, number }) => clock === 0 && (treeOf(animations[number])?.byPosition ?? false),
    ),
    tracks: places.map(({ clock, number }) =>
      bothForms(animations, number).map((form) =>
        (treeOf(form)?.children ?? [])
          .filter(({ animation: name }) => animationIndex.has(name))
          .map(({ keys }) =>
            keys
              .filter((one) => (one.clock ?? 0) === clock)
              .map((one) => ({ ...trackOf(one), property: one.property })),
          ),
      ),
    ),
  }
}

/**
 * Adds an animation, and everything that it drives, to `order`, the list of animations in the order in which they act.
 * Listed ones are not added again. `above` gets the driver of each.
 */
export function addTree(rig: Rig, animation: number, order: number[], above: Map<number, number>): void {
  order.push(animation)
  for (const { animation: name } of treeOf(rig.animations[animation])?.children ?? []) {
    const child = rig.animationIndex.get(name) ?? -1
    if (child < 0) continue
    if (!order.includes(child)) addTree(rig, child, order, above)
    above.set(child, animation)
    moveBefore(order, animation, child)
  }
}

function treeOf({ playback }: RigAnimation): BlendModel | undefined {
  return playback?.tree
}

/** Moves a driver before its child. */
function moveBefore(order: number[], number: number, child: number): void {
  const from = order.indexOf(number)
  const to = order.indexOf(child)
  if (to < from) order.splice(to, 0, ...order.splice(from, 1))
}
