/** Creates entries: the played entry, and the entries of its blend tree and its other clocks. */
import { growColumns } from '../../../base/memory/columns'
import { reserveDeforms, reserveModes } from '../../../tracks/entries/modes/find-modes'
import { prepareAnimation } from '../../../tracks/entries/prepare'
import { addEntry } from '../../../tracks/entries/rows'
import type { RegisteredRig } from '../../../world/chunks/blocks'
import { maskWords } from '../../../world/chunks/registry'
import type { PlayOptions } from '../../../world/play-options'
import type { AnimationState } from '../../../world/state'
import { followClocks, roundToKey } from './clock'
import { timesOf } from './options'
import { keyedFor } from './sampling/keyed'
import { BEFORE_END, FADE, LAYER_FLAG, REPLACES, RUN } from './sampling/layers'
import { treeFor } from './trees/blend-tree'
import { linkTree } from './trees/trees'

const { displays, frozen, pausesOut, reports, resets, stopped } = LAYER_FLAG

/**
 * Creates an entry that is on no track yet, with its memory, and the entries of its blend tree and other clocks. A
 * structure call.
 */
export function makeLayerEntry(
  state: AnimationState,
  registered: RegisteredRig,
  eid: number,
  animation: number,
  options: PlayOptions,
): number {
  const row = addAlone(state, registered, eid, animation, options)
  const { clocks, tree } = registered.source.animations[animation].playback ?? {}
  if (clocks || tree) addTreeEntries(state, registered, eid, row)
  return row
}

function addAlone(
  state: AnimationState,
  registered: RegisteredRig,
  eid: number,
  animation: number,
  options: PlayOptions,
): number {
  const { source: rig } = registered
  const { track = 0, mask, resets: isReset = true, displays: shows = true, reports: tells = true } = options
  const { duration, playback } = rig.animations[animation]
  prepareAnimation(state, eid, animation)
  keyedFor(state, rig, animation)
  const row = addEntry(state, eid, track, animation)
  growColumns(state.playback.layerPool, state.playback.pool.capacity)
  reserveDeforms(state, row, rig)
  reserveModes(state, rig, row)
  const words = mask ? maskWords(state, registered, mask, animation) : 0
  const { entries, layerEntries } = state.playback // Renewed: the arena may have grown.
  layerEntries.root[row] = row
  layerEntries.above[row] = -1
  layerEntries.node[row] = layerEntries.left[row] = layerEntries.right[row] = layerEntries.clock[row] = 0
  layerEntries.fadeTime[row] = layerEntries.fadeShare[row] = layerEntries.totalWeight[row] = 0
  layerEntries.deformRanks[row] = layerEntries.actsNext[row] = layerEntries.actsBefore[row] = 0
  layerEntries.playTimes[row] = duration > 0 ? timesOf(rig.animations[animation], options) : 1
  entries.mask[row] = words
  entries.alpha[row] = options.alpha ?? 1
  entries.timeScale[row] = options.timeScale ?? 1
  layerEntries.group[row] = options.group ?? 0
  layerEntries.parameter[row] = options.parameter ?? 0
  layerEntries.autoFadeOut[row] = options.autoFadeOut ?? -1
  layerEntries.fade[row] = FADE.in
  layerEntries.run[row] = RUN.waits
  layerEntries.plays[row] = 0
  layerEntries.lastKey[row] = -1
  layerEntries.flags[row] =
    (isReset ? resets : 0) |
    (shows ? displays : 0) |
    (tells ? reports : 0) |
    (options.pauseIn === false ? 0 : frozen) |
    (options.pauseOut === false ? 0 : pausesOut) |
    (options.paused === true ? stopped : 0)
  layerEntries.fadeSeconds[row] = options.mix ?? playback?.fadeInTime ?? 0
  layerEntries.mixOut[row] = options.mixOut ?? layerEntries.fadeSeconds[row]
  layerEntries.replaces[row] = REPLACES[options.replaces ?? 'trackAndGroup']
  setTimes(state, row, playback?.seconds ?? duration, options)
  return row
}

/**
 * Options of a tree's other entries. The entry above drives their time, and entries of other clocks copy everything
 * from it.
 */
const OF_TREE: PlayOptions = { mix: 0, playTimes: 1, paused: true, resets: false, reports: false }

/** Creates the other entries of a blend tree, and the entries of other clocks. */
function addTreeEntries(state: AnimationState, registered: RegisteredRig, eid: number, root: number): void {
  const { animation, track } = state.playback.entries
  const options = { ...OF_TREE, track: track[root] }
  const tree = treeFor(state, registered.source, animation[root])
  const rows = [root]
  for (const number of tree.animation.slice(1)) rows.push(addAlone(state, registered, eid, number, options))
  linkTree(state, tree, rows)
  tree.clock.forEach((clock, place) => {
    if (clock === 0) followClocks(state, rows[place])
  })
}

/** Sets the portion of the animation that is played, and the start of the clock. */
function setTimes(state: AnimationState, row: number, duration: number, options: PlayOptions): void {
  const { entries, layerEntries } = state.playback
  const start = duration > 0 ? Math.min(Math.max(options.start ?? 0, 0), duration) : 0
  entries.animationStart[row] = start
  entries.animationEnd[row] = duration > 0 ? Math.min(Math.max(options.end ?? duration, start), duration) : 0
  const length = entries.animationEnd[row] - start
  let at = duration > 0 ? (options.trackTime ?? 0) : 0
  if (at < 0) at = length - (-at % length)
  else if (at === length && at > 0) at -= BEFORE_END
  else if (at > length) at %= length
  if (entries.timeScale[row] < 0 && at !== 0) at -= length
  if (entries.timeScale[row] < 0 && at === 0) at = -BEFORE_END
  entries.trackTime[row] = at
  layerEntries.second[row] = at < 0 ? length - at : at
  layerEntries.stepped[row] = -1
  if (at >= 0) roundToKey(state, row)
}
