/** The bytes of a replay: what a world was made of, and its segments. */
import { OsteonError } from '../../base/errors'
import { VERSION } from '../../base/version'
import type { AtlasPages } from '../../world/atlas-pages'
import type { AnimationState } from '../../world/state'
import type { AnimationWorld } from '../../world/world-type'
import type { CrowdState } from '../crowd/state'
import { HEAD_BYTES, unseal } from '../save/bytes/envelope'
import { sealValue } from '../save/bytes/seal-value'
import { columnAt, type Decoded, integerAt, listAt, recordAt, textAt } from '../save/bytes/shape'
import { readerOf, type Writer } from '../save/bytes/typed-arrays'
import { readValue } from '../save/bytes/values'
import { spritesIn } from '../sprites/state'
import { componentNames } from './components'
import { REPLAY_VERSION } from './journal'
import type { Thing, ThingPrint } from './things'

/** What a world had registered when a segment began. Numbers of things. */
export interface WorldBase {
  /** By the rig's number, from 1; -1 = it was unregistered. */
  readonly rigs: readonly number[]
  /** The ids of these rigs. */
  readonly ids: readonly string[]
  /** Atlases of sprites. */
  readonly atlases: readonly number[]
  /** Tables, and the numbers of their rigs. */
  readonly tables: readonly number[]
  readonly tableRigs: readonly number[]
}

/** A piece of a recording: a saved state, and what happened from then on. */
export interface Segment {
  /** Number of its first tick. */
  readonly tick: number
  /** Whether something that can't be recorded happened before it. */
  readonly isCut: boolean
  readonly base: WorldBase
  /** The saved state; null = it is not encoded yet. */
  state: Uint8Array | null
  readonly journal: Writer
  ticks: number
  /** Seconds of its ticks. */
  seconds: number
}

export function baseOf(state: AnimationState, numberOf: (thing: Thing) => number): WorldBase {
  const numbers = new Map([...state.rigsByRig].map(([rig, registered]) => [registered, numberOf(rig)]))
  const rigs = state.rigs.slice(1)
  const crowd = state.joins.byName.get('crowds')?.state as CrowdState | undefined
  const tables = [...(crowd?.tables ?? [])].filter((table) => table !== null)
  return {
    rigs: rigs.map((rig) => (rig && numbers.get(rig)) ?? -1),
    ids: rigs.map((rig) => rig?.id ?? ''),
    atlases: [...(spritesIn(state)?.sheets.keys() ?? [])].map((atlas: AtlasPages) => numberOf(atlas)),
    tables: tables.map(({ table }) => numberOf(table)),
    tableRigs: tables.map(({ rig }) => rig.number),
  }
}

/** Returns the bytes of a replay. */
export function sealReplay(
  world: AnimationWorld,
  every: boolean,
  prints: readonly ThingPrint[],
  segments: readonly Segment[],
  ticks: number,
): Uint8Array {
  return sealValue({
    replay: REPLAY_VERSION,
    osteon: VERSION,
    every,
    ticks,
    extensions: [...world.animation.joins.byName.keys()].filter((name) => !OWN.has(name)),
    components: componentNames(world),
    things: prints,
    segments: segments.map(({ base, isCut, journal, seconds, state, tick }) => ({
      ...{ base, isCut, seconds, state, tick },
      journal: journal.bytes.slice(0, journal.top),
    })),
  })
}

/** Extensions that need no `use`. */
const OWN: ReadonlySet<string> = /* @__PURE__ */ new Set(['save', 'replay', 'threads'])

/** The checked content of a replay. */
export interface ReplayFile {
  /** The version of osteon that wrote it. */
  readonly osteon: string
  readonly every: boolean
  readonly ticks: number
  readonly extensions: readonly string[]
  readonly components: readonly string[]
  readonly things: readonly ThingPrint[]
  readonly segments: readonly FileSegment[]
}

export interface FileSegment {
  readonly tick: number
  readonly isCut: boolean
  readonly seconds: number
  readonly base: WorldBase
  readonly state: Uint8Array
  readonly journal: Uint8Array
}

