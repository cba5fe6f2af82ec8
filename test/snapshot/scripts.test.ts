/**
 * Random scripts against a naive model: a world that is saved and restored equals, at any time, a world with only the operations
 * that were not taken back.
 */
import {
  addComponent,
  addEntity,
  entityExists,
  hasComponent,
  removeComponent,
  removeEntity,
  set,
} from 'bitecs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addAttachment,
  addSkin,
  currentEntry,
  eventColumns,
  getAttachment,
  getBounds,
  OsteonError,
  play,
  queue,
  registerRig,
  setAttachment,
  setBone,
  setSkin,
  spawnSkeleton,
} from '../../src/api'
import { type LookWorld, look, looks } from '../../src/joins/looks'
import { holderOf, nesting, putInSlot, takeFromSlot } from '../../src/joins/nesting'
import { decodeState, encodeState, restoreState, type SavedState, saveState } from '../../src/joins/save'
import { registerAtlas, spawnSprite } from '../../src/joins/sprites'
import { boneFollower } from '../../systems'
import { runs } from '../deep'
import { makeRig, makeWorld, playableJson, poseBits, tick } from '../fixtures/play'
import type { Json } from '../fixtures/rigs/rich-rig'
import { validateWorld } from '../fixtures/validate-world'
import { wholeEvents } from '../fixtures/whole-events'
import { positionsOf, sheetOf } from '../streams/sprite-kit'

/** The first two have the same names under other numbers. */
const rigs = [makeRig('4.2'), reversed(), makeRig('3.8')]
const sheet = sheetOf({ name: 'spark', width: 10, height: 20 }, { name: 'crown', page: 1 })
/** Slots that hold something, and for which something is added. */
const SLOTS = ['face', 'tail', 'spot'] as const
const RUNS = Number(process.env.OSTEON_SCRIPTS ?? runs(100))

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
  'put',
  'take',
  'wear',
  'level',
  'move',
  'look',
  'tick',
] as const
const whole = ['save', 'restore', 'decode', 'squat'] as const
type Kind = (typeof kinds)[number]
/** `who` and `made` are labels of skeletons. Unlike entity ids, labels never change. */
interface Deed {
  kind: Kind
  who: number
  whom: number
  made: number
  value: number
}

/** A world, its skeletons and followers by label, and its events. */
interface Actor {
  world: LookWorld
  skeletons: Map<number, number>
  followers: Map<number, number>
  told: string[]
  /** Attachments that were added, by rig and slot. They stay when operations are taken back. */
  added: Map<string, number>
}

function makeActor(): Actor {
  const world = makeWorld({ capacity: 8, use: [nesting, looks] }) as unknown as LookWorld
  for (const [index, rig] of rigs.entries()) {
    registerRig(world, rig, `rig ${index}`)
    addSkin(world, rig, 'king', [{ slot: 'face', key: 'face', attachment: { skin: 'default' } }])
  }
  registerAtlas(world, sheet)
  return { world, skeletons: new Map(), followers: new Map(), told: [], added: new Map() }
}

/** The number of an image of another atlas in a slot. */
function addedIn({ world, added }: Actor, rig: number, slot: number): number {
  const key = `${rig} ${slot}`
  const number =
    added.get(key) ?? addAttachment(world, rigs[rig], SLOTS[slot], sheet, { region: 'crown', x: slot })
  added.set(key, number)
  return number
}

function act(actor: Actor, deed: Deed): void {
  const { world, skeletons, followers, told } = actor
  try {
    actOne(actor, deed)
  } catch (error) {
    if (!(error instanceof OsteonError)) throw error
    told.push(error.code)
  }
  // A child goes with its holder, at the next call.
  const eid = [...skeletons.values()].find((eid) => entityExists(world, eid))
  if (eid !== undefined) holderOf(world, eid)
  for (const labels of [skeletons, followers])
    for (const [label, eid] of labels) if (!entityExists(world, eid)) labels.delete(label)
}

const ENDS = ['stay', 'hide', 'despawn'] as const

