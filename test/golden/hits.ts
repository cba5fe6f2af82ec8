/** Plays recorded hit tests: the skeletons under so many points and segments, by bounding boxes. */
import {
  type AnimationWorld,
  despawnSkeleton,
  getAttachment,
  getWorldVertices,
  type HitTarget,
  hitTest,
  isBoneActive,
  type Rig,
  spawnSkeleton,
} from 'osteon'
import { comparePositions, unitFor } from './compare'
import { playCase } from './play'
import type { BySlot, HitCase, HitDump, HitMarks, Op } from './schema'
import { addError, addFault, type Tally } from './tally'

/** @param number of the case: neighbours move the skeleton through the four lanes of a block. */
export function playHits(
  world: AnimationWorld,
  rig: Rig,
  script: HitCase,
  version: string,
  number: number,
): HitDump[] {
  const others = Array.from({ length: number % 4 }, () => spawnSkeleton(world, rig, { skin: script.skin }))
  const dumps: HitDump[] = []
  const eid = playCase(world, rig, script, version, (actor, _, op) => {
    dumps.push(readHits(world, actor.eid, rig, op))
  })
  for (const other of [...others, eid]) despawnSkeleton(world, other)
  return dumps
}

function readHits(world: AnimationWorld, eid: number, rig: Rig, { points = [], segments = [] }: Op): HitDump {
  const boxes: HitDump['boxes'] = {}
  const first: HitDump['first'] = { points: [], segments: [] }
  for (let slot = 0; slot < rig.slots.count; slot++) {
    const attachment = getAttachment(world, eid, slot)
    if (attachment?.type !== 'boundingbox' || !isBoneActive(world, eid, rig.slots.bone[slot])) continue
    boxes[slot] = { name: attachment.name, vertices: [], points: '', segments: '' }
  }
  const mark = (kind: 'points' | 'segments', target: HitTarget) => {
    const alone = slotsHit(world, target, eid)
    const among = slotsHit(world, target)
    if (alone.join() !== among.join()) throw new Error(`${among} are hit of all, and ${alone} of one`)
    for (const [slot, box] of Object.entries(boxes)) box[kind] += alone.includes(Number(slot)) ? '1' : '0'
    first[kind].push(alone.length === 0 ? -1 : Math.min(...alone))
  }
  // Neighbours stand where this one does: they are no candidates.
  const slotsHit = (from: AnimationWorld, target: HitTarget, only?: number) =>
    hitTest(from, target, only === undefined ? { filter: (other) => other === eid } : { eid: only }).map(
      ({ slot }) => slot,
    )
  for (let i = 0; i < points.length; i += 2) mark('points', { x: points[i], y: points[i + 1] })
  for (let i = 0; i < segments.length; i += 4) {
    const [x1, y1, x2, y2] = segments.slice(i, i + 4)
    mark('segments', { x1, y1, x2, y2 })
  }
  // Last, since it has world matrices kept.
  for (const [slot, box] of Object.entries(boxes))
    box.vertices = [...(getWorldVertices(world, eid, Number(slot)) ?? [])]
  return { boxes, first }
}

export function compareHits(
  tally: Tally,
  expected: HitDump,
  actual: HitDump,
  size: number,
  place: string,
): void {
  compareBoxes(tally, expected.boxes, actual.boxes, size, `${place} boxes`)
  for (const kind of ['points', 'segments'] as const)
    expected.first[kind].forEach((slot, i) => {
      compareMark(tally, slot, actual.first[kind][i], `${place} first.${kind}[${i}]`)
    })
}

/** A probe counts as one number, right or wrong. */
function compareMark(tally: Tally, wanted: string | number, got: string | number, place: string): void {
  if (wanted === got) addError(tally, 0, place)
  else addFault(tally, 'mismatches', place, `expected ${wanted}, got ${got}`)
}

function compareBoxes(
  tally: Tally,
  expected: BySlot<HitMarks>,
  actual: BySlot<HitMarks>,
  size: number,
  place: string,
): void {
  for (const slot of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
    const at = `${place}[${slot}]`
    const [wanted, got] = [expected[slot], actual[slot]]
    if (!wanted || !got) {
      addFault(tally, 'missing', at, wanted ? 'is not there' : 'is not expected')
      continue
    }
    if (wanted.name !== got.name)
      addFault(tally, 'mismatches', at, `expected ${wanted.name}, got ${got.name}`)
    for (const kind of ['points', 'segments'] as const)
      [...wanted[kind]].forEach((mark, i) => {
        compareMark(tally, mark, got[kind][i], `${at}.${kind}[${i}]`)
      })
    comparePositions(tally, wanted.vertices, got.vertices, unitFor(size), `${at}.vertices`)
  }
}