/**
 * Reads bytes. @throws OsteonError `wrong-type`, `bad-magic`, `unsupported-version`, `truncated`, `trailing-data`,
 * `damaged`.
 */
export function readReplay(bytes: unknown): ReplayFile {
  const tree = recordAt(readValue(readerOf(unseal(bytes, 'openReplay'), HEAD_BYTES, 'openReplay')), '')
  const version = tree.get('replay')
  if (version === undefined)
    throw new OsteonError(
      'bad-magic',
      'openReplay',
      '',
      'this is not a replay: it is a saved state or a table',
    )
  const osteon = textAt(tree.get('osteon'), 'osteon')
  if (version !== REPLAY_VERSION || minorOf(osteon) !== minorOf(VERSION)) {
    const message = `osteon ${osteon} wrote this replay, and ${VERSION} doesn't play it`
    throw new OsteonError('unsupported-version', 'openReplay', '', message)
  }
  const segments = listAt(tree.get('segments'), 'segments').map((segment, i) =>
    readSegment(recordAt(segment, `segments[${i}]`), `segments[${i}]`),
  )
  const file = {
    osteon,
    every: tree.get('every') === true,
    ticks: integerAt(tree.get('ticks'), 'ticks', 0),
    extensions: texts(tree.get('extensions'), 'extensions'),
    components: texts(tree.get('components'), 'components'),
    things: listAt(tree.get('things'), 'things').map((thing, i) => readPrint(thing, `things[${i}]`)),
    segments,
  }
  const bad = (message: string) => new OsteonError('damaged', 'openReplay', 'segments', message)
  if (segments.length === 0) throw bad('there are none')
  segments.forEach(({ base, tick }, i) => {
    if (tick < (segments[i - 1]?.tick ?? 0) || tick > file.ticks) throw bad('their ticks do not ascend')
    const { atlases, ids, rigs, tableRigs, tables } = base
    for (const number of [...rigs, ...atlases, ...tables])
      if (number >= file.things.length) throw bad(`there is no thing ${number}`)
    if (ids.length !== rigs.length || tableRigs.length !== tables.length)
      throw bad('their lists do not match')
  })
  return file
}

/** Returns `0.4` of `0.4.2`. */
function minorOf(version: string): string {
  return version.split('.').slice(0, 2).join('.')
}

function readSegment(given: Decoded, path: string): FileSegment {
  const seconds = given.get('seconds')
  const base = recordAt(given.get('base'), `${path}.base`)
  const numbers = (name: string, least: number) =>
    listAt(base.get(name), `${path}.base.${name}`).map((number) =>
      integerAt(number, `${path}.base.${name}`, least),
    )
  return {
    tick: integerAt(given.get('tick'), `${path}.tick`, 0),
    isCut: given.get('isCut') === true,
    seconds: typeof seconds === 'number' ? seconds : 0,
    base: {
      rigs: numbers('rigs', -1),
      ids: texts(base.get('ids'), `${path}.base.ids`),
      atlases: numbers('atlases', 0),
      tables: numbers('tables', 0),
      tableRigs: numbers('tableRigs', 1),
    },
    state: columnAt(given.get('state'), `${path}.state`, BYTES),
    journal: columnAt(given.get('journal'), `${path}.journal`, BYTES),
  }
}

const BYTES = /* @__PURE__ */ new Uint8Array(0)

function texts(value: unknown, path: string): string[] {
  return listAt(value, path).map((text) => textAt(text, path))
}

function readPrint(value: unknown, path: string): ThingPrint {
  const record = recordAt(value, path)
  const kind = record.get('kind')
  if (kind !== 'rig' && kind !== 'atlas' && kind !== 'table')
    throw new OsteonError('damaged', 'openReplay', path, `no thing is a ${JSON.stringify(kind)}`)
  return { kind, name: textAt(record.get('name'), path), print: integerAt(record.get('print'), path, 0) }
}
