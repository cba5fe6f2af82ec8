/** Entities that switch between figures and skeletons at random, over rollbacks and loads. */

import { addEntity, removeComponent, removeEntity } from 'bitecs'
import fc from 'fast-check'
import { play, type Rig, spawnSkeleton } from 'osteon'
import {
  type BakedTable,
  bakedCulling,
  type CrowdWorld,
  isBaked,
  playFigure,
  registerTable,
  spawnBaked,
  toBaked,
  toLive,
} from 'osteon/crowd'
import { decodeState, encodeState, restoreState, saveState } from 'osteon/save'
import { expect, test } from 'vitest'
import { withFigures } from '../../src/joins/crowd/frame/frame'
import { savesOf } from '../../src/joins/save/members'
import { assembleFrame } from '../../src/streams/frame/frame'
import { runs } from '../deep'
import { wholeEvents } from '../fixtures/whole-events'
import { ownFiles } from '../poses/rigs'
import { crowdWorld, tableOf, tick } from './stage'

type Step =
  | { do: 'spawn'; baked: boolean; animation: number; time: number }
  | { do: 'play'; at: number; animation: number; mix: number; loop: boolean }
  | { do: 'switch'; at: number }
  | { do: 'remove'; at: number; whole: boolean }
  | { do: 'cull'; below: number }
  | { do: 'bare' }
  | { do: 'tick'; seconds: number }

const at = fc.nat(20)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('tick' as const), seconds: fc.constantFrom(0, 1 / 60, 0.3, 1.7) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      ...{ do: fc.constant('spawn' as const), baked: fc.boolean(), animation: fc.nat(9) },
      time: fc.constantFrom(0, 0.21),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      ...{ do: fc.constant('play' as const), at, animation: fc.nat(9) },
      ...{ mix: fc.constantFrom(0, 0.2, 0.9), loop: fc.boolean() },
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('switch' as const), at }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), at, whole: fc.boolean() }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('cull' as const), below: fc.constantFrom(0, 0.35, 100) }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'bare' as const }) },
)

/** A world with the entities that have a skeleton or are figures, oldest first. */
interface Stage {
  world: CrowdWorld
  rig: Rig
  table: BakedTable
  number: number
  ids: number[]
  /** Numbers of entities by id, in the order of coming: bitECS may give others' ids after a rollback. */
  labels: Map<number, number>
  next: number
}

function stageOf(rig: Rig, table: BakedTable): Stage {
  const world = crowdWorld()
  return { world, rig, table, number: registerTable(world, rig, table), ids: [], labels: new Map(), next: 0 }
}

/** Carries out a step. @returns what can be seen of the world, if it was a tick. */
function carryOut(stage: Stage, step: Step): string[] {
  const { world, rig, table, number, ids } = stage
  const name = (animation: number) => table.animations[animation % table.animations.length].name
  const chosen = 'at' in step && ids.length > 0 ? ids[step.at % ids.length] : 0
  const { Baked, Skeleton } = world.components
  if (step.do === 'tick') {
    tick(world, step.seconds)
    return seen(stage)
  }
  if (step.do === 'bare') addEntity(world)
  else if (step.do === 'cull')
    bakedCulling(world, { x: 0, y: 0, width: 4000, height: 4000 }, { below: step.below, most: 3 })
  else if (step.do === 'spawn') {
    const { animation, baked, time } = step
    const place = { x: 10 * ids.length, y: -3 * ids.length, scaleX: 0.5, scaleY: 0.5 }
    if (baked) ids.push(spawnBaked(world, number, { ...place, animation: name(animation), time }))
    else {
      const eid: number = spawnSkeleton(world, rig, { ...place, skin: (table.skins[0] ?? null) as never })
      play<never, string>(world, eid, name(animation) as never, { loop: true, trackTime: time })
      ids.push(eid)
    }
    stage.labels.set(ids[ids.length - 1], stage.next++)
  } else if (chosen === 0) return []
  else if (step.do === 'play')
    playFigure<never, string>(world, chosen as never, name(step.animation) as never, {
      mix: step.mix,
      loop: step.loop,
    })
  else if (step.do === 'switch') {
    if (isBaked(world, chosen)) toLive(world, chosen)
    else toBaked(world, chosen)
  } else {
    ids.splice(ids.indexOf(chosen), 1)
    if (step.whole) removeEntity(world, chosen)
    else removeComponent(world, chosen, isBaked(world, chosen) ? Baked : Skeleton)
  }
  return []
}

