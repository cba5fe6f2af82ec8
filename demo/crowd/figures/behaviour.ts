/** Actions of characters: each sets mode, timer and animation together. */
import { playFigure } from 'osteon/crowd'
import type { Crowd } from '../crowd'
import { CLIP, CLIPS, MODE } from './actors'
import { setPace } from './looks'

/** Plays a clip, unless it plays already. @returns its seconds; 0 if the rig has no such animation. */
function showClip(crowd: Crowd, eid: number, clip: number, loop: boolean): number {
  const { actors, cast, world } = crowd
  const duration = cast[actors.member[eid]].durations[clip]
  if (duration === 0 || (loop && actors.clip[eid] === clip)) return duration
  playFigure(world, eid, CLIPS[clip], { loop })
  actors.clip[eid] = clip
  return duration
}

/** Wakes a resting character: its clock runs again. */
function wake(crowd: Crowd, eid: number): void {
  setPace(crowd, eid, crowd.actors.rate[eid])
}

/** Makes it a statue in its present pose. */
export function rest(crowd: Crowd, eid: number): void {
  crowd.actors.mode[eid] = MODE.rest
  setPace(crowd, eid, 0)
}

export function drowse(crowd: Crowd, eid: number): void {
  const { actors, random } = crowd
  actors.mode[eid] = MODE.drowse
  actors.timer[eid] = random.between(1.2, 3.5)
  showClip(crowd, eid, CLIP.idle, true)
}

/** Sends it to some place nearby. */
export function stroll(crowd: Crowd, eid: number): void {
  const { actors, arena, random, world } = crowd
  const { x, y } = world.components.Transform
  const far = random.between(700, 2400)
  actors.goalX[eid] = within(x[eid] + (random.next() < 0.5 ? -far : far), arena.width)
  actors.goalY[eid] = within(y[eid] + random.between(-0.5, 0.5) * far, arena.height)
  wake(crowd, eid)
  actors.mode[eid] = MODE.stroll
  showClip(crowd, eid, random.next() < 0.2 ? CLIP.run : CLIP.walk, true)
}

/** Sends it to a given place. */
export function march(crowd: Crowd, eid: number, x: number, y: number, running: boolean): void {
  const { actors } = crowd
  actors.goalX[eid] = x
  actors.goalY[eid] = y
  actors.mode[eid] = MODE.march
  showClip(crowd, eid, running ? CLIP.run : CLIP.walk, true)
}

export function wait(crowd: Crowd, eid: number): void {
  crowd.actors.mode[eid] = MODE.wait
  showClip(crowd, eid, CLIP.idle, true)
}

export function charge(crowd: Crowd, eid: number): void {
  crowd.actors.mode[eid] = MODE.charge
  showClip(crowd, eid, CLIP.run, true)
}

export function guard(crowd: Crowd, eid: number): void {
  const { actors, random } = crowd
  actors.mode[eid] = MODE.guard
  actors.timer[eid] = random.between(0.15, 0.8)
  showClip(crowd, eid, CLIP.idle, true)
}

export function strike(crowd: Crowd, eid: number): void {
  const { actors } = crowd
  actors.mode[eid] = MODE.strike
  actors.timer[eid] = showClip(crowd, eid, CLIP.strike, false) / actors.rate[eid]
}

/** Throws it back: `direction` 1 to the right, -1 to the left. */
export function reel(crowd: Crowd, eid: number, direction: number, force: number): void {
  const { actors } = crowd
  wake(crowd, eid)
  actors.mode[eid] = MODE.reel
  actors.timer[eid] = showClip(crowd, eid, CLIP.hit, false) / actors.rate[eid]
  actors.pushX[eid] = direction * force
}

/** Makes it wave, if it can, or jump; then it goes on. */
export function act(crowd: Crowd, eid: number): void {
  const { actors, cast, random } = crowd
  const waves = cast[actors.member[eid]].durations[CLIP.wave] > 0 && random.next() < 0.6
  wake(crowd, eid)
  actors.mode[eid] = MODE.act
  actors.timer[eid] = showClip(crowd, eid, waves ? CLIP.wave : CLIP.jump, false) / actors.rate[eid]
}

/** Keeps goals off the edge. */
const within = (value: number, size: number): number => Math.max(150, Math.min(size - 150, value))
