/**
 * A peer of a game for two. It ticks on with guesses of what the other player does, and goes back where a guess was
 * wrong. Needs no page.
 */
import { createWorld } from 'bitecs'
import {
  type AnimationWorld,
  currentAnimation,
  installAnimation,
  play,
  type Rig,
  spawnSkeleton,
} from 'osteon'
import { encodeState, restoreState, type SavedState, saveState } from 'osteon/save'
import { runPipeline } from 'osteon/systems'

export const RATE = 30
/** Saved states, and the most ticks that a peer goes ahead of the other's inputs. */
const STATES = 64
const AHEAD = 30
/** Ticks from one hash to the next. */
const HASHED = 60

/** What a player does in a tick: bits of INPUT. */
export const INPUT = { left: 1, right: 2, jump: 4 } as const

const PACE = 240
const EDGE = 420

export interface Peer {
  readonly me: number
  readonly world: AnimationWorld
  readonly players: readonly number[]
  /** The next tick, and the next one of the other player whose input isn't known. */
  tick: number
  known: number
  /** By player, by tick. The other player's may have gaps from `known` on. */
  readonly inputs: readonly (number | undefined)[][]
  /** By tick modulo STATES: the state before it, and what was guessed. */
  readonly states: SavedState[]
  readonly guesses: Int32Array
  /** The first tick whose guess was wrong; Infinity: none. */
  wrong: number
  /** How often it went back, and the ticks that it did again. */
  rollbacks: number
  redone: number
  /** Hashes of states that no input can change any more: every HASHED ticks, from tick 0 on. */
  readonly hashes: number[]
}

/** @param me 0 or 1. */
export function createPeer(rig: Rig, me: number): Peer {
  const world = installAnimation(createWorld(), { capacity: 4 })
  const players = [0, 1].map((player) => {
    const eid = spawnSkeleton(world, rig, { x: player === 0 ? -150 : 150, scaleX: player === 0 ? 1 : -1 })
    play(world, eid, 'idle', { loop: true })
    return eid
  })
  return {
    me,
    world,
    players,
    tick: 0,
    known: 0,
    inputs: [[], []],
    states: [],
    guesses: new Int32Array(STATES),
    wrong: Number.POSITIVE_INFINITY,
    rollbacks: 0,
    redone: 0,
    hashes: [],
  }
}

/** The other player's input of a tick has come, in any order. */
export function receive(peer: Peer, tick: number, input: number): void {
  const theirs = peer.inputs[1 - peer.me]
  if (theirs[tick] !== undefined) return
  theirs[tick] = input
  while (theirs[peer.known] !== undefined) peer.known++
  if (tick < peer.tick && peer.guesses[tick % STATES] !== input) peer.wrong = Math.min(peer.wrong, tick)
}

/** Runs a tick with an input of mine. @returns false if the other's inputs are too far behind: then nothing happens. */
export function advance(peer: Peer, input: number): boolean {
  goBack(peer)
  if (peer.tick >= peer.known + AHEAD) return false
  peer.inputs[peer.me][peer.tick] = input
  step(peer)
  return true
}

/** Goes back to the first wrong guess, and runs all ticks since then again. */
function goBack(peer: Peer): void {
  const { tick, wrong } = peer
  if (wrong < tick) {
    restoreState(peer.world, peer.states[wrong % STATES])
    peer.rollbacks++
    peer.redone += tick - wrong
    for (peer.tick = wrong; peer.tick < tick; ) step(peer)
  }
  peer.wrong = Number.POSITIVE_INFINITY
  // A state before the first unknown input is the same for both.
  for (let next = HASHED * peer.hashes.length; next < peer.tick && next <= peer.known; next += HASHED)
    peer.hashes.push(hashOf(encodeState(peer.world, peer.states[next % STATES])))
}

function step(peer: Peer): void {
  const { guesses, inputs, me, players, states, tick, world } = peer
  const at = tick % STATES
  states[at] = saveState(world, states[at])
  const theirs = inputs[1 - me]
  // Whoever does something mostly goes on.
  guesses[at] = theirs[tick] ?? theirs[peer.known - 1] ?? 0
  const both = me === 0 ? [inputs[0][tick] ?? 0, guesses[at]] : [guesses[at], inputs[1][tick] ?? 0]
  for (const [player, eid] of players.entries()) act(world, eid, both[player])
  world.time.delta = 1 / RATE
  runPipeline(world)
  peer.tick++
}

/** The rules. They depend on the world and on inputs alone. */
function act(world: AnimationWorld, eid: number, input: number): void {
  const { scaleX, x } = world.components.Transform
  const side = (input & INPUT.right ? 1 : 0) - (input & INPUT.left ? 1 : 0)
  if (side !== 0) scaleX[eid] = side
  x[eid] = Math.max(-EDGE, Math.min(EDGE, x[eid] + (side * PACE) / RATE))
  const wanted = input & INPUT.jump ? 'jump' : side === 0 ? 'idle' : 'walk'
  if (currentAnimation(world, eid, 0) !== wanted) play(world, eid, wanted, { loop: true, mix: 0.15 })
}

/** FNV-1a. */
function hashOf(bytes: Uint8Array): number {
  let hash = 0x811c9dc5
  for (const byte of bytes) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash >>> 0
}
