/** Types of events: checked by the compiler. */
import { type AnimationEvent, events } from 'osteon'
import type { MarkerEvent } from 'osteon/recordings'
import { expect, test } from 'vitest'
import { trackStage } from '../../fixtures/track-stage'

test('only events of keys have names', () => {
  const { world } = trackStage()
  const read = (event: Readonly<AnimationEvent>): string | null => {
    // @ts-expect-error: a `complete` has no name.
    if (event.kind === 'complete') return event.name
    if (event.kind === 'event') return event.name
    return event.animation
  }
  expect(Array.from(events(world), read)).toEqual([])
})

test('events of extensions belong to AnimationEvent', () => {
  const { world } = trackStage()
  const read = (event: Readonly<AnimationEvent>): string | null => {
    if (event.kind === 'marker') {
      const marker: MarkerEvent = event
      return marker.name
    }
    // @ts-expect-error: kinds without an extension are unknown.
    return event.kind === 'jump' ? null : event.animation
  }
  expect(Array.from(events(world), read)).toEqual([])
})
