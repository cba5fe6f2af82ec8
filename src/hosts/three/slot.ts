/** Objects of Three.js in a slot of a figure. */
import { Color, Group } from 'three'
import { createSlotPlace, holdSlot, readSlot, releaseSlot, type SlotPlace } from '../figures/slots'
import type { FigureBody } from './body'
import { refuseCopy } from './copies'
import { followSlot, releaseCutter } from './slot-draw'
import { threeStateOf } from './state'

/** A group that follows a slot's bone; `Figure.slot` returns it. */
export class FigureSlot extends Group {
  override readonly type = 'FigureSlot'
  /** @internal */
  readonly isFigureSlot = true
  /** @internal */
  readonly figure: FigureBody
  /** Index and name of the slot. */
  readonly index: number
  /** Whether its objects are visible only while the slot shows an attachment. */
  followsAttachment = true
  /** Colour of the slot and of the figure. Materials in the slot are multiplied by it while they are drawn. */
  readonly color = new Color(1, 1, 1)
  opacity = 1
  /** @internal */
  readonly place: SlotPlace = createSlotPlace()

  /** @internal */
  constructor(figure: FigureBody, slot: number) {
    super()
    this.figure = figure
    this.index = holdSlot(threeStateOf(figure.world).scene, figure.eid, slot)
    this.matrixAutoUpdate = false
  }

  /** Reads where the slot is. @param layer how many slots with objects are drawn before it. @internal */
  update(layer: number): void {
    const { figure, index, place } = this
    const { matrix } = readSlot(threeStateOf(figure.world).scene, figure.eid, index, false, place)
    const { a, b, c, d, x, y } = matrix
    const z = (layer + 0.5) * figure.slotDepth
    this.matrix.set(a, c, 0, x, b, d, 0, y, 0, 0, 1, z, 0, 0, 0, 1)
    this.matrixWorldNeedsUpdate = true
    this.visible = place.active && (place.filled || !this.followsAttachment)
    this.color.setRGB(place.red, place.green, place.blue).multiply(figure.color)
    this.opacity = place.alpha * figure.opacity
    followSlot(this)
  }

  /** A slot has one group: `figure.slot` returns it. @throws OsteonError `unsupported-feature`. */
  override clone(): never {
    return refuseCopy(this.type, 'clone')
  }

  /** A slot has one group: `figure.slot` returns it. @throws OsteonError `unsupported-feature`. */
  override copy(): never {
    return refuseCopy(this.type, 'copy')
  }

  /** Use `saveState` to save worlds. @throws OsteonError `unsupported-feature`. */
  override toJSON(): never {
    return refuseCopy(this.type, 'toJSON')
  }

  /** Undoes the split of the figure at this slot. @internal */
  release(): void {
    const { figure, index } = this
    releaseCutter(this)
    releaseSlot(threeStateOf(figure.world).scene, figure.eid, index)
  }
}
