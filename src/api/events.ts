import type { AnimationWorld } from '../../components/world-type'
import { EVENT_KIND, type EventBuffer, type EventKindName } from '../world/events'
import { stateOf } from '../world/state-of'

/** One event of a tick. */
export interface AnimationEvent {
  kind: EventKindName
  /** Entity of the skeleton; its serial tells whether the id was used again since. */
  entity: number
  track: number
  /** Handle of the track entry; stale from its `end` on. */
  entry: number
  /** `null`: the empty animation. */
  animation: string | null
  /** The rest is of `kind` 'event' only: the keyed event's name and payload. Else null, 0 and ''. */
  name: string | null
  int: number
  float: number
  string: string
  /** Key time in the animation, seconds. */
  time: number
  /** Path of a sound, or `null`. */
  audio: string | null
  /** Of the sound, 0…1. */
  volume: number
  /** Of the sound, -1 (left) … 1 (right). */
  balance: number
}

const KINDS = Object.keys(EVENT_KIND) as EventKindName[]

/**
 * The events of the last `timelineSampling`: skeletons by age, within a skeleton in the order of Spine's runtimes. Events of
 * `play` and other calls since then come with the next one. They may be read any number of times. The object that it yields
 * is the same each time: copy what you keep.
 */
export function events(world: AnimationWorld): Generator<Readonly<AnimationEvent>> {
  stateOf(world)
  return each(world)
}

function* each(world: AnimationWorld): Generator<Readonly<AnimationEvent>> {
  const view = createView()
  for (let i = 0; i < world.animation.events.shown.count; i++) yield readEvent(world, i, view)
}

/**
 * The same events as columns, for readers that cannot afford an iterator. Nothing is allocated.
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
 * @param out is filled and returned; a new object unless given.
 */
export function readEvent(
  world: AnimationWorld,
  index: number,
  out: AnimationEvent = createView(),
): AnimationEvent {
  const { events: state, rigs } = stateOf(world)
  const { shown } = state
  const rig = rigs[shown.rig[index]]?.rig
  const number = shown.animation[index]
  const animation = rig && number >= 0 ? rig.animations[number] : null
  const key = shown.key[index]
  const track = animation && key >= 0 ? animation.image().events : null
  const definition = rig && track ? rig.events[shown.event[index]] : null
  out.kind = KINDS[shown.kind[index]]
  out.entity = shown.entity[index]
  out.track = shown.track[index]
  out.entry = shown.entry[index]
  out.animation = animation ? animation.name : null
  out.name = definition ? definition.name : null
  out.int = shown.int[index]
  out.float = shown.float[index]
  out.string = track ? track.string[key] : ''
  out.time = track ? track.times[key] : 0
  out.audio = definition ? definition.audio : null
  out.volume = shown.volume[index]
  out.balance = shown.balance[index]
  return out
}

function createView(): AnimationEvent {
  return {
    kind: 'event',
    entity: 0,
    track: 0,
    entry: 0,
    animation: null,
    name: null,
    int: 0,
    float: 0,
    string: '',
    time: 0,
    audio: null,
    volume: 1,
    balance: 0,
  }
}

/**
 * Calls the listener for every event of the tick, with the same object each time. It is called outside all loops:
 * `play`, `despawnSkeleton` and everything else is legal inside.
 */
export function dispatchEvents(
  world: AnimationWorld,
  listener: (event: Readonly<AnimationEvent>) => void,
): void {
  const { events: state } = stateOf(world)
  const view = createView()
  for (let i = 0; i < state.shown.count; i++) listener(readEvent(world, i, view))
}
