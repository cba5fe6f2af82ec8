/** Replays a script through the public API. */
import {
  type AnimationWorld,
  applyAnimation,
  type Rig,
  resetPhysics,
  setAttachment,
  setBone,
  setDefaultMix,
  setIk,
  setPath,
  setPhysics,
  setPhysicsForces,
  setPhysicsInheritance,
  setSkin,
  setSlider,
  setToSetupPose,
  setTransformConstraint,
  shiftPhysics,
  spawnSkeleton,
  turnPhysics,
} from 'osteon'
import { constraints, worldTransform } from 'osteon/systems'
import { createReused } from './accidents/reused-entries'
import { applyUndirected, isUndirected } from './accidents/undirected'
import { createMarks } from './accidents/unmarked-slots'
import { type Actor, setMode, TRACK_PLAYERS } from './play-tracks'
import type { GoldenCase, HitCase, Op } from './schema'

const PLAYERS: Readonly<Record<string, (actor: Actor, op: Op) => void>> = {
  ...TRACK_PLAYERS,
  pose(actor, op) {
    setToSetupPose(actor.world, actor.eid, 'both')
    setMode(actor, op, 'none')
    apply(actor, op)
    pose(actor.world)
  },
  apply,
  world(actor, op) {
    setMode(actor, op, 'update')
    pose(actor.world)
  },
  skeleton({ world, eid }, { set = {} }) {
    const { Transform } = world.components
    for (const [field, value] of Object.entries(set))
      if (field === 'x' || field === 'y' || field === 'scaleX' || field === 'scaleY')
        Transform[field][eid] = Number(value)
      else if (/^(wind|gravity)[XY]$/.test(field)) setPhysicsForces(world, eid, { [field]: Number(value) })
      else throw new Error(`skeletons have no ${field}`)
  },
  bone({ world, eid }, { name, set = {} }) {
    const turned = Object.entries(set).map(([field, value]) => [
      field,
      /rotation|shear/.test(field) ? (Number(value) * Math.PI) / 180 : value,
    ])
    setBone(world, eid, name ?? '', Object.fromEntries(turned))
  },
  ik({ world, eid }, { name, set = {} }) {
    const { bendDirection: bend, ...rest } = set
    setIk(world, eid, name ?? '', { ...rest, ...(bend === undefined ? {} : { bend: bend === 1 ? 1 : -1 }) })
  },
  transform({ world, eid }, { name, set = {} }) {
    setTransformConstraint(world, eid, name ?? '', widenMixes(set))
  },
  path({ world, eid }, { name, set = {} }) {
    setPath(world, eid, name ?? '', widenMixes(set))
  },
  physics({ world, eid }, { name, set = {} }) {
    const { massInverse, ...rest } = set
    const mass = massInverse === undefined ? {} : { mass: 1 / Number(massInverse) }
    setPhysics(world, eid, name ?? '', { ...rest, ...mass })
  },
  slider({ world, eid }, { name, set = {} }) {
    setSlider(world, eid, name ?? '', set)
  },
  physicsReset({ world, eid }, { name }) {
    resetPhysics(world, eid, name ?? undefined)
  },
  physicsTranslate({ world, eid }, { x = 0, y = 0 }) {
    shiftPhysics(world, eid, x, y)
  },
  physicsRotate({ world, eid }, { x = 0, y = 0, degrees = 0 }) {
    turnPhysics(world, eid, x, y, (degrees * Math.PI) / 180)
  },
  attachment({ world, eid }, { slot = '', name = null }) {
    setAttachment(world, eid, slot, name)
  },
  skin({ world, eid }, { skin = null }) {
    setSkin(world, eid, skin)
  },
  setupPose({ world, eid }, { which = 'both' }) {
    if (which === 'last' || which === 'current') throw new Error(`setup poses have no ${which}`)
    setToSetupPose(world, eid, which)
  },
}

function apply({ world, rig, eid, undirected }: Actor, op: Op): void {
  const { animation = '', time = 0, loop, lastTime, alpha, blend = 'setup', direction } = op
  const options = { time, loop, lastTime, alpha, blend }
  if (undirected) applyUndirected(world, rig, eid, animation, options)
  else applyAnimation(world, eid, animation, { ...options, direction })
}

function pose(world: AnimationWorld): void {
  constraints(world)
  worldTransform(world)
}

/** 3.x has one mix for both axes. */
function widenMixes(set: NonNullable<Op['set']>): Record<string, number> {
  const wide: Record<string, number> = {}
  const names: Record<string, string[]> = {
    rotateMix: ['mixRotate'],
    translateMix: ['mixX', 'mixY'],
    scaleMix: ['mixScaleX', 'mixScaleY'],
    shearMix: ['mixShearY'],
  }
  for (const [field, value] of Object.entries(set))
    for (const name of names[field] ?? [field]) wide[name] = Number(value)
  return wide
}

/** Ops that only read. */
const READS: readonly string[] = ['dump', 'hits']

/** The ops of a case that cannot be played yet; none: it can be run. */
export function unsupportedOps({ ops }: Pick<GoldenCase, 'ops'>): string[] {
  const unknown = ops.map(({ op }) => op).filter((op) => !READS.includes(op) && !Object.hasOwn(PLAYERS, op))
  return [...new Set(unknown)]
}

/**
 * Runs a case on a new skeleton. The skeleton is left to the caller to despawn.
 *
 * @param version of the reference that recorded it.
 * @param onDump called at every `dump` and every `hits`, with its number.
 * @param ways how it is played; recordings need none of them.
 */
export function playCase(
  world: AnimationWorld,
  rig: Rig,
  golden: GoldenCase | HitCase,
  version: string,
  onDump: (actor: Actor, number: number, op: Op) => void,
  { masks = [], pipeline = false }: Partial<Pick<Actor, 'masks' | 'pipeline'>> = {},
): number {
  const eid = spawnSkeleton(world, rig, { skin: golden.skin })
  const actor: Actor = {
    world,
    rig,
    eid,
    last: new Map(),
    seen: [],
    reused: createReused(version),
    marks: createMarks(version),
    masks,
    pipeline,
    undirected: isUndirected(version),
  }
  setDefaultMix(world, rig, 0)
  setToSetupPose(world, eid, 'both')
  setMode(actor, {}, 'none')
  // Time scales of an animation state do not affect a reference's physics.
  setPhysicsInheritance(world, eid, { time: 0 })
  if (golden.fresh !== true) pose(world)
  let dumps = 0
  for (const op of golden.ops)
    if (READS.includes(op.op)) onDump(actor, dumps++, op)
    else PLAYERS[op.op](actor, op)
  return eid
}
