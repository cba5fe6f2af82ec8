/** Every public function either is recorded, or is named here as one that changes no world. */
import { expect, test } from 'vitest'
import * as api from '../../src/api'
import * as controls from '../../src/joins/bone-controls'
import * as budgets from '../../src/joins/budget'
import * as crowd from '../../src/joins/crowd'
import * as debug from '../../src/joins/debug'
import * as fades from '../../src/joins/fades'
import * as looks from '../../src/joins/looks'
import * as nesting from '../../src/joins/nesting'
import { CALLS } from '../../src/joins/replay/calls'
import * as motions from '../../src/joins/root-motion'
import * as saves from '../../src/joins/save'
import * as sprites from '../../src/joins/sprites'
import * as systems from '../../systems'

/** Functions that take no world. */
const WORLDLESS = [
  ...['OsteonError', 'animationsOf', 'attachmentsOf', 'bakeTables', 'buffersOf', 'bytesOf', 'compileRig'],
  ...['createAssets', 'createDebugLines', 'createDebugShapes', 'createLooks', 'createMask', 'createPage'],
  ...[
    'decodeTable',
    'disposeAtlas',
    'disposeRig',
    'disposeRigs',
    'encodeTable',
    'getAnimationBounds',
    'listRigs',
  ],
  ...['loadAtlas', 'loadList', 'loadPages', 'loadRig', 'loadRigs', 'placeDebugLines', 'skinsOf', 'slotsOf'],
  ...['warmUp'],
]

/** Functions that only read. What they settle by the way is recorded as `settle`, `ensureSeated` and the like. */
const READING = [
  ...[
    'assembleFrame',
    'childOf',
    'crossOutline',
    'currentAnimation',
    'currentEntry',
    'debugShapes',
    'decodeState',
  ],
  ...[
    'dispatchEvents',
    'drawDebug',
    'encodeState',
    'eventColumns',
    'events',
    'getAttachment',
    'getBakedBounds',
  ],
  ...[
    'getBone',
    'getBoneOffset',
    'getBounds',
    'getClipped',
    'getColorOffset',
    'getDarkColor',
    'getDrawOrder',
  ],
  ...['getEntry', 'getMix', 'getPages', 'getPoint', 'getSequenceIndex', 'getSlotColor', 'getWorldVertices'],
  ...['hitTest', 'hitTestBaked', 'holderOf', 'isBaked', 'isBoneActive', 'isEntry', 'kernelsOf', 'readEvent'],
  ...['resolveSkeleton', 'skeletonRef', 'updateLooks', 'budgetCounts', 'getRootMotion'],
  // It frees images and textures.
  'freePages',
  // Palettes are images, as pages are.
  'setPalettes',
]

/** Functions before or around recordings. */
const AROUND = [
  // A world has no recording yet.
  'installAnimation',
  // It makes a function that calls the tick's systems, which are recorded.
  'fixedTicks',
  // What it calls and writes is recorded: its choice may depend on the time that ticks take.
  'budget',
  // It cuts: recording goes on with the next tick.
  'restoreState',
]

const exported = Object.entries<unknown>({
  ...api,
  ...controls,
  ...crowd,
  ...debug,
  ...fades,
  ...looks,
  ...budgets,
  ...motions,
  ...nesting,
  ...saves,
  ...sprites,
  ...systems,
}).filter((entry): entry is [string, (...args: never[]) => unknown] => typeof entry[1] === 'function')

test('every public function is recorded, or changes no world', () => {
  const apart = [...WORLDLESS, ...READING, ...AROUND]
  const left = exported
    .map(([name]) => name)
    .filter((name) => !Object.hasOwn(CALLS, name) && !apart.includes(name))
  expect(left).toEqual([])
  expect(apart.filter((name) => Object.hasOwn(CALLS, name))).toEqual([])
})

test('every recorded function is heard under its own name', () => {
  for (const [name, call] of Object.entries(CALLS))
    expect(call.toString(), name).toMatch(new RegExp(`heardCall\\)?\\(["']${name}["'], ${call.name}, `))
  const silent = exported.filter(([name]) => !Object.hasOwn(CALLS, name) && name !== 'restoreState')
  for (const [name, call] of silent) expect(call.toString(), name).not.toContain('heardCall')
})
