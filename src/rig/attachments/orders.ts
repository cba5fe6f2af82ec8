/** Finds the order of attachments' points. Attachments that share their points have the same order. */
import type { AttachmentModel } from '../../base/model/attachment'
import { ATTACHMENT_KIND, type AttachmentTable } from './table'
import { orderVertices, type Sorter, type VertexOrder } from './vertices'

/** By the array of an unweighted mesh's vertices: 1 for each that deform keys move. */
export type Moved = Pick<ReadonlyMap<Float32Array, Uint8Array>, 'get'>

/**
 * By number of the attachment; null = it has no points, or there is no such attachment.
 *
 * @param moved see `findMoved`.
 */
export function orderByNumber(
  table: Pick<AttachmentTable, 'kind' | 'models'>,
  moved: Moved,
): (attachment: number, sorter?: Sorter) => VertexOrder | null {
  const orders = new Map<Float32Array, VertexOrder>()
  return (attachment, sorter) => {
    const model: AttachmentModel | undefined = table.models[attachment]
    if (!model || table.kind[attachment] === ATTACHMENT_KIND.point || !('vertices' in model)) return null
    const { vertices } = model
    const known = orders.get(vertices)
    if (known?.data.count === model.count) return known
    const order = orderVertices(model, moved.get(vertices), sorter)
    orders.set(vertices, order)
    return order
  }
}
