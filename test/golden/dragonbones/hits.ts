/** Plays the recorded hit tests of DragonBones armatures: their boxes, points in them, and segments across them. */
import {
  type AnimationWorld,
  type Crossing,
  crossOutline,
  despawnSkeleton,
  getAttachment,
  getBone,
  hitTest,
  type Rig,
  spawnSkeleton,
} from 'osteon'
import type { AttachmentModel } from 'osteon/model'
import { runPipeline } from 'osteon/systems'
import { addError, addFault, type Tally } from '../tally'
import { apply, downward, downwardPlace, inverse, multiply, type Six } from './driver'

export interface BoundingBoxes {
  boxes: { slot: string; display: string; type: string; width: number; height: number; matrix: number[] }[]
  points: [x: number, y: number, slots: string[]][]
  segments: { slot: string; seg: number[]; count: number; a?: number[]; b?: number[]; n?: number[] }[]
}

type BoxModel = AttachmentModel & { type: 'boundingbox' }

/** In the setup pose. */
export function runHits(
  tally: Tally,
  world: AnimationWorld,
  rig: Rig,
  recorded: BoundingBoxes,
  size: number,
  name: string,
): BoundingBoxes {
  const eid = spawnSkeleton(world, rig)
  world.time.delta = 0
  runPipeline(world)
  const { names } = rig.slots
  const shown = names.flatMap((slot) => {
    const box = getAttachment(world, eid, slot)
    return box?.type === 'boundingbox' ? [{ slot, box }] : []
  })
  const found: BoundingBoxes = {
    boxes: shown.map(({ slot, box }) => readBox(world, eid, rig, slot, box)),
    points: recorded.points.map(([x, y]) => {
      const slots = hitTest(world, { x, y: -y }, { eid }).map((hit) => hit.slot)
      return [x, y, slots.sort((a, b) => a - b).map((slot) => names[slot])]
    }),
    segments: recorded.segments.map(({ slot, seg }) => {
      const [x1, y1, x2, y2] = seg
      const crossings = crossOutline(world, eid, slot, { x1, y1: -y1, x2, y2: -y2 })
      return { slot, seg, ...inWordsOf(crossings) }
    }),
  }
  despawnSkeleton(world, eid)
  compareBoxes(tally, recorded, found, size, `${name} boxes`)
  comparePoints(tally, recorded, found, `${name} points`)
  compareSegments(tally, recorded, found, size, `${name} segments`)
  return found
}

function readBox(
  world: AnimationWorld,
  eid: number,
  { slots }: Rig,
  slot: string,
  { name, place, shape, vertices }: BoxModel,
): BoundingBoxes['boxes'][number] {
  const matrix = downwardPlace(place ?? { x: 0, y: 0, rotation: 0, shearY: 0, scaleX: 1, scaleY: 1 })
  const bone: Six = downward(getBone(world, eid, slots.bone[slots.index.get(slot) ?? -1]))
  const points = Array.from({ length: vertices.length / 2 }, (_, i) =>
    apply(inverse(matrix), vertices[2 * i], -vertices[2 * i + 1]),
  )
  const [width, height] = [0, 1].map((axis) => {
    const values = points.map((point) => point[axis])
    return Math.max(...values) - Math.min(...values)
  })
  const type = shape?.type ?? 'polygon'
  return { slot, display: name, type, ...(shape ?? { width, height }), matrix: multiply(bone, matrix) }
}

/** The first and the last of all. Recorded segments have no ends in a box: there a count of three means two and more. */
function inWordsOf(crossings: readonly Crossing[]): {
  count: number
  a?: number[]
  b?: number[]
  n?: number[]
} {
  const ends = [crossings[0], crossings[crossings.length - 1]]
  if (crossings.length < 2) return { count: crossings.length }
  const [a, b] = ends.map(({ x, y }) => [x, -y])
  return { count: crossings.length + 1, a, b, n: ends.map(({ normal }) => -normal) }
}

function compareBoxes(
  tally: Tally,
  { boxes }: BoundingBoxes,
  found: BoundingBoxes,
  size: number,
  place: string,
): void {
  const plain = (list: BoundingBoxes['boxes']) =>
    JSON.stringify(list.map(({ slot, display, type }) => [slot, display, type]))
  if (plain(boxes) !== plain(found.boxes))
    addFault(tally, 'mismatches', place, `${plain(boxes)}, found ${plain(found.boxes)}`)
  boxes.forEach((box, i) => {
    const got = found.boxes[i]
    for (const side of ['width', 'height'] as const)
      addError(tally, Math.abs(box[side] - got?.[side]) / size, `${place} ${i} ${side}`)
    const unit = Math.max(1, ...box.matrix.slice(0, 4).map(Math.abs))
    box.matrix.forEach((value, k) => {
      addError(tally, Math.abs(value - got?.matrix[k]) / (k < 4 ? unit : size), `${place} ${i} matrix[${k}]`)
    })
  })
}

function comparePoints(tally: Tally, { points }: BoundingBoxes, found: BoundingBoxes, place: string): void {
  points.forEach(([x, y, slots], i) => {
    const [, , got] = found.points[i]
    if (slots.join() === got.join()) addError(tally, 0, `${place} ${i}`)
    else addFault(tally, 'mismatches', `${place} ${x}, ${y}`, `expected ${slots}, found ${got}`)
  })
}

function compareSegments(
  tally: Tally,
  { segments }: BoundingBoxes,
  found: BoundingBoxes,
  size: number,
  place: string,
): void {
  segments.forEach(({ slot, seg, count, a = [], b = [], n = [] }, i) => {
    const got = found.segments[i]
    const at = `${place} ${i}, ${slot} ${seg}`
    if (count !== got.count) addFault(tally, 'mismatches', at, `count ${count}, found ${got.count}`)
    const ends = [...(got.a ?? []), ...(got.b ?? [])]
    for (const [k, value] of [...a, ...b].entries())
      addError(tally, Math.abs(value - ends[k]) / size, `${at} end[${k}]`)
    n.forEach((angle, k) => {
      const off = angle - (got.n?.[k] ?? Number.NaN)
      addError(tally, Math.abs(Math.atan2(Math.sin(off), Math.cos(off))), `${at} normal[${k}]`)
    })
  })
}
