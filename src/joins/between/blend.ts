/** Blends the vertices of the last two ticks. */
import { badOption } from '../../base/errors'
import { assembleFrame } from '../../streams/frame/frame'
import { type LookPages, type RetainedLooks, renewLooks } from '../../streams/looks'
import type { AnimationState } from '../../world/state'
import { stateOf } from '../../world/state-of'
import { CHANGE_PAGE, type StreamState } from '../../world/streams'
import type { AnimationWorld } from '../../world/world-type'
import { cutBetween, endCut } from './cut'
import { absorb } from './keep'
import { type BetweenState, betweenOf } from './state'

/**
 * Assembles the frame of the last tick, with retained positions between it and the tick before. Its notes of changes
 * are for one renderer; call `endBlend` when that has read them.
 *
 * @param share 0: the tick before; 1: the last tick.
 * @throws OsteonError `no-extension`, `bad-option`.
 */
export function blendTicks(world: AnimationWorld, share: number): StreamState {
  const state = stateOf(world)
  const between = betweenOf(state)
  if (!(share >= 0 && share <= 1)) throw badOption('drawBetween', 'share', `${share}; it must be from 0 to 1`)
  // After another state was restored, nothing is known until the next tick.
  if (between.now.read >= state.streams.looks.first) cutBetween(state, between, share)
  const streams = assembleFrame(world)
  const { changes } = streams
  const { shown } = between
  absorb(state, between)
  if (between.share !== share || changes.positions.includes(1)) between.stale = true
  changes.positions.fill(0)
  // If it isn't set, something else was drawn since `endBlend`.
  if (!changes.replaced) shown.changes.replaced = true
  if (between.stale) mixPositions(streams, between, share)
  between.share = share
  between.stale = false
  shown.vertexCount = streams.vertexCount
  shown.changes.indices = changes.indices
  shown.changes.patches = changes.patches
  shown.changes.runs = changes.runs
  shown.changes.tail = changes.tail
  Object.assign(shown, { tail: streams.tail })
  return shown
}

/** A renderer has read the notes. Whatever else is drawn next uploads all vertices. */
export function endBlend(state: AnimationState): void {
  const { changes } = state.streams
  const { clips, shown } = betweenOf(state)
  changes.indices = shown.changes.indices
  changes.runs = shown.changes.runs
  changes.tail = shown.changes.tail
  changes.replaced = true
  endCut(state, clips)
}

/** Writes positions of pages that differ between the ticks, or that an earlier blend left. */
function mixPositions({ positions: now }: StreamState, between: BetweenState, share: number): void {
  const { moved, shown, touched } = between
  const { positions: before } = between.before
  const { changes, positions } = shown
  const rest = 1 - share
  for (let page = 0; page < moved.length; page++) {
    if ((moved[page] | touched[page]) === 0) continue
    changes.positions[page] = 1
    touched[page] = 0
    const end = Math.min(positions.length, 2 * CHANGE_PAGE * (page + 1))
    for (let i = 2 * CHANGE_PAGE * page; i < end; i++) positions[i] = rest * before[i] + share * now[i]
  }
}

/**
 * Brings a renderer's looks up to date, with colours between the ticks, and notes what was written. Where a
 * colour's mode or signs changed, it is that of the last tick. Call `unblendLooks` after these looks were uploaded.
 */
export function blendLooks(state: AnimationState, looks: RetainedLooks, pages: LookPages): void {
  const between = betweenOf(state)
  renewLooks(state, looks, pages)
  const { before, share, tinted } = between
  const rest = 1 - share
  for (let page = 0; page < between.moved.length; page++) {
    if ((tinted[1][page] | tinted[2][page]) === 0) continue
    pages[1][page] = pages[2][page] = 1
    const end = Math.min(looks.light.length, 4 * CHANGE_PAGE * (page + 1))
    for (let i = 4 * CHANGE_PAGE * page; i < end; i += 4) {
      if (!isSameMode(before.info, looks.info, i)) continue
      for (let channel = i; channel < i + 4; channel++) {
        looks.light[channel] = rest * before.light[channel] + share * looks.light[channel] + 0.5
        looks.dark[channel] = rest * before.dark[channel] + share * looks.dark[channel] + 0.5
      }
    }
  }
}

/** Compares colour mode and signs, the upper half of `info`. */
function isSameMode(before: Uint8Array, now: Uint8Array, at: number): boolean {
  return before[at + 2] === now[at + 2] && before[at + 3] === now[at + 3]
}

/** Writes the colours of the last tick where `blendLooks` wrote blends, and notes it. */
export function unblendLooks(state: AnimationState, looks: RetainedLooks, pages: LookPages): void {
  const { moved, now, tinted } = betweenOf(state)
  for (let page = 0; page < moved.length; page++) {
    if ((tinted[1][page] | tinted[2][page]) === 0) continue
    pages[1][page] = pages[2][page] = 1
    const end = Math.min(looks.light.length, 4 * CHANGE_PAGE * (page + 1))
    for (let i = 4 * CHANGE_PAGE * page; i < end; i++) {
      looks.light[i] = now.light[i]
      looks.dark[i] = now.dark[i]
    }
  }
}
