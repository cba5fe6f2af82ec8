/**
 * Runs the fuzz target in a process of its own, so that memory can be measured and a hang be ended from
 * outside. Prints one line of JSON: a `FuzzReport`.
 *
 * Arguments: `fields`, `bytes`, `skel`, `cooked`, `dragonbones` or `cooked-dragonbones` (the damaged input: values of JSON,
 * bytes of files, of binary skeletons, of cooked rigs with checksums that fit; the first three, or the last, of DragonBones), number of runs, seed, then paths of further valid skeleton files.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { type ErrorCode, OsteonError } from '../../src/base/errors'
import type { Reader } from '../../src/base/model/reader'
import { cooked } from '../../src/formats/cooked'
import { cookModels, seal } from '../../src/formats/cooked/container'
import { cookedDragonBones } from '../../src/formats/cooked-dragonbones'
import { dragonBones } from '../../src/formats/dragonbones'
import { spineJson } from '../../src/formats/spine-json'
import { watchCost } from '../fixtures/cost'
import { peakMemory } from '../fixtures/peak-memory'
import { REFUSALS, smallRig } from '../fixtures/refusals'
import {
  bentArmature,
  binaryTwin,
  lateArmature,
  oldArmature,
  richArmature,
  richDbbin,
  sharedArmature,
  smallAtlas,
} from '../fixtures/rigs/dragonbones'
import { RICH_DIALECTS, richAtlas } from '../fixtures/rigs/rich-rig'
import { writeSkel } from '../fixtures/rigs/write-skel'
import { type ByteDamage, binaryDamage, byteDamage, damageBytes } from './byte-mutations'
import { corpus } from './corpus'
import { type Damage, damaged, mutate } from './mutations'
import { type FuzzInput, runTarget } from './target'

export interface FuzzReport {
  runs: number
  loaded: number
  /** Refused after header and bones were accepted. */
  late: number
  codes: ErrorCode[]
  /** The call that took longest, in yardsticks. */
  slowest: number
  /** Peak resident memory over its size before the first run. */
  growthMb: number
  /** A counterexample, or empty. */
  defect: string
}

const HEADER_CODES: readonly ErrorCode[] = ['not-json', 'not-a-skeleton', 'unsupported-version']

const [kind, runs, seed, ...files] = process.argv.slice(2)
/** Longer files would be parsed most of the time; few bytes of them are read as something else. */
const MOST_BYTES = 100_000
const isDragonBones = kind.endsWith('dragonbones')
const isCooked = kind.startsWith('cooked')
const bases = isDragonBones
  ? [richArmature(), binaryTwin(), lateArmature(), bentArmature(), oldArmature(), sharedArmature()].map(
      (skeleton) => ({
        skeleton: JSON.stringify(skeleton),
        atlas: JSON.stringify(smallAtlas()),
      }),
    )
  : corpus().map(({ skeleton, atlas }) => ({ skeleton, atlas }))
for (const file of files) {
  const folder = dirname(file)
  const atlas = readdirSync(folder).find((name) =>
    isDragonBones ? /tex.*\.json$/.test(name) : name.endsWith('.atlas') && !name.includes('pma'),
  )
  if (atlas)
    bases.push({ skeleton: readFileSync(file, 'utf8'), atlas: readFileSync(join(folder, atlas), 'utf8') })
}
const byteBases = bases
  .filter(({ skeleton }) => skeleton.length <= MOST_BYTES)
  .map((files) => ({
    skeleton: new TextEncoder().encode(files.skeleton),
    atlas: new TextEncoder().encode(files.atlas),
  }))

/** The same rigs as binary skeletons, each with fields for editors and without. */
function skelBases(): { skeleton: Uint8Array; atlas: Uint8Array }[] {
  return bases.flatMap(({ skeleton, atlas }) => {
    const model = spineJson.readSkeleton(skeleton, { source: 'base.json', warn: () => {} })
    const dialect = RICH_DIALECTS.find((known) => model.version.startsWith(known))
    // There are no binary files from before 3.6.
    if (!dialect) return []
    return [true, false].map((whole) => ({
      skeleton: writeSkel(model, dialect, whole),
      atlas: new TextEncoder().encode(atlas),
    }))
  })
}
const dbbins = [richDbbin(), richDbbin(true)].map((skeleton) => ({
  skeleton,
  atlas: new TextEncoder().encode(JSON.stringify(smallAtlas())),
}))

/** The same rigs, cooked with their atlases. */
function cookedBases(): { skeleton: Uint8Array; atlas: Uint8Array }[] {
  return bases.map(({ skeleton, atlas }) => {
    const options = { source: 'base.json', warn: () => {} }
    const reader = isDragonBones ? dragonBones : spineJson
    const file = cookModels(
      [reader.readSkeleton(skeleton, options)],
      reader.readAtlas(atlas, options),
      isDragonBones ? cookedDragonBones.brought : null,
    )
    return { skeleton: file, atlas: file }
  })
}

