/**
 * The rectangle of the world that the picture shows, y up. It is stretched if its proportions differ from the
 * picture's.
 */
export interface View {
  /** The world point in the middle of the picture. */
  x: number
  y: number
  /** Size of the rectangle in world units, greater than 0. */
  width: number
  height: number
  /** Rotation of the camera, counter-clockwise about (x, y), in radians: the picture rotates clockwise. @default 0 */
  rotation?: number
  /**
   * The part of the canvas to draw into, in pixels of the drawing buffer from its lower left corner:
   * [x, y, width, height]. @default all of it; on a shared context the host's viewport
   */
  viewport?: readonly [number, number, number, number]
}
