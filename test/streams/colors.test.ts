/** Slot colours in the streams. */
import { describe, expect, test } from 'vitest'
import { play } from '../../src/api'
import { setSlotColor } from '../../src/api/pose/write-pose'
import { spawnSkeleton } from '../../src/api/spawn'
import type { ColorTimeline } from '../../src/base/model/animation'
import type { Rgb } from '../../src/base/model/values'
import { packColor } from '../../src/streams/colors'
import { createLooks, updateLooks } from '../../src/streams/looks'
import { LOOK, type VertexLooks } from '../../src/world/streams'
import { runPipeline } from '../../systems/pipeline'
import { skinning } from '../../systems/skinning'
import { worldTransform } from '../../systems/world-transform'
import { linear } from '../rig/animation/animation-kit'
import { region, rigOf, type SlotPlan, worldOf } from './fixture'

const colorsAt = ({ light, dark }: VertexLooks, vertex: number) => ({
  light: [...light.slice(4 * vertex, 4 * vertex + 4)],
  dark: [...dark.slice(4 * vertex, 4 * vertex + 4)],
})

function drawn(plan: Partial<SlotPlan>, color: [number, number, number, number] = [1, 1, 1, 1]) {
  const world = worldOf()
  const rig = rigOf({ slots: [{ name: 'a', attachments: { a: region('a', { color }) }, ...plan }] })
  const eid = spawnSkeleton(world, rig)
  const looks = createLooks()
  const step = () => {
    worldTransform(world)
    skinning(world)
    updateLooks(world, looks)
    return colorsAt(looks, world.animation.skeletons.vertexStart[eid])
  }
  return { world, eid, step }
}

