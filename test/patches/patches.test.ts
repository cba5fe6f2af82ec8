/** What the newest patch release of each minor shows, by small scripts: the rows of the guide on versions of Spine. */
import { createWorld } from 'bitecs'
import { installAnimation, loadRig } from 'osteon'
import { spineBinary } from 'osteon/formats/spine-binary'
import { spineJson } from 'osteon/formats/spine-json'
import { describe, expect, test } from 'vitest'
import { writeSkel } from '../fixtures/rigs/write-skel'
import { noWarnings } from '../fixtures/warnings'
import { playCase } from '../golden/play'
import { readDump } from '../golden/read-dump'
import type { Dump } from '../golden/schema'
import { blown, follows, type Row, tick, x } from './kit'
import { PHYSICS_ROWS } from './physics-rows'
import { ROWS } from './rows'
import { ROWS_43 } from './rows-43'

const bytes = (text: string) => new TextEncoder().encode(text)
const REGIONS = ['i0', 'i1', 'i2', 'i3', 'q', 'r'].map((name) => `${name}\n  bounds: 0, 0, 4, 4\n`)
const ATLAS = `\npage.png\nsize: 64, 64\n${REGIONS.join('')}`

/** Plays a row's script in a world of its own, and reads it after each tick. */
async function shownBy({ json, name, ops, read, version }: Row): Promise<unknown[]> {
  const { skeleton = {}, ...rest } = json
  const text = JSON.stringify({ skeleton: { ...(skeleton as object), spine: `${version}.99` }, ...rest })
  const rig = await loadRig(bytes(text), bytes(ATLAS), { readers: [spineJson], name, warn: () => {} })
  const world = installAnimation(createWorld(), { capacity: 4, warn: noWarnings })
  const ticks = ops.flatMap((op) => {
    const { times = 1, ...one } = op
    return op.op === 'update'
      ? Array.from({ length: times }, () => [one, { op: 'dump', verts: false }]).flat()
      : [op]
  })
  const dumps: Dump[] = []
  playCase(
    world,
    rig,
    { id: name, kind: 'state', skin: null, scale: 1, ops: ticks, dumps: [], fresh: true },
    version,
    (actor) => {
      dumps.push({ ...readDump(world, actor.eid, rig, false), events: actor.seen })
      actor.seen = []
    },
  )
  return dumps.map(read)
}

/** The same with every number to within half a thousandth: poses are float32s, and rows are written to four digits. */
function near(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(near)
  return typeof value === 'number' ? expect.closeTo(value, 3) : value
}

describe('the newest release of each minor', () => {
  const rows = [...ROWS, ...ROWS_43, ...PHYSICS_ROWS]
  test.each(rows.map((row): [string, string, Row] => [row.version, row.name, row]))(
    '%s: %s',
    async (_, __, row) => {
      expect(await shownBy(row)).toEqual(near(row.shown))
    },
  )
})

describe('what osteon does otherwise than a patch release', () => {
  test.each(['4.0', '4.1', '4.2'] as const)(
    'mixShearY of %s has the value of each key, in JSON as in .skel',
    (version) => {
      const keys = [0, 1].map((mixShearY) => ({ time: mixShearY, mixShearY }))
      const animations = { one: { transform: { follow: keys } } }
      const json = {
        ...follows(version, {}, { rotation: 40 }),
        animations,
        skeleton: { spine: `${version}.20` },
      }
      const options = { source: 'shear.json', scale: 1, warn: noWarnings }
      const read = spineJson.readSkeleton(bytes(JSON.stringify(json)), options)
      const written = spineBinary.readSkeleton(writeSkel(read, version), options)
      for (const { animations: found } of [read, written]) {
        const [{ timelines }] = found
        const [timeline] = timelines.filter(({ type }) => type === 'transform')
        expect('values' in timeline && [timeline.values[5], timeline.values[11]]).toEqual([0, 1])
      }
    },
  )

  test.each(['4.0', '4.1', '4.2', '4.3'] as const)(
    '.skel of %s has names outside ASCII (4.0.27, 4.1.23)',
    (version) => {
      const json = {
        bones: [{ name: 'root' }, { name: '脚 ü', parent: 'root' }],
        skeleton: { spine: `${version}.20` },
      }
      const options = { source: 'names', scale: 1, warn: noWarnings }
      const read = spineJson.readSkeleton(bytes(JSON.stringify(json)), options)
      const { bones } = spineBinary.readSkeleton(writeSkel(read, version), options)
      expect(bones.map(({ name }) => name)).toEqual(['root', '脚 ü'])
    },
  )

  test.each(['4.2', '4.3'] as const)(
    'physics of %s takes one step in each of 3,600 ticks of 1/60 s',
    async (version) => {
      const json = blown(version, { fps: 60, mass: 100 })
      const places = (
        await shownBy({ name: 'steps', version, json, ops: [tick(1 / 60, 3600)], read: x, shown: [] })
      ).map(Number)
      const moved = places.map((place, i) => place - (places[i - 1] ?? 0))
      const uneven = moved.filter((by, i) => i > 10 && Math.abs(by / moved[i - 1] - 1) > 0.3)
      expect(uneven).toEqual([])
      expect(places[3599]).toBeGreaterThan(17_000)
    },
  )
})
