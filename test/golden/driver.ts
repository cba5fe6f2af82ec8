/** Plays recorded poses: loads the export of a golden, plays its scripts, compares, and sums up. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { createWorld } from 'bitecs'
import {
  type AnimationWorld,
  despawnSkeleton,
  type ErrorCode,
  installAnimation,
  loadRig,
  OsteonError,
  type Reader,
  type Rig,
  spawnSkeleton,
} from 'osteon'
import { spineBinary } from 'osteon/formats/spine-binary'
import { spineJson } from 'osteon/formats/spine-json'
import { plainKernels } from 'osteon/kernels/plain'
import { unsettledIn } from './accidents/unsettled'
import { compareDump } from './compare'
import { driveDragonBones, isDragonBonesGolden } from './dragonbones/driver'
import { formatOf, isAsked, isGolden, listGoldens, readGolden, sampleFolder } from './files'
import { compareHits, playHits } from './hits'
import { driveMrtk, isMrtkGolden } from './mrtk/driver'
import { playCase, unsupportedOps } from './play'
import { readDump } from './read-dump'
import { compareUvs } from './read-uvs'
import type { Dump, Golden, GoldenCase, HitCase, HitDump } from './schema'
import { createTally, passes, passesByShare, type Tally } from './tally'

const READERS: readonly Reader[] = [spineJson, spineBinary]

export interface DriveOptions {
  goldens: string
  samples: string
  /** Goldens that match one of these and no pattern with `!`; none = all. */
  only?: readonly string[]
  kind?: 'pose' | 'state' | 'hits'
  /** Of state cases, which take longest, only one in so many; which of them, depends on the file. @default 1 */
  stateShare?: number
  /** Folder for computed poses, in the same schema. */
  dump?: string
  /** Which inner loops play; TypeScript unless said otherwise. */
  kernels?: 'wasm' | 'plain'
  /** @default true */
  shortcuts?: boolean
  /** Which export is played. @default the one that was recorded */
  source?: Golden['source']
}

export interface Row {
  /** Relative to the folder of goldens. */
  path: string
  /** Cases that count. */
  cases: number
  tally: Tally
  /** Cases without verdict (`sensitive`, `varies`) and their errors. */
  marked: number
  markedTally: Tally
  /** Of all cases of the golden, asked for or not: ops that cannot be played yet. */
  unsupported: string[]
  refused: OsteonError | null
  /** A hundredth of its errors may exceed the others. */
  byShare?: boolean
}

/** Rows of all goldens that are asked for, one at a time. */
export async function* drive(options: DriveOptions): AsyncGenerator<Row> {
  for (const path of listGoldens(options.goldens))
    if (isAsked(path, options.only)) yield driveFile(path, options)
}

export async function driveFile(path: string, options: DriveOptions): Promise<Row> {
  const row: Row = {
    path,
    cases: 0,
    tally: createTally(),
    marked: 0,
    markedTally: createTally(),
    unsupported: [],
    refused: null,
  }
  const golden = readGolden(join(options.goldens, path))
  if (isMrtkGolden(golden)) return driveMrtk(row, golden, options)
  if (isDragonBonesGolden(golden)) return driveDragonBones(row, golden, options)
  if (!isGolden(golden)) {
    const message = `recordings of format ${formatOf(golden)} cannot be judged yet`
    return { ...row, refused: new OsteonError('unknown-format', path, 'format', message) }
  }
  row.unsupported = [...new Set(golden.cases.flatMap(unsupportedOps))]
  const cases = casesOf(golden, path, options)
  const computed: Golden['cases'] = []
  try {
    const rigs = await loadRigs(golden, path, cases, options)
    for (const rig of rigs.values()) compareUvs(row.tally, golden, rig)
    let world = makeWorld(options)
    cases.forEach((script, number) => {
      if (unsupportedOps(script).length === 0)
        computed.push(runCase(row, world, rigs, golden, script, number))
      // Mixes of pairs stay with a world.
      if (script.ops.some(({ op }) => op === 'setMix')) world = makeWorld(options)
    })
  } catch (error) {
    if (!(error instanceof OsteonError)) throw error
    return { ...row, refused: error }
  }
  if (options.dump) writeDump(join(options.dump, path), { ...golden, cases: computed })
  return row
}

function casesOf(
  golden: Golden,
  path: string,
  { kind: wanted, stateShare = 1 }: DriveOptions,
): Golden['cases'] {
  let states = path.length
  return golden.cases.filter(({ kind }) => {
    if (wanted && kind !== wanted) return false
    return kind !== 'state' || states++ % stateShare === 0
  })
}

function makeWorld({ kernels: choice, shortcuts }: DriveOptions): AnimationWorld {
  // Recordings step by more than a second, on purpose.
  const options = { capacity: 16, shortcuts: shortcuts ?? true, warn: () => {} }
  return installAnimation(createWorld(), choice === 'plain' ? { ...options, kernels: plainKernels } : options)
}

