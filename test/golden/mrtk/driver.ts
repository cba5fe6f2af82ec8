/** Recorded evaluations of input recordings: loads, plays and compares them, by the public API. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { createWorld } from 'bitecs'
import { installAnimation, OsteonError } from 'osteon'
import { CURVES, curveName, evaluateCurve, mrtk, type RecordingModel, writeMrtk } from 'osteon/formats/mrtk'
import { HAND_JOINTS, HAND_SIDES, jointOfWebxr, keptFrames, WEBXR_JOINTS } from 'osteon/recorder'
import {
  loadRecording,
  playRecording,
  type RecordingEntities,
  type RecordingWorld,
  recordingEntities,
  recordingSampling,
  recordings,
  seekRecording,
} from 'osteon/recordings'
import { addFault, type Tally } from '../tally'
import { compareValues } from './compare'

/** A golden of one sample, of broken files, or of key reduction. All other fields are recorded values. */
export interface MrtkGolden {
  file?: string
  sha256?: string
  times?: number[]
  curves?: Record<string, number[]>
  webxr?: { times: number[] }
  keyCounts?: number[]
  /** Broken files. */
  cases?: { file: string; bytes: number; expect: 'accept' | 'reject' }[]
  /** Key reduction. */
  kind?: string
  settings?: Record<string, number>
  poses?: number[][]
  rays?: number[][]
  kept?: Record<string, number[]>
}

export function isMrtkGolden(content: object): content is MrtkGolden {
  if ('sha256' in content && 'file' in content) return true
  if ('kind' in content && content.kind === 'reduction') return true
  return 'cases' in content && Array.isArray(content.cases) && 'expect' in (content.cases[0] ?? {})
}

/** The compared values, as this library computes them: written by `--dump`. */
interface Computed {
  cases: number
  document: object
}

export interface MrtkFolders {
  goldens: string
  samples: string
  dump?: string
}

/** The result of a golden; see the driver's `Row`. */
interface MrtkRow {
  path: string
  cases: number
  tally: Tally
  refused: OsteonError | null
}

/** Plays one golden and compares. */
export async function driveMrtk<R extends MrtkRow>(
  row: R,
  golden: MrtkGolden,
  { goldens, samples, dump }: MrtkFolders,
): Promise<R> {
  const { path, tally } = row
  try {
    const { cases, document } = await compute(tally, golden, sampleFolder(goldens, path, samples))
    if (dump) {
      const target = join(dump, path)
      mkdirSync(dirname(target), { recursive: true })
      writeFileSync(target, JSON.stringify(document))
    }
    return { ...row, cases }
  } catch (error) {
    if (!(error instanceof OsteonError)) throw error
    return { ...row, refused: error }
  }
}

/** Samples lie as the goldens do, from the same folder on or from one above. */
function sampleFolder(goldens: string, path: string, samples: string): string {
  const places = [join(samples, dirname(path)), join(samples, basename(goldens), dirname(path))]
  const found = places.find((place) => existsSync(place))
  if (found) return found
  throw new Error(`${path}: there is no ${places.join(', nor ')}`)
}

async function compute(tally: Tally, golden: MrtkGolden, folder: string): Promise<Computed> {
  if (golden.cases) return outcomes(tally, golden.cases, folder)
  if (golden.kind === 'reduction') return reduction(tally, golden)
  const { file = '', times = [], webxr } = golden
  const bytes = new Uint8Array(readFileSync(join(folder, file)))
  const recording = await loadRecording(bytes, { readers: [mrtk], name: file, warn: () => {} })
  const { model } = recording
  const roundTrip = Buffer.compare(writeMrtk(model), bytes) === 0
  if (!roundTrip) addFault(tally, 'mismatches', file, 'is written as other bytes than it was read from')
  const played = play(recording, times)
  const document = {
    file,
    ...describe(model),
    roundTrip,
    times,
    ...played,
    ...(golden.curves ? { curves: rawCurves(model, golden.curves, times) } : {}),
    ...(webxr ? { webxr: await asWebxr(bytes, webxr.times) } : {}),
  }
  compareValues(tally, file, golden, document)
  return { cases: 1, document }
}

/** Whether broken files are accepted. */
async function outcomes(
  tally: Tally,
  cases: NonNullable<MrtkGolden['cases']>,
  folder: string,
): Promise<Computed> {
  const found = []
  for (const { file, bytes, expect } of cases) {
    let outcome: 'accept' | 'reject' = 'accept'
    let kind: string | null = null
    const warnings: string[] = []
    try {
      const content = readFileSync(join(folder, file))
      const warn = ({ code }: { code: string }) => warnings.push(code)
      mrtk.readRecording(new Uint8Array(content), { source: file, warn })
    } catch (error) {
      if (!(error instanceof OsteonError)) throw error
      outcome = 'reject'
      kind = error.code
    }
    if (outcome !== expect) addFault(tally, 'mismatches', file, `expected ${expect}, got ${outcome}`)
    found.push({ file, bytes, expect: outcome, kind, warning: warnings.length > 0 })
  }
  return { cases: cases.length, document: { cases: found } }
}

const GROUPS = {
  position: { kind: 'position', of: 'poses', first: 0, count: 3 },
  rotation: { kind: 'rotation', of: 'poses', first: 3, count: 4 },
  origin: { kind: 'position', of: 'rays', first: 0, count: 3 },
  direction: { kind: 'direction', of: 'rays', first: 3, count: 3 },
} as const

