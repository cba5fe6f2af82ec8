/** Finds the rigs, atlases and tables of a recording among those that are given, and registers them in worlds. */
import { badOption, OsteonError } from '../../base/errors'
import type { Rig } from '../../rig/rig'
import type { AtlasPages } from '../../world/atlas-pages'
import { registerRig } from '../../world/chunks/registry'
import type { AnimationWorld } from '../../world/world-type'
import { registerTable } from '../crowd/table/register'
import type { BakedTable } from '../crowd/table/table'
import { registerAtlas } from '../sprites'
import { spritesIn } from '../sprites/state'
import type { FileSegment, ReplayFile } from './file'
import { printOf, type Thing, type ThingPrint } from './things'

/** What a caller gives to a replay. */
interface GivenThings {
  readonly rigs: readonly Rig[]
  readonly atlases?: readonly AtlasPages[]
  readonly tables?: readonly BakedTable[]
}

/** Returns the things of a file, by number. @throws OsteonError `unknown-rig`, `unknown-table`, `bad-atlas`. */
export function findThings(
  { things }: ReplayFile,
  { atlases = [], rigs, tables = [] }: GivenThings,
): Thing[] {
  if (!Array.isArray(rigs)) throw badOption('openReplay', 'rigs', 'expected a list of rigs')
  const nested = rigs.flatMap((rig: Rig) => [...rig.nested.values()])
  const left = [...rigs, ...nested, ...atlases, ...tables].map((thing) => ({ thing, told: printOf(thing) }))
  const found: Thing[] = []
  const lost: ThingPrint[] = []
  for (const told of things) {
    // Names come from addresses.
    const place = left.findIndex((one) => one.told.kind === told.kind && one.told.print === told.print)
    if (place >= 0) found.push(left.splice(place, 1)[0].thing)
    else lost.push(told)
  }
  if (lost.length === 0) return found
  const [{ kind }] = lost
  const code = kind === 'rig' ? 'unknown-rig' : kind === 'table' ? 'unknown-table' : 'bad-atlas'
  const lines = lost.map(({ kind, name }) => {
    const like = left.some(({ told }) => told.kind === kind && told.name === name)
    return `${kind} "${name}" of the recording ${like ? 'is another version here' : 'is missing'}`
  })
  throw new OsteonError(code, 'openReplay', `${kind}s`, lines.join('; '))
}

/** Registers what a segment has registered, under the same numbers. */
export function registerBase(world: AnimationWorld, things: readonly Thing[], { base }: FileSegment): void {
  const { animation: state } = world
  const { atlases, ids, rigs, tableRigs, tables } = base
  for (let i = state.rigs.length - 1; i < rigs.length; i++) {
    const thing = things[rigs[i]]
    if (rigs[i] < 0) {
      state.rigs.push(null)
      state.players.push(state.players[0])
    } else if (state.rigs[i + 1] === undefined) registerRig(state, asRig(thing), ids[i])
  }
  const known = spritesIn(state)?.sheets.size ?? 0
  for (const number of atlases.slice(known)) registerAtlas(world, asAtlas(things[number]))
  for (const [i, number] of tables.entries()) {
    const rig = state.rigs[tableRigs[i]]
    if (!rig) throw new OsteonError('damaged', 'openReplay', 'tables', `there is no rig ${tableRigs[i]}`)
    registerTable(world, rig.source, asTable(things[number]))
  }
}

function asRig(thing: Thing): Rig {
  if ('animationIndex' in thing) return thing
  throw new OsteonError('damaged', 'openReplay', 'things', 'this is not a rig')
}

function asAtlas(thing: Thing): AtlasPages {
  if ('model' in thing) return thing
  throw new OsteonError('damaged', 'openReplay', 'things', 'this is not an atlas')
}

function asTable(thing: Thing): BakedTable {
  if ('parts' in thing) return thing
  throw new OsteonError('damaged', 'openReplay', 'things', 'this is not a table')
}
