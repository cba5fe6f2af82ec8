/** The scene of the tracks page: opening, time and commands. */
import { getBone } from 'osteon'
import { describe, expect, test } from 'vitest'
import { wordsOf } from '../../../demo/tracks/fields/event-lines'
import { reachOf } from '../../../demo/tracks/rewind'
import {
  act,
  advance,
  command,
  createScene,
  goTo,
  isPast,
  letPass,
  openRig,
  type Scene,
  tickAt,
} from '../../../demo/tracks/scene'
import { type Command, OPENING, parseScript } from '../../../demo/tracks/script'
import { createStress } from '../../../demo/tracks/stress'
import { readCharacter } from '../lamplighter'

const STEP = 1 / 60
const CAST = ['lamplighter', 'badger', 'hare'] as const
const rigs = new Map(
  await Promise.all(CAST.map(async (name) => [name, (await readCharacter(name)).rig] as const)),
)

function sceneOf(script: string, name: (typeof CAST)[number] = 'lamplighter'): Scene {
  const rig = rigs.get(name)
  if (!rig) throw new Error(`no ${name}`)
  const scene = createScene(rig, (problem) => {
    throw problem
  })
  openRig(scene, rig, parseScript(script))
  return scene
}

/** @returns the pose after each tick. */
function run(scene: Scene, ticks: number): string[] {
  return Array.from({ length: ticks }, () => {
    advance(scene, STEP)
    return poseOf(scene)
  })
}

const poseOf = ({ world, eid, rig }: Scene): string =>
  rig.bones.names.map((name) => [...getBone(world, eid, name)].join()).join(';')

const playing = (scene: Scene, track: number) => scene.tracks[track].chain.map(({ animation }) => animation)

const given = (verb: Command['verb'], track: number, animation: string, fields = {}): Command => ({
  verb,
  track,
  animation,
  fields,
  queued: false,
})

describe('the opening', () => {
  test.each(CAST)('crossfades, layers, queues and interrupts, for the %s', (name) => {
    const scene = sceneOf(OPENING, name)
    const seen = { crossfade: false, layer: false, queue: false, nested: 0 }
    for (let tick = 0; tick < 620; tick++) {
      advance(scene, STEP)
      const [ground, upper] = scene.tracks
      seen.crossfade ||= ground.chain.length === 2
      seen.layer ||= upper.chain[0]?.animation === 'strike' && upper.chain[0].mask !== null
      seen.queue ||= ground.queue.length > 0
      seen.nested = Math.max(seen.nested, ground.chain.length)
    }
    expect(seen).toEqual({ crossfade: true, layer: true, queue: true, nested: expect.any(Number) })
    expect(seen.nested).toBeGreaterThanOrEqual(3)
    const kinds = new Set(scene.book.lines.map(({ kind }) => kind))
    expect([...kinds].sort()).toEqual(['complete', 'dispose', 'end', 'event', 'interrupt', 'start'])
  })

  test('begins again, until the user does something', () => {
    const scene = sceneOf(OPENING)
    for (let tick = 0; tick < 640; tick++) advance(scene, STEP)
    expect(playing(scene, 0)[0]).toBe('walk')
    command(scene, given('play', 0, 'idle', { loop: true }))
    for (let tick = 0; tick < 640; tick++) advance(scene, STEP)
    expect(playing(scene, 0)).toEqual(['idle'])
  })

  test('has weights that sum to one in a crossfade', () => {
    const scene = sceneOf('0 play 0 walk loop; 0.5 play 0 run loop mix=0.4')
    run(scene, 45)
    const [into, from] = scene.tracks[0].weights
    expect(into + from).toBeCloseTo(1, 9)
    expect(into).toBeGreaterThan(0.3)
    expect(into).toBeLessThan(0.8)
  })
})

