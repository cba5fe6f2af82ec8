/** Reads a pose through the public API, in the goldens' schema. */
import {
  type AnimationWorld,
  getAttachment,
  getBone,
  getBounds,
  getClipped,
  getDarkColor,
  getDrawOrder,
  getPoint,
  getSequenceIndex,
  getSlotColor,
  getWorldVertices,
  isBoneActive,
  type Rig,
} from 'osteon'
import type { ClippingModel } from '../../src/base/model/attachment'
import { recordedTriangles } from './accidents/recorded-clips'
import { happens } from './accidents/table'
import type { BySlot, Clipped, Dump } from './schema'

export function readDump(world: AnimationWorld, eid: number, rig: Rig, withVertices: boolean): Dump {
  const { bones, slots } = rig
  const order = [...getDrawOrder(world, eid)]
  const bounds = getBounds(world, eid)
  const dump: Dump = {
    bones: [],
    inactive: [],
    attachments: [],
    colors: [],
    dark: {},
    sequence: {},
    drawOrder: order.every((slot, place) => slot === place) ? null : order,
    bounds: bounds && [...bounds],
    clipped: readClipped(world, eid, rig),
  }
  for (let bone = 0; bone < bones.count; bone++) {
    if (!isBoneActive(world, eid, bone)) dump.inactive?.push(bone)
    dump.bones.push(...getBone(world, eid, bone))
  }
  for (let slot = 0; slot < slots.count; slot++) {
    dump.attachments.push(getAttachment(world, eid, slot)?.name ?? null)
    const color = [...getSlotColor(world, eid, slot)]
    dump.colors.push(color.every((channel) => channel === 1) ? 1 : color)
    const dark = getDarkColor(world, eid, slot)
    if (dark && dump.dark) dump.dark[slot] = [...dark]
    const sequence = getSequenceIndex(world, eid, slot)
    if (sequence !== null && dump.sequence) dump.sequence[slot] = sequence
  }
  return withVertices ? { ...dump, ...readVertices(world, eid, rig) } : dump
}

function readVertices(
  world: AnimationWorld,
  eid: number,
  { slots }: Rig,
): Pick<Dump, 'vertices' | 'polys' | 'points'> {
  const vertices: BySlot<number[]> = {}
  const polys: BySlot<number[]> = {}
  const points: BySlot<number[]> = {}
  for (let slot = 0; slot < slots.count; slot++) {
    const attachment = getAttachment(world, eid, slot)
    if (!attachment || !isBoneActive(world, eid, slots.bone[slot])) continue
    if (attachment.type === 'point') {
      const [x, y, rotation] = getPoint(world, eid, slot) ?? []
      points[slot] = [x, y, (rotation * 180) / Math.PI]
      continue
    }
    const drawn = attachment.type === 'region' || attachment.type === 'mesh'
    const target = drawn ? vertices : polys
    target[slot] = [...(getWorldVertices(world, eid, slot) ?? [])]
  }
  return { vertices, polys, points }
}

function readClipped(world: AnimationWorld, eid: number, rig: Rig): Clipped[] {
  const misListed = happens('clips are listed wrongly', rig.version.slice(0, 3))
    ? clippedInside(world, eid, rig)
    : new Set()
  return getClipped(world, eid).map(({ slot, vertices, triangles }) => {
    const corners = misListed.has(slot) ? getWorldVertices(world, eid, slot) : null
    const listed = corners ? recordedTriangles(vertices, triangles, corners) : { vertices, triangles }
    const area = areaOf(listed.vertices, listed.triangles)
    return { slot, vertices: vertices.length / 2, triangles: triangles.length / 3, area }
  })
}

/** Slots that a clip leaves on its inside. */
function clippedInside(world: AnimationWorld, eid: number, { slots }: Rig): Set<number> {
  const found = new Set<number>()
  let clip: ClippingModel | null = null
  for (const slot of getDrawOrder(world, eid)) {
    const attachment = getAttachment(world, eid, slot)
    if (attachment?.type === 'clipping' && isBoneActive(world, eid, slots.bone[slot])) {
      if (clip?.end === slot) clip = null
      clip ??= attachment
      continue
    }
    if (clip && !clip.inverse) found.add(slot)
    if (clip?.end === slot) clip = null
  }
  return found
}

/** Sum of the triangles' absolute areas. */
export function areaOf(vertices: ArrayLike<number>, triangles: ArrayLike<number>): number {
  let twice = 0
  for (let i = 0; i < triangles.length; i += 3) {
    const [a, b, c] = [triangles[i] * 2, triangles[i + 1] * 2, triangles[i + 2] * 2]
    const abx = vertices[b] - vertices[a]
    const aby = vertices[b + 1] - vertices[a + 1]
    const acx = vertices[c] - vertices[a]
    const acy = vertices[c + 1] - vertices[a + 1]
    twice += Math.abs(abx * acy - aby * acx)
  }
  return twice / 2
}
