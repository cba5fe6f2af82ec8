import { play, type Rig, setPhysicsMode, spawnSkeleton } from 'osteon'
import { bakeTables, registerTable, spawnBaked } from 'osteon/crowd'
import { expect, test } from 'vitest'
import { withFigures } from '../../src/joins/crowd/frame/frame'
import { assembleFrame } from '../../src/streams/frame/frame'
import { createLooks, updateLooks } from '../../src/streams/looks'
import { crowdWorld, skinOf, spineFiles, tableOf, tick } from './stage'

/** Draws a live skeleton and a figure one after the other, as corners of triangles. */
interface Corner {
  x: number
  y: number
  u: number
  v: number
  light: number[]
}

const ANIMATIONS_A_RIG = 4
const TIMES = 12

test.each(spineFiles())(
  '$name: figures are within the slack of live skeletons at random times',
  async (files) => {
    const { rig, table } = await tableOf(files)
    let worst = 0
    let compared = 0
    for (const { name, duration } of table.animations.slice(0, ANIMATIONS_A_RIG)) {
      for (let i = 0; i < TIMES; i++) {
        // Spread by the golden ratio, so that frames are met nowhere.
        const time = ((i * 0.618034 + 0.137) % 1) * duration
        const live = crowdWorld()
        const skeleton: number = spawnSkeleton(live, unclipped(rig), {
          skin: skinOf(rig),
        })
        setPhysicsMode(live, skeleton, 'none')
        play<never, string>(live, skeleton, name as never, { trackTime: time })
        tick(live, 0)
        const baked = crowdWorld()
        spawnBaked(baked, registerTable(baked, rig, table), { animation: name, time, loop: false })
        tick(baked, 0)
        const [a, b] = [cornersOf(live), cornersOf(baked)]
        expect(b.length).toBe(a.length)
        for (let corner = 0; corner < a.length; corner++) {
          worst = Math.max(worst, Math.hypot(a[corner].x - b[corner].x, a[corner].y - b[corner].y))
          expect(Math.abs(a[corner].u - b[corner].u) + Math.abs(a[corner].v - b[corner].v)).toBeLessThan(1e-6)
          for (let channel = 0; channel < 4; channel++)
            expect(Math.abs(a[corner].light[channel] - b[corner].light[channel])).toBeLessThanOrEqual(4)
        }
        compared++
      }
    }
    expect(compared).toBeGreaterThan(0)
    expect(worst).toBeLessThanOrEqual(table.slack)
  },
)

test.each(spineFiles())('$name: attachments, order and colours are exact at frames', async (files) => {
  const { rig, table } = await tableOf(files)
  for (const { name, times } of table.animations.slice(0, ANIMATIONS_A_RIG))
    for (let i = 0; i < times.length; i += Math.ceil(times.length / TIMES)) {
      const live = crowdWorld()
      const skeleton: number = spawnSkeleton(live, unclipped(rig), {
        skin: skinOf(rig),
      })
      setPhysicsMode(live, skeleton, 'none')
      play<never, string>(live, skeleton, name as never, { trackTime: times[i] })
      tick(live, 0)
      const baked = crowdWorld()
      spawnBaked(baked, registerTable(baked, rig, table), { animation: name, time: times[i], loop: false })
      tick(baked, 0)
      const looks = (corners: Corner[]) => corners.map(({ u, v, light }) => [u, v, ...light])
      expect(looks(cornersOf(baked))).toEqual(looks(cornersOf(live)))
    }
})

test('a smaller slack takes more frames, and says how far vertices are off', async () => {
  const { rig } = await tableOf(spineFiles()[0])
  const [rough, fine] = [4, 0.25].map((slack) => bakeTables(rig, { slack })[0])
  const frames = ({ animations }: typeof rough) =>
    animations.reduce((sum, { times }) => sum + times.length, 0)
  expect(frames(fine)).toBeGreaterThan(2 * frames(rough))
  for (const { error } of fine.animations) expect(error).toBeLessThanOrEqual(0.25)
})

test.each([
  ['an unknown animation', { animations: ['fly'] }, 'unknown-animation'],
  ['an unknown skin', { skins: ['fly'] }, 'unknown-skin'],
  ['a slack of 0', { slack: 0 }, 'bad-option'],
  ['another option', { speed: 1 }, 'bad-option'],
])('%s is refused', async (_, options, code) => {
  const { rig } = await tableOf(spineFiles()[0])
  expect(() => bakeTables(rig, options as never)).toThrow(expect.objectContaining({ code }))
})

/** A table has no clipping, so the live skeleton is drawn without it. */
function unclipped(rig: Rig): Rig {
  return { ...rig, attachments: { ...rig.attachments, clips: false } }
}

function cornersOf(world: ReturnType<typeof crowdWorld>): Corner[] {
  const streams = withFigures(world, assembleFrame(world))
  const looks = createLooks()
  updateLooks(world, looks)
  const { capacity, frame, positions, tail } = streams
  return Array.from(frame.indices.subarray(0, frame.indexCount), (index) => {
    const [at, place, look] =
      index < capacity ? [index, positions, looks] : [index - capacity, tail.positions, tail]
    return {
      x: place[2 * at],
      y: place[2 * at + 1],
      u: look.uvs[2 * at],
      v: look.uvs[2 * at + 1],
      light: [0, 1, 2, 3].map((channel) => look.light[4 * at + channel]),
    }
  })
}
