/** A slot of a figure in which PixiJS's own objects are drawn. */
import { Container, Graphics, Matrix } from 'pixi.js'
import type { Rig } from '../../rig/rig'
import { createSlotPlace, holdSlot, readSlot, releaseSlot, type SlotClip } from '../figures/slots'
import type { Stage } from './stage'

/** The figure of a slot. */
interface SlotOwner extends Container {
  readonly stage: Stage
  readonly eid: number
  readonly rig: Rig
  forgetSlot(slot: FigureSlot): void
}

/**
 * The container in a slot: `figure.slot('hand').add(sprite)`. It follows the slot's bone and is drawn above the slot's
 * attachment; the figure's clip applies to it. Each tick writes the container's own position, tint, alpha and
 * `visible`; the objects in it keep theirs.
 */
export class FigureSlot extends Container {
  /** Whether it is hidden while the slot shows no attachment. @default true if the slot shows one in the setup pose */
  followsAttachment: boolean
  /** Whether it takes the slot's colour as tint, and its alpha. @default true */
  followsColor = true
  /** The slot's index. */
  readonly index: number
  private readonly figure: SlotOwner
  private readonly place = createSlotPlace()
  private clipMask: Graphics | null = null

  /** @internal */
  constructor(figure: SlotOwner, name: string | number) {
    super()
    this.figure = figure
    this.index = holdSlot(figure.stage.scene, figure.eid, name)
    const { slots } = figure.rig
    this.label = slots.names[this.index]
    this.followsAttachment = slots.setupKey[this.index] >= 0
  }

  /** Puts objects into the slot; returns the first. */
  add<T extends Container[]>(...objects: T): T[0] {
    return this.addChild(...objects)
  }

  /** Takes all objects out, so that the figure is drawn without a break again. */
  override destroy(options?: Parameters<Container['destroy']>[0]): void {
    if (this.destroyed) return
    const { figure, index } = this
    this.clipMask?.destroy()
    this.clipMask = null
    releaseSlot(figure.stage.scene, figure.eid, index)
    super.destroy(options)
    figure.forgetSlot(this)
  }

  /** After a tick. @internal */
  follow(): void {
    const { figure, place } = this
    readSlot(figure.stage.scene, figure.eid, this.index, true, place)
    const { a, b, c, d, x, y } = place.matrix
    this.setFromMatrix(matrix.set(a, b, c, d, x, y))
    const { isOn, count, outside } = place.clip
    const isEmpty = isOn && count === 0 && !outside
    this.visible = place.active && !isEmpty && (place.filled || !this.followsAttachment)
    if (this.followsColor) {
      this.tint = [place.red, place.green, place.blue]
      this.alpha = place.alpha
    }
    this.clipBy(isOn && count > 0 && this.visible && this.children.length > 0 ? place.clip : null)
  }

  private clipBy(clip: SlotClip | null): void {
    if (!clip) {
      if (!this.clipMask) return
      this.mask = null
      this.clipMask.destroy()
      this.clipMask = null
      return
    }
    if (!this.clipMask) {
      this.clipMask = new Graphics()
      this.figure.addChild(this.clipMask)
      this.setMask({ mask: this.clipMask, inverse: clip.outside })
    }
    this.clipMask.clear()
    for (let part = 0; part < clip.count; part++) {
      const corners = clip.points.subarray(2 * clip.starts[part], 2 * clip.starts[part + 1] - 2)
      this.clipMask.poly([...corners]).fill(0xffffff)
    }
  }
}

const matrix = new Matrix()
