import type { Crowd } from '../crowd'
import { MODE } from '../figures/actors'
import { meetingPlace, type Pair, PHASE, standOf } from '../figures/bands'
import { charge, march } from '../figures/behaviour'
import { ROUND } from './take-turns'

/** Share of both bands that must have arrived before the brawl starts. */
const ENOUGH = 0.7

/** Pairs that are led in every tick; of more, each has its turn once in ROUND ticks. */
const MANY = 200

/** Sends bands to their meeting places, and starts the brawl once they have arrived. */
export function leadBands(crowd: Crowd): void {
  const { pairs, seconds, turn } = crowd
  const round = pairs.length > MANY ? ROUND : 1
  for (let i = turn % round; i < pairs.length; i += round) {
    const pair = pairs[i]
    pair.timer -= seconds * round
    if (pair.phase === PHASE.gather) {
      if (pair.timer <= 0 || areThere(crowd, pair)) startBrawl(crowd, pair)
    } else if (pair.timer <= 0) part(crowd, pair)
  }
}

function areThere({ actors }: Crowd, { bands }: Pair): boolean {
  let there = 0
  let all = 0
  for (const band of bands)
    for (const eid of band) {
      all++
      if (actors.mode[eid] === MODE.wait) there++
    }
  return there >= ENOUGH * all
}

/** Gives each member a foe of the other band; in an unequal pair some fight two against one. */
export function startBrawl(crowd: Crowd, pair: Pair): void {
  const { actors, random } = crowd
  pair.phase = PHASE.brawl
  pair.timer = random.between(8, 14)
  pair.bands.forEach((band, side) => {
    const others = pair.bands[1 - side]
    band.forEach((eid, i) => {
      actors.foe[eid] = others[i % others.length]
      if (actors.mode[eid] !== MODE.reel) charge(crowd, eid)
    })
  })
}

/** Off to another place, side by side. */
function part(crowd: Crowd, pair: Pair): void {
  const { arena, random } = crowd
  pair.phase = PHASE.gather
  pair.timer = 16
  const { x, y } = pair
  const next = meetingPlace(crowd.pairs, pair, () => ({
    x: inside(x + random.between(-2400, 2400), arena.width, 1000),
    y: inside(y + random.between(-1200, 1200), arena.height, 400),
  }))
  pair.x = next.x
  pair.y = next.y
  sendOut(crowd, pair, random.next() < 0.35)
}

export function sendOut(crowd: Crowd, pair: Pair, running: boolean): void {
  const { actors } = crowd
  pair.bands.forEach((band, side) => {
    band.forEach((eid, i) => {
      const { x, y } = standOf(pair, side, i, band.length)
      actors.foe[eid] = 0
      march(crowd, eid, x, y, running)
    })
  })
}

/** As far from the edges as there is room. */
export const inside = (value: number, size: number, edge: number): number => {
  const off = Math.min(edge, size / 2)
  return Math.max(off, Math.min(size - off, value))
}
