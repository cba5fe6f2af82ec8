/** The world of the constraints page: two skeletons, entities that lead their bones, and values of constraints. It uses no DOM. */

import { addComponent, addEntity, createWorld, set } from 'bitecs'
import {
  type AnimationWorld,
  getBone,
  getWorldVertices,
  installAnimation,
  type PhysicsMode,
  play,
  type Rig,
  setIk,
  setPath,
  setPhysics,
  setPhysicsMode,
  spawnSkeleton,
  teleport,
} from 'osteon'
import { boneControls } from 'osteon/bone-controls'
import { runPipeline } from 'osteon/systems'

/** Values of the sliders. */
export interface Values {
  /** Mix of the IK constraints, 0…1. */
  ik: number
  /** Mix of the path constraint, 0…1. */
  path: number
  /** Share of the path that the tentacle covers, 0…1. */
  reach: number
  /** Wind; at 1 it blows a scarf level. */
  wind: number
  /** Gravity, as a multiple of the files' values. */
  gravity: number
}

export const START: Readonly<Values> = { ik: 1, path: 1, reach: 1, wind: -0.3, gravity: 1 }

/** A place on the stage that can be dragged: an entity with a `Transform`. */
export interface Handle {
  readonly name: string
  readonly kind: 'ik' | 'path' | 'physics'
  readonly eid: number
  /** Its first place, world units. */
  readonly home: readonly [x: number, y: number]
}

export interface Scene {
  readonly world: AnimationWorld
  readonly mouse: number
  readonly octopus: number
  readonly rigs: readonly [mouse: Rig, octopus: Rig]
  readonly handles: readonly Handle[]
  readonly values: Values
}

/** Limits of handles, world units: left, bottom, right, top. */
const LIMITS = [-560, 60, 470, 760] as const

const BODY: Handle['home'] = [-250, 420]
const OCTOPUS_X = 270
const KNOTS = ['knot-2', 'knot-3', 'knot-4']
/** Start of the path, which cannot be dragged; world units. */
const PATH_START = [OCTOPUS_X - 80, 128] as const
/** Wind of a constraint at a slider's 1. */
const GALE = 24
const FOREARM = 'arm-2'

/** @param options `idle`: whether they breathe, blink and bob. */
export function createScene(mouseRig: Rig, octopusRig: Rig, { idle }: { idle: boolean }): Scene {
  const world = installAnimation(createWorld(), { use: [boneControls], capacity: 16 })
  const octopus = spawnSkeleton(world, octopusRig, { x: OCTOPUS_X })
  const mouse = spawnSkeleton(world, mouseRig, { x: BODY[0], y: BODY[1] })
  if (idle) for (const eid of [mouse, octopus]) play(world, eid, 'idle', { loop: true })
  const lead = (host: number, bone: string, [x, y]: Handle['home'], rotate: boolean): number => {
    const { Transform, BoneTarget } = world.components
    const eid = addEntity(world)
    addComponent(world, eid, set(Transform, { x, y }))
    addComponent(world, eid, set(BoneTarget, { host, bone, rotate }))
    return eid
  }
  advance({ world }, 0) // `getBone` tells where the last tick put a bone.
  const knots = KNOTS.map((bone, i): Handle => {
    const [, , , , x, y] = getBone(world, octopus, bone)
    const home = [x, y] as const
    return { name: `Path, knot ${i + 1} of 3`, kind: 'path', eid: lead(octopus, bone, home, true), home }
  })
  const paw: Handle['home'] = [-158, 246]
  const handles: Handle[] = [
    { name: 'Umbrella', kind: 'physics', eid: mouse, home: BODY },
    { name: 'Paw', kind: 'ik', eid: lead(mouse, 'reach', paw, false), home: paw },
    ...knots,
  ]
  const scene: Scene = { world, mouse, octopus, rigs: [mouseRig, octopusRig], handles, values: { ...START } }
  setValues(scene, START)
  turnKnots(scene)
  return scene
}

