/** Garbage of drawn frames. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleOf } from '../../deep'
import { type Harness, startHarness } from '../harness'
import { DEVICES, labPage } from './lab'

declare global {
  interface Window {
    gc(): void
  }
}

let harness: Harness

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.close())

describe.each(sampleOf(DEVICES, 2))('drawing with %s', (device) => {
  test('a frame in the steady state leaves at most 1 kB of garbage', async () => {
    const page = await harness.openPage(labPage(device))
    await page.waitForFunction(() => 'lab' in window)
    const { own, shared, counted } = await page.evaluate(() => {
      const { createStage, paintedPage } = window.lab
      // Each read of `memory` is a snapshot.
      const heap = () =>
        (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize
      const quads = Array.from({ length: 60 }, (_, i) => ({
        x: i,
        y: 0,
        width: 1,
        height: 1,
        page: i % 20,
        tail: i % 3 === 0,
        blend: i % 7 ? undefined : ('screen' as const),
      }))
      /** Bytes a frame, the median of five times 200 frames, after 200 to warm up. */
      const measure = (options: { shared: boolean }, extra: () => void) => {
        const pages = Array.from({ length: 20 }, (_, i) => paintedPage(1, 1, [[i, 0, 0, 255]]))
        const stage = createStage(2, pages, options)
        stage.show(quads)
        const frames = () => {
          for (let i = 0; i < 200; i++) {
            stage.streams.changes.positions.fill(1)
            stage.streams.changes.indices = true
            stage.streams.changes.tail = true
            stage.draw()
            extra()
          }
        }
        frames()
        const windows = Array.from({ length: 5 }, () => {
          window.gc()
          const start = heap()
          frames()
          return (heap() - start) / 200
        })
        return windows.sort((a, b) => a - b)[2]
      }
      let kept: number[] = []
      return {
        own: measure({ shared: false }, () => {}),
        shared: measure({ shared: true }, () => {}),
        counted: measure({ shared: false }, () => {
          kept = new Array(200).fill(kept.length)
        }),
      }
    })
    expect(own).toBeLessThanOrEqual(1024)
    expect(shared).toBeLessThanOrEqual(1024)
    // The measure does see allocations of a frame.
    expect(counted).toBeGreaterThan(own + 400)
  })

  test('a frame with changing looks leaves hardly more garbage than one without', async () => {
    const page = await harness.openPage(labPage(device))
    await page.waitForFunction(() => 'lab' in window)
    const { counted, looked, plain } = await page.evaluate(async () => {
      const { loadMixed, measureLookGarbage } = window.lab
      const look = { outline: 0xff112233, outlineWidth: 3, grey: 0.5 }
      const figures = [{}, { look }, { look: { ...look, outline: 0 } }]
      const { badger } = await loadMixed()
      let kept: number[] = []
      return {
        plain: measureLookGarbage(badger, { version: 2, figures: [{}, {}, {}] }),
        looked: measureLookGarbage(badger, { version: 2, figures }),
        counted: measureLookGarbage(badger, { version: 2, figures }, () => {
          kept = new Array(200).fill(kept.length)
        }),
      }
    })
    expect(looked).toBeLessThanOrEqual(plain + 200)
    // The measure does see allocations of a frame.
    expect(counted).toBeGreaterThan(looked + 400)
  })
})
