/** What the newest patch release of each minor shows, by small scripts: the rows of the guide on versions of Spine. */
import { createWorld } from 'bitecs'
import { installAnimation, loadRig } from 'osteon'
import { spineJson } from 'osteon/formats/spine-json'
import { describe, expect, test } from 'vitest'
import { playCase } from '../golden/play'
import { readDump } from '../golden/read-dump'
import type { Dump } from '../golden/schema'
import { ROWS, type Row } from './rows'

const bytes = (text: string) => new TextEncoder().encode(text)
const REGIONS = ['i0', 'i1', 'i2', 'i3', 'q', 'r'].map((name) => `${name}\n  bounds: 0, 0, 4, 4\n`)
const ATLAS = `\npage.png\nsize: 64, 64\n${REGIONS.join('')}`

/** Plays a row's script in a world of its own, and reads it after each tick. */
async function shownBy({ json, name, ops, read, version }: Row): Promise<unknown[]> {
  const { skeleton = {}, ...rest } = json
  const text = JSON.stringify({ skeleton: { ...(skeleton as object), spine: `${version}.99` }, ...rest })
  const rig = await loadRig(bytes(text), bytes(ATLAS), { readers: [spineJson], name, warn: () => {} })
  const world = installAnimation(createWorld(), { capacity: 4 })
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
  test.each(ROWS.map((row): [string, string, Row] => [row.version, row.name, row]))(
    '%s: %s',
    async (_, __, row) => {
      expect(await shownBy(row)).toEqual(near(row.shown))
    },
  )
})
