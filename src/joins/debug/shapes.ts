/** Debug shapes: lines and labels as typed arrays, which grow as needed and are refilled each time. */

/** Kinds of lines and labels: values of `DebugShapes.runKinds` and `labelKinds`. */
export const DEBUG_KIND = {
  /** From a bone's joint to its tip: one line, without length if the bone has none. */
  bone: 0,
  /** Every edge of a mesh's triangles, once. */
  mesh: 1,
  /** The four edges of a region or a sprite. */
  region: 2,
  /** The closed polygon of a clipping attachment. */
  clip: 3,
  /** The closed polygon of a bounding box attachment. */
  box: 4,
  /** One line of length 1 from a point attachment's place, in its direction. */
  point: 5,
  /** The box around a skeleton's drawn attachments, as `getBounds` returns it: four lines. */
  bounds: 6,
  /** The bounds of a skeleton that was active in the last tick. */
  awake: 7,
  /** The bounds of a skeleton that was not active, and its label `asleep`. */
  asleep: 8,
  /** Labels: a bone's name, at its joint. */
  name: 9,
  /** Labels: `#0` for the skeleton or sprite that is drawn first, `#1` for the next one over it, and so on. */
  order: 10,
} as const

/**
 * Lines in runs of one kind, and labels. Only the first `lineCount`, `runCount` and `labelCount` have a meaning. Arrays
 * are replaced when they grow: read them again after each call.
 */
export interface DebugShapes {
  lineCount: number
  /** x1, y1, x2, y2 of each line, world units. */
  lines: Float32Array
  /** r, g, b, a of each line, straight, bytes. */
  colors: Uint8Array
  runCount: number
  /** Values of DEBUG_KIND. */
  runKinds: Uint8Array
  /** First line; a run ends where the next one begins. */
  runStarts: Uint32Array
  /** The entity that a run belongs to. */
  runEntities: Int32Array
  /** Number of the bone or slot in its rig; -1 for the box of a whole skeleton and for sprites. */
  runParts: Int32Array
  labelCount: number
  /** x, y of each label, world units. */
  labelPlaces: Float32Array
  /** Values of DEBUG_KIND. */
  labelKinds: Uint8Array
  labelTexts: string[]
}

/** Shapes with their private members. */
export interface ShapesState extends DebugShapes {
  /** World vertices of the current slot. */
  points: Float32Array
  readonly box: Float64Array
  /** Pairs of vertices, by a mesh's triangles. */
  readonly edges: WeakMap<ArrayLike<number>, Uint32Array>
  /** For each entity, its place in the drawing order; -1 = it has none. */
  skeletonOrder: Int32Array
  spriteOrder: Int32Array
  /** Labels by number. */
  readonly orderTexts: string[]
}

const FIRST_LINES = 256
const FIRST_RUNS = 64
const FIRST_LABELS = 16

/** Creates empty shapes for `debugShapes` to refill again and again. */
export function createDebugShapes(): DebugShapes {
  const shapes: ShapesState = {
    lineCount: 0,
    lines: new Float32Array(4 * FIRST_LINES),
    colors: new Uint8Array(4 * FIRST_LINES),
    runCount: 0,
    runKinds: new Uint8Array(FIRST_RUNS),
    runStarts: new Uint32Array(FIRST_RUNS),
    runEntities: new Int32Array(FIRST_RUNS),
    runParts: new Int32Array(FIRST_RUNS),
    labelCount: 0,
    labelPlaces: new Float32Array(2 * FIRST_LABELS),
    labelKinds: new Uint8Array(FIRST_LABELS),
    labelTexts: [],
    points: new Float32Array(64),
    box: new Float64Array(4),
    edges: new WeakMap(),
    skeletonOrder: new Int32Array(0),
    spriteOrder: new Int32Array(0),
    orderTexts: [],
  }
  return shapes
}

