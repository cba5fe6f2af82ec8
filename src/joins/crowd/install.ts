/** The extension `crowds`: figures that are drawn from tables. */
import type { Extension } from '../../../components/extension'
import type { Joined } from '../../world/joins'
import { type BakedColumns, type CrowdWorld, createBaked, installBaked } from './component'
import { createFades, dropFigure } from './figures'
import { addFigureBounds, hitTestBaked } from './frame/bounds'
import { placeInFrame, withFigures } from './frame/frame'
import { createPieces, findPieces } from './frame/pieces'
import { WORK_NUMBERS } from './machine'
import { createCrowdMemory } from './memory'
import { canDrawInstances, drawAmong, releaseGpu } from './render/draw'
import { shareFigures } from './render/share'
import { bakedSampling } from './sampling'
import { markFigures, restoreFigures, type SavedFigures, saveFigures } from './save/save'
import { readFigures, tellFigures } from './save/tell'
import { type CrowdState, crowdOf } from './state'
import { createClips } from './table/clips'
import { createUsage } from './trim-events'

/** The bit of baked figures in lists of members. */
const BAKED = 64

/**
 * Adds baked figures to a world, with the component `Baked` under `world.components`:
 * `installAnimation(world, { use: [crowds] })`.
 */
export const crowds: Extension<{ Baked: BakedColumns }> = {
  name: 'crowds',
  components: (capacity) => ({ Baked: createBaked(capacity) }),
  install: joinCrowd,
}

function joinCrowd(world: CrowdWorld): Joined {
  const state = createCrowd(world, world.components.Baked.table.length)
  return {
    state,
    observe: () => installBaked(world),
    forget() {
      for (let i = 0; i < state.count; i++) dropFigure(state, state.ids[i])
      state.count = 0
      state.left = false
    },
    runSystems: () => bakedSampling(world),
    sortByY: (scale) => sortCrowdByY(world, scale),
    hitTest: (point) => hitTestBaked(world, point, 1)[0] ?? null,
    frame: {
      addVertices: (streams) => withFigures(world, streams),
      shownFrame: () => state.expanded?.frame ?? null,
      placeOf: (index) => placeInFrame(state, index),
      findPieces: () => findPieces(world),
      share: (gl, handleOf) => shareFigures(world, gl, handleOf),
      // The pages of all tables are asked for in each draw.
      markPages(shown) {
        for (const table of state.tables) for (const page of table?.pages ?? []) shown[page] = 1
      },
      addBounds: (box) => addFigureBounds(world, box),
      drawsInstances: canDrawInstances,
      draw: (renderer, gpu, drawLive) => drawAmong(world, renderer, gpu, drawLive),
      release: releaseGpu,
    },
    save: {
      what: 'baked figures',
      structure: () => state.structure,
      member: {
        bit: BAKED,
        component: world.components.Baked,
        mark: (kinds, bit) => markFigures(state, kinds, bit),
      },
      save: (last) => saveFigures(world, state, last),
      restore: (saved, places) => restoreFigures(world, state, saved, places),
      encoded: {
        key: 'figures',
        describe: (saved) => tellFigures(state, saved as SavedFigures),
        read: (described) => readFigures(world, state, described),
      },
    },
  }
}

function createCrowd({ animation }: CrowdWorld, capacity: number): CrowdState {
  const memory = createCrowdMemory(animation, capacity)
  return {
    tables: [null],
    numbers: new Map(),
    clips: createClips(),
    firstClip: new Uint32Array(1),
    figures: memory.figures.columns,
    travel: null,
    rest: null,
    fades: createFades(16),
    freeFades: [],
    fadeCount: 1,
    ids: new Int32Array(64),
    count: 0,
    structure: 0,
    left: false,
    memory,
    pieces: createPieces(),
    expanded: null,
    work: new Float64Array(WORK_NUMBERS),
    ranges: new Int32Array(4),
    shownUsage: createUsage(),
    queueUsage: createUsage(),
  }
}

/** Runs `sortByY` for baked figures. */
function sortCrowdByY(world: CrowdWorld, scale: Float64Array): void {
  const { ids, count } = crowdOf(world.animation)
  const { bias, sorted, value } = world.components.SortKey
  const { y } = world.components.Transform
  const { table } = world.components.Baked
  // Destructuring a typed array creates an iterator.
  const down = scale[0]
  for (let i = 0; i < count; i++) {
    const eid = ids[i]
    const place = y[eid]
    if (value[eid] !== sorted[eid] || Number.isNaN(place) || table[eid] === 0) continue
    value[eid] = bias[eid] - down * place
    sorted[eid] = value[eid]
  }
}
