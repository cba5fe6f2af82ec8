/** The mouse and the octopus of the constraints page: their files, and the effects of handles and sliders. */
import { getBone, type Rig } from 'osteon'
import { describe, expect, test } from 'vitest'
import { PUPPETS } from '../../../demo/artwork/cast'
import { skeletonText } from '../../../demo/artwork/rig/character'
import {
  advance,
  createScene,
  goHome,
  leap,
  missOf,
  moveHandle,
  pathOf,
  type Scene,
  setMode,
  setValues,
} from '../../../demo/constraints/scene'
import { readCharacter } from '../lamplighter'

const read = new Map(
  await Promise.all(PUPPETS.map(async ({ name }) => [name, await readCharacter(name)] as const)),
)

function rigOf(name: string): Rig {
  const found = read.get(name)
  if (!found) throw new Error(`no ${name}`)
  return found.rig
}

/** The page's scene after some seconds without wind, with nothing but physics in motion. */
function calmScene(): Scene {
  const scene = createScene(rigOf('mouse'), rigOf('octopus'), { idle: false })
  setValues(scene, { wind: 0 })
  wait(scene, 6)
  return scene
}

function wait(scene: Scene, seconds: number): void {
  for (let i = 0; i < Math.round(seconds * 60); i++) advance(scene, 1 / 60)
}

/** Place of a bone from its skeleton's entity, world units. */
function placeOf({ world }: Scene, eid: number, bone: string): [x: number, y: number] {
  const { Transform } = world.components
  const [, , , , x, y] = getBone(world, eid, bone)
  return [x - Transform.x[eid], y - Transform.y[eid]]
}

const apart = (a: readonly number[], b: readonly number[]): number => Math.hypot(a[0] - b[0], a[1] - b[1])

describe.each(PUPPETS.map((puppet) => [puppet.name, puppet] as const))('the %s', (name, puppet) => {
  test('ships as its sources say, in a small file', () => {
    const { json } = read.get(name) ?? {}
    expect(json?.toString()).toBe(skeletonText(puppet))
    expect(json?.length).toBeLessThan(60_000)
  })
})

test('the paw is where its handle is, and leaves it with the mix', () => {
  const scene = calmScene()
  expect(missOf(scene)).toBeLessThan(1)
  setValues(scene, { ik: 0 })
  wait(scene, 0.1)
  expect(missOf(scene)).toBeGreaterThan(8)
})

test('the tentacle ends where the path ends, however its knots are moved', () => {
  const scene = calmScene()
  const { world, octopus, handles } = scene
  const { Transform } = world.components
  const tipOf = (): number[] => {
    const [, , , , x, y] = getBone(world, octopus, 'lantern')
    return [x, y]
  }
  const last = handles[handles.length - 1]
  const endOf = (): number[] => [Transform.x[last.eid], Transform.y[last.eid]]
  expect(apart(tipOf(), endOf())).toBeLessThan(2)
  moveHandle(scene, last, endOf()[0] + 90, endOf()[1] + 60)
  moveHandle(scene, handles[2], last.home[0] - 60, 300)
  wait(scene, 0.1)
  expect(apart(tipOf(), endOf())).toBeLessThan(2)
  // The last point of the path is a handle, the one before it the last knot.
  expect([...Array.from(pathOf(scene)).slice(-4, -2)]).toEqual(endOf().map((at) => expect.closeTo(at, 2)))
  setValues(scene, { reach: 0.5 })
  wait(scene, 0.1)
  expect(apart(tipOf(), endOf())).toBeGreaterThan(60)
})

test('the wind blows the scarf its own way', () => {
  const scene = calmScene()
  const calm = placeOf(scene, scene.mouse, 'scarf-4')
  setValues(scene, { wind: 1 })
  wait(scene, 4)
  const blown = placeOf(scene, scene.mouse, 'scarf-4')
  expect(blown[0]).toBeGreaterThan(calm[0] + 30)
  setValues(scene, { wind: -1 })
  wait(scene, 4)
  expect(placeOf(scene, scene.mouse, 'scarf-4')[0]).toBeLessThan(blown[0] - 60)
})

test('more gravity has the body hang straighter in the wind', () => {
  const scene = calmScene()
  const tilt = (gravity: number): number => {
    setValues(scene, { gravity, wind: 1 })
    wait(scene, 8)
    return placeOf(scene, scene.mouse, 'torso')[0]
  }
  expect(tilt(3)).toBeLessThan(tilt(0) - 10)
})

test('a jump flings the tail, a teleport does not', () => {
  const scene = calmScene()
  const calm = placeOf(scene, scene.mouse, 'tail-5')
  leap(scene, false)
  advance(scene, 1 / 60)
  expect(apart(placeOf(scene, scene.mouse, 'tail-5'), calm)).toBeLessThan(0.5)
  leap(scene, true)
  wait(scene, 0.1)
  expect(apart(placeOf(scene, scene.mouse, 'tail-5'), calm)).toBeGreaterThan(20)
})

test('the mode "pose" holds physics, "update" lets it go on', () => {
  const scene = calmScene()
  const tail = (): number[] => placeOf(scene, scene.mouse, 'tail-5')
  const calm = tail()
  setMode(scene, 'pose')
  setValues(scene, { wind: 1.5 })
  wait(scene, 2)
  expect(apart(tail(), calm)).toBeLessThan(0.5)
  setMode(scene, 'update')
  wait(scene, 2)
  expect(apart(tail(), calm)).toBeGreaterThan(10)
})

test('starting over puts every handle back', () => {
  const scene = calmScene()
  const { Transform } = scene.world.components
  for (const handle of scene.handles) moveHandle(scene, handle, 9999, -9999)
  goHome(scene)
  for (const { eid, home } of scene.handles) {
    expect(Transform.x[eid]).toBeCloseTo(home[0], 3)
    expect(Transform.y[eid]).toBeCloseTo(home[1], 3)
  }
})
