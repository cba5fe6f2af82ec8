/** Makes keys with eased Bézier curves from a few numbers, like the "auto" handles of a curve editor. */
import { round } from '../rig/round'
import type { KeyJson } from '../rig/spine-json'

/** `straight`: constant speed to the next key, as a planted foot needs. `held`: keeps its value. */
type Way = 'straight' | 'held'

export type Key = readonly [time: number, value: number, way?: Way]

const slopeBetween = (a: Key, b: Key): number => (b[1] - a[1]) / (b[0] - a[0])

/**
 * Slope at every key: level at ends and turning points, else the mean of both sides, limited so that a curve never
 * overshoots. In a loop the first and last key are one.
 */
function slopes(keys: readonly Key[], loop: boolean): number[] {
  const last = keys.length - 1
  const between = keys.slice(1).map((key, i) => slopeBetween(keys[i], key))
  const meet = (before: number, after: number): number => {
    if (before * after <= 0) return 0
    const mean = (before + after) / 2
    return Math.sign(mean) * Math.min(Math.abs(mean), 3 * Math.abs(before), 3 * Math.abs(after))
  }
  return keys.map((_, i) => {
    if (i > 0 && i < last) return meet(between[i - 1], between[i])
    return loop && last > 1 ? meet(between[last - 1], between[0]) : 0
  })
}

interface Channel {
  keys: readonly Key[]
  slopes: readonly number[]
}

const channelOf = (keys: readonly Key[], loop: boolean): Channel => ({ keys, slopes: slopes(keys, loop) })

/** Absolute control points (time, value, time, value) of the segment after key `i`. */
function handles({ keys, slopes: slope }: Channel, i: number): number[] {
  const [t1, v1, way] = keys[i]
  const [t2, v2] = keys[i + 1]
  const third = (t2 - t1) / 3
  const [m1, m2] =
    way === 'straight'
      ? [slopeBetween(keys[i], keys[i + 1]), slopeBetween(keys[i], keys[i + 1])]
      : [slope[i], slope[i + 1]]
  return [t1 + third, v1 + m1 * third, t2 - third, v2 - m2 * third].map((value) => round(value))
}

function write(names: readonly string[], channels: readonly Channel[]): KeyJson[] {
  const { keys } = channels[0]
  return keys.map(([time, , way], i) => {
    const key: KeyJson = {}
    if (time !== 0) key.time = round(time)
    names.forEach((name, c) => {
      key[name] = round(channels[c].keys[i][1])
    })
    if (i === keys.length - 1 || (way === 'straight' && channels.length === 1)) return key
    key.curve = way === 'held' ? 'stepped' : channels.flatMap((channel) => handles(channel, i))
    return key
  })
}

/** A motion that starts and ends at rest. */
export const once = (...keys: Key[]): KeyJson[] => write(['value'], [channelOf(keys, false)])

/** A motion that repeats: the last value must be the first. */
export function cycle(...keys: Key[]): KeyJson[] {
  if (keys[0][1] !== keys[keys.length - 1][1]) throw new Error('a cycle ends as it starts')
  return write(['value'], [channelOf(keys, true)])
}

/** Two values a key, such as scale: [time, x, y]. */
export function pairs(...keys: (readonly [time: number, x: number, y: number])[]): KeyJson[] {
  const [x, y] = [keys.map(([t, v]): Key => [t, v]), keys.map(([t, , v]): Key => [t, v])]
  return write(['x', 'y'], [channelOf(x, false), channelOf(y, false)])
}

/** Value of a looping motion between two keys, on its curve. */
function between(keys: readonly Key[], i: number, time: number): number {
  const [t1, v1, way] = keys[i]
  const [t2, v2] = keys[i + 1]
  const t = (time - t1) / (t2 - t1)
  if (way === 'straight') return v1 + (v2 - v1) * t
  const slope = slopes(keys, true)
  const [m1, m2] = [slope[i] * (t2 - t1), slope[i + 1] * (t2 - t1)]
  const u = 1 - t
  return v1 * u * u * (1 + 2 * t) + v2 * t * t * (1 + 2 * u) + m1 * t * u * u - m2 * t * t * u
}

/** The same cycle `by` seconds later, for the other leg. */
export function delayed(by: number, ...keys: Key[]): KeyJson[] {
  const duration = keys[keys.length - 1][0]
  const cut = duration - by
  const at = keys.findIndex(([time], i) => i + 1 < keys.length && time <= cut && keys[i + 1][0] > cut)
  const start: Key = [0, between(keys, at, cut), keys[at][2]]
  const after = keys.slice(at + 1, -1).map(([time, value, way]): Key => [time - cut, value, way])
  const joint: Key = [by, keys[0][1], keys[0][2]]
  const before = keys.slice(1, at + 1).map(([time, value, way]): Key => [time + by, value, way])
  // The old end and the old start are the same key; a key at the cut becomes the new start and end.
  const end: Key = [duration, start[1]]
  return cycle(start, ...after, joint, ...before.filter(([time]) => time < duration - 1e-9), end)
}

/** A sine: `mean + amplitude · sin(2π (cycles · t / duration + phase))`, phase in turns. */
export function sway(duration: number, mean: number, amplitude: number, phase = 0, cycles = 1): KeyJson[] {
  const steps = 4 * cycles
  const angle = (i: number): number => 2 * Math.PI * ((cycles * (i % steps)) / steps + phase)
  const speed = (2 * Math.PI * cycles * amplitude) / duration
  const keys = Array.from(
    { length: steps + 1 },
    (_, i): Key => [(duration * i) / steps, mean + amplitude * Math.sin(angle(i))],
  )
  const slope = keys.map((_, i) => speed * Math.cos(angle(i)))
  return write(['value'], [{ keys, slopes: slope }])
}

/** The same sway for each bone of a chain, later and wider towards its end. */
export function swayChain(
  bones: readonly string[],
  duration: number,
  {
    mean = [],
    amplitude,
    phase = 0,
    lag = 0.1,
    cycles = 1,
  }: {
    mean?: readonly number[]
    amplitude: readonly number[]
    phase?: number
    lag?: number
    cycles?: number
  },
): Record<string, Record<string, KeyJson[]>> {
  return Object.fromEntries(
    bones.map((name, i) => [
      name,
      { rotate: sway(duration, mean[i] ?? 0, amplitude[i], phase - lag * i, cycles) },
    ]),
  )
}
