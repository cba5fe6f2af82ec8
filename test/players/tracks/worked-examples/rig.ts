/** The skeleton of the worked examples. */

import type { TrackMaths } from '../../../../src/base/model/maths'
import { readSpineAtlas } from '../../../../src/formats/spine/atlas'
import { readSpineJson } from '../../../../src/formats/spine/json'
import { compileRig } from '../../../../src/rig/compile'
import type { Rig } from '../../../../src/rig/rig'
import { type Json, richAtlas } from '../../../fixtures/rigs/rich-rig'
import { noWarnings } from '../../../fixtures/warnings'

export const RULES = ['3.8', '4.0', '4.1', '4.2', '4.3'] as const
export type Rules = (typeof RULES)[number]

/** The rules of 4.3, in whose dialect no file can be read yet. */
const LATEST: TrackMaths = {
  bases: true,
  keepsUnapplied: true,
  appliedGuard: true,
  holdsAll: false,
  setsOut: false,
  negativeHides: true,
  delays: 'clamped',
  countsCycles: true,
  turns: 'new',
  reversedEvents: true,
  lowestAddedKeys: false,
}

export const VERSIONS = {
  '3.8': '3.8.99',
  '4.0': '4.0.64',
  '4.1': '4.1.24',
  '4.2': '4.2.43',
  '4.3': '4.2.43',
}

/** @param more further animations, by name. */
export function exampleRig(rules: Rules, more: Json = {}): Rig {
  return rigBy(rules, exampleJson(rules, more))
}

/** A rig that is played by these rules; `json` names their version. */
export function rigBy(rules: Rules, json: Json): Rig {
  const read = readSpineJson(json, { source: 'examples.json', warn: noWarnings })
  const model = rules === '4.3' ? { ...read, maths: { ...read.maths, tracks: LATEST } } : read
  const atlas = readSpineAtlas(richAtlas(), { source: 'rich.atlas', warn: noWarnings })
  const pages = atlas.pages.map((settings) => ({ name: settings.name, atlas: '', settings, image: null }))
  return compileRig(model, atlas, { source: 'examples.json', pages, warn: noWarnings })
}

function exampleJson(rules: Rules, more: Json): Json {
  const red = { red: { type: 'point' }, green: { type: 'point' } }
  const attachments = { s1: red, s2: { blue: { type: 'point' } } }
  return {
    skeleton: { spine: VERSIONS[rules] },
    bones: [{ name: 'root' }, ...['b', 'c'].map(child), { ...child('q'), x: 5 }],
    slots: [
      { name: 's1', bone: 'root', attachment: 'red' },
      { name: 's2', bone: 'root' },
    ],
    skins: [{ name: 'default', attachments }],
    events: { e0: {}, e1: {}, e3: {}, e4: {} },
    animations: {
      P10: still('b', { x: 10, y: 0 }),
      P20: still('b', { x: 20, y: 0 }),
      P40: still('b', { x: 40, y: 0 }),
      P80: still('b', { x: 80, y: 0 }),
      C30: still('c', { x: 30, y: 0 }),
      Q8: still('q', { x: 8, y: 0 }),
      ramp: { bones: { b: { translate: [{}, { time: 1, x: 10 }] } } },
      late: {
        bones: {
          b: {
            translate: [
              { time: 0.5, x: 16 },
              { time: 1, x: 16 },
            ],
          },
        },
      },
      ev: { events: ['e0', 'e1', 'e3', 'e4'].map((name) => ({ name, time: Number(name[1]) / 4 })) },
      R100: turn(rules, 100, 100),
      Rm100: turn(rules, -100, -100),
      Rlow: turn(rules, 100, 20),
      AttG: { slots: { s1: { attachment: [{ name: 'green' }] } }, ...still('c', {}) },
      DO: { ...still('c', {}), drawOrder: [{ offsets: [{ slot: 's1', offset: 1 }] }] },
      ...more,
    },
  }
}

const child = (name: string) => ({ name, parent: 'root' })

/** One place for a second. */
function still(bone: string, place: Json): Json {
  return { bones: { [bone]: { translate: [place, { ...place, time: 1 }] } } }
}

/** From one angle to another in a second, degrees. */
function turn(rules: Rules, from: number, to: number): Json {
  const value = rules === '3.8' ? 'angle' : 'value'
  return { bones: { b: { rotate: [{ [value]: from }, { time: 1, [value]: to }] } } }
}