describe('slot colours', () => {
  test('bytes are rounded to the nearest, in the order r, g, b, a, and cut off outside 0…1', () => {
    const bytes = (...channels: number[]) => [
      ...new Uint8Array(Int32Array.of(packColor(Float64Array.from(channels))).buffer),
    ]
    expect(bytes(0, 1, 0.5, 0.25)).toEqual([0, 255, 128, 64])
    expect(bytes(0.49 / 255, 0.5 / 255, 254.4 / 255, 254.6 / 255)).toEqual([0, 1, 254, 255])
    expect(bytes(-1, 7, Number.NaN, Number.POSITIVE_INFINITY)).toEqual([0, 255, 0, 255])
  })

  test('are skeleton · slot · attachment, premultiplied', () => {
    const { world, eid, step } = drawn({ color: [0.8, 0.5, 1, 0.5] }, [1, 0.5, 0.25, 0.8])
    world.components.Skeleton.red[eid] = 0.5
    world.components.Skeleton.alpha[eid] = 0.75
    // A = 0.75 · 0.5 · 0.8 = 0.3
    expect(step()).toEqual({ light: [31, 19, 19, 77], dark: [0, 0, 0, 0] })
  })

  test('additive slots have an alpha of 0 and all their colour', () => {
    expect(drawn({ blend: 'additive', color: [1, 0.5, 0, 0.5] }).step().light).toEqual([128, 64, 0, 0])
    expect(drawn({ blend: 'screen', color: [1, 0.5, 0, 0.5] }).step().light).toEqual([128, 64, 0, 128])
  })

  test('dark colours are premultiplied by the full alpha, in additive slots too', () => {
    const plan = { color: [1, 1, 1, 0.5], dark: [1, 0.5, 0.2] } satisfies Partial<SlotPlan>
    expect(drawn(plan).step().dark).toEqual([128, 64, 26, 0])
    expect(drawn({ ...plan, blend: 'additive' }).step()).toEqual({
      light: [128, 128, 128, 0],
      dark: [128, 64, 26, 128],
    })
  })

  test('additive slots have their alpha beside their dark colour, also while it fades', () => {
    expect(drawn({ blend: 'additive', color: [1, 0.5, 0, 0.5] }).step().dark).toEqual([0, 0, 0, 128])
    const world = worldOf()
    const alpha: ColorTimeline = {
      type: 'color',
      slot: 0,
      property: 'alpha',
      channels: 1,
      ...linear([0, 1], [1, 0]),
    }
    const slots: SlotPlan[] = [
      { name: 'a', attachments: { a: region('a') }, blend: 'additive', color: [0, 0, 0, 1] },
    ]
    const rig = rigOf({ slots, animations: [{ name: 'fade', duration: 1, timelines: [alpha] }] })
    const eid = spawnSkeleton(world, rig)
    play(world, eid, 'fade')
    const looks = createLooks()
    const alphas = [0, 0.25, 0.25].map((seconds) => {
      world.time.delta = seconds
      runPipeline(world)
      updateLooks(world, looks)
      return colorsAt(looks, world.animation.skeletons.vertexStart[eid]).dark[3]
    })
    expect(alphas).toEqual([255, 191, 128])
  })

  describe('under a flash', () => {
    /** White texels and black ones are drawn by the light and the dark colour. */
    const flashed = (plan: Partial<SlotPlan>, flash: number) => {
      const { world, eid, step } = drawn(plan)
      step()
      world.components.Skeleton.flash[eid] = flash
      const colors = step()
      world.components.Skeleton.flash[eid] = 0
      return { colors, after: step(), before: drawn(plan).step() }
    }

    test('are mixed with its colour by its alpha, light and dark ones', () => {
      const { colors, after, before } = flashed({ color: [1, 0.5, 0, 0.5] }, 0x80ff00ff)
      // 0.5 · colour + 0.5 · flash, times the alpha 0.5.
      expect(colors).toEqual({ light: [128, 32, 64, 128], dark: [64, 0, 64, 0] })
      expect(after).toEqual(before)
      expect(flashed({ dark: [1, 0.5, 0] }, 0x80ff00ff).colors.dark).toEqual([255, 64, 128, 0])
      expect(flashed({ dark: [1, 0.5, 0] }, 0xff102030).colors.dark).toEqual([16, 32, 48, 0])
      expect(flashed({ blend: 'additive' }, 0xff102030).colors).toEqual({
        light: [16, 32, 48, 0],
        dark: [16, 32, 48, 255],
      })
      expect(flashed({}, 0x00ffffff).colors).toEqual({ light: [255, 255, 255, 255], dark: [0, 0, 0, 0] })
    })

    test('fade with the alpha of their slot', () => {
      const world = worldOf()
      const alpha: ColorTimeline = {
        type: 'color',
        slot: 0,
        property: 'alpha',
        channels: 1,
        ...linear([0, 1], [1, 0]),
      }
      const slots = [{ name: 'a', attachments: { a: region('a') } }]
      const rig = rigOf({ slots, animations: [{ name: 'fade', duration: 1, timelines: [alpha] }] })
      const eid = spawnSkeleton(world, rig, { flash: 0xff00ff00 })
      play(world, eid, 'fade')
      const looks = createLooks()
      const seen = [0, 0.5].map((seconds) => {
        world.time.delta = seconds
        runPipeline(world)
        updateLooks(world, looks)
        return colorsAt(looks, world.animation.skeletons.vertexStart[eid])
      })
      expect(seen).toEqual([255, 128].map((a) => ({ light: [0, a, 0, a], dark: [0, a, 0, 0] })))
    })
  })

  test('are noted again only where they changed', () => {
    const { world, eid, step } = drawn({})
    const { looks } = world.animation.streams
    const notes = () => {
      const found = []
      for (let i = first; i < looks.next; i++) found.push([looks.drawables[i], looks.parts[i]])
      first = looks.next
      return found
    }
    let first = 0
    step()
    expect(notes()).toEqual([[eid, LOOK.all]])
    step()
    expect(notes()).toEqual([])
    setSlotColor(world, eid, 'a', { color: [0, 0, 1, 1] })
    expect(step().light).toEqual([0, 0, 255, 255])
    expect(notes()).toEqual([[eid, LOOK.light | LOOK.dark]])
    world.components.Skeleton.blue[eid] = 0
    expect(step().light).toEqual([0, 0, 0, 255])
    expect(notes()).toEqual([[eid, LOOK.light | LOOK.dark]])
  })

  test('that an animation keys are noted where they change, whichever slots have a dark one', () => {
    const world = worldOf()
    const keyed = (slot: number, property: 'rgba' | 'rgba2', values: number[]): ColorTimeline => {
      return {
        type: 'color',
        slot,
        property,
        channels: property === 'rgba' ? 4 : 7,
        ...linear([0, 1], values),
      }
    }
    const steady = [1, 0, 0, 1, 0.5, 0.25, 0.125]
    const timelines = [
      keyed(0, 'rgba2', [...steady, ...steady]),
      keyed(1, 'rgba', [1, 1, 1, 1, 0, 0, 0, 1]),
      keyed(2, 'rgba2', [...steady, ...steady.slice(0, 4), 1, 0.25, 0.125]),
    ]
    const dark: Rgb = [0, 0, 0]
    const slots = [{ dark }, {}, { dark }].map((plan, i) => {
      return { name: `${i}`, attachments: { a: region('a') }, ...plan }
    })
    const rig = rigOf({ slots, animations: [{ name: 'fade', duration: 1, timelines }] })
    play(world, spawnSkeleton(world, rig), 'fade')
    const { looks } = world.animation.streams
    world.time.delta = 1 / 8
    runPipeline(world)
    for (let i = 0; i < 5; i++) {
      const first = looks.next
      runPipeline(world)
      const noted = Array.from({ length: looks.next - first }, (_, at) => [
        looks.slots[first + at],
        looks.parts[first + at],
      ])
      expect(noted).toEqual([
        [1, LOOK.light],
        [2, LOOK.dark],
      ])
    }
  })
})