/** Events, the clocks and tints of figures, and all that would be drawn. */
function seen({ world, ids, labels }: Stage): string[] {
  const list: string[] = []
  for (const { kind, entity, animation, name } of wholeEvents(world))
    list.push(`${kind} ${labels.get(entity)} ${animation} ${name}`)
  const { Baked, SortKey, Transform } = world.components
  for (const eid of ids) {
    const figure = isBaked(world, eid)
    list.push(
      `${labels.get(eid)} ${figure} ${Transform.x[eid]} ${SortKey.value[eid]} ${figure ? Baked.time[eid] : 0}`,
    )
  }
  const { capacity, frame, positions, tail } = withFigures(world, assembleFrame(world))
  const cornerAt = (i: number) => {
    const index = frame.indices[i]
    const [place, from] = index < capacity ? [index, positions] : [index - capacity, tail.positions]
    return `${from[2 * place]} ${from[2 * place + 1]}`
  }
  for (let i = 0; i < frame.indexCount; i += 3) {
    const [a, b, c] = [cornerAt(i), cornerAt(i + 1), cornerAt(i + 2)]
    // A range keeps spare room, which points at one vertex. How much depends on earlier cuts of a clip.
    if (a !== b || b !== c) list.push(a, b, c)
  }
  return list
}

/** Every entity of ours is either a skeleton or a figure, and none is counted twice. */
function checkMembers({ world, ids }: Stage): void {
  const { alive } = world.animation
  const kinds = new Uint8Array(world.components.Baked.table.length)
  savesOf(world.animation).get('crowds')?.member?.mark(kinds, 1)
  const figures = ids.filter((eid) => isBaked(world, eid))
  expect(kinds.reduce((sum, bit) => sum + bit, 0)).toBe(figures.length)
  for (const eid of figures) expect(kinds[eid]).toBe(1)
  expect(alive.count).toBe(ids.length - figures.length)
}

test('random switching: no entity is lost, and what follows a rollback or a load is what followed the save', async () => {
  const clipped = ownFiles().find(({ name }) => name.includes('lamplighter'))
  if (!clipped) throw new Error('the demo has no skeleton with a clip')
  const { rig, table } = await tableOf(clipped)
  expect(rig.attachments.clips).toBe(true)
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 8, maxLength: 40 }),
      fc.array(step, { minLength: 8, maxLength: 30 }),
      fc.array(step, { maxLength: 20 }),
      (before, after, others) => {
        const end: Step = { do: 'tick', seconds: 0.05 }
        const stage = stageOf(rig, table)
        for (const each of [...before, end]) carryOut(stage, each)
        checkMembers(stage)
        const saved = saveState(stage.world)
        const bytes = encodeState(stage.world, saved)
        const kept = { ids: stage.ids, labels: stage.labels, next: stage.next }
        const goBack = (to: Stage, places: ReadonlyMap<number, number>) => {
          const here = (eid: number) => places.get(eid) ?? eid
          const labels = new Map([...kept.labels].map(([eid, label]) => [here(eid), label]))
          Object.assign(to, { ids: kept.ids.map(here), labels, next: kept.next })
        }
        goBack(stage, new Map())
        const first = [...after, end].map((each) => carryOut(stage, each))
        checkMembers(stage)
        for (const each of [...others, end]) carryOut(stage, each)
        goBack(stage, restoreState(stage.world, saved))
        checkMembers(stage)
        expect([...after, end].map((each) => carryOut(stage, each))).toEqual(first)
        const loaded = stageOf(rig, table)
        goBack(loaded, restoreState(loaded.world, decodeState(loaded.world, bytes)))
        checkMembers(loaded)
        expect(encodeState(loaded.world)).toEqual(bytes)
        expect([...after, end].map((each) => carryOut(loaded, each))).toEqual(first)
      },
    ),
    { numRuns: runs(150) },
  )
})
