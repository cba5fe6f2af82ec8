/** Osteon's functions as methods, for the figures of all hosts. */

import { type SkinOptions, setSkin } from '../../api/dress/skins'
import { fadeOut } from '../../api/tracks/fade'
import { play } from '../../api/tracks/play'
import { queue } from '../../api/tracks/queue'
import { OsteonError } from '../../base/errors'
import type { NameOf, RigNames } from '../../base/model/names'
import { type EntryHandle, NO_ENTRY } from '../../world/entries'
import type { EventKindName, SkeletonEvent } from '../../world/events'
import type { FadeOptions, PlayOptions, QueueOptions } from '../../world/play-options'
import type { AnimationWorld } from '../../world/world-type'
import { bonePosition, putBone } from './bones'
import { hitsAt } from './bounds'
import { hasEnded, liveEntity } from './life'
import type { Down } from './place'
import { sceneOf } from './scene'

/**
 * Methods of a figure that play its animations, dress it, and read and move its bones. Once the figure is destroyed,
 * they do nothing and warn (`disposed-figure`). Those that return something of the figure throw `disposed` instead.
 */
export interface FigureMethods<N extends RigNames = RigNames> {
  /**
   * Starts an animation, as `play` of osteon does. @returns the entry; 0 if the figure is destroyed. @throws
   * OsteonError `unknown-animation`, `bad-option`.
   */
  play<G extends string>(animation: NameOf<N['animations'], G>, options?: PlayOptions): EntryHandle
  /**
   * Queues an animation after the current one; see `queue` of osteon. @throws OsteonError `unknown-animation`,
   * `bad-option`.
   */
  queue<G extends string>(animation: NameOf<N['animations'], G>, options?: QueueOptions): EntryHandle
  /** Fades a track out; see `fadeOut` of osteon. @throws OsteonError `bad-option`. */
  fadeOut(options: FadeOptions): EntryHandle
  /**
   * Names of the skin: of none, one, or several that are combined. You can assign whatever `setSkin` takes. @throws
   * OsteonError `disposed`.
   */
  get skin(): readonly N['skins'][]
  set skin(skin: N['skins'] | readonly N['skins'][] | null)
  /**
   * Changes the skin, as assigning `skin` does. `{ reset: true }` resets all slots to the setup pose of the new skin,
   * for changing clothes.
   *
   * @throws OsteonError `unknown-skin`, `bad-option`.
   */
  setSkin(skin: N['skins'] | readonly N['skins'][] | null, options?: SkinOptions): void
  /**
   * Finds the foremost slot that is drawn at a point of the figure's own space, with y as its engine has it; `null` if
   * there is none. Host objects in slots do not count.
   *
   * @param by `'boxes'`: its bounding box attachments. @default 'shapes'
   */
  hit(point: { readonly x: number; readonly y: number }, by?: 'boxes' | 'shapes'): FigureHit | null
  /**
   * Covers the figure with a colour, over its tint, from the next tick on: `figure.flash(0xffffff)` for a hit,
   * `figure.flash(0xffffff, 0)` ends it. Objects in its slots keep their colours.
   *
   * @param color 0xRRGGBB. @param strength 0…1; 0 shows none of the colour. @default 1
   * @throws OsteonError `bad-option`.
   */
  flash(color: number, strength?: number): void
  /**
   * Reads where a bone is in the figure's own space, with y as its engine has it, in units of the skeleton.
   *
   * @param out filled with x and y. @returns `out`, or a new point. @throws OsteonError `unknown-bone`, `disposed`.
   */
  getBonePosition<P extends { x: number; y: number } = { x: number; y: number }, G extends string = string>(
    bone: NameOf<N['bones'], G> | number,
    out?: P,
  ): P
  /**
   * Moves a bone to a point of the figure's own space: by its local x and y, until an animation keys them.
   *
   * @throws OsteonError `unknown-bone`, `not-finite`.
   */
  setBonePosition<G extends string>(
    bone: NameOf<N['bones'], G> | number,
    point: { readonly x: number; readonly y: number },
  ): void
}

/**
 * Names of a figure's events. If its rig is typed, only the events that exist are allowed, with the host's own events
 * and symbols.
 */
export type EventName<N extends RigNames, Host extends string> = string extends N['animations']
  ? string | symbol
  : EventKindName | 'animation' | Host | symbol

/** What a listener of an event receives: for events of the host, what the host passes. */
export type Listener<N extends RigNames, K> = K extends EventKindName
  ? (event: Readonly<SkeletonEvent<K, N>>) => void
  : K extends 'animation'
    ? (event: Readonly<SkeletonEvent<EventKindName, N>>) => void
    : (...given: never[]) => void

/** A slot of a figure under a point. */
export interface FigureHit {
  /** Name of the slot. */
  readonly slot: string
  /** Name of the attachment that it shows. */
  readonly attachment: string
}

interface Shown {
  readonly world: AnimationWorld
  readonly eid: number
  /** Poses a figure whose engine asks for it before its first tick. */
  poseFirst?(): void
}

const methods = (down: Down): FigureMethods & ThisType<Shown> => ({
  play(animation, options) {
    if (hasEnded(this, 'play')) return NO_ENTRY
    return play(this.world, this.eid, animation, options)
  },
  queue(animation, options) {
    if (hasEnded(this, 'queue')) return NO_ENTRY
    return queue(this.world, this.eid, animation, options)
  },
  fadeOut(options) {
    if (hasEnded(this, 'fadeOut')) return NO_ENTRY
    return fadeOut(this.world, this.eid, options)
  },
  get skin(): readonly string[] {
    const { rigs, skeletons } = this.world.animation
    const eid = liveEntity(this, 'skin')
    return rigs[skeletons.rig[eid]]?.skins[skeletons.skin[eid]]?.names ?? []
  },
  set skin(skin: string | readonly string[] | null) {
    if (!hasEnded(this, 'skin')) setSkin(this.world, this.eid, skin)
  },
  flash(color, strength = 1) {
    if (hasEnded(this, 'flash')) return
    if (!(color >= 0 && color <= 0xffffff && strength >= 0 && strength <= 1))
      throw new OsteonError('bad-option', 'flash', 'color', 'expected 0xRRGGBB, and a strength from 0 to 1')
    this.world.components.Skeleton.flash[this.eid] = Math.round(strength * 255) * 0x1000000 + color
  },
  setSkin(skin, options) {
    if (!hasEnded(this, 'setSkin')) setSkin(this.world, this.eid, skin, options)
  },
  hit({ x, y }, by = 'shapes') {
    const eid = liveEntity(this, 'hit')
    this.poseFirst?.()
    const [hit] = hitsAt(sceneOf(this.world), eid, down, x, y, by)
    return hit ? { slot: hit.name, attachment: hit.attachment.name } : null
  },
  getBonePosition<P extends { x: number; y: number }>(bone: string | number, out = { x: 0, y: 0 } as P): P {
    const eid = liveEntity(this, 'getBonePosition')
    this.poseFirst?.()
    return bonePosition(this.world, eid, down, bone, out)
  },
  setBonePosition(bone, point) {
    if (hasEnded(this, 'setBonePosition')) return
    this.poseFirst?.()
    putBone(this.world, this.eid, down, bone, point)
  },
})

/** Adds these methods to a class of figures: each such class extends a class of its engine. */
export function addMethods(prototype: Shown, down: Down): void {
  Object.defineProperties(prototype, Object.getOwnPropertyDescriptors(methods(down)))
}
