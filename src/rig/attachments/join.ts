/** Joins attachments that were compiled separately to a rig's. */
import type { AttachmentTable } from './table'

/** A table with an image of its own, beside the rig's. */
export interface JoinedAttachments {
  readonly table: AttachmentTable
  /** Words from the start of the rig's image to this one's. */
  readonly shift: number
  /** Its pages, as indices into the rig's pages. */
  readonly pages: readonly number[]
}

/** Makes a table of all attachments, in order. The given tables do not change. */
export function joinTables(first: AttachmentTable, rest: readonly JoinedAttachments[]): AttachmentTable {
  const joined: JoinedAttachments[] = [{ table: first, shift: 0, pages: [] }, ...rest]
  const ints = (of: (one: JoinedAttachments, before: number) => Iterable<number>) => {
    let before = 0
    return joined.flatMap((one) => {
      const values = [...of(one, before)]
      before += one.table.count
      return values
    })
  }
  const plain = (of: (table: AttachmentTable) => Iterable<number>) => ints(({ table }) => of(table))
  const places = (of: (table: AttachmentTable) => Int32Array) =>
    Int32Array.from(ints(({ table, shift }) => of(table).map((at) => (at < 0 ? at : at + shift))))
  let frames = 0
  return {
    count: joined.reduce((sum, { table }) => sum + table.count, 0),
    models: joined.flatMap(({ table }) => table.models),
    kind: Uint8Array.from(plain(({ kind }) => kind)),
    slot: Uint16Array.from(plain(({ slot }) => slot)),
    timeline: Int32Array.from(ints(({ table }, before) => table.timeline.map((number) => number + before))),
    vertices: Int32Array.from(plain(({ vertices }) => vertices)),
    deform: Int32Array.from(plain(({ deform }) => deform)),
    frames: Int32Array.from(plain(({ frames }) => frames)),
    setupFrame: Int32Array.from(plain(({ setupFrame }) => setupFrame)),
    skin: places(({ skin }) => skin),
    skinStride: Int32Array.from(plain(({ skinStride }) => skinStride)),
    uvs: places(({ uvs }) => uvs),
    triangles: places(({ triangles }) => triangles),
    indices: Int32Array.from(plain(({ indices }) => indices)),
    pageStart: Int32Array.from(
      joined.flatMap(({ table }) => {
        const starts = [...table.pageStart].map((start) => start + frames)
        frames += table.page.length
        return starts
      }),
    ),
    page: Uint16Array.from(
      joined.flatMap(({ table, pages }, i) =>
        i === 0 ? [...table.page] : [...table.page].map((page) => pages[page]),
      ),
    ),
    color: Float32Array.from(plain(({ color }) => color)),
    order: joined.flatMap(({ table }) => table.order),
    clipEnd: Int32Array.from(plain(({ clipEnd }) => clipEnd)),
    clipShape: Uint8Array.from(plain(({ clipShape }) => clipShape)),
    clips: first.clips,
  }
}
