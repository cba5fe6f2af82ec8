/** Events that figures hear after a tick, in any engine. */
import { expect, test } from 'vitest'
import { despawnSkeleton, spawnSkeleton } from '../../src/api/spawn'
import { play } from '../../src/api/tracks/play'
import { endWith, type Scene, sceneOf } from '../../src/hosts/figures/scene'
import { poseWorld, tellEvents, tickWorld } from '../../src/hosts/figures/tick'
import { figure } from '../nesting/kit'
import { worldOf } from '../streams/fixture'

const RIG = figure()

/** A figure by name, with the kinds of events that it heard. */
interface Actor {
  eid: number
  heard: string[]
  hear?: (kind: string) => void
  end(): void
}

function createTheatre() {
  const world = worldOf()
  const scene: Scene = sceneOf(world)
  const actors = new Map<number, Actor>()
  const add = (): Actor => {
    const eid = spawnSkeleton(world, RIG)
    const forget = endWith(scene, eid, () => {})
    const actor: Actor = {
      eid,
      heard: [],
      end: () => {
        forget()
        actors.delete(eid)
        despawnSkeleton(world, eid)
      },
    }
    actors.set(eid, actor)
    return actor
  }
  const tell = () =>
    tellEvents(scene, actors, (actor, { kind }) => {
      actor.heard.push(kind)
      actor.hear?.(kind)
    })
  return { world, scene, add, tell }
}

test('events of poses between ticks come after the next tick', () => {
  const { world, scene, add, tell } = createTheatre()
  const actor = add()
  play(world, actor.eid, 'wave')
  poseWorld(scene)
  play(world, actor.eid, 'fade')
  tickWorld(world, 0)
  tell()
  expect(actor.heard).toEqual(['start', 'interrupt', 'start'])
})

test('a figure hears nothing that is owed to another one that had its entity', () => {
  const { world, scene, add, tell } = createTheatre()
  const dead = add()
  play(world, dead.eid, 'wave')
  poseWorld(scene)
  dead.end()
  const next = add()
  expect(next.eid).toBe(dead.eid)
  tickWorld(world, 0)
  tell()
  expect(next.heard).toEqual([])
})

test('a figure hears nothing of the last tick if its entity was another one then', () => {
  const { world, add, tell } = createTheatre()
  const dead = add()
  play(world, dead.eid, 'wave')
  tickWorld(world, 0)
  dead.end()
  const next = add()
  tell()
  expect([next.eid, next.heard]).toEqual([dead.eid, []])
})

test('a figure that a listener makes hears nothing of the one that ended for it', () => {
  const { world, add, tell } = createTheatre()
  const dead = add()
  play(world, dead.eid, 'wave')
  play(world, dead.eid, 'fade', { track: 1 })
  const made: Actor[] = []
  dead.hear = () => {
    dead.end()
    made.push(add())
  }
  tickWorld(world, 0)
  tell()
  expect([dead.heard, made[0].eid, made[0].heard]).toEqual([['start'], dead.eid, []])
})

test('a listener that has figures posed neither loses events nor hears any twice', () => {
  const { world, scene, add, tell } = createTheatre()
  const [one, other] = [add(), add()]
  for (const { eid } of [one, other]) play(world, eid, 'wave')
  one.hear = () => {
    play(world, one.eid, 'fade', { track: 1 })
    one.hear = undefined
    poseWorld(scene)
  }
  tickWorld(world, 0)
  tell()
  tickWorld(world, 0)
  tell()
  expect([one.heard, other.heard]).toEqual([['start', 'start'], ['start']])
})
