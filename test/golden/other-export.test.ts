/** Binary exports of 3.6 and 3.7, of which nothing is recorded, are played by the recordings of their JSON. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { SkeletonModel } from '../../src/base/model/skeleton'
import { spineJson } from '../../src/formats/spine-json'
import { sampleOf } from '../deep'
import { describeShared } from '../shared'
import { driveFile } from './driver'
import { isAsked, isGolden, listGoldens, readGolden, sampleFolder } from './files'
import type { Dump, Golden, GoldenCase, Op } from './schema'
import { p99 } from './tally'

const played = mkdtempSync(join(tmpdir(), 'osteon-golden-'))
afterAll(() => rmSync(played, { recursive: true }))

/** JSON is rounded to four decimals of times, and two to five of values. */
const ROUNDED = 5e-3
/** A key's time in the binary export may be that much beside the one in JSON, and so on its other side. */
const MOMENT = 1e-4

/** Official recordings differ as much for the exports of 3.8 and later: a path along bones without width. */
const FAR_APART = ['3.6/vine-pro.json.gz', '3.7/vine-pro.json.gz']

function read(folder: string, path: string): Golden {
  const golden = readGolden(join(folder, path))
  if (!isGolden(golden)) throw new Error(`${path} is no recording of poses`)
  return golden
}

/** The dumps of a case, each with the op before it. */
function dumpsOf({ ops, dumps }: GoldenCase): { op: Op; dump: Dump }[] {
  const before = ops.flatMap(({ op }, i) => (op === 'dump' ? [ops[i - 1]] : []))
  return dumps.map((dump, i) => ({ op: before[i], dump }))
}

const poses = ({ cases }: Golden) => cases.filter((one): one is GoldenCase => one.kind === 'pose')

/** Whether a pose is taken at the time of a key of its animation, or where a loop ends. */
function isOnKey({ animations }: SkeletonModel, { animation, time = 0, loop }: Op): boolean {
  const own = animations.find(({ name }) => name === animation)
  if (!own) return false
  const moments = own.timelines.flatMap(({ type, times }) =>
    type === 'attachment' || type === 'drawOrder' ? [...times] : [],
  )
  const turn = loop ? time / own.duration : Number.NaN
  if (Math.abs(turn - Math.round(turn)) * own.duration < MOMENT) return true
  return moments.some((moment) => Math.abs(moment - time) < MOMENT)
}

describeShared('played by the binary export', ['golden/spine', 'samples/spine'], (goldens, samples) => {
  const paths = listGoldens(goldens).filter((path) => isAsked(path, ['{3.6,3.7}/*']))

  test.each(sampleOf(paths))(
    '%s is matched as far as JSON is rounded, and shows something else only on a key',
    async (path) => {
      const row = await driveFile(path, { goldens, samples, source: 'skel', stateShare: 20, dump: played })
      expect(row.refused).toBe(null)
      expect(row.tally.numbers).toBeGreaterThan(1000)
      expect(row.tally.events).toBe(0)
      if (!FAR_APART.includes(path)) expect(p99(row.tally)).toBeLessThan(ROUNDED)

      const recorded = read(goldens, path)
      const { json } = recorded.skeleton
      const file = join(sampleFolder(goldens, path, samples, recorded), json)
      const model = spineJson.readSkeleton(readFileSync(file), { source: json })
      const expected = new Map(recorded.cases.map((one) => [one.id, one as GoldenCase]))
      for (const one of read(played, path).cases as GoldenCase[]) {
        const others = expected.get(one.id)?.dumps ?? []
        for (const [i, { op, dump }] of dumpsOf(one).entries()) {
          if (one.kind === 'pose' && isOnKey(model, op)) continue
          const { attachments, drawOrder } = dump
          const { attachments: other, drawOrder: otherOrder } = others[i]
          expect({ attachments, drawOrder }, `${one.id}[${i}]`).toEqual({
            attachments: other,
            drawOrder: otherOrder,
          })
        }
      }
    },
  )

  test.each(FAR_APART)('%s is matched by the export of 3.8', async (path) => {
    await driveFile(path, { goldens, samples, source: 'skel', kind: 'pose', dump: played })
    const own = read(played, path)
    const later = read(goldens, `3.8/${path.slice(4).replace('.json.gz', '.skel.json.gz')}`)
    const keyOf = ({ animation, time, loop }: Op) => `${animation} ${time} ${loop}`
    const known = new Map(
      poses(own).flatMap((one) => dumpsOf(one).map(({ op, dump }) => [keyOf(op), dump] as const)),
    )
    let met = 0
    for (const { op, dump } of poses(later).flatMap(dumpsOf)) {
      const same = known.get(keyOf(op))
      if (!same) continue
      met++
      later.bones.forEach((name, bone) => {
        const at = own.bones.indexOf(name)
        for (let i = 0; at >= 0 && i < 6; i++) {
          const unit = i < 4 ? 1 : own.skeleton.size
          const error = Math.abs(same.bones[6 * at + i] - dump.bones[6 * bone + i]) / unit
          expect(error, `${keyOf(op)} ${name}`).toBeLessThan(ROUNDED)
        }
      })
    }
    expect(met).toBeGreaterThan(0)
  })
})
