/** The rectangle of the world that fills the picture, y up. Stretched where the proportions differ. */
export interface View {
  /** World point in the middle of the picture. */
  x: number
  y: number
  /** Size of what is shown, world units, greater than 0. */
  width: number
  height: number
  /** Turns the camera counter-clockwise about (x, y), radians: the picture turns clockwise. @default 0 */
  rotation?: number
  /**
   * Part of the canvas that is drawn into, in pixels of the drawing buffer from its lower left corner:
   * [x, y, width, height]. @default all of it; on a shared context the host's viewport
   */
  viewport?: readonly [number, number, number, number]
}
