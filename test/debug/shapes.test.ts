/** The lines and labels of the debug overlay. */
import { describe, expect, test } from 'vitest'
import { VISIBILITY } from '../../components'
import {
  type ErrorCode,
  getAttachment,
  getBone,
  getBounds,
  getPoint,
  getWorldVertices,
  setBone,
} from '../../src/api'
import { despawnSkeleton, spawnSkeleton } from '../../src/api/spawn'
import type { AttachmentModel } from '../../src/base/model/attachment'
import {
  createDebugShapes,
  DEBUG_KIND,
  type DebugOptions,
  type DebugShapes,
  debugShapes,
} from '../../src/joins/debug'
import { nesting, putInSlot } from '../../src/joins/nesting'
import { registerAtlas, spawnSprite } from '../../src/joins/sprites'
import type { AnimationWorld } from '../../src/world/world-type'
import { skinning, worldTransform } from '../../systems'
import { makeRig, makeWorld, tick } from '../fixtures/play'
import { atlasOf, clipping, mesh, region, rigOf } from '../streams/fixture'

const ALL: DebugOptions = {
  bones: true,
  meshes: true,
  clips: true,
  boxes: true,
  names: true,
  sleep: true,
  order: true,
}

const boundingBox = (points: number[]): AttachmentModel => ({
  type: 'boundingbox',
  name: 'hit',
  count: points.length / 2,
  bones: null,
  vertices: Float32Array.from(points),
})

const TOY = rigOf(
  {
    bones: [{ name: 'root' }, { name: 'arm', x: 20, y: 5 }],
    slots: [
      { name: 'clip', attachments: { clip: clipping([-9, -9, 9, -9, 0, 9]) } },
      { name: 'a', bone: 1, attachments: { a: region('a') } },
      { name: 'fan', attachments: { fan: mesh('a', [0, 0, 8, 0, 8, 8, 0, 8]) } },
      { name: 'hit', attachments: { hit: boundingBox([0, 0, 4, 0, 4, 4]) } },
    ],
  },
  atlasOf('a'),
)

/** Runs as plain values: kind, entity, bone or slot, lines. */
function runsOf(shapes: DebugShapes): { kind: number; eid: number; part: number; lines: number[][] }[] {
  return Array.from({ length: shapes.runCount }, (_, run) => {
    const end = run + 1 < shapes.runCount ? shapes.runStarts[run + 1] : shapes.lineCount
    const lines = Array.from({ length: end - shapes.runStarts[run] }, (_, i) => {
      const at = 4 * (shapes.runStarts[run] + i)
      return [...shapes.lines.subarray(at, at + 4)]
    })
    return { kind: shapes.runKinds[run], eid: shapes.runEntities[run], part: shapes.runParts[run], lines }
  })
}

function labelsOf(shapes: DebugShapes): { kind: number; text: string; place: number[] }[] {
  return Array.from({ length: shapes.labelCount }, (_, i) => ({
    kind: shapes.labelKinds[i],
    text: shapes.labelTexts[i],
    place: [...shapes.labelPlaces.subarray(2 * i, 2 * i + 2)],
  }))
}

function ofKind(world: AnimationWorld, options: DebugOptions, kind: number): ReturnType<typeof runsOf> {
  return runsOf(debugShapes(world, options)).filter((run) => run.kind === kind)
}

function refuses(call: () => void, code: ErrorCode): void {
  expect(call).toThrow(expect.objectContaining({ code }))
}

function toyWorld(): { world: AnimationWorld; eid: number } {
  const world = makeWorld()
  const eid = spawnSkeleton(world, TOY, { x: 100 })
  tick(world)
  return { world, eid }
}

