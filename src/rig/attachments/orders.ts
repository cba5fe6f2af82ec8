/** Finds the order of attachments' points. Attachments that share their points have the same order. */
import type { AttachmentModel, VertexData } from '../../base/model/attachment'
import { ATTACHMENT_KIND, type AttachmentTable } from './table'
import { orderVertices, type VertexOrder } from './vertices'

/** By the array of an unweighted mesh's vertices: 1 for each that deform keys move. */
export type Moved = Pick<ReadonlyMap<Float32Array, Uint8Array>, 'get'>

/** @param moved see `findMoved`. */
export function createOrders(moved: Moved): (points: VertexData) => VertexOrder {
  const orders = new Map<Float32Array, VertexOrder>()
  return (points) => {
    const known = orders.get(points.vertices)
    if (known?.data.count === points.count) return known
    const order = orderVertices(points, moved.get(points.vertices) ?? null)
    orders.set(points.vertices, order)
    return order
  }
}

/** By number of the attachment; null = it has no points, or there is no such attachment. */
export function orderByNumber(
  table: Pick<AttachmentTable, 'kind' | 'models'>,
  moved: Moved,
): (attachment: number) => VertexOrder | null {
  const orderOf = createOrders(moved)
  return (attachment) => {
    const model: AttachmentModel | undefined = table.models[attachment]
    if (!model || table.kind[attachment] === ATTACHMENT_KIND.point || !('vertices' in model)) return null
    return orderOf(model)
  }
}
