/** A game object whose size is that of everything it draws. */
import * as Phaser from 'phaser'
import type { Box } from '../figures/bounds'
import { addComponents, startComponents } from './components'

/** The components of Phaser. */
export interface SizedObject
  extends Phaser.GameObjects.Components.AlphaSingle,
    Phaser.GameObjects.Components.BlendMode,
    Phaser.GameObjects.Components.Depth,
    Phaser.GameObjects.Components.GetBounds,
    Phaser.GameObjects.Components.ScrollFactor,
    Phaser.GameObjects.Components.Transform,
    Phaser.GameObjects.Components.Visible {}

/** A figure, or a crowd. */
export abstract class SizedObject extends Phaser.GameObjects.GameObject {
  /** Whether a pointer hits bounding boxes or drawn shapes, once the object is interactive. @default 'shapes' */
  hitProvider: 'boxes' | 'shapes' = 'shapes'
  private isWhole = false

  constructor(scene: Phaser.Scene, type: string) {
    super(scene, type)
    startComponents(this)
  }

  /** Whether a point, in pixels from the object's own origin, y down, hits it. */
  abstract hits(x: number, y: number): boolean

  /** In pixels from the object's own origin. @internal */
  protected abstract bounds(): Box

  /** Nothing is drawn on a canvas without WebGL. */
  renderCanvas(): void {}

  /**
   * Makes the object interactive. If the caller gives no hit area, pointers hit bounding boxes or drawn shapes, as
   * `hitProvider` says.
   */
  override setInteractive(
    hitArea?: Phaser.Types.Input.InputConfiguration | unknown,
    callback?: Phaser.Types.Input.HitAreaCallback,
    dropZone?: boolean,
  ): this {
    const own = (_: unknown, x: number, y: number) =>
      this.hits(x - this.displayOriginX, y - this.displayOriginY)
    if (hitArea === undefined) return super.setInteractive({}, own, dropZone)
    const isPlain = Object.getPrototypeOf(hitArea) === Object.prototype && !('hitArea' in Object(hitArea))
    if (!isPlain || callback) return super.setInteractive(hitArea, callback, dropZone)
    return super.setInteractive(
      { ...Object(hitArea), hitArea: {}, hitAreaCallback: own },
      undefined,
      dropZone,
    )
  }

  /**
   * Filters of Phaser 4 draw into a texture of whole pixels, and use the object's size as that of the texture.
   * @internal
   */
  override focusFilters(): this {
    this.isWhole = true
    super.focusFilters()
    this.isWhole = false
    return this
  }

  private sizeOf(extent: number): number {
    return this.isWhole ? Math.ceil(extent - 1e-3) : extent
  }

  /** Size of the box of everything drawn, without the object's scale. */
  get width(): number {
    const { minX, maxX } = this.bounds()
    return this.sizeOf(maxX - minX)
  }

  get height(): number {
    const { minY, maxY } = this.bounds()
    return this.sizeOf(maxY - minY)
  }

  /** Size with its scale. Setting it scales the object as it is now; an object without a size stays as it is. */
  get displayWidth(): number {
    return this.width * Math.abs(this.scaleX)
  }

  set displayWidth(wanted: number) {
    if (this.width > 0) this.scaleX = wanted / this.width
  }

  get displayHeight(): number {
    return this.height * Math.abs(this.scaleY)
  }

  set displayHeight(wanted: number) {
    if (this.height > 0) this.scaleY = wanted / this.height
  }

  /** Scales the object so that everything it draws now has this size. */
  setDisplaySize(width: number, height: number): this {
    this.displayWidth = width
    this.displayHeight = height
    return this
  }

  /** Where the object's own origin is in that box, as it is drawn: shares of its size, from the left and from above. */
  get originX(): number {
    return this.originIn(this.displayOriginX, this.width, this.scaleX)
  }

  get originY(): number {
    return this.originIn(this.displayOriginY, this.height, this.scaleY)
  }

  private originIn(distance: number, size: number, scale: number): number {
    const share = size === 0 ? 0 : distance / size
    return scale < 0 && !this.isWhole ? 1 - share : share
  }

  get displayOriginX(): number {
    return -this.bounds().minX
  }

  get displayOriginY(): number {
    return -this.bounds().minY
  }
}

addComponents(SizedObject)