describe('time', () => {
  test('is taken back to the very poses that were', () => {
    const scene = sceneOf(OPENING)
    const poses = run(scene, 500)
    for (const tick of [499, 498, 130, 131, 132, 240, 3, 1, 377, 500]) {
      goTo(scene, tick)
      expect([scene.moment.tick, poseOf(scene)]).toEqual([tick, poses[tick - 1]])
    }
    expect(isPast(scene)).toBe(false)
  })

  test('goes on from there over the known part, and then anew', () => {
    const scene = sceneOf(OPENING)
    run(scene, 200)
    const expected = run(sceneOf(OPENING), 260)
    goTo(scene, 120)
    for (let tick = 121; tick <= 260; tick++) letPass(scene, STEP)
    expect(poseOf(scene)).toBe(expected[259])
    expect(scene.book.lines.map(({ number }) => number)).toEqual([...scene.book.lines.keys()])
  })

  test('is another one once the user does something', () => {
    const scene = sceneOf(OPENING)
    run(scene, 300)
    goTo(scene, 60)
    command(scene, given('play', 0, 'jump'))
    expect(reachOf(scene.rewind)[1]).toBe(60)
    expect(scene.book.lines.every(({ tick }) => tick <= 60)).toBe(true)
    run(scene, 10)
    expect(playing(scene, 0)[0]).toBe('jump')
    expect(scene.history.every(({ times }) => times.every((at, i) => i === 0 || at > times[i - 1]))).toBe(
      true,
    )
  })

  test('keeps the commands that came while it stood', () => {
    const scene = sceneOf('0 play 0 walk loop')
    run(scene, 50)
    command(scene, given('play', 0, 'run', { loop: true }))
    goTo(scene, 20)
    expect(playing(scene, 0)).toEqual(['walk'])
    goTo(scene, 50)
    expect(playing(scene, 0)[0]).toBe('run')
    run(scene, 2)
    expect(playing(scene, 0)[0]).toBe('run')
  })

  test('passes slowly over known ticks, too', () => {
    const scene = sceneOf('0 play 0 walk loop')
    run(scene, 40)
    goTo(scene, 10)
    for (let frame = 0; frame < 50; frame++) letPass(scene, STEP / 10)
    expect(scene.moment.tick).toBe(15)
  })

  test('is known for a bounded while', () => {
    const scene = sceneOf(OPENING)
    for (let tick = 0; tick < 1500; tick++) advance(scene, STEP)
    const [first, last] = reachOf(scene.rewind)
    expect(last).toBe(1500)
    expect(last - first).toBeGreaterThan(400)
    expect(last - first).toBeLessThan(1200)
    expect(scene.rewind.times).toHaveLength(last - first + 1)
    goTo(scene, 0)
    expect(scene.moment.tick).toBe(first + 1)
    expect(tickAt(scene, scene.time)).toBe(first + 1)
  })
})

describe('the stress test', () => {
  test('is the same for the same seed, and leaves nothing behind', () => {
    const [one, other] = [1, 1].map(() => {
      const scene = sceneOf('')
      scene.stress = createStress(7, 0)
      return { scene, poses: run(scene, 400) }
    })
    expect(one.poses).toEqual(other.poses)
    expect(one.scene.book.lines.map(wordsOf)).toEqual(other.scene.book.lines.map(wordsOf))
    expect(one.scene.history.length).toBeLessThan(200)
    act(one.scene, () => {
      one.scene.stress = null
    })
    for (let track = 0; track < 4; track++) command(one.scene, given('fade', track, '', { mix: 0.1 }))
    run(one.scene, 60)
    expect(one.scene.tracks.flatMap(({ chain }) => chain)).toEqual([])
  })
})

test('parts that the rig lacks are named, and all else goes on', () => {
  const told: string[] = []
  const rig = rigs.get('hare')
  if (!rig) throw new Error('no hare')
  const scene = createScene(rig, (problem) => told.push(String(problem)))
  openRig(scene, rig, parseScript('0 play 0 wave; 0 play 1 walk'))
  run(scene, 2)
  command(scene, given('queue', 0, 'dance'))
  expect(told.map((text) => /has no animation "(\w+)"/.exec(text)?.[1])).toEqual(['wave', 'dance'])
  expect(playing(scene, 1)).toEqual(['walk'])
})
