/** Finds the order of attachments' points. */
import type { AttachmentModel, VertexData } from '../../base/model/attachment'
import { ATTACHMENT_KIND, type AttachmentTable } from './table'
import { orderVertices, type Sorter, type VertexOrder } from './vertices'

/** By the array of an unweighted mesh's vertices: 1 for each that deform keys move. */
export type Moved = Pick<ReadonlyMap<Float32Array, Uint8Array>, 'get'>

/** Finds the order of points. Attachments that share their points have the same one. @param moved see `findMoved`. */
export function createOrders(moved: Moved): (points: VertexData, sorter?: Sorter) => VertexOrder {
  const orders = new Map<Float32Array, VertexOrder>()
  return (points, sorter) => {
    const { count, vertices } = points
    let order = orders.get(vertices)
    if (order?.data.count !== count) {
      order = orderVertices(points, moved.get(vertices), sorter)
      orders.set(vertices, order)
    }
    return order
  }
}

/**
 * By number of the attachment; null = it has no points, or there is no such attachment.
 *
 * @param moved see `findMoved`.
 */
export function orderByNumber(
  table: Pick<AttachmentTable, 'kind' | 'models'>,
  moved: Moved,
): (attachment: number, sorter?: Sorter) => VertexOrder | null {
  const orderOf = createOrders(moved)
  return (attachment, sorter) => {
    const model: AttachmentModel | undefined = table.models[attachment]
    if (!model || table.kind[attachment] === ATTACHMENT_KIND.point || !('vertices' in model)) return null
    return orderOf(model, sorter)
  }
}
