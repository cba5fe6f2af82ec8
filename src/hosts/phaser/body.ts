/** Types of crowds, figures and slots, for the modules of `osteon/phaser`. */
import type * as Phaser from 'phaser'
import type { AnimationWorld } from '../../world/world-type'
import type { Runs } from '../figures/runs'
import type { SlotPlace } from '../figures/slots'
import type { Stage } from './stage'

export interface CrowdBody
  extends Phaser.GameObjects.GameObject,
    Phaser.GameObjects.Components.AlphaSingle,
    Phaser.GameObjects.Components.ScrollFactor,
    Phaser.GameObjects.Components.Transform,
    Phaser.GameObjects.Components.Visible {
  readonly world: AnimationWorld
  readonly stage: Stage
}

export interface FigureBody extends CrowdBody {
  readonly eid: number
  readonly runs: Runs
  readonly slots: ReadonlyMap<number, SlotBody>
  timeScale: number
  paused: boolean
  tint: number
  flipX: boolean
  flipY: boolean
  /** Alpha of the object and of its containers at the last tick. */
  bakedAlpha: number
  bakedTint: number
  ticked: boolean
  updateWhenInvisible: boolean
  /** Tick of the game after which it was last drawn without being visible in the display list. */
  askedAt: number
}

export interface SlotBody {
  readonly objects: Phaser.GameObjects.GameObject[]
  readonly place: SlotPlace
  readonly isShown: boolean
  /** The polygons of its clip, once there is one. */
  shape: Phaser.GameObjects.Graphics | null
}
