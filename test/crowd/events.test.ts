import fc from 'fast-check'
import { play, spawnSkeleton } from 'osteon'
import { isBaked, playFigure, registerTable, spawnBaked, toBaked, toLive } from 'osteon/crowd'
import { expect, test } from 'vitest'
import { runs } from '../deep'
import { crowdWorld, eventsOf, skinOf, spineFiles, tableOf, tick } from './stage'

type Step =
  | { do: 'play'; animation: number; loop: boolean; mix: number; timeScale: number }
  | { do: 'tick'; seconds: number }
  | { do: 'speed'; value: number }
  | { do: 'toLive' }
  | { do: 'toBaked' }

const tickStep = fc.record({
  do: fc.constant('tick' as const),
  seconds: fc.constantFrom(0, 1 / 60, 1 / 60, 0.1, 0.37, 1.9),
})
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: tickStep },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('play' as const),
      animation: fc.nat(),
      loop: fc.boolean(),
      mix: fc.constantFrom(0, 0, 0.1, 0.25, 0.9),
      timeScale: fc.constantFrom(1, 1, 0.5, 1.7, 0),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('speed' as const), value: fc.constantFrom(0, 0.5, 1, 2.5) }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'toLive' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'toBaked' as const }) },
)

/** The mix-in of the animation that fades out decides when its timelines end, once a third is played over them. */
const within: Step[] = [
  { do: 'play', animation: 1, loop: false, mix: 0.1, timeScale: 1 },
  { do: 'tick', seconds: 0 },
  { do: 'play', animation: 2, loop: false, mix: 0.25, timeScale: 1 },
  { do: 'tick', seconds: 0.37 },
  { do: 'play', animation: 0, loop: false, mix: 0, timeScale: 1 },
  { do: 'tick', seconds: 0.1 },
  { do: 'tick', seconds: 0 },
]

test.each(spineFiles())(
  '$name: figures fire the events of live skeletons in random scripts',
  async (files) => {
    const { rig, table } = await tableOf(files)
    const names = table.animations.map(({ name }) => name)
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 60 }), (script) => {
        const live = crowdWorld()
        const baked = crowdWorld()
        const skeleton = spawnSkeleton(live, rig, { skin: skinOf(rig) })
        play(live, skeleton, names[0], { loop: true })
        const figure = spawnBaked(baked, registerTable(baked, rig, table))
        for (const each of script) {
          if (each.do === 'play') {
            const { animation, do: _, ...options } = each
            const name = names[animation % names.length]
            play(live, skeleton, name, options)
            playFigure(baked, figure, name, options)
          } else if (each.do === 'speed') {
            live.components.Skeleton.timeScale[skeleton] = each.value
            const { Baked, Skeleton } = baked.components
            if (isBaked(baked, figure)) Baked.speed[figure] = each.value
            else Skeleton.timeScale[figure] = each.value
          } else if (each.do === 'toLive') {
            if (isBaked(baked, figure)) toLive(baked, figure)
          } else if (each.do === 'toBaked') {
            if (!isBaked(baked, figure)) toBaked(baked, figure)
          } else {
            tick(live, each.seconds)
            tick(baked, each.seconds)
            expect(eventsOf(baked)).toEqual(eventsOf(live))
          }
        }
      }),
      { numRuns: runs(60), examples: [[within]] },
    )
  },
)

test('an animation that was never shown is replaced within a fade, and the figure stays one', async () => {
  const own = spineFiles().find(({ name }) => !name.includes('/'))
  const { rig, table } = await tableOf(own as NonNullable<typeof own>)
  const world = crowdWorld()
  const eid = spawnBaked(world, registerTable(world, rig, table))
  const [, second, third] = table.animations
  tick(world, 0.1)
  playFigure(world, eid, second.name, { mix: 0.2 })
  playFigure(world, eid, third.name, { mix: 0.4 })
  expect(isBaked(world, eid)).toBe(true)
  tick(world, 0.3)
  tick(world, 0)
  expect(eventsOf(world).some((event) => event.includes('"end"'))).toBe(false)
  tick(world, 0.2)
  tick(world, 0)
  expect(eventsOf(world).map((event) => JSON.parse(event).slice(0, 2))).toContainEqual([
    'end',
    table.animations[0].name,
  ])
})

test('a figure is baked in a good part of its life', async () => {
  const { rig, table } = await tableOf(spineFiles()[0])
  const world = crowdWorld()
  const eid = spawnBaked(world, registerTable(world, rig, table))
  const [first, second = first] = table.animations
  tick(world, 0.1)
  playFigure(world, eid, second.name, { mix: 0.2 })
  expect(isBaked(world, eid)).toBe(true)
  tick(world, 0.05)
  playFigure(world, eid, first.name, { mix: 0.2 })
  expect(isBaked(world, eid)).toBe(false)
  tick(world, 0.05)
  expect(toBaked(world, eid)).toBe(false)
  tick(world, 0.2)
  tick(world, 0.2)
  expect(toBaked(world, eid)).toBe(true)
})
