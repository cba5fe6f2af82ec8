/**
 * A table: the finished vertices of a rig in one skin, frame by frame. Plain data that can be posted, saved and shared
 * by worlds.
 */

/** Version of the arrays' meaning, as stored in saved tables. */
export const TABLE_VERSION = 2

/**
 * Greatest stored coordinate: the box is divided into this many steps. HIDDEN marks a vertex of a part that is not
 * shown.
 */
export const STEPS = 65_534
export const HIDDEN = 65_535

/**
 * The vertices of a rig in one skin, made by `bake`. It has only typed arrays, numbers and texts, so `postMessage`
 * accepts it; pass `buffersOf(table)` to transfer it instead of copying it.
 *
 * A *part* is one attachment of a slot at one place of the draw order. Parts are in drawing order; a frame shows some
 * of them.
 */
export interface BakedTable {
  readonly version: number
  /** Name of the rig, and a number that distinguishes it from other rigs of that name. */
  readonly rig: string
  readonly print: number
  /** Skins in the order in which they were combined; empty = none. */
  readonly skins: readonly string[]
  /** World units by which a vertex may be off. */
  readonly slack: number
  /** The box that 0 … STEPS cover: lower left corner and size, in world units of a figure at the origin, y up. */
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** The bone whose travel moves the figures. */
  readonly motion: TableMotion
  readonly parts: TableParts
  /** u, v of each vertex. */
  readonly uvs: Float32Array
  /** Vertex numbers, three per triangle, part after part. */
  readonly triangles: Uint16Array
  readonly animations: readonly TableAnimation[]
  /** The abilities of live skeletons that these figures lack. */
  readonly lost: readonly TableLoss[]
}

/** The root motion of a table. */
export interface TableMotion {
  /** Number of the bone in the rig; -1 = figures stay where they are. */
  readonly bone: number
  /** Axes along which it moves figures: 1 x, 2 y, 4 rotation, or sums of them; 0 = none. */
  readonly moves: number
}

/** No root motion. */
export const STAYS: TableMotion = { bone: -1, moves: 0 }

/** Columns by part, in drawing order. */
export interface TableParts {
  readonly count: number
  /** Numbers in the rig. */
  readonly slot: Uint16Array
  readonly attachment: Uint16Array
  readonly page: Uint16Array
  /** Values of BLEND; additive is drawn as normal. */
  readonly blend: Uint8Array
  /** Colour mode and signs, as bytes 2 and 3 of `VertexLooks.info`. */
  readonly mode: Uint16Array
  /** First vertex and first index. Each part ends where the next one begins, and one more number is after the last. */
  readonly vertex: Uint32Array
  readonly index: Uint32Array
}

/** One animation of a table. */
export interface TableAnimation {
  readonly name: string
  /** Seconds. */
  readonly duration: number
  /**
   * Greatest distance, in world units, that was found between a vertex of the table and the same vertex of the live
   * skeleton.
   */
  readonly error: number
  /**
   * Seconds of the frames, ascending: the first is 0, the last the duration. Frames next to a jump are closer than
   * TINY.
   */
  readonly times: Float32Array
  /** The parts that some frame shows, ascending. */
  readonly parts: Uint16Array
  /**
   * For each frame, and each vertex of these parts: x and y as steps of the box; both HIDDEN if the part is not shown.
   */
  readonly positions: Uint16Array
  /** For each frame and part: r, g, b, a, premultiplied. One row only if no frame differs. */
  readonly light: Uint32Array
  readonly dark: Uint32Array
}

/** An ability that a table lacks. */
export interface TableLoss {
  /** `physics`: swinging bones look as if nothing moved. `clipping`: clipped pictures are drawn whole. */
  readonly what: 'physics' | 'clipping'
  readonly message: string
}

/** Returns the memory of a table's arrays, in bytes. */
export function bytesOf(table: BakedTable): number {
  return buffersOf(table).reduce((sum, buffer) => sum + buffer.byteLength, 0)
}

/** Returns all buffers of a table, for the list of `postMessage`. The sender cannot use the table afterwards. */
export function buffersOf(table: BakedTable): ArrayBuffer[] {
  const { animations, parts, triangles, uvs } = table
  const { attachment, blend, index, mode, page, slot, vertex } = parts
  const own = [attachment, blend, index, mode, page, slot, vertex, triangles, uvs]
  const arrays = animations.flatMap((each) => [each.times, each.parts, each.positions, each.light, each.dark])
  return [...own, ...arrays].map(({ buffer }) => buffer as ArrayBuffer)
}
