/** A world in which recordings play, and functions that read it. */
import { createWorld } from 'bitecs'
import { installAnimation } from 'osteon'
import {
  compileRecording,
  type Recording,
  type RecordingModel,
  type RecordingWorld,
  recordingSampling,
  recordings,
} from 'osteon/recordings'
import { evaluateCurve } from '../../src/formats/mrtk/model/curve'
import { jointCurves } from '../../src/formats/mrtk/model/recording'
import type { EventView } from '../../src/world/events'
import { wholeEvents } from '../fixtures/whole-events'

export function makeWorld(capacity = 8): RecordingWorld {
  return installAnimation(createWorld(), { use: [recordings], capacity, warn: () => {} })
}

export function compiled(model: RecordingModel, options = {}): Recording {
  return compileRecording(model, options)
}

/** One tick of the system. */
export function tick(world: RecordingWorld, seconds: number): void {
  world.time.delta = seconds
  recordingSampling(world)
}

/** Events of a tick, in short: kind, entity, and further fields. */
export function told(world: RecordingWorld): string[] {
  return Array.from(wholeEvents(world), describe)
}

function describe({ kind, entity, name, time }: Readonly<EventView>): string {
  return `${kind} ${entity}${name === null ? '' : ` ${JSON.stringify(name)}`} @${Number(time.toFixed(4))}`
}

export function poseOf({ components }: RecordingWorld, eid: number): number[] {
  const { x, y, z, qx, qy, qz, qw } = components.Pose3
  return [x, y, z, qx, qy, qz, qw].map((column) => column[eid])
}

export function gazeOf({ components }: RecordingWorld, eid: number): number[] {
  const { x, y, z, directionX, directionY, directionZ } = components.Gaze
  return [x, y, z, directionX, directionY, directionZ].map((column) => column[eid])
}

/** A pose from the curves, read one by one. */
export function expectedPose(model: RecordingModel, first: number, time: number): number[] {
  const raw = Array.from({ length: 7 }, (_, channel) => evaluateCurve(model, first + channel, time))
  const length = Math.hypot(...raw.slice(3))
  const rotation = length < 1e-6 ? [0, 0, 0, 1] : raw.slice(3).map((value) => value / length)
  return [...raw.slice(0, 3), ...rotation]
}

export function expectedJoint(model: RecordingModel, side: number, joint: number, time: number): number[] {
  return expectedPose(model, jointCurves(side, joint), time)
}

/** The same of a ray. */
export function expectedRay(model: RecordingModel, first: number, time: number): number[] {
  const raw = Array.from({ length: 6 }, (_, channel) => evaluateCurve(model, first + channel, time))
  const length = Math.hypot(...raw.slice(3))
  return [...raw.slice(0, 3), ...raw.slice(3).map((value) => (length < 1e-5 ? 0 : value / length))]
}

/** Greatest difference, relative where numbers are greater than 1. */
export function difference(found: readonly number[], expected: readonly number[]): number {
  if (found.length !== expected.length) return Number.POSITIVE_INFINITY
  let most = 0
  found.forEach((value, i) => {
    const off = Math.abs(value - expected[i]) / Math.max(1, Math.abs(expected[i]))
    most = off >= 0 ? Math.max(most, off) : Number.POSITIVE_INFINITY
  })
  return most
}
