/** Prepares a world for baked figures. */
import { stripComponent } from '../../components/columns'
import type { AnimationWorld } from '../../components/world-type'
import { OsteonError } from '../errors'
import { stateOf } from '../world/state-of'
import { type CrowdWorld, createBaked, installBaked } from './component'
import { createFades, createFigures, dropFigure } from './figures'
import { hitTestBaked } from './frame/bounds'
import { placeInFrame, withFigures } from './frame/frame'
import { createOrder } from './frame/order'
import { createPieces } from './frame/pieces'
import { sortCrowdByY } from './frame/y-sort'
import { WORK_NUMBERS } from './machine'
import { canDrawInstances, drawAmong, releaseGpu } from './render/draw'
import { bakedSampling } from './sampling'
import { markFigures, restoreFigures, type SavedFigures, saveFigures } from './save/save'
import { readFigures, tellFigures } from './save/tell'
import type { CrowdState } from './state'
import { createClips } from './table/clips'
import { createUsage } from './trim-events'

/** Options of `installCrowd`. */
export interface CrowdOptions {
  /** Entities that the columns first have room for; they grow. @default the same as the world's other columns */
  capacity?: number
}

/**
 * Adds baked figures to an animation world: the component `Baked` under `world.components`. Call it once, after `installAnimation`.
 *
 * @returns the same world, typed.
 * @throws OsteonError `no-animation` without `installAnimation`; `bad-option`; `component-in-use` if `world.components` has a component
 *   of that name.
 */
export function installCrowd<W extends AnimationWorld>(world: W, options: CrowdOptions = {}): W & CrowdWorld {
  const state = stateOf(world)
  const { capacity = world.components.Skeleton.rig.length } = options
  refuse(world, capacity)
  const installed = Object.assign(world, {
    components: Object.assign(world.components, { Baked: createBaked(capacity) }),
  }) as W & CrowdWorld
  const crowd: CrowdState = {
    tables: [null],
    numbers: new Map(),
    clips: createClips(),
    firstClip: new Uint32Array(1),
    figures: createFigures(capacity),
    fades: createFades(16),
    freeFades: [],
    fadeCount: 1,
    ids: new Int32Array(64),
    count: 0,
    structure: 0,
    left: false,
    order: createOrder(64),
    pieces: createPieces(),
    expanded: null,
    work: new Float64Array(WORK_NUMBERS),
    ranges: new Int32Array(4),
    shownUsage: createUsage(),
    queueUsage: createUsage(),
    sortByY: (scale) => sortCrowdByY(installed, scale),
    withFigures: (streams) => withFigures(installed, streams),
    shownFrame: () => crowd.expanded?.frame ?? null,
    placeOf: (index) => placeInFrame(crowd, index),
    drawsInstances: canDrawInstances,
    draw: (renderer, gpu, drawLive) => drawAmong(installed, renderer, gpu, drawLive),
    release: releaseGpu,
    sample: () => bakedSampling(installed),
    hit: (point) => hitTestBaked(installed, point, 1)[0] ?? null,
    mark: (kinds, bit) => markFigures(crowd, kinds, bit),
    save: (last) => saveFigures(installed, crowd, last),
    tell: (saved) => tellFigures(crowd, saved as SavedFigures),
    read: (given) => readFigures(installed, crowd, given),
    restore: (saved, places) => restoreFigures(installed, crowd, saved, places),
    renew: () => renew(installed, crowd),
  }
  state.crowd = crowd
  installBaked(installed)
  return installed
}

/** All entities were removed without a word. */
function renew(world: CrowdWorld, crowd: CrowdState): string[] {
  const { Baked } = world.components
  for (let i = 0; i < crowd.count; i++) dropFigure(crowd, crowd.ids[i])
  crowd.count = 0
  crowd.left = false
  const stripped = stripComponent(world, 'Baked', Baked)
  installBaked(world)
  return stripped
}

function refuse(world: AnimationWorld, capacity: number): void {
  const bad = (path: string, message: string) => new OsteonError('bad-option', 'installCrowd', path, message)
  if (world.animation.crowd) throw bad('world', 'this world has a crowd already')
  if (!Number.isInteger(capacity) || capacity < 1 || capacity > 2 ** 24)
    throw bad('capacity', `expected an integer from 1 to ${2 ** 24}, got ${capacity}`)
  if (!('Baked' in world.components)) return
  const message = 'world.components.Baked is taken by a component of yours'
  throw new OsteonError('component-in-use', 'installCrowd', 'components.Baked', message)
}
