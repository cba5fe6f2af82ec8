/**
 * Random scripts against a naive model: a world that is saved and restored is, at any time, the world in which only those
 * operations were carried out that were not taken back.
 */
import { addComponent, addEntity, removeEntity, set } from 'bitecs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AnimationWorld } from '../../components/world-type'
import {
  currentEntry,
  decodeState,
  encodeState,
  eventColumns,
  events,
  play,
  queue,
  registerAtlas,
  registerRig,
  restoreState,
  type SavedState,
  saveState,
  setBone,
  setSkin,
  spawnSkeleton,
  spawnSprite,
} from '../../src/api'
import { boneFollower } from '../../systems'
import { makeRig, makeWorld, playableJson, poseBits, tick } from '../fixtures/play'
import type { Json } from '../fixtures/rich-rig'
import { validateWorld } from '../fixtures/validate-world'
import { sheetOf } from '../streams/sprite-kit'

/** The first two have the same names under other numbers. */
const rigs = [makeRig('4.2'), reversed(), makeRig('3.8')]
const sheet = sheetOf({ name: 'spark', width: 10, height: 20 })
const RUNS = Number(process.env.OSTEON_SCRIPTS ?? 100)

function reversed() {
  const json = playableJson('4.2')
  const animations = Object.entries(json.animations as Record<string, Json>).reverse()
  return makeRig('4.2', { ...json, animations: Object.fromEntries(animations) })
}

const kinds = [
  'spawn',
  'go',
  'play',
  'queue',
  'skin',
  'bone',
  'follow',
  'reload',
  'level',
  'move',
  'tick',
] as const
const whole = ['save', 'restore', 'decode', 'squat'] as const
type Kind = (typeof kinds)[number]
/** `who` and `made` are labels, which never change, unlike entity ids. */
interface Deed {
  kind: Kind
  who: number
  made: number
  value: number
}

/** A world, its skeletons and followers by label, and what its events told. */
interface Actor {
  world: AnimationWorld
  skeletons: Map<number, number>
  followers: Map<number, number>
  told: string[]
}

function makeActor(): Actor {
  const world = makeWorld({ capacity: 8 })
  for (const [index, rig] of rigs.entries()) registerRig(world, rig, `rig ${index}`)
  registerAtlas(world, sheet)
  return { world, skeletons: new Map(), followers: new Map(), told: [] }
}

function act(actor: Actor, { kind, who, made, value }: Deed): void {
  const { world, skeletons, followers } = actor
  const { Skeleton, Transform, Visibility, BoneFollower } = world.components
  const eid = skeletons.get(who) ?? followers.get(who) ?? 0
  if (kind === 'tick') {
    for (let i = 0; i <= value; i++) goOn(actor)
  } else if (kind === 'spawn') {
    const added = spawnSkeleton(world, rigs[value % 3], { x: value, skin: value > 2 ? 'horned' : null })
    play(world, added, 'walk', { loop: true })
    skeletons.set(made, added)
  } else if (eid === 0) return
  else if (kind === 'go') {
    removeEntity(world, eid)
    skeletons.delete(who)
    followers.delete(who)
  } else if (kind === 'move') Transform.x[eid] = value
  else if (followers.has(who)) return
  else if (kind === 'play')
    play(world, eid, value % 2 === 0 ? '2' : 'walk', { track: value % 3, loop: value > 3, mix: 0.1 * value })
  else if (kind === 'queue') queue(world, eid, 'walk', { delay: value / 10, loop: true })
  else if (kind === 'skin') setSkin(world, eid, [null, 'horned', ['default', 'horned']][value % 3])
  else if (kind === 'bone') setBone(world, eid, 'head', { rotation: value })
  else if (kind === 'level') Visibility.level[eid] = value % 4
  else if (kind === 'reload') {
    addComponent(world, eid, set(Skeleton, { rig: rigs[value % 2] }))
    // Saving gives it its rows; here it has them at once.
    currentEntry(world, eid, 0)
  } else {
    const follower = spawnSprite(world, registerAtlas(world, sheet), 'spark')
    addComponent(world, follower, set(BoneFollower, { host: eid, bone: value % 2 === 0 ? 'head' : 'hip' }))
    followers.set(made, follower)
  }
}

function goOn({ world, told }: Actor): void {
  tick(world, 1 / 20)
  boneFollower(world)
  // Serials are counted alike, entity ids are not.
  const { serial } = eventColumns(world)
  const seen = Array.from(
    events(world),
    ({ kind, animation, name, time }, i) => `${serial[i]} ${kind} ${animation} ${name} ${time}`,
  )
  told.push(seen.join())
}

/** All that can be seen, by label. */
function picture({ world, skeletons, followers, told }: Actor): string[] {
  const { x, y, rotation } = world.components.Transform
  return [
    ...told,
    ...Array.from(skeletons, ([label, eid]) => `${label} ${poseBits(world, eid)}`),
    ...Array.from(followers, ([label, eid]) => `${label} ${x[eid]} ${y[eid]} ${rotation[eid]}`),
  ]
}

interface Kept {
  saved: SavedState
  bytes: Uint8Array
  skeletons: Map<number, number>
  followers: Map<number, number>
  deeds: readonly Deed[]
  told: readonly string[]
}

function restore(actor: Actor, deeds: Deed[], kept: Kept, encoded: boolean): void {
  const { world } = actor
  const places = restoreState(world, encoded ? decodeState(world, kept.bytes) : kept.saved)
  const here = (ids: Map<number, number>) =>
    new Map(Array.from(ids, ([label, eid]) => [label, places.get(eid) ?? eid]))
  actor.skeletons = here(kept.skeletons)
  actor.followers = here(kept.followers)
  actor.told.splice(0, actor.told.length, ...kept.told)
  deeds.splice(0, deeds.length, ...kept.deeds)
}

const step = fc.record({
  kind: fc.constantFrom<(Kind | (typeof whole)[number])[]>(...kinds, ...whole, 'spawn', 'tick', 'restore'),
  who: fc.nat(9),
  value: fc.nat(5),
})

test('what was taken back never happened', () => {
  let restores = 0
  fc.assert(
    fc.property(fc.array(step, { minLength: 10, maxLength: 40 }), (steps) => {
      const actor = makeActor()
      const deeds: Deed[] = []
      const slots = new Map<number, Kept>()
      for (const [made, { kind, who, value }] of steps.entries()) {
        const kept = slots.get(value % 2)
        if (kind === 'save')
          slots.set(value % 2, {
            saved: saveState(actor.world, kept?.saved),
            bytes: encodeState(actor.world),
            skeletons: new Map(actor.skeletons),
            followers: new Map(actor.followers),
            deeds: [...deeds],
            told: [...actor.told],
          })
        else if (kind === 'restore' || kind === 'decode') {
          if (!kept) continue
          restore(actor, deeds, kept, kind === 'decode')
          restores++
          validateWorld(actor.world)
        } else if (kind === 'squat') addEntity(actor.world)
        else {
          const labels = [...actor.skeletons.keys(), ...actor.followers.keys()]
          const deed = { kind, who: labels[who % labels.length] ?? -1, made, value }
          act(actor, deed)
          deeds.push(deed)
        }
      }
      const model = makeActor()
      for (const deed of deeds) act(model, deed)
      for (const each of [actor, model]) for (let i = 0; i < 4; i++) goOn(each)
      expect(picture(actor)).toEqual(picture(model))
      validateWorld(actor.world)
    }),
    { numRuns: RUNS, seed: 24 },
  )
  expect(restores).toBeGreaterThan(RUNS / 4)
})
