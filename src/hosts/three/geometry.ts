/** The geometry of a figure: its triangles in the buffers of the world, measured without those of other figures. */
import { Box3, BufferGeometry, Sphere, type Vector3 } from 'three'
import type { Box } from '../figures/bounds'

const box: Box = { minX: 0, minY: 0, maxX: 0, maxY: 0 }

export class FigureGeometry extends BufferGeometry {
  /** Writes the box of the figure in its present pose. @returns `false` if nothing is drawn. */
  readonly measure: (out: Box) => boolean
  /** Vertices of its groups; null until they are needed. */
  private own: Set<number> | null = null

  constructor(measure: (out: Box) => boolean) {
    super()
    this.measure = measure
  }

  /** Computes the box of everything that the figure draws; empty if it draws nothing. */
  override computeBoundingBox(): void {
    this.boundingBox ??= new Box3()
    if (!this.measure(box)) this.boundingBox.makeEmpty()
    else {
      this.boundingBox.min.set(box.minX, box.minY, 0)
      this.boundingBox.max.set(box.maxX, box.maxY, 0)
    }
  }

  /** Computes the sphere around the box. */
  override computeBoundingSphere(): void {
    this.computeBoundingBox()
    this.boundingSphere ??= new Sphere()
    this.boundingBox?.getBoundingSphere(this.boundingSphere)
  }

  override clearGroups(): void {
    super.clearGroups()
    this.own = null
  }

  /** Fills `out` with a vertex if the figure draws it, otherwise with another of the figure's vertices. */
  readVertex(index: number, out: Vector3): Vector3 {
    this.own ??= this.findVertices()
    const { position } = this.attributes
    const vertex = this.own.has(index) ? index : (this.own.values().next().value ?? 0)
    return out.set(position.getX(vertex), position.getY(vertex), 0)
  }

  private findVertices(): Set<number> {
    const { groups, index } = this
    const own = new Set<number>()
    if (index)
      for (const { start, count } of groups)
        for (let i = start; i < start + count; i += 3) {
          // Spare room is filled with triangles of one vertex, which is not always in use.
          if (index.getX(i) === index.getX(i + 1)) continue
          for (let corner = i; corner < i + 3; corner++) own.add(index.getX(corner))
        }
    return own
  }
}