describe('lines', () => {
  test('a bone runs from its joint to its tip', () => {
    const { world, eid } = toyWorld()
    setBone(world, eid, 'arm', { rotation: Math.PI / 2, scaleX: 2 })
    tick(world)
    const bones = ofKind(world, { bones: true }, DEBUG_KIND.bone)
    expect(bones.map(({ eid: entity, part }) => [entity, part])).toEqual([
      [eid, 0],
      [eid, 1],
    ])
    expect(bones[0].lines).toEqual([[100, 0, 110, 0]])
    const [line] = bones[1].lines
    for (const [i, value] of [120, 5, 120, 25].entries()) expect(line[i]).toBeCloseTo(value, 4)
  })

  test('a mesh has every edge once, a region its outline', () => {
    const { world, eid } = toyWorld()
    const runs = runsOf(debugShapes(world, { meshes: true }))
    expect(runs.map(({ kind, part }) => [kind, part])).toEqual([
      [DEBUG_KIND.region, 1],
      [DEBUG_KIND.mesh, 2],
    ])
    const edges = runs[1].lines.map(([x1, y1, x2, y2]) =>
      [`${x1 - 100},${y1}`, `${x2 - 100},${y2}`].sort().join(' '),
    )
    expect(edges.sort()).toEqual(['0,0 0,8', '0,0 8,0', '0,0 8,8', '0,8 8,8', '8,0 8,8'])
    const [ax, ay] = getWorldVertices(world, eid, 'a') ?? []
    expect(runs[0].lines).toHaveLength(4)
    expect(runs[0].lines.some(([x, y]) => x === ax && y === ay)).toBe(true)
  })

  test('clips and bounding boxes are closed polygons', () => {
    const { world } = toyWorld()
    expect(ofKind(world, { clips: true }, DEBUG_KIND.clip)[0].lines).toEqual([
      [100, 9, 91, -9],
      [91, -9, 109, -9],
      [109, -9, 100, 9],
    ])
    expect(ofKind(world, { boxes: true }, DEBUG_KIND.box)[0].lines).toHaveLength(3)
    const { runCount } = debugShapes(world, { clips: true })
    expect(runCount).toBe(1)
  })

  test('colours go with the kind', () => {
    const { world } = toyWorld()
    const shapes = debugShapes(world, { clips: true, bones: true })
    const colors = new Set(
      Array.from({ length: shapes.lineCount }, (_, i) => shapes.colors.subarray(4 * i, 4 * i + 4).join()),
    )
    expect([...colors]).toEqual(['255,111,111,255', '53,194,165,255'])
  })

  test.each(['3.8', '4.2', '4.3'] as const)('agree with the single reading functions (%s)', (dialect) => {
    const world = makeWorld()
    const rig = makeRig(dialect)
    const ids = [0, 1].map((n) => spawnSkeleton(world, rig, { x: 50 * n, rotation: n }))
    for (let i = 0; i < 3; i++) tick(world)
    const runs = runsOf(debugShapes(world, ALL))
    let seen = 0
    for (const { kind, eid, part, lines } of runs) {
      if (kind === DEBUG_KIND.bone) {
        const [a, , c, , x, y] = getBone(world, eid, part)
        const length = rig.bones.length[part]
        expect(lines).toEqual([[x, y, Math.fround(x + a * length), Math.fround(y + c * length)]])
      } else if (kind === DEBUG_KIND.point) {
        const [x, y, angle] = getPoint(world, eid, part) ?? []
        expect(lines).toEqual([[x, y, x + Math.cos(angle), y + Math.sin(angle)].map(Math.fround)])
      } else if (part < 0) {
        const [x, y, width, height] = getBounds(world, eid) ?? []
        expect(lines[1].map((n) => n)).toEqual([x + width, y, x + width, y + height].map(Math.fround))
      } else {
        const vertices = [...(getWorldVertices(world, eid, part) ?? [])]
        const corners = new Set(vertices.flatMap((x, i) => (i % 2 === 0 ? [`${x},${vertices[i + 1]}`] : [])))
        for (const [x1, y1, x2, y2] of lines)
          expect([corners.has(`${x1},${y1}`), corners.has(`${x2},${y2}`)]).toEqual([true, true])
        const closed = getAttachment(world, eid, part)?.type !== 'mesh'
        if (closed) expect(lines).toHaveLength(vertices.length / 2)
      }
      seen |= 1 << kind
    }
    const { bone, mesh: meshes, region: regions, clip, box, point, bounds } = DEBUG_KIND
    for (const kind of [bone, meshes, regions, clip, box, point, bounds])
      expect(seen & (1 << kind)).not.toBe(0)
    expect(new Set(runs.map(({ eid }) => eid))).toEqual(new Set(ids))
  })
})