/** One rig for each loader scale that a case asks for. */
async function loadRigs(
  golden: Golden,
  path: string,
  cases: Golden['cases'],
  { goldens, samples, source = golden.source }: DriveOptions,
): Promise<Map<number, Rig>> {
  const folder = sampleFolder(goldens, path, samples, golden)
  const { json, skel, atlas } = golden.skeleton
  const file = source === 'skel' ? (skel ?? '') : json
  const skeleton = readFileSync(join(folder, file))
  const atlasBytes = atlas === null ? null : readFileSync(join(folder, atlas))
  const rigs = new Map<number, Rig>()
  for (const scale of new Set([1, ...cases.map((script) => script.scale)])) {
    const options = { readers: READERS, scale, name: file, warn: () => {} }
    rigs.set(scale, await loadRig(skeleton, atlasBytes, options))
  }
  return rigs
}

function runCase(
  row: Row,
  world: AnimationWorld,
  rigs: ReadonlyMap<number, Rig>,
  golden: Golden,
  script: GoldenCase | HitCase,
  number: number,
): GoldenCase | HitCase {
  const rig = rigs.get(script.scale)
  if (!rig) throw new Error(`no rig for scale ${script.scale}`)
  const marked = script.sensitive !== undefined || script.varies !== undefined
  const tally = marked ? row.markedTally : row.tally
  if (marked) row.marked++
  else row.cases++
  if (script.kind === 'hits') return { ...script, dumps: runHits(tally, world, rig, golden, script, number) }
  return { ...script, dumps: runPoses(tally, world, rig, golden, script, number) }
}

function runHits(
  tally: Tally,
  world: AnimationWorld,
  rig: Rig,
  { skeleton, version }: Golden,
  script: HitCase,
  number: number,
): HitDump[] {
  const dumps = playHits(world, rig, script, version, number)
  for (const [index, dump] of dumps.entries())
    compareHits(tally, script.dumps[index], dump, skeleton.size, `${script.id}[${index}]`)
  return dumps
}

function runPoses(
  tally: Tally,
  world: AnimationWorld,
  rig: Rig,
  golden: Golden,
  script: GoldenCase,
  number: number,
): Dump[] {
  const { size } = golden.skeleton
  const play = (played: GoldenCase) => dumpsOf(world, rig, played, golden.version, number)
  const compare = (to: Tally) =>
    dumps.forEach((dump, index) => {
      compareDump(to, script.dumps[index], dump, size, `${script.id}[${index}]`, script.strict)
    })
  const dumps = play(script)
  const first = createTally()
  compare(first)
  // Only where something hangs on it.
  tally.unsettled = first.beyond > 0 ? unsettledIn(script, dumps, size, play) : NONE
  compare(tally)
  return dumps
}

const NONE: ReadonlySet<string> = new Set()

function dumpsOf(
  world: AnimationWorld,
  rig: Rig,
  script: GoldenCase,
  version: string,
  number: number,
): Dump[] {
  // Neighbours move the skeleton through the four lanes of a block.
  const others = Array.from({ length: number % 4 }, () => spawnSkeleton(world, rig, { skin: script.skin }))
  const dumps: Dump[] = []
  const eid = playCase(world, rig, script, version, (actor, _, { verts = true }) => {
    dumps.push({ ...readDump(world, actor.eid, rig, verts), events: actor.seen })
    actor.seen = []
  })
  for (const other of [...others, eid]) despawnSkeleton(world, other)
  return dumps
}

/** Rounded, since nobody compares more digits than these. */
function writeDump(path: string, golden: Golden): void {
  const target = path.endsWith('.gz') ? path : `${path}.gz`
  mkdirSync(dirname(target), { recursive: true })
  const text = JSON.stringify(golden, (_, value) =>
    typeof value === 'number' ? Math.round(value * 1e6) / 1e6 : value,
  )
  writeFileSync(target, gzipSync(text))
}

/**
 * `pass`: all that was asked for was run and is right. `refused`: by an error that `expected` lists, or cases with ops
 * that cannot be played yet were left out, the golden is listed for that, and the other cases are right. `listed`: the
 * golden is listed, but plays: it must leave the list.
 */
export type Verdict = 'pass' | 'refused' | 'FAIL' | 'listed' | 'none'

/** A golden is listed under this code if some of its ops cannot be played. */
const UNSUPPORTED: ErrorCode = 'unsupported-feature'

/** @param expected error code by path. */
export function judge(row: Row, expected: ReadonlyMap<string, string>): Verdict {
  const code = expected.get(row.path)
  if (row.refused) return code === row.refused.code ? 'refused' : 'FAIL'
  if (!(row.byShare ? passesByShare : passes)(row.tally)) return 'FAIL'
  if (row.unsupported.length > 0) return code === UNSUPPORTED ? 'refused' : 'FAIL'
  if (code !== undefined) return 'listed'
  return row.cases > 0 ? 'pass' : 'none'
}

/** Reads a list of expected refusals: `path/of/golden error-code` a line; `#` begins a comment. */
export function readExpected(text: string): Map<string, string> {
  const expected = new Map<string, string>()
  for (const line of text.split(/\r?\n/).map((it) => it.replace(/#.*/, '').trim())) {
    const match = /^(.+)\s+(\S+)$/.exec(line)
    if (match) expected.set(match[1].trim(), match[2])
    else if (line !== '') throw new Error(`expected "path error-code", got "${line}"`)
  }
  return expected
}
