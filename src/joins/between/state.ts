/** What a world keeps of its last tick but one, and what it draws between the two. */

import type { FixedTickOptions } from '../../../systems/fixed-ticks'
import { changePages } from '../../streams/changes'
import { createLooks, type LookPages, lookArrays, type RetainedLooks } from '../../streams/looks'
import { joinedState } from '../../world/joins'
import type { AnimationState } from '../../world/state'
import type { StreamState, VertexArrays } from '../../world/streams'
import { type Clips, createClips } from './clip-parts'

/** The extension's name. */
export const NAME = 'betweenTicks'

/**
 * Retained vertices of two ticks. Where `moved` and `tinted` note nothing, both are the same.
 *
 * All arrays of pages have a byte for every CHANGE_PAGE vertices.
 */
export interface BetweenState {
  /** Vertices that the arrays hold: `StreamState.capacity`. */
  capacity: number
  /** The tick before the last, by the vertex numbers of the last one. Its texture coordinates are not kept. */
  before: VertexArrays
  /** Looks of the last tick. */
  readonly now: RetainedLooks
  /** Pages in which positions differ, or may. */
  moved: Uint8Array
  /** The same for looks, by bit of LOOK. */
  tinted: LookPages
  /** Pages of `shown.positions` that hold a blend of earlier ticks. */
  touched: Uint8Array
  /** The blend: streams for renderers, with positions and notes of their own. */
  readonly shown: StreamState
  /** The share of `shown`, and whether a tick came since. */
  share: number
  stale: boolean
  /** By entity, and by row of quads: whom the last tick drew there. */
  readonly skeletons: Presence
  readonly quads: Presence
  /** By entity: numbers of its slots in the last tick (`writeNumbers`). */
  readonly numbers: (Int32Array | undefined)[]
  /** Skeletons whose vertices got other numbers in this tick; the first `count`. */
  renumbered: Int32Array
  count: number
  readonly scratch: Scratch
  /** What clips cut, which is in the tail of the streams. */
  readonly clips: Clips
  /** For a host: x, y, rotation, scaleX, scaleY in the tick before, by entity. Null: no host blends. */
  places: Float32Array | null
  /** Whether a skeleton is shown by an object of the host, which places it. */
  isPlaced: (eid: number) => boolean
}

/** What hosts of figures call. */
export interface HostBlend {
  /**
   * Makes ticks of one length, as `fixedTicks`. From now on, poses are blended in the space of their skeletons.
   *
   * @param isPlaced whether the host places a skeleton; others are blended in the world.
   */
  fix(options: FixedTickOptions, isPlaced: (eid: number) => boolean): (seconds: number) => number
  /** Assembles a frame between the last two ticks: see `blendTicks`. */
  blend(share: number): StreamState
  /** Brings looks up to date, with blended colours. @returns the pages that were written since the last call. */
  writeLooks(looks: RetainedLooks): LookPages
  /** Whether colours of the assembled frame, or of the one before it, are blends. */
  readonly tints: boolean
  /** The frame was copied: ends `blend`. */
  end(): void
}

/** Who was drawn. */
export interface Presence {
  /** Serial of what was drawn; 0 = nothing. */
  serial: Uint32Array
  /** The number under which it was carried; 0 = it stood by itself. */
  carried: Int32Array
  /** In the present tick, values of SIGHT. */
  sight: Uint8Array
}

/** 0: it isn't drawn. `jump`: it is drawn, and was not drawn in the last tick, or elsewhere. */
export const SIGHT = { none: 0, stays: 1, jumps: 2 } as const

/** Vertices of the tick before, while they get other numbers. */
interface Scratch extends VertexArrays {
  room: number
  /** Numbers of one skeleton. */
  numbers: Int32Array
  /** 1: the log of looks notes the entity as a whole. */
  noted: Uint8Array
}

export function createBetween(state: AnimationState): BetweenState {
  const { streams } = state
  const pages = () => new Uint8Array(0)
  const presence = (): Presence => ({
    serial: new Uint32Array(0),
    carried: new Int32Array(0),
    sight: new Uint8Array(0),
  })
  return {
    capacity: 0,
    before: verticesOf(0),
    now: createLooks(),
    moved: pages(),
    tinted: [pages(), pages(), pages()],
    touched: pages(),
    shown: {
      ...streams,
      capacity: 0,
      positions: new Float32Array(0),
      changes: { ...streams.changes, positions: pages(), replaced: true },
    },
    share: 1,
    stale: true,
    skeletons: presence(),
    quads: presence(),
    numbers: [],
    renumbered: new Int32Array(64),
    count: 0,
    scratch: { ...verticesOf(0), room: 0, numbers: new Int32Array(64), noted: new Uint8Array(0) },
    clips: createClips(state.streams.pools),
    places: null,
    isPlaced: () => false,
  }
}

/** @throws OsteonError `no-extension`. */
export function betweenOf(state: AnimationState): BetweenState {
  return joinedState<BetweenState>(state, NAME, NAME)
}

/** @throws OsteonError `no-extension`. */
export function hostBlendOf(state: AnimationState): HostBlend {
  return joinedState<{ readonly host: HostBlend }>(state, NAME, NAME).host
}

const KEPT = ['positions', 'light', 'dark', 'info'] as const

/** Texture coordinates are not kept. */
function verticesOf(room: number): VertexArrays {
  return { positions: new Float32Array(2 * room), ...lookArrays(room), uvs: new Float32Array(0) }
}

/** Makes the arrays as long as the stream's. What fits stays. */
export function growVertices(between: BetweenState, capacity: number): void {
  const { before, shown } = between
  between.capacity = capacity
  between.before = verticesOf(capacity)
  for (const name of KEPT) {
    const longer = between.before[name]
    longer.set(before[name].subarray(0, longer.length))
  }
  const pages = changePages(capacity)
  const noted = () => new Uint8Array(pages).fill(1)
  between.moved = noted()
  between.tinted = [noted(), noted(), noted()]
  between.touched = noted()
  shown.capacity = capacity
  shown.positions = new Float32Array(2 * capacity)
  shown.changes.positions = noted()
}

export function growPresence(presence: Presence, capacity: number): void {
  if (presence.serial.length >= capacity) return
  const { serial, carried } = presence
  presence.serial = new Uint32Array(capacity)
  presence.serial.set(serial)
  presence.carried = new Int32Array(capacity)
  presence.carried.set(carried)
  presence.sight = new Uint8Array(capacity)
}

export function growScratch({ scratch }: BetweenState, vertices: number): void {
  if (vertices <= scratch.room) return
  const room = Math.max(256, 2 * vertices)
  const longer = verticesOf(room)
  for (const name of KEPT) longer[name].set(scratch[name])
  Object.assign(scratch, longer, { room })
}