const OTHERS: Readonly<Record<string, () => { skeleton: Uint8Array; atlas: Uint8Array }[]>> = {
  dragonbones: () => [...dbbins, ...byteBases],
  skel: skelBases,
  cooked: cookedBases,
  'cooked-dragonbones': cookedBases,
}
const binaryBases = OTHERS[kind]?.() ?? byteBases

const report: FuzzReport = { runs: 0, loaded: 0, late: 0, codes: [], slowest: 0, growthMb: 0, defect: '' }
const codes = new Set<ErrorCode>()
const watch = watchCost()

const READERS: Readonly<Record<string, Reader>> = {
  ...{ dragonbones: dragonBones, cooked },
  'cooked-dragonbones': cookedDragonBones,
}

/** @returns why the input was refused, or null. Errors other than OsteonError go through. */
function attempt(input: FuzzInput): OsteonError | null {
  try {
    runTarget({ ...input, reader: READERS[kind] })
    return null
  } catch (error) {
    if (!(error instanceof OsteonError)) throw error
    return error
  }
}

/** Counts the outcome. */
function judge(input: FuzzInput): void {
  report.runs++
  const refusal = watch.run(() => attempt(input))
  if (refusal === null) report.loaded++
  else {
    codes.add(refusal.code)
    const early = HEADER_CODES.includes(refusal.code) || /^(bones|skeleton)\b/.test(refusal.path)
    if (!early) report.late++
  }
  // Garbage that waits for its collection is no growth.
  if (report.runs % 50 === 0) globalThis.gc?.()
}

function bytesOf({ base, donor, what, ops, scale, plain }: ByteDamage): FuzzInput {
  const from = binaryBases[base % binaryBases.length]
  const other = binaryBases[donor % binaryBases.length]
  const changed = { ...from, [what]: damageBytes(from[what], other[what], ops) }
  if (isCooked) {
    // Both are in one file.
    const file = changed[what]
    if (file.length >= 16) seal(file)
    return { skeleton: file, atlas: file, scale: 1, plain }
  }
  return { ...changed, scale, plain }
}

function fieldsOf({ base, mutations, cut, atlasLine, scale, plain }: Damage): FuzzInput {
  const valid = bases[base % bases.length]
  const skeleton = JSON.parse(valid.skeleton)
  for (const one of mutations) mutate(skeleton, one)
  const lines = valid.atlas.split('\n')
  if (atlasLine) lines[atlasLine.at % lines.length] = atlasLine.text
  const text = cut < 1 ? textOf(skeleton) : null
  return {
    skeleton: text === null ? skeleton : text.slice(0, cut * text.length),
    atlas: lines.join('\n'),
    scale,
    plain,
  }
}

/** `null`: the value is not JSON. */
function textOf(value: unknown): string | null {
  try {
    return JSON.stringify(value) ?? null
  } catch {
    return null
  }
}

function judgeRefusals(): void {
  const more = { atlas: richAtlas(), scale: 1, plain: false }
  for (const [, rows] of REFUSALS) for (const [, parts] of rows) judge({ ...more, skeleton: smallRig(parts) })
  judge({ ...more, skeleton: '{' })
  judge({ ...more, skeleton: { skeleton: { spine: '2.1.27' }, bones: [{ name: 'a', flipX: true }] } })
  judge({ ...more, skeleton: smallRig({}), atlas: 'page.png\nsize: wide\n' })
}

function runAll(): void {
  const startRss = process.memoryUsage().rss
  try {
    const options = { numRuns: Number(runs), seed: Number(seed), endOnFailure: false }
    if (isDragonBones)
      fc.assert(
        fc.property(fc.boolean(), damaged, byteDamage, (fields, one, other) =>
          judge(fields ? fieldsOf(one) : bytesOf(other)),
        ),
        options,
      )
    else if (kind !== 'fields')
      fc.assert(
        fc.property(kind === 'bytes' ? byteDamage : binaryDamage, (damage) => judge(bytesOf(damage))),
        options,
      )
    else {
      judgeRefusals()
      fc.assert(
        fc.property(damaged, (damage) => judge(fieldsOf(damage))),
        options,
      )
    }
  } catch (error) {
    report.defect =
      error instanceof Error ? `${error.message}\n${error.cause ?? ''}\n${error.stack}` : String(error)
  }
  report.growthMb = (peakMemory() - startRss) / 2 ** 20
  report.slowest = watch.slowest
  report.codes = [...codes].sort()
}

runAll()
process.stdout.write(`${JSON.stringify(report)}\n`)
