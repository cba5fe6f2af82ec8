/** Functions of osteon as methods, for the figures of all hosts. */
import type { AnimationWorld } from '../../components/world-type'
import { setSkin } from '../api/dress/skins'
import { fadeOut } from '../api/tracks/fade'
import { play } from '../api/tracks/play'
import { queue } from '../api/tracks/queue'
import type { EntryHandle } from '../world/entries'
import type { FadeOptions, PlayOptions, QueueOptions } from '../world/play-options'

/** Methods of a figure that play its animations and dress it. */
export interface FigureMethods {
  /** Starts an animation; see `play` of osteon. @throws OsteonError `unknown-animation`, `bad-option`. */
  play(animation: string, options?: PlayOptions): EntryHandle
  /** Queues an animation behind the current one; see `queue` of osteon. @throws OsteonError `unknown-animation`, `bad-option`. */
  queue(animation: string, options?: QueueOptions): EntryHandle
  /** Fades a track out; see `fadeOut` of osteon. @throws OsteonError `bad-option`. */
  fadeOut(options: FadeOptions): EntryHandle
  /** Names of the skin: of none, one, or several that are combined. Written as `setSkin` takes it. */
  get skin(): readonly string[]
  set skin(skin: string | readonly string[] | null)
}

interface Shown {
  readonly world: AnimationWorld
  readonly eid: number
}

const METHODS: FigureMethods & ThisType<Shown> = {
  play(animation, options) {
    return play(this.world, this.eid, animation, options)
  },
  queue(animation, options) {
    return queue(this.world, this.eid, animation, options)
  },
  fadeOut(options) {
    return fadeOut(this.world, this.eid, options)
  },
  get skin(): readonly string[] {
    const { rigs, skeletons } = this.world.animation
    return rigs[skeletons.rig[this.eid]]?.skins[skeletons.skin[this.eid]]?.names ?? []
  },
  set skin(skin: string | readonly string[] | null) {
    setSkin(this.world, this.eid, skin)
  },
}

/** Gives a class of figures these methods: each extends a class of its engine. */
export function addMethods(prototype: Shown): void {
  Object.defineProperties(prototype, Object.getOwnPropertyDescriptors(METHODS))
}
