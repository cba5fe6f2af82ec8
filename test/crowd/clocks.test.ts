/** The kernel moves clocks, and leaves figures to which something happens to the machine of one figure. */
import { addComponent, addEntity, createWorld, removeEntity } from 'bitecs'
import { installAnimation } from 'osteon'
import { type CrowdWorld, crowds, playFigure, registerTable, spawnBaked } from 'osteon/crowd'
import { plainKernels } from 'osteon/kernels/plain'
import { expect, test } from 'vitest'
import { seededRandom } from '../../bench/kit/random'
import { isBaked } from '../../src/joins/crowd/convert'
import { crowdOf } from '../../src/joins/crowd/state'
import { wasmKernels } from '../../src/kernels/wasm'
import { eventsOf, spineFiles, tableOf, tick } from './stage'

const files = spineFiles()[0]
const FIGURES = 150
const TICKS = 120

test.each([
  ['WebAssembly', wasmKernels, 0],
  ['plain JavaScript', plainKernels, 0],
  ['WebAssembly, among many other entities', wasmKernels, 1000],
])('clocks by %s are those of the machine of one figure', async (_, kernels, others) => {
  const { rig, table } = await tableOf(files)
  const start = () => {
    const world: CrowdWorld = installAnimation(createWorld({}), {
      ...{ use: [crowds], capacity: 16, kernels, warn: () => {} },
    })
    const { Transform } = world.components
    for (let i = 0; i < others; i++) addComponent(world, addEntity(world), Transform)
    const number = registerTable(world, rig, table)
    const names = table.animations.map(({ name }) => name)
    const ids = Array.from({ length: FIGURES }, (_, i) =>
      spawnBaked(world, number, {
        animation: i % names.length,
        speed: (i % 5) / 2,
        time: i / 50,
        loop: i % 3 > 0,
      }),
    )
    return { world, number, names, ids }
  }
  const [fast, slow] = [start(), start()]
  const act = ({ ids, names, number, world }: typeof fast, turn: number) => {
    const random = seededRandom(turn)
    const { Baked, Visibility } = world.components
    for (let i = 0; i < 5; i++) {
      const at = Math.floor(random() * FIGURES)
      const eid = ids[at]
      const roll = Math.floor(9 * random())
      const animation = Math.floor(names.length * random())
      if (!isBaked(world, eid)) continue
      if (roll === 0) Baked.time[eid] = 3 * random()
      if (roll === 1) Baked.animation[eid] = animation
      if (roll === 2) Baked.loop[eid] = 1 - Baked.loop[eid]
      if (roll === 3) Baked.speed[eid] = 2 * random() - 0.5
      if (roll === 4) Visibility.level[eid] = Math.floor(4 * random())
      if (roll === 5 && crowdOf(world.animation).figures.fade[eid] === 0)
        playFigure<never, string>(world, eid as never, names[animation] as never, {
          mix: 0.3,
          unless: 'refuse',
        })
      if (roll !== 6) continue
      removeEntity(world, eid)
      ids[at] = spawnBaked(world, number, { animation })
    }
  }
  let events = 0
  for (let turn = 0; turn < TICKS; turn++) {
    for (const each of [fast, slow]) act(each, turn)
    // Nothing is known of any figure: the machine passes all.
    crowdOf(slow.world.animation).figures.seen.fill(0)
    for (const { world } of [fast, slow]) tick(world, turn % 7 === 0 ? 0 : 1 / 30)
    const times = ({ ids, world }: typeof fast) => ids.map((eid) => world.components.Baked.time[eid])
    expect(times(fast)).toEqual(times(slow))
    expect(eventsOf(fast.world)).toEqual(eventsOf(slow.world))
    events += eventsOf(fast.world).length
  }
  expect(events).toBeGreaterThan(500)
})
