/** Every field that a world's state saves is in encoded states or made anew: a new field needs a decision. */

import { expect, test } from 'vitest'
import { type AnySchema, savedFields } from '../../src/base/memory/fields'
import { nesting } from '../../src/joins/nesting'
import {
  CHUNK_SCHEMA,
  MASK_SCHEMA,
  MIX_SCHEMA,
  PROGRAM_SCHEMA,
  RIG_SCHEMA,
} from '../../src/world/chunks/blocks'
import { STATE_SCHEMA } from '../../src/world/state'
import { makeWorld } from '../fixtures/play'

/** By part: fields that a save holds, in any form; and fields that are made anew when it is loaded. */
const DECIDED: Record<string, { told: string; made: string }> = {
  state: { told: 'solved nextSerial', made: 'adoptedTransform' },
  'state.arena': { told: '', made: 'top used free' },
  'state.blocks': { told: '', made: 'chunks freeIds cursor deepest' },
  'state.pool': { told: '', made: 'capacity offsets' },
  'state.alive': { told: 'ids count', made: '' },
  'state.active': { told: '', made: 'ids count' },
  'state.awake': { told: 'ids count', made: '' },
  'state.playback': { told: 'free freed rows', made: 'marks marked markedCount' },
  'state.playback.pool': { told: '', made: 'capacity offsets' },
  'state.playback.trackPool': { told: '', made: 'capacity offsets' },
  'state.playback.layerPool': { told: '', made: 'capacity offsets' },
  'state.playback.commands': { told: '', made: 'start size capacity' },
  'state.streams': { told: '', made: 'capacity vertexCount' },
  'state.streams.pools': { told: '', made: 'tailRuns tailRunCount tailStale stale staleCount keysStale' },
  'state.streams.pools.words': { told: '', made: 'positions' },
  'state.streams.pools.vertices': { told: '', made: 'capacity top used free made' },
  'state.streams.pools.tail': {
    told: '',
    made: 'positions uvs light dark info vertexCount indices indexCount',
  },
  'state.sprites': { told: '', made: 'left free top kept knownRegions even behind' },
  'state.sprites.pool': { told: '', made: 'capacity offsets' },
  'state.sprites.copies': { told: '', made: 'capacity offsets' },
  'state.sprites.corners': { told: '', made: 'start size capacity' },
  'state.sprites.place': { told: '', made: 'start size capacity' },
  'state.sprites.places': { told: '', made: 'capacity offsets' },
  'state.sprites.alive': { told: 'ids count', made: '' },
  'state.sprites.regions': { told: '', made: 'start size capacity' },
  'state.followers': { told: 'places count', made: 'place' },
  'state.followers.pool': { told: '', made: 'capacity offsets' },
  'state.targets': { told: 'places count', made: 'place scratch chain byBone heads' },
  'state.targets.pool': { told: '', made: 'capacity offsets' },
  'state.nesting': { told: 'places', made: 'free top order starts orderStale cutsStale cutSprites' },
  'state.nesting.pool': { told: '', made: 'capacity offsets' },
  'state.offsets': { told: 'count', made: 'free top' },
  'state.offsets.records': { told: '', made: 'start size capacity' },
  'state.events': { told: 'next sampling', made: '' },
  'state.events.queue': {
    told: 'count source kind entity serial rig track entry animation key event int float volume balance',
    made: '',
  },
  'state.tick': { told: 'number place done samplings seconds', made: 'activeStale' },
  chunk: {
    told: 'mix run skin owners',
    made: 'id blocks first words world wanted known runs live filled plans lastMarked used solved',
  },
  rig: {
    told: 'masks',
    made: 'number image scratch scratchWords keepsWorld animations keysColors programs skinPrograms',
  },
  program: {
    told: '',
    made: 'words depth deeper chunks firstResting channels visiblePrograms stale hung left',
  },
  mixes: { told: 'fallback pairs', made: '' },
  mask: { told: '', made: 'words' },
}

function fieldsOf(name: string, schema: AnySchema): [string, string[]][] {
  const inner = Object.entries(schema).flatMap(([part, of]) =>
    typeof of === 'object' ? fieldsOf(`${name}.${part}`, of) : [],
  )
  return [[name, savedFields(schema)], ...inner]
}

test('each of them was decided on', () => {
  const joined = makeWorld({ use: [nesting] }).animation.joins.schema
  const saved = [
    ...fieldsOf('state', { ...STATE_SCHEMA, ...joined }),
    ['chunk', savedFields(CHUNK_SCHEMA)] as const,
    ['rig', savedFields(RIG_SCHEMA)] as const,
    ['program', savedFields(PROGRAM_SCHEMA)] as const,
    ['mixes', savedFields(MIX_SCHEMA)] as const,
    ['mask', savedFields(MASK_SCHEMA)] as const,
  ]
  const decided = Object.entries(DECIDED).map(([part, { told, made }]) => [
    part,
    `${told} ${made}`.split(' ').filter(Boolean).sort(),
  ])
  expect(Object.fromEntries(decided)).toEqual(
    Object.fromEntries(saved.map(([part, fields]) => [part, [...fields].sort()])),
  )
})