/** r, g, b, a for each kind. */
const COLORS: Readonly<Record<number, readonly [number, number, number, number]>> = {
  [DEBUG_KIND.bone]: [53, 194, 165, 255],
  [DEBUG_KIND.mesh]: [106, 165, 255, 255],
  [DEBUG_KIND.region]: [106, 165, 255, 128],
  [DEBUG_KIND.clip]: [255, 111, 111, 255],
  [DEBUG_KIND.box]: [224, 161, 0, 255],
  [DEBUG_KIND.point]: [224, 161, 0, 255],
  [DEBUG_KIND.bounds]: [224, 161, 0, 178],
  [DEBUG_KIND.awake]: [110, 200, 80, 255],
  [DEBUG_KIND.asleep]: [138, 147, 166, 255],
}

/** Begins a run; `addLine` adds to it. @param part number of a bone or slot, or -1. */
export function openRun(shapes: DebugShapes, kind: number, eid: number, part: number): void {
  const at = shapes.runCount++
  if (at === shapes.runKinds.length) {
    shapes.runKinds = longer(shapes.runKinds, new Uint8Array(2 * at))
    shapes.runStarts = longer(shapes.runStarts, new Uint32Array(2 * at))
    shapes.runEntities = longer(shapes.runEntities, new Int32Array(2 * at))
    shapes.runParts = longer(shapes.runParts, new Int32Array(2 * at))
  }
  shapes.runKinds[at] = kind
  shapes.runStarts[at] = shapes.lineCount
  shapes.runEntities[at] = eid
  shapes.runParts[at] = part
}

/** Adds a line to the last run, in the colour of its kind. */
export function addLine(shapes: DebugShapes, x1: number, y1: number, x2: number, y2: number): void {
  const at = 4 * shapes.lineCount++
  if (at === shapes.lines.length) {
    shapes.lines = longer(shapes.lines, new Float32Array(2 * at))
    shapes.colors = longer(shapes.colors, new Uint8Array(2 * at))
  }
  const { lines, colors } = shapes
  lines[at] = x1
  lines[at + 1] = y1
  lines[at + 2] = x2
  lines[at + 3] = y2
  const color = COLORS[shapes.runKinds[shapes.runCount - 1]]
  for (let i = 0; i < 4; i++) colors[at + i] = color[i]
}

/** Adds the closed polygon of `count` points, x, y pairs from word `first` on, to the last run. */
export function addPolygon(
  shapes: DebugShapes,
  points: ArrayLike<number>,
  count: number,
  first: number,
): void {
  let last = first + 2 * (count - 1)
  for (let at = first; at < first + 2 * count; at += 2) {
    addLine(shapes, points[last], points[last + 1], points[at], points[at + 1])
    last = at
  }
}

export function addLabel(shapes: DebugShapes, kind: number, x: number, y: number, text: string): void {
  const at = shapes.labelCount++
  if (at === shapes.labelKinds.length) {
    shapes.labelKinds = longer(shapes.labelKinds, new Uint8Array(2 * at))
    shapes.labelPlaces = longer(shapes.labelPlaces, new Float32Array(4 * at))
  }
  shapes.labelKinds[at] = kind
  shapes.labelPlaces[2 * at] = x
  shapes.labelPlaces[2 * at + 1] = y
  shapes.labelTexts[at] = text
}

/** Returns the edges of triangles, each once, as pairs of vertices. */
export function edgesOf({ edges }: ShapesState, triangles: ArrayLike<number>): Uint32Array {
  const known = edges.get(triangles)
  if (known) return known
  const seen = new Set<string>()
  const found: number[] = []
  for (let i = 0; i < triangles.length; i++) {
    const a = triangles[i]
    const b = triangles[i % 3 === 2 ? i - 2 : i + 1]
    const key = `${Math.min(a, b)} ${Math.max(a, b)}`
    if (seen.has(key)) continue
    seen.add(key)
    found.push(a, b)
  }
  const made = Uint32Array.from(found)
  edges.set(triangles, made)
  return made
}

function longer<T extends Uint8Array | Uint32Array | Int32Array | Float32Array>(old: T, made: T): T {
  made.set(old)
  return made
}