function actOne(actor: Actor, { kind, who, whom, made, value }: Deed): void {
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
  else if (kind === 'look') {
    if (value === 0) removeComponent(world, eid, world.components.Look)
    else look(world, eid, { grey: value / 5, outline: value, outlineWidth: made })
  } else if (kind === 'put') putInSlot(world, skeletons.get(whom) ?? 0, SLOTS[value % 3], eid)
  else if (kind === 'take') takeFromSlot(world, eid)
  else if (followers.has(who)) return
  else if (kind === 'wear')
    setAttachment(world, eid, SLOTS[value % 3], addedIn(actor, Skeleton.rig[eid] - 1, value % 3))
  else if (kind === 'play')
    play(world, eid, value % 2 === 0 ? '2' : 'walk', { track: value % 3, loop: value > 3, mix: 0.1 * value })
  else if (kind === 'queue') queue(world, eid, 'walk', { delay: value / 10, loop: true })
  else if (kind === 'skin')
    setSkin(world, eid, [null, 'horned', ['default', 'horned'], 'king', ['king', 'horned']][value % 5])
  else if (kind === 'bone') setBone(world, eid, 'head', { rotation: value })
  else if (kind === 'level') Visibility.level[eid] = value % 4
  else if (kind === 'reload') {
    addComponent(world, eid, set(Skeleton, { rig: rigs[value % 2] }))
    // Saving gives it its rows; here it has them at once.
    currentEntry(world, eid, 0)
  } else {
    const follower = spawnSprite(world, registerAtlas(world, sheet), 'spark')
    const bone = value % 2 === 0 ? 'head' : 'hip'
    addComponent(world, follower, set(BoneFollower, { host: eid, bone, withHost: ENDS[value % 3] }))
    followers.set(made, follower)
  }
}

function goOn({ world, told }: Actor): void {
  tick(world, 1 / 20)
  boneFollower(world)
  // Serials are counted alike, entity ids are not.
  const { serial } = eventColumns(world)
  const seen = Array.from(
    wholeEvents(world),
    ({ kind, animation, name, time }, i) => `${serial[i]} ${kind} ${animation} ${name} ${time}`,
  )
  told.push(seen.join())
}

/** All that can be seen, by label. */
function picture({ world, skeletons, followers, told }: Actor): string[] {
  const { x, y, rotation } = world.components.Transform
  const { level } = world.components.Visibility
  const labels = new Map(Array.from([...skeletons, ...followers], ([label, eid]) => [eid, label]))
  const holder = (eid: number) => labels.get(holderOf(world, eid) ?? 0)
  const { Look } = world.components
  const lookOf = (eid: number) =>
    hasComponent(world, eid, Look)
      ? `${Look.grey[eid]} ${Look.outline[eid]} ${Look.outlineWidth[eid]}`
      : 'no look'
  return [
    ...told,
    ...Array.from(skeletons, ([label, eid]) => {
      // Hidden skeletons have no vertices.
      const bounds = level[eid] === 0 ? getBounds(world, eid)?.join() : null
      const worn = SLOTS.map((slot) => getAttachment(world, eid, slot)?.name)
      return `${label} in ${holder(eid)} wears ${worn} has ${bounds} ${lookOf(eid)} ${poseBits(world, eid)}`
    }),
    ...Array.from(
      followers,
      ([label, eid]) =>
        `${label} in ${holder(eid)} ${lookOf(eid)} ${x[eid]} ${y[eid]} ${rotation[eid]} ${
          level[eid] === 0 ? positionsOf(world, eid) : 'hidden'
        }`,
    ),
  ]
}

/** The same in a world of its own, by way of bytes. */
function elsewhere({ world, skeletons, followers, told, added }: Actor): Actor {
  const other = makeActor()
  for (const key of added.keys()) {
    const [rig, slot] = key.split(' ').map(Number)
    addedIn(other, rig, slot)
  }
  const places = restoreState(other.world, decodeState(other.world, encodeState(world)))
  expect(places.size).toBe(0)
  validateWorld(other.world)
  return { ...other, skeletons, followers, told: [...told] }
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
  kind: fc.constantFrom<(Kind | (typeof whole)[number])[]>(
    ...kinds,
    ...whole,
    'spawn',
    'put',
    'tick',
    'restore',
  ),
  who: fc.nat(9),
  whom: fc.nat(9),
  value: fc.nat(5),
})

test('operations that were taken back never happened', () => {
  let restores = 0
  fc.assert(
    fc.property(fc.array(step, { minLength: 10, maxLength: 40 }), (steps) => {
      const actor = makeActor()
      const deeds: Deed[] = []
      const slots = new Map<number, Kept>()
      for (const [made, { kind, who, whom, value }] of steps.entries()) {
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
          const named = (number: number) => labels[number % labels.length] ?? -1
          const deed = { kind, who: named(who), whom: named(whom), made, value }
          act(actor, deed)
          deeds.push(deed)
        }
      }
      const model = makeActor()
      for (const deed of deeds) act(model, deed)
      const other = elsewhere(actor)
      for (const each of [actor, model, other]) for (let i = 0; i < 4; i++) goOn(each)
      expect(picture(actor)).toEqual(picture(model))
      expect(picture(other)).toEqual(picture(model))
      for (const each of [actor, other]) validateWorld(each.world)
    }),
    { numRuns: RUNS, seed: 24 },
  )
  expect(restores).toBeGreaterThan(RUNS / 4)
})