describe('labels', () => {
  test('bones have their names', () => {
    const { world } = toyWorld()
    expect(labelsOf(debugShapes(world, { names: true }))).toEqual([
      { kind: DEBUG_KIND.name, text: 'root', place: [100, 0] },
      { kind: DEBUG_KIND.name, text: 'arm', place: [120, 5] },
    ])
  })

  test('sleepers look different from skeletons that are awake', () => {
    const { world, eid } = toyWorld()
    const other = spawnSkeleton(world, TOY)
    for (let i = 0; i < 4; i++) tick(world)
    setBone(world, other, 0, { x: 3 })
    tick(world)
    const shapes = debugShapes(world, { sleep: true })
    expect(runsOf(shapes).map(({ kind, eid: entity }) => [kind, entity])).toEqual([
      [DEBUG_KIND.asleep, eid],
      [DEBUG_KIND.awake, other],
    ])
    expect(labelsOf(shapes)).toEqual([{ kind: DEBUG_KIND.asleep, text: 'asleep', place: [100, 0] }])
  })

  test('the drawing order counts skeletons and sprites', () => {
    const { world, eid } = toyWorld()
    const atlas = atlasOf('dot')
    const pages = atlas.pages.map((settings) => ({
      name: settings.name,
      atlas: 'dots',
      settings,
      image: null,
    }))
    const sheet = registerAtlas(world, { model: atlas, pages })
    const sprite = spawnSprite(world, sheet, 'dot', { x: 7, sortKey: -1 })
    const front = spawnSkeleton(world, TOY, { x: 200, sortKey: 1 })
    tick(world)
    const shapes = debugShapes(world, { order: true, meshes: true })
    expect(labelsOf(shapes)).toEqual([
      { kind: DEBUG_KIND.order, text: '#1', place: [100, 0] },
      { kind: DEBUG_KIND.order, text: '#2', place: [200, 0] },
      { kind: DEBUG_KIND.order, text: '#0', place: [7, 0] },
    ])
    expect(runsOf(shapes).filter(({ part }) => part === -1)).toMatchObject([
      { eid: sprite, kind: DEBUG_KIND.region },
    ])
    expect(
      runsOf(debugShapes(world, { meshes: true, entities: [front] })).every((run) => run.eid === front),
    ).toBe(true)
    expect(eid).not.toBe(front)
  })
})

describe('the overlay leaves out', () => {
  test('nothing that has no present pose', () => {
    const { world, eid } = toyWorld()
    const { level } = world.components.Visibility
    for (const unseen of [VISIBILITY.frozen, VISIBILITY.timeOnly]) {
      level[eid] = unseen
      tick(world)
      const { lineCount, runCount, labelCount } = debugShapes(world, ALL)
      expect([lineCount, runCount, labelCount]).toEqual([0, 0, 0])
    }
    level[eid] = VISIBILITY.noVertices
    tick(world)
    expect(debugShapes(world, { bones: true }).runCount).toBe(2)
  })

  test('skeletons that are gone', () => {
    const { world, eid } = toyWorld()
    const out = debugShapes(world, ALL)
    expect(out.lineCount).toBeGreaterThan(0)
    despawnSkeleton(world, eid)
    expect(debugShapes(world, ALL, out)).toMatchObject({ lineCount: 0, runCount: 0, labelCount: 0 })
    expect(out.labelTexts).toEqual([])
  })

  test('a slot child together with its holder', () => {
    const world = makeWorld({ use: [nesting] })
    const holder = spawnSkeleton(world, TOY)
    const child = spawnSkeleton(world, TOY, { x: 5 })
    putInSlot(world, holder, 'a', child)
    tick(world)
    const bones = (): number[] => ofKind(world, { bones: true }, DEBUG_KIND.bone).map(({ eid }) => eid)
    expect(bones().filter((eid) => eid === child)).toHaveLength(2)
    world.components.Visibility.level[holder] = VISIBILITY.frozen
    tick(world)
    expect(bones()).toEqual([])
  })
})

describe('arrays', () => {
  test('are the same from call to call, and right after they grew', () => {
    const world = makeWorld()
    for (let i = 0; i < 60; i++) spawnSkeleton(world, TOY, { x: i })
    worldTransform(world)
    skinning(world)
    const out = createDebugShapes()
    debugShapes(world, ALL, out)
    const { lines, colors, runStarts, labelPlaces, labelTexts } = out
    const before = JSON.stringify([runsOf(out), labelsOf(out)])
    expect(debugShapes(world, ALL, out)).toBe(out)
    expect([out.lines === lines, out.colors === colors, out.runStarts === runStarts]).toEqual([
      true,
      true,
      true,
    ])
    expect([out.labelPlaces === labelPlaces, out.labelTexts === labelTexts]).toEqual([true, true])
    expect(JSON.stringify([runsOf(out), labelsOf(out)])).toBe(before)
    expect(ofKind(world, { bones: true }, DEBUG_KIND.bone).map(({ lines: [[x]] }) => x % 60)).toHaveLength(
      120,
    )
  })

  test('stay as they are when the call is refused', () => {
    const { world } = toyWorld()
    const out = debugShapes(world, ALL)
    const before = JSON.stringify(runsOf(out))
    refuses(() => debugShapes(world, { bone: true } as DebugOptions, out), 'bad-option')
    refuses(() => debugShapes(world, { entities: [999] }, out), 'no-skeleton')
    refuses(() => debugShapes({} as AnimationWorld, ALL, out), 'no-animation')
    expect(JSON.stringify(runsOf(out))).toBe(before)
  })
})