/** Writes constraint values into both skeletons; the values stay, since no animation keys them. */
export function setValues(scene: Scene, values: Partial<Values>): void {
  const { world, mouse, octopus } = scene
  Object.assign(scene.values, values)
  const { ik, path, reach, wind, gravity } = scene.values
  setIk(world, mouse, 'arm', { mix: ik })
  setIk(world, mouse, 'head', { mix: 0.16 * ik })
  const pieces = scene.rigs[1].bones.names.filter((name) => name.startsWith('tentacle-')).length
  setPath(world, octopus, 'tentacle', { mixRotate: path, mixX: path, mixY: path, spacing: reach / pieces })
  scene.rigs.forEach((rig, i) => {
    for (const model of rig.constraints.models)
      if (model.type === 'physics')
        setPhysics(world, i === 0 ? mouse : octopus, model.name, {
          wind: wind * GALE,
          gravity: gravity * model.gravity,
        })
  })
}

/** Sets the physics mode of both skeletons. */
export function setMode({ world, mouse, octopus }: Scene, mode: PhysicsMode): void {
  for (const eid of [mouse, octopus]) setPhysicsMode(world, eid, mode)
}

/** Moves a handle; the bones that it leads follow in the next tick. */
export function moveHandle(scene: Scene, { eid }: Handle, x: number, y: number): void {
  const { Transform } = scene.world.components
  const [left, bottom, right, top] = LIMITS
  Transform.x[eid] = Math.min(right, Math.max(left, x))
  Transform.y[eid] = Math.min(top, Math.max(bottom, y))
  turnKnots(scene)
}

/** Moves the mouse to its other place at once; physics takes it as a movement, or ignores it. */
export function leap(scene: Scene, noticed: boolean): void {
  const { world, mouse, handles } = scene
  const { Transform } = world.components
  const x = Transform.x[mouse] < -150 ? -80 : -420
  const by = x - Transform.x[mouse]
  moveHandle(scene, handles[0], x, Transform.y[mouse])
  // The paw's target moves along.
  moveHandle(scene, handles[1], Transform.x[handles[1].eid] + by, Transform.y[handles[1].eid])
  if (!noticed) teleport(world, mouse)
}

export function goHome(scene: Scene): void {
  for (const handle of scene.handles) moveHandle(scene, handle, ...handle.home)
  teleport(scene.world, scene.mouse)
}

/** Each knot points from the one before it to the one behind it, so that the path has no kinks. */
function turnKnots({ world, handles }: Scene): void {
  const { x, y, rotation } = world.components.Transform
  const knots = handles.filter(({ kind }) => kind === 'path').map(({ eid }) => eid)
  knots.forEach((eid, i) => {
    const [fromX, fromY] = i === 0 ? PATH_START : [x[knots[i - 1]], y[knots[i - 1]]]
    const next = knots[i + 1] ?? eid
    rotation[eid] = Math.atan2(y[next] - fromY, x[next] - fromX)
  })
}

/** Runs a tick of so many seconds. */
export function advance({ world }: Pick<Scene, 'world'>, seconds: number): void {
  world.time.delta = seconds
  runPipeline(world)
}

const matrix = new Float64Array(6)

/** Distance of the paw from its target, world units. */
export function missOf({ world, mouse, rigs, handles }: Scene): number {
  const { Transform } = world.components
  const [a, , c, , x, y] = getBone(world, mouse, FOREARM, matrix)
  const { index, length } = rigs[0].bones
  const reach = length[index.get(FOREARM) ?? 0]
  const { eid } = handles[1]
  return Math.hypot(x + a * reach - Transform.x[eid], y + c * reach - Transform.y[eid])
}

/** The tentacle's path: x, y of handle, knot and handle for each knot, world units. */
export const pathOf = ({ world, octopus }: Scene): ArrayLike<number> =>
  getWorldVertices(world, octopus, 'path') ?? []
