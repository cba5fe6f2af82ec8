/** Game objects in a slot of a figure. */
import type * as Phaser from 'phaser'
import { createSlotPlace, holdSlot, readSlot, releaseSlot, type SlotPlace } from '../figures/slots'
import type { FigureBody } from './body'

/** The objects that are drawn in one slot; `Figure.slot` returns it. */
export class FigureSlot {
  /** @internal */
  readonly figure: FigureBody
  /** Index of the slot. */
  readonly index: number
  /** Whether its objects are visible only while the slot shows an attachment. */
  followsAttachment = true
  /** Back to front. */
  readonly objects: Phaser.GameObjects.GameObject[] = []
  /** @internal */
  readonly place: SlotPlace = createSlotPlace()
  /** The polygons of its clip, once there is one. @internal */
  shape: Phaser.GameObjects.Graphics | null = null

  /** @internal */
  constructor(figure: FigureBody, slot: number) {
    this.figure = figure
    this.index = holdSlot(figure.stage.scene, figure.eid, slot)
    this.update()
  }

  /**
   * Takes an object out of its display list or container and draws it here; its position is relative to the slot's
   * bone, y down.
   */
  add(object: Phaser.GameObjects.GameObject): this {
    if (this.objects.includes(object)) return this
    object.parentContainer?.remove(object)
    object.removeFromDisplayList()
    object.once('destroy', this.remove, this)
    this.objects.push(object)
    return this
  }

  /** Takes an object out of the slot; afterwards it is in no list. */
  remove(object: Phaser.GameObjects.GameObject): this {
    const at = this.objects.indexOf(object)
    if (at >= 0) this.objects.splice(at, 1)
    object.off('destroy', this.remove, this)
    return this
  }

  /** @internal */
  get isShown(): boolean {
    return this.place.active && (this.place.filled || !this.followsAttachment)
  }

  /** Reads where the slot is. @internal */
  update(): void {
    readSlot(this.figure.stage.scene, this.figure.eid, this.index, true, this.place)
  }

  /** Destroys its objects when the figure is destroyed. @internal */
  release(): void {
    releaseSlot(this.figure.stage.scene, this.figure.eid, this.index)
    for (const object of [...this.objects]) object.destroy()
    this.shape?.destroy()
  }
}
