/** Reads the events of a tick. */

import type { RigNames } from '../base/model/names'
import { asHandle, NO_ENTRY } from '../world/entries'
import { type AnimationEvent, EVENT_KIND, type EventBuffer, type EventView, namesOf } from '../world/events'
import { stateOf } from '../world/state-of'
import type { AnimationWorld } from '../world/world-type'

export type {
  ActionEvent,
  AnimationEvent,
  EntryEvent,
  EventBase,
  JoinedEvents,
  KeyEvent,
  SkeletonEvent,
} from '../world/events'

const KINDS = namesOf(EVENT_KIND)

/**
 * Yields the events of the last `timelineSampling`: skeletons in the order of their creation, and within a skeleton in
 * the order of Spine's runtimes. Events of `play` and other calls since then come with the next one. They may be read
 * any number of times. The same object is yielded each time, so copy the values that you keep.
 *
 * @typeParam N of the rigs in this world, `Hero | Villain`, as `osteon types` writes them: names of animations and
 *   events are checked.
 */
export function events<N extends RigNames = RigNames>(
  world: AnimationWorld,
): Generator<Readonly<AnimationEvent<N>>> {
  stateOf(world)
  return each(world)
}

function* each<N extends RigNames>(world: AnimationWorld): Generator<Readonly<AnimationEvent<N>>> {
  const view = createView<N>()
  for (let i = 0; i < world.animation.events.shown.count; i++) yield readEvent(world, i, view)
}

/**
 * Returns the same events as columns, for readers that cannot afford an iterator. Nothing is allocated.
 *
 * ```ts
 * const { count, kind, entity } = eventColumns(world)
 * for (let i = 0; i < count; i++) if (kind[i] === EVENT_KIND.complete) done(entity[i])
 * ```
 */
export function eventColumns(world: AnimationWorld): Readonly<EventBuffer> {
  return stateOf(world).events.shown
}

/**
 * Reads one event of `eventColumns` with all its names.
 *
 * @param index 0 … count - 1.
 * @param out is filled and returned. @default a new object
 */
export function readEvent<N extends RigNames = RigNames>(
  world: AnimationWorld,
  index: number,
  out: AnimationEvent<N> = createView(),
): AnimationEvent<N> {
  const { events: state, joins, rigs } = stateOf(world)
  const { shown } = state
  const view = out as EventView
  for (const readOwn of joins.readEvent) if (readOwn(index, view)) return out
  const rig = rigs[shown.rig[index]]?.source
  const number = shown.animation[index]
  const animation = rig && number >= 0 ? rig.animations[number] : null
  const key = shown.key[index]
  const track = animation && key >= 0 ? animation.image().events : null
  const definition = rig && track ? rig.events[shown.event[index]] : null
  view.source = 'skeleton'
  view.kind = KINDS[shown.kind[index]]
  view.entity = shown.entity[index]
  view.track = shown.track[index]
  view.entry = asHandle(shown.entry[index])
  view.animation = animation ? animation.name : null
  view.name = definition ? definition.name : null
  view.int = shown.int[index]
  view.float = shown.float[index]
  view.string = track ? track.string[key] : ''
  view.time = track ? track.times[key] : 0
  view.audio = definition ? definition.audio : null
  view.volume = shown.volume[index]
  view.balance = shown.balance[index]
  view.details = track ? track.details[key] : null
  return out
}

function createView<N extends RigNames>(): AnimationEvent<N> {
  const view: EventView = {
    source: 'skeleton',
    kind: 'event',
    entity: 0,
    track: 0,
    entry: NO_ENTRY,
    animation: null,
    name: null,
    int: 0,
    float: 0,
    string: '',
    time: 0,
    audio: null,
    volume: 1,
    balance: 0,
    details: null,
  }
  return view as AnimationEvent<N>
}

/**
 * Calls the listener for every event of the tick, with the same object each time. It is called outside all loops:
 * `play`, `despawnSkeleton` and everything else is allowed inside.
 */
export function dispatchEvents<N extends RigNames = RigNames>(
  world: AnimationWorld,
  listener: (event: Readonly<AnimationEvent<N>>) => void,
): void {
  const { events: state } = stateOf(world)
  const view = createView<N>()
  for (let i = 0; i < state.shown.count; i++) listener(readEvent(world, i, view))
}