/** Which frames stay. */
function reduction(tally: Tally, golden: MrtkGolden): Computed {
  const { times = [], settings = {}, kept: expected = {} } = golden
  const kept: Record<string, number[]> = {}
  for (const [name, { kind, of, first, count }] of Object.entries(GROUPS)) {
    if (!expected[name]) continue
    const values = (golden[of] ?? []).flatMap((row) => row.slice(first, first + count))
    kept[name] = keptFrames(kind, times, values, { tolerance: settings[name], partition: settings.partition })
    if (JSON.stringify(kept[name]) !== JSON.stringify(expected[name]))
      addFault(tally, 'mismatches', name, `${expected[name].length} frames stay, found ${kept[name].length}`)
  }
  return { cases: Object.keys(kept).length, document: { ...golden, kept } }
}

/** The file's facts, in the golden's words; curves in the order of the file. */
function describe(model: RecordingModel): object {
  const { start, version, layout, camera, hands, gaze, duration, markers, markerList } = model
  const curves = Array.from({ length: CURVES }, (_, curve) => curve).filter((curve) =>
    curve < 7 ? camera : curve < 389 ? hands : gaze,
  )
  return {
    version: version.split('.').map(Number),
    layout,
    flags: { camera, hands, gaze },
    duration,
    markerList: markerList ? 'present' : 'absent',
    markers,
    keyCounts: curves.map((curve) => start[curve + 1] - start[curve]),
    wrapModes: curves.map((curve) => [model.preWraps[curve], model.postWraps[curve]]),
  }
}

type Played = Awaited<ReturnType<typeof loadRecording>>

interface Stage {
  world: RecordingWorld
  player: number
  entities: RecordingEntities
}

function stage(recording: Played): Stage {
  const world = installAnimation(createWorld(), { use: [recordings], capacity: 80 })
  const player = playRecording(world, recording, { paused: true })
  return { world, player, entities: recordingEntities(world, player) }
}

function at({ world, player }: Stage, time: number): void {
  seekRecording(world, player, time)
  world.time.delta = 0
  recordingSampling(world)
}

function poseOf({ world }: Stage, eid: number): number[] {
  const { x, y, z, qx, qy, qz, qw } = world.components.Pose3
  return [x, y, z, qx, qy, qz, qw].map((column) => column[eid])
}

function rayOf({ world }: Stage, eid: number): number[] {
  const { x, y, z, directionX, directionY, directionZ } = world.components.Gaze
  return [x, y, z, directionX, directionY, directionZ].map((column) => column[eid])
}

/** Camera, gaze and hands at all times. */
function play(recording: Played, times: readonly number[]): object {
  const made = stage(recording)
  const { entities, world } = made
  const { Hand } = world.components
  const sampled = times.map((time) => {
    at(made, time)
    return {
      camera: poseOf(made, entities.camera),
      gaze: rayOf(made, entities.gaze),
      hands: entities.hands.map(({ hand, joints }) => ({
        tracked: Hand.tracked[hand],
        pinching: Hand.pinching[hand],
        joints: joints.map((eid) => (eid > 0 ? poseOf(made, eid) : null)),
      })),
    }
  })
  const hands = HAND_SIDES.map((side, index) => {
    if (entities.hands[index].hand === 0) return [side, null]
    const joints = HAND_JOINTS.map((name, joint) => {
      const poses = sampled.map((moment) => moment.hands[index].joints[joint])
      return [name, poses[0] === null ? null : poses]
    })
    return [
      side,
      {
        tracked: sampled.map((moment) => moment.hands[index].tracked),
        pinching: sampled.map((moment) => moment.hands[index].pinching),
        joints: Object.fromEntries(joints),
      },
    ]
  })
  return {
    camera: entities.camera > 0 ? sampled.map(({ camera }) => camera) : null,
    gaze: entities.gaze > 0 ? sampled.map(({ gaze }) => gaze) : null,
    ...Object.fromEntries(hands),
  }
}

/** Values of single curves: by the golden's paths, in which joints have numbers. */
function rawCurves(
  model: RecordingModel,
  wanted: Record<string, number[]>,
  times: readonly number[],
): object {
  const numbers = new Map(Array.from({ length: CURVES }, (_, curve) => [curveName(curve), curve]))
  const rows = Object.keys(wanted).map((path) => {
    const named = path.replace(/\.(\d+)\./, (_, joint) => `.${HAND_JOINTS[joint]}.`)
    const curve = numbers.get(named)
    return [path, curve === undefined ? null : times.map((time) => evaluateCurve(model, curve, time))]
  })
  return Object.fromEntries(rows)
}

function indexOfJoint(webxr: string): number {
  const name = jointOfWebxr(webxr)
  return name === null ? -1 : HAND_JOINTS.indexOf(name)
}

/** The same in the space and by the names of WebXR. */
async function asWebxr(bytes: Uint8Array, times: readonly number[]): Promise<object> {
  const recording = await loadRecording(bytes, { readers: [mrtk], space: 'webxr', warn: () => {} })
  const made = stage(recording)
  const { entities } = made
  const sides: Record<string, Record<string, number[][]>> = { left: {}, right: {} }
  const viewer: number[][] = []
  const gaze: number[][] = []
  for (const time of times) {
    at(made, time)
    viewer.push(poseOf(made, entities.camera))
    gaze.push(rayOf(made, entities.gaze))
    HAND_SIDES.forEach((side, index) => {
      for (const name of WEBXR_JOINTS) {
        const joint = indexOfJoint(name)
        sides[side][name] ??= []
        sides[side][name].push(poseOf(made, entities.hands[index].joints[joint]))
      }
    })
  }
  return { times, ...sides, viewer, gaze }
}
