/** Makes meshes: a grid of quads between two rails along a chain of bones, weighted smoothly from bone to bone. */
import type { Part } from '../svg'
import { type Bones, boneOf, type Point, toBone, turnInto } from './bones'
import { round } from './round'
import type { MeshJson } from './spine-json'

export interface MeshPlan {
  /** Both sides of the part from end to end, in the drawing's space (y down), with equally many points. */
  rails: readonly [left: readonly Point[], right: readonly Point[]]
  /** Vertices across. @default 2 */
  columns?: number
  /** Rows made of each pair of neighbouring rail points. @default 1 */
  steps?: number
  /** Bones from one end to the other, each with the place at which its part begins. */
  bones: readonly (readonly [name: string, from: Point])[]
  end: Point
  /** Half the length of the blend between two bones, as a fraction of a bone. @default 0.5 */
  blend?: number
}

interface Influence {
  bone: string
  weight: number
}

export interface Mesh {
  json: MeshJson
  /** Per vertex, y up. */
  points: Point[]
  influences: Influence[][]
}

const between = (a: Point, b: Point, t: number): Point => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t]

function grid({ rails, columns = 2, steps = 1 }: MeshPlan): Point[][] {
  const [left, right] = rails
  const rows: Point[][] = []
  for (let i = 0; i < left.length; i++) {
    const made = i === left.length - 1 ? 1 : steps
    for (let step = 0; step < made; step++) {
      const t = step / steps
      const a = t === 0 ? left[i] : between(left[i], left[i + 1], t)
      const b = t === 0 ? right[i] : between(right[i], right[i + 1], t)
      rows.push(Array.from({ length: columns }, (_, c) => between(a, b, c / (columns - 1))))
    }
  }
  return rows
}

/** Cell numbers of the grid in file order: first the hull all round it, then the inner ones. */
function hullFirst(rows: number, columns: number): { order: number[]; hull: number } {
  const at = (row: number, column: number): number => row * columns + column
  const order: number[] = []
  for (let c = 0; c < columns; c++) order.push(at(0, c))
  for (let r = 1; r < rows; r++) order.push(at(r, columns - 1))
  for (let c = columns - 2; c >= 0; c--) order.push(at(rows - 1, c))
  for (let r = rows - 2; r > 0; r--) order.push(at(r, 0))
  const hull = order.length
  for (let r = 1; r < rows - 1; r++) for (let c = 1; c < columns - 1; c++) order.push(at(r, c))
  return { order, hull }
}

function gridTriangles(rows: number, columns: number, numberOf: readonly number[]): number[] {
  const triangles: number[] = []
  for (let r = 0; r + 1 < rows; r++)
    for (let c = 0; c + 1 < columns; c++) {
      const [a, b] = [numberOf[r * columns + c], numberOf[r * columns + c + 1]]
      const [d, e] = [numberOf[(r + 1) * columns + c], numberOf[(r + 1) * columns + c + 1]]
      triangles.push(a, b, e, e, d, a)
    }
  return triangles
}

/** Place along the chain: bone number plus the fraction of that bone's part. */
function along(plan: MeshPlan, [x, y]: Point): number {
  const joints = [...plan.bones.map(([, from]) => from), plan.end]
  let best = 0
  let nearest = Number.POSITIVE_INFINITY
  for (let i = 0; i + 1 < joints.length; i++) {
    const [ax, ay] = joints[i]
    const [dx, dy] = [joints[i + 1][0] - ax, joints[i + 1][1] - ay]
    const t = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)))
    const distance = Math.hypot(ax + dx * t - x, ay + dy * t - y)
    if (distance < nearest) [nearest, best] = [distance, i + t]
  }
  return best
}

function weigh(plan: MeshPlan, point: Point): Influence[] {
  const { bones, blend = 0.5 } = plan
  const s = along(plan, point)
  const reached = (joint: number): number => {
    if (joint === 0) return 1
    if (joint === bones.length) return 0
    const t = Math.min(1, Math.max(0, (s - joint + blend) / (2 * blend)))
    return t * t * (3 - 2 * t)
  }
  return bones
    .map(([name], i) => ({ bone: name, weight: round(reached(i) - reached(i + 1)) }))
    .filter(({ weight }) => weight > 0)
}

export function makeMesh(bones: Bones, plan: MeshPlan, part: Part): Mesh {
  const rows = grid(plan)
  const columns = rows[0].length
  const { order, hull } = hullFirst(rows.length, columns)
  const cells = rows.flat()
  const numberOf: number[] = []
  order.forEach((cell, i) => {
    numberOf[cell] = i
  })
  const drawn = order.map((cell) => cells[cell])
  const [px, py, width, height] = part.rect
  for (const [x, y] of drawn)
    if (x < px || y < py || x > px + width || y > py + height)
      throw new Error(`${part.name}: mesh vertex (${x}, ${y}) outside the part`)
  const points = drawn.map(([x, y]): Point => [x, -y])
  const influences = drawn.map((point) => weigh(plan, point))
  const vertices = points.flatMap((point, i) => [
    influences[i].length,
    ...influences[i].flatMap(({ bone: name, weight }) => {
      const bone = boneOf(bones, name)
      const [x, y] = toBone(bone, point)
      return [bone.index, round(x), round(y), weight]
    }),
  ])
  const uvs = drawn.flatMap(([x, y]) => [round((x - px) / width, 6), round((y - py) / height, 6)])
  const triangles = gridTriangles(rows.length, columns, numberOf)
  const json: MeshJson = { type: 'mesh', path: part.name, uvs, triangles, vertices, hull, width, height }
  return { json, points, influences }
}

/** `vertices` of a deform key: `move` gives each vertex's shift (y up) from its place in the setup pose. */
export function deformBy(bones: Bones, mesh: Mesh, move: (x: number, y: number) => Point): number[] {
  return mesh.points.flatMap(([x, y], i) =>
    mesh.influences[i].flatMap(({ bone: name }) =>
      turnInto(boneOf(bones, name), move(x, y)).map((value) => round(value)),
    ),
  )
}
