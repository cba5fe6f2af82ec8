/**
 * Where skeletons of a host's figures are in two ticks.
 *
 * Such a figure is where its object is, at any time. So only its pose is blended, in its own space: vertices of the tick
 * before are moved to where the last tick has the skeleton.
 */
import { cosine, sine } from '../../base/math/circular'
import { noteRange } from '../../streams/changes'
import { topOf } from '../../world/attached/top-of'
import { QUAD_VERTICES } from '../../world/quads'
import type { AnimationState } from '../../world/state'
import { PART } from './clip-parts'
import { type BetweenState, SIGHT } from './state'

const PLACE_NUMBERS = 5

/** A tick is about to open: keeps where skeletons are. */
export function keepPlaces({ alive, pool, skeletons }: AnimationState, between: BetweenState): void {
  if (!between.places) return
  const length = PLACE_NUMBERS * pool.capacity
  if (between.places.length < length) between.places = new Float32Array(length)
  const { places } = between
  for (let i = 0; i < alive.count; i++) {
    const eid = alive.ids[i]
    const at = PLACE_NUMBERS * eid
    places[at] = skeletons.x[eid]
    places[at + 1] = skeletons.y[eid]
    places[at + 2] = skeletons.rotation[eid]
    places[at + 3] = skeletons.scaleX[eid]
    places[at + 4] = skeletons.scaleY[eid]
  }
}

/** A tick ends: moves what the tick before has of skeletons to where they are now, with what is in their slots. */
export function movePlaces(state: AnimationState, between: BetweenState): void {
  if (!between.places) return
  const { alive, joins, skeletons } = state
  for (let i = 0; i < alive.count; i++) {
    const eid = alive.ids[i]
    if (between.skeletons.sight[eid] !== SIGHT.stays || !takeMove(state, between, topOf(state, eid))) continue
    moveRange(between, skeletons.vertexStart[eid], skeletons.vertexCount[eid])
  }
  const { alive: quads, rows } = joins.quads
  for (let i = 0; i < quads.count; i++) {
    const row = quads.ids[i]
    if (rows.carried[row] === 0 || between.quads.sight[row] !== SIGHT.stays) continue
    const carrier = joins.carry?.carrierOf(rows.entity[row]) ?? 0
    if (takeMove(state, between, topOf(state, carrier))) moveRange(between, rows.vertex[row], QUAD_VERTICES)
  }
  moveClipped(state, between)
}

/** Moves points of the tick before that were cut. */
function moveClipped(state: AnimationState, between: BetweenState): void {
  if (!between.clips.isMoved) return
  const { before } = between.clips
  const { skeletons } = state
  for (let part = 0; part < before.count; part++) {
    const at = part * PART.WORDS
    const eid = before.words[at + PART.EID]
    if (skeletons.serial[eid] !== before.words[at + PART.SERIAL]) continue
    if (!takeMove(state, between, topOf(state, eid))) continue
    movePoints(before.points, before.words[at + PART.POINT], before.words[at + PART.COUNT])
  }
}

/** From the place in the tick before to that of the last tick: a, b, c, d, x, y. */
const move = new Float64Array(6)

/** @returns whether the skeleton has moved; then `move` says how. */
function takeMove({ skeletons }: AnimationState, { isPlaced, places }: BetweenState, eid: number): boolean {
  const at = PLACE_NUMBERS * eid
  const { rotation, scaleX, scaleY, x, y } = skeletons
  // A skeleton of size 0 has no space of its own.
  if (!places || !isPlaced(eid) || at + 4 >= places.length || places[at + 3] === 0 || places[at + 4] === 0)
    return false
  if (
    places[at] === x[eid] &&
    places[at + 1] === y[eid] &&
    places[at + 2] === rotation[eid] &&
    places[at + 3] === scaleX[eid] &&
    places[at + 4] === scaleY[eid]
  )
    return false
  const wide = scaleX[eid] / places[at + 3]
  const high = scaleY[eid] / places[at + 4]
  const cos = cosine(rotation[eid])
  const sin = sine(rotation[eid])
  const oldCos = cosine(places[at + 2])
  const oldSin = sine(places[at + 2])
  move[0] = cos * wide * oldCos + sin * high * oldSin
  move[1] = sin * wide * oldCos - cos * high * oldSin
  move[2] = cos * wide * oldSin - sin * high * oldCos
  move[3] = sin * wide * oldSin + cos * high * oldCos
  move[4] = x[eid] - move[0] * places[at] - move[2] * places[at + 1]
  move[5] = y[eid] - move[1] * places[at] - move[3] * places[at + 1]
  return true
}

function moveRange({ before, moved }: BetweenState, first: number, count: number): void {
  movePoints(before.positions, first, count)
  noteRange(moved, first, count)
}

function movePoints(points: Float32Array, first: number, count: number): void {
  for (let i = 2 * first; i < 2 * (first + count); i += 2) {
    const x = points[i]
    const y = points[i + 1]
    points[i] = move[0] * x + move[2] * y + move[4]
    points[i + 1] = move[1] * x + move[3] * y + move[5]
  }
}
