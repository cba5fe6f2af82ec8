/** Plays animations of baked figures. */

import { checkFields } from '../../api/tracks/entry-fields'
import { play as playLive } from '../../api/tracks/play'
import { OsteonError } from '../../base/errors'
import type { Entity, NameOf, RigNames } from '../../base/model/names'
import type { Rig } from '../../rig/rig'
import { animationNumber } from '../../tracks/entries/prepare'
import { mixSeconds } from '../../tracks/player/mix-table'
import { heardCall, isHeard } from '../../world/calls'
import { EVENT_KIND } from '../../world/events'
import type { PlayOptions } from '../../world/play-options'
import { stateOf } from '../../world/state-of'
import type { AnimationWorld } from '../../world/world-type'
import type { CrowdWorld } from './component'
import { toLive } from './convert'
import { takeFade } from './figures'
import { notify } from './machine'
import { type CrowdState, crowdOf, FIGURE, type FigureColumns, type RegisteredTable } from './state'

/** Options of `play` for figures. */
export interface BakedPlayOptions extends PlayOptions {
  /**
   * What to do if the table cannot do it: an animation that it lacks, another track, a second fade within a fade, an
   * option other than `loop`, `mix`, `timeScale` and `trackTime`. `'wake'`: the figure goes live and plays it.
   * `'refuse'`: an error is thrown.
   *
   * @default 'wake'
   */
  unless?: 'wake' | 'refuse'
}

/** The options that a table supports. */
const OPTIONS = ['loop', 'mix', 'timeScale', 'trackTime', 'track']

/**
 * Plays an animation on a baked figure or a live skeleton from its start, in place of the current one, mixed in for
 * `mix` seconds. A figure's vertices are mixed, not its bones. Events come as from a live skeleton.
 *
 * @throws OsteonError as `play`; `no-skeleton` for an entity that is neither; `unsupported-feature` with
 *   `unless: 'refuse'`.
 */
export function playFigure<N extends RigNames, G extends string>(
  world: AnimationWorld,
  eid: Entity<N>,
  animation: NameOf<N['animations'], G>,
  options: BakedPlayOptions = {},
): void {
  if (isHeard(world)) return void heardCall('playFigure', playFigure, world, eid, animation, options)
  const crowd = crowdOf(stateOf(world))
  const { unless = 'wake', ...others } = options
  const number: number = eid
  const registered = crowd.figures.serial[number] > 0 ? figureTable(world as CrowdWorld, crowd, number) : null
  if (!registered) {
    playLive(world, eid, animation, others)
    return
  }
  const problem = problemOf(world as CrowdWorld, crowd, registered, number, animation, others)
  const { animations, rig } = registered
  if (problem === null) {
    checkFields(number, rig, others, OPTIONS)
    const found = animations[rig.source.animationIndex.get(animation) as number]
    startClip(world as CrowdWorld, crowd, registered, number, found, others)
    return
  }
  animationNumber(rig, animation, number)
  if (unless === 'refuse') throw new OsteonError('unsupported-feature', `entity ${eid}`, 'play', problem)
  toLive(world as CrowdWorld, number)
  playLive(world, eid, animation, others)
}

function figureTable(
  { components: { Baked } }: CrowdWorld,
  { tables }: CrowdState,
  eid: number,
): RegisteredTable | null {
  return tables[Baked.table[eid]]
}

/** Returns what the table cannot do; null if it can do everything. */
function problemOf(
  { components: { Baked } }: CrowdWorld,
  { figures }: CrowdState,
  { animations, rig: { source: rig } }: RegisteredTable,
  eid: number,
  animation: string,
  options: PlayOptions,
): string | null {
  for (const [name, value] of Object.entries(options))
    if (value !== undefined && !OPTIONS.includes(name)) return `tables know no option ${JSON.stringify(name)}`
  if ((options.track ?? 0) !== 0) return `track ${options.track} plays on live skeletons only`
  const number = animations[rig.animationIndex.get(animation) ?? -1] ?? -1
  if (number < 0) return `the table has no animation ${JSON.stringify(animation)}`
  if (figures.fade[eid] === 0 || isDropped(figures, rig, eid, Baked.animation[eid], number)) return null
  return 'it fades already, and a table fades once at a time'
}

/**
 * Returns whether a figure's animation leaves no trace, because it was never shown. From 4.3 on this is so only if the
 * same one replaces it.
 */
function isDropped(
  { flags }: FigureColumns,
  { maths }: Rig,
  eid: number,
  animation: number,
  by: number,
): boolean {
  if ((flags[eid] & FIGURE.applied) !== 0) return false
  return !maths.tracks.keepsUnapplied || animation === by
}

/** Starts an animation. */
function startClip(
  world: CrowdWorld,
  crowd: CrowdState,
  registered: RegisteredTable,
  eid: number,
  number: number,
  { loop = false, mix, timeScale = 1, trackTime = 0 }: PlayOptions,
): void {
  const { animation: state, components } = world
  const { Baked } = components
  const { clips, figures, firstClip } = crowd
  const first = firstClip[registered.number]
  const before = Baked.animation[eid]
  notify(state, crowd, registered, eid, first + before, EVENT_KIND.interrupt, -1)
  if (isDropped(figures, registered.rig.source, eid, before, number))
    for (const kind of [EVENT_KIND.end, EVENT_KIND.dispose])
      notify(state, crowd, registered, eid, first + before, kind, -1)
  else fadeOut(world, crowd, eid)
  const { fades } = crowd
  const row = figures.fade[eid]
  figures.mix[eid] = mix ?? 0
  if (row !== 0) {
    const from = clips.animation[first + fades.animation[row]]
    fades.mixTime[row] = 0
    figures.mix[eid] = mix ?? mixSeconds(registered.rig, from, clips.animation[first + number])
  }
  Baked.animation[eid] = number
  Baked.loop[eid] = loop ? 1 : 0
  Baked.time[eid] = trackTime
  figures.rate[eid] = timeScale
  figures.flags[eid] = 0
  figures.seen[eid] = 0
  notify(state, crowd, registered, eid, first + number, EVENT_KIND.start, -1)
}

/** Starts fading out what the figure plays. */
function fadeOut({ components: { Baked } }: CrowdWorld, crowd: CrowdState, eid: number): void {
  const row = takeFade(crowd, eid)
  const { fades, figures } = crowd
  fades.animation[row] = Baked.animation[eid]
  fades.loop[row] = Baked.loop[eid]
  fades.time[row] = Baked.time[eid]
  fades.rate[row] = figures.rate[eid]
  fades.flags[row] = figures.flags[eid]
  fades.mix[row] = figures.mix[eid]
}
