import type { AnimationWorld } from '../../components/world-type'
import { EVENT_KIND, type EventKindName } from '../world/events'

/** One event of a tick; the iterator of `events` yields the same object again and again. */
export interface AnimationEvent {
  kind: EventKindName
  /** Entity of the skeleton; its serial tells whether the id was used again since. */
  entity: number
  track: number
  /** Handle of the track entry. */
  entry: number
  /** `null`: the empty animation. */
  animation: string | null
  /** The rest is of `kind` 'event' only: the keyed event's name and payload. */
  name: string | null
  int: number
  float: number
  string: string
  /** Key time in the animation, seconds. */
  time: number
  /** Path of a sound, or `null`. */
  audio: string | null
  volume: number
  balance: number
}

const KINDS = Object.keys(EVENT_KIND) as EventKindName[]

/**
 * The events of the last `timelineSampling`, in the official order within a skeleton, skeletons by age.
 * May be read any number of times until the next one.
 */
export function* events(world: AnimationWorld): Generator<Readonly<AnimationEvent>> {
  const view = createView()
  for (let i = 0; i < world.animation.events.shown.count; i++) {
    readEvent(world, i, view)
    yield view
  }
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

function readEvent(world: AnimationWorld, index: number, view: AnimationEvent): void {
  const { events: state, rigs } = world.animation
  const buffer = state.shown
  const rig = rigs[buffer.rig[index]]?.rig
  const number = buffer.animation[index]
  const key = buffer.key[index]
  view.kind = KINDS[buffer.kind[index]]
  view.entity = buffer.entity[index]
  view.track = buffer.track[index]
  view.entry = buffer.entry[index]
  view.animation = rig && number >= 0 ? rig.animations[number].name : null
  view.name = null
  const track = rig && number >= 0 && key >= 0 ? rig.animations[number].image().events : null
  if (!rig || !track) return
  const definition = rig.events[track.event[key]]
  view.name = definition.name
  view.int = track.int[key]
  view.float = track.float[key]
  view.string = track.string[key]
  view.time = track.times[key]
  view.audio = definition.audio
  view.volume = track.volume[key]
  view.balance = track.balance[key]
}

/**
 * Calls the listener for every event of the tick. It is called outside all loops: `play`, `despawnSkeleton`
 * and everything else is legal inside.
 */
export function dispatchEvents(
  world: AnimationWorld,
  listener: (event: Readonly<AnimationEvent>) => void,
): void {
  for (const event of events(world)) listener(event)
}
