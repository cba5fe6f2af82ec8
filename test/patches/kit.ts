/** Parts of the small skeletons and scripts that show the differences between patch releases of Spine. */
import type { Dump, Op } from '../golden/schema'

export type Json = Readonly<Record<string, unknown>>

/** What one release line shows. */
export interface Row {
  /** What is tested, and which releases show it. */
  readonly name: string
  readonly version: '4.0' | '4.1' | '4.2' | '4.3'
  readonly json: Json
  /** `update` with `times` is that many ticks; each is read. */
  readonly ops: readonly (Op & { readonly times?: number })[]
  /** What is read after every tick. */
  readonly read: (dump: Dump) => unknown
  /** What the newest release shows, tick after tick. */
  readonly shown: readonly unknown[]
}

export const BONE = { name: 'b', parent: 'root' }
export const ROOT = { name: 'root' }
export const x = ({ bones }: Dump) => bones[10]
export const REST = { animations: { rest: {} } }
export const axisX = ({ bones }: Dump) => [bones[6], bones[8]]
export const axisY = ({ bones }: Dump) => [bones[7], bones[9]]
export const angle = ({ bones }: Dump) => (Math.atan2(bones[8], bones[6]) * 180) / Math.PI
export const sequence = (dump: Dump) => dump.sequence?.[0] ?? -1
export const kinds = ({ events = [] }: Dump) => events.filter(({ kind }) => kind === 'complete').length

export const set = (name: string, loop = false, track = 0): Op => ({ op: 'setAnimation', track, name, loop })
export const entry = (fields: Op['set'], track = 0): Op => ({
  op: 'entry',
  track,
  which: 'last',
  set: fields,
})
export const tick = (dt: number, times = 1) => ({ op: 'update', dt, times })
export const mixOf = (duration: number): Op => ({ op: 'defaultMix', duration })
export const fade = (mixDuration: number, track = 0): Op => ({ op: 'setEmptyAnimation', track, mixDuration })

/** A bone `b` below the root, with animations of bones' timelines. */
export const moves = (animations: Readonly<Record<string, Json>>, setup: Json = {}): Json => ({
  bones: [ROOT, { ...BONE, ...setup }],
  animations: Object.fromEntries(Object.entries(animations).map(([name, b]) => [name, { bones: { b } }])),
})

/** A transform constraint that turns, scales or shears `b` like `source`. */
export const follows = (version: string, constraint: Json, source: Json): Json => {
  const own = { name: 'follow', bones: ['b'] }
  const bones = [ROOT, BONE, { name: 'source', parent: 'root', ...source }]
  const none = { mixRotate: 0, mixX: 0, mixY: 0, mixScaleX: 0, mixScaleY: 0, mixShearY: 0 }
  if (version === '4.3')
    return { bones, ...REST, constraints: [{ type: 'transform', source: 'source', ...own, ...constraint }] }
  return { bones, ...REST, transform: [{ target: 'source', ...own, ...none, ...constraint }] }
}

/** A bone `b` with physics along x, a constant wind, steps of 1/60 s. */
export const blown = (version: string, constraint: Json, more: Json = {}): Json => {
  const own = {
    name: 'p',
    bone: 'b',
    x: 1,
    inertia: 1,
    strength: 0,
    damping: 1,
    mass: 1,
    wind: 10,
    gravity: 0,
    ...constraint,
  }
  const list = version === '4.3' ? { constraints: [{ type: 'physics', ...own }] } : { physics: [own] }
  return { bones: [ROOT, { ...BONE, length: 10 }], ...REST, ...list, ...more }
}
