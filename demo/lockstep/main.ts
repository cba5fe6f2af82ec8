/**
 * The page of lockstep with rollback: two peers, in this tab or in two, tick the same world. Only inputs go from one to
 * the other, by a `BroadcastChannel` and late.
 *
 * Addresses: `?me=0` and `?me=1` show one peer each. `?fast=9000` runs so many ticks as fast as possible.
 */
import type { Rig } from 'osteon'
import { fitView } from 'osteon/render'
import { fixedTicks } from 'osteon/systems'
import { loadCharacter } from '../characters'
import { element, fitCanvas } from '../dom'
import { createWorldPainter } from '../world-painter'
import { advance, createPeer, INPUT, type Peer, RATE, receive } from './peer'

declare global {
  interface Window {
    /** For tests: the seats of this tab. */
    lockstep?: readonly Seat[]
  }
}

/** `hello` begins a game, `welcome` answers; `game` is when it began. */
type Message = { from: number; game: number } & (
  | { kind: 'hello' | 'welcome' }
  | { kind: 'input'; tick: number; input: number }
  | { kind: 'hash'; number: number; hash: number }
)

/** A peer, and its end of the channel. */
interface Seat {
  readonly me: number
  readonly peer: Peer
  game: number
  /** Whether the other one is there. */
  started: boolean
  /** Hashes of the other one, and how many of them were compared, and differ. */
  theirs: (number | undefined)[]
  compared: number
  different: number
  sent: number
  send(message: Message): void
}

const params = new URLSearchParams(location.search)
const fast = Number(params.get('fast') ?? 0)
const DUSK = [84 / 255, 76 / 255, 112 / 255, 1] as const
const CANVASES = ['first', 'second']
const KEYS: Readonly<Record<string, readonly [player: number, input: number]>> = {
  a: [0, INPUT.left],
  d: [0, INPUT.right],
  w: [0, INPUT.jump],
  ArrowLeft: [1, INPUT.left],
  ArrowRight: [1, INPUT.right],
  ArrowUp: [1, INPUT.jump],
}

const held = [0, 0]
/** When a player last touched a key; before that, somebody else plays for them. */
const touched = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
const bots = [0, 0]

function listenToKeys(): void {
  const turn = ({ key }: KeyboardEvent, down: boolean): void => {
    const found = KEYS[key]
    if (!found) return
    const [player, input] = found
    touched[player] = performance.now()
    held[player] = down ? held[player] | input : held[player] & ~input
  }
  addEventListener('keydown', (event) => turn(event, true))
  addEventListener('keyup', (event) => turn(event, false))
}

function inputOf(player: number): number {
  if (performance.now() - touched[player] < 3000) return held[player]
  if (Math.random() < 0.06)
    bots[player] = [0, INPUT.left, INPUT.right, INPUT.jump][Math.floor(4 * Math.random())]
  return bots[player]
}

/** Milliseconds that a message takes. */
function delay(): number {
  const most = fast > 0 ? 12 : element('delay', HTMLInputElement).valueAsNumber
  return most * (0.2 + 0.8 * Math.random())
}

function takeSeat(rig: Rig, me: number): Seat {
  const channel = new BroadcastChannel('osteon-lockstep')
  const seat: Seat = {
    me,
    peer: createPeer(rig, me),
    game: Date.now() + me / 2,
    started: false,
    theirs: [],
    compared: 0,
    different: 0,
    sent: 0,
    send: (message) => void setTimeout(() => channel.postMessage(message), delay()),
  }
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.from !== me) hear(seat, data)
  })
  seat.send({ kind: 'hello', from: me, game: seat.game })
  return seat
}

function hear(seat: Seat, message: Message): void {
  if (message.kind === 'hello') {
    // The later one counts.
    if (message.game > seat.game) begin(seat, message.game)
    return
  }
  if (message.game !== seat.game) return
  if (message.kind === 'welcome') seat.started = true
  if (message.kind === 'input') receive(seat.peer, message.tick, message.input)
  if (message.kind === 'hash') seat.theirs[message.number] = message.hash
}

function begin(seat: Seat, game: number): void {
  const { me } = seat
  if (seat.peer.tick > 0) {
    // The other tab was loaded again. A new page is the simplest new game.
    location.reload()
    return
  }
  Object.assign(seat, { game, started: true })
  seat.send({ kind: 'welcome', from: me, game })
}

/** @returns false if the seat has to wait. */
function tick(seat: Seat): boolean {
  const { game, me, peer } = seat
  if (!seat.started) return false
  const at = peer.tick
  const input = inputOf(me)
  const went = advance(peer, input)
  if (went) seat.send({ kind: 'input', from: me, game, tick: at, input })
  for (; seat.sent < peer.hashes.length; seat.sent++)
    seat.send({ kind: 'hash', from: me, game, number: seat.sent, hash: peer.hashes[seat.sent] })
  for (; seat.compared < peer.hashes.length; seat.compared++) {
    const theirs = seat.theirs[seat.compared]
    if (theirs === undefined) break
    if (theirs !== peer.hashes[seat.compared]) seat.different++
  }
  return went
}

function tell({ compared, different, me, peer, started }: Seat): void {
  const hashes = different > 0 ? `${different} hashes differ` : `${compared} hashes are the same`
  element(`${CANVASES[me]}-state`, HTMLOutputElement).textContent = started
    ? `tick ${peer.tick} · ${peer.rollbacks} rollbacks · ${hashes}`
    : 'waits for the other one'
}

function show(seats: readonly Seat[]): void {
  const pictures = seats.map((seat) => {
    const canvas = element(CANVASES[seat.me], HTMLCanvasElement)
    const painter = createWorldPainter(seat.peer.world, canvas)
    const advanceTicks = fixedTicks(seat.peer.world, { rate: RATE, tick: () => void tick(seat) })
    return (seconds: number) => {
      advanceTicks(seconds)
      fitCanvas(canvas, canvas.clientWidth, canvas.clientHeight)
      painter.paint(fitView({ x: 0, y: 230, width: 1300, height: 700 }, canvas.width, canvas.height), DUSK)
      tell(seat)
    }
  })
  let before = performance.now()
  const frame = (now: number): void => {
    for (const picture of pictures) picture(Math.max(0, now - before) / 1000)
    before = now
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
}

/** Ticks without pictures, a few between messages. */
async function run(seats: readonly Seat[]): Promise<void> {
  const isOver = ({ peer }: Seat) => peer.tick >= fast && peer.known >= fast
  while (!seats.every(isOver)) {
    for (const seat of seats)
      for (let i = 0; i < 10 && seat.peer.tick < fast + 60; i++) if (!tick(seat)) break
    await new Promise((resolve) => setTimeout(resolve, 0))
  }
  for (const seat of seats) tell(seat)
}

const rig = await loadCharacter('lamplighter')
const me = params.get('me')
const shown = me === null ? [0, 1] : [me === '1' ? 1 : 0]
for (const player of [0, 1]) element(`player-${player}`, HTMLElement).hidden = !shown.includes(player)
listenToKeys()
const seats = shown.map((player) => takeSeat(rig, player))
window.lockstep = seats
if (fast > 0) await run(seats)
else show(seats)
document.body.dataset.ready = 'true'
