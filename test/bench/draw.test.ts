/** WebGL calls and uploads of a crowd, frame by frame. */
import { describe, expect, test } from 'vitest'
import { countingGl } from '../../bench/kit/gl-stub'
import { ownCast } from '../../bench/kit/scenes'
import { type DrawJob, makeDrawCrowd } from '../../bench/programs/draw-crowd'
import type { SpriteColumns } from '../../src/joins/sprites'
import { installRenderer } from '../../src/render'
import { draw } from '../../systems/draw'
import { runPipeline } from '../../systems/pipeline'

const FRAMES = 10

/** WebGL calls per frame, without the first frames; bytes per shown vertex. */
async function frames(job: Omit<DrawJob, 'scenes'>) {
  const { world, step } = await makeDrawCrowd({ scenes: ownCast(), ...job })
  const { gl, counts } = countingGl()
  installRenderer(world, { gl })
  const frame = () => {
    step()
    runPipeline(world)
    draw(world)
  }
  for (let i = 0; i < 4; i++) frame()
  Object.assign(counts, { drawCalls: 0, bytes: 0 })
  for (let i = 0; i < FRAMES; i++) frame()
  const { alive, joins, skeletons } = world.animation
  let vertices = 4 * joins.quads.alive.count
  for (let i = 0; i < alive.count; i++) vertices += skeletons.vertexCount[alive.ids[i]]
  return {
    drawCalls: counts.drawCalls / FRAMES,
    bytes: counts.bytes / FRAMES / vertices,
  }
}

describe.skipIf(ownCast().length === 0)('draw', () => {
  test('uploads positions only while the order stays', async () => {
    const { drawCalls, bytes } = await frames({ skeletons: 200, sprites: 0, walks: false })
    expect(drawCalls).toBe(1)
    expect(bytes).toBeGreaterThanOrEqual(8)
    expect(bytes).toBeLessThanOrEqual(12)
  })

  test('uploads positions and indices of a crowd that walks about, sorted by y', async () => {
    const { drawCalls, bytes } = await frames({ skeletons: 200, sprites: 0, walks: true })
    expect(drawCalls).toBe(1)
    expect(bytes).toBeGreaterThan(12)
    expect(bytes).toBeLessThanOrEqual(28)
  })

  test('takes few draw calls for skeletons with sprites between them', async () => {
    const { drawCalls, bytes } = await frames({ skeletons: 50, sprites: 4000, walks: true })
    expect(drawCalls).toBeLessThanOrEqual(6)
    expect(bytes).toBeLessThanOrEqual(28)
  })

  test('uploads the tints of sprites alone in one call, 4 bytes a vertex', async () => {
    const { world } = await makeDrawCrowd({ scenes: ownCast(), skeletons: 0, sprites: 1000, walks: false })
    const { gl, counts } = countingGl()
    installRenderer(world, { gl })
    const { joins } = world.animation
    const { Sprite } = world.components as typeof world.components & { Sprite: SpriteColumns }
    const frame = (changed: number) => {
      for (let row = 1; row <= changed; row++) Sprite.red[joins.quads.rows.entity[row]] -= 0.125
      Object.assign(counts, { bytes: 0, uploads: 0 })
      runPipeline(world)
      draw(world)
      return [counts.uploads, counts.bytes]
    }
    frame(0)
    frame(1000)
    expect(frame(1000)).toEqual([1, 4 * 4 * 1000])
    expect(frame(1)).toEqual([1, 4 * 64])
    expect(frame(0)).toEqual([0, 0])
  })

  test('sends columns of many sprites to a GPU that makes their vertices: what changed, and no more', async () => {
    const count = 4000
    const { world } = await makeDrawCrowd({ scenes: ownCast(), skeletons: 0, sprites: count, walks: false })
    const { gl, counts } = countingGl()
    installRenderer(world, { gl })
    const { Sprite, Transform } = world.components as typeof world.components & { Sprite: SpriteColumns }
    const frame = (...changed: Float32Array[]) => {
      for (const column of changed) for (let i = 0; i < column.length; i++) column[i] += 0.25
      Object.assign(counts, { bytes: 0, uploads: 0 })
      runPipeline(world)
      draw(world)
      return [counts.uploads, counts.bytes]
    }
    for (let i = 0; i < 3; i++) frame(Transform.x)
    // Lines of texels: one that is full, and another.
    expect(frame(Transform.x)).toEqual([2, 4 * Transform.x.length])
    expect(frame(Transform.y, Sprite.blue)).toEqual([4, 8 * Transform.x.length])
    expect(frame()).toEqual([0, 0])
    const one = () => {
      Transform.rotation[3000] += 1
      return frame()
    }
    expect(one()[0]).toBe(1)
    expect(one()[1]).toBeLessThan(4 * 2048)
  })

  test('joins near ranges of looks, and no others', async () => {
    const { world } = await makeDrawCrowd({ scenes: ownCast(), skeletons: 0, sprites: 16_000, walks: false })
    const { gl, counts } = countingGl()
    installRenderer(world, { gl })
    const { joins } = world.animation
    // As in contexts of WebGL1, where the processor makes the vertices of many sprites.
    Object.assign(joins, { quads: { ...joins.quads, gpu: undefined } })
    const { Sprite } = world.components as typeof world.components & { Sprite: SpriteColumns }
    const frame = (...rows: number[]) => {
      for (const row of rows) Sprite.red[joins.quads.rows.entity[row]] -= 0.125
      counts.uploads = 0
      runPipeline(world)
      draw(world)
      return counts.uploads
    }
    frame(1)
    expect(frame(1, 9000)).toBe(2)
    expect(frame(1, 100)).toBe(1)
    expect(frame(1, 100, 9000)).toBe(2)
  })
})
