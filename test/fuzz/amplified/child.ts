/**
 * Loads and plays files in a process of its own, so that memory can be measured and a hang be ended from outside.
 * Prints one line of JSON: an `AmplifiedReport` a file.
 *
 * Argument: JSON, a list of paths of a skeleton and, or not, of its atlas.
 */
import { readFileSync } from 'node:fs'
import { createWorld } from 'bitecs'
import { installAnimation, loadRig, play, spawnSkeleton } from '../../../src/api'
import { type ErrorCode, OsteonError } from '../../../src/base/errors'
import { spineJson } from '../../../src/formats/spine-json'
import { runPipeline } from '../../../systems'
import { leastTime, parseBones, processorClock } from '../../fixtures/cost'
import { peakMemory } from '../../fixtures/peak-memory'

export interface AmplifiedReport {
  /** `loaded`, or why not. */
  outcome: 'loaded' | ErrorCode
  message: string
  /** The call that took longest, and how many yardsticks that was. */
  slowestCall: string
  slowest: number
  /** Peak resident memory over its size at the start of the process. */
  growthMb: number
}

const TICKS = 3
const yardstick = leastTime(parseBones)
const startRss = process.memoryUsage().rss

async function timed<T>(report: AmplifiedReport, name: string, call: () => T | Promise<T>): Promise<T> {
  const start = processorClock()
  try {
    return await call()
  } finally {
    const cost = (processorClock() - start) / yardstick
    if (cost > report.slowest) Object.assign(report, { slowestCall: name, slowest: cost })
  }
}

async function loadAndPlay(
  skeleton: Uint8Array,
  atlas: Uint8Array | null,
  report: AmplifiedReport,
): Promise<void> {
  const rig = await timed(report, 'loadRig', () =>
    loadRig(skeleton, atlas, { readers: [spineJson], images: false, warn: () => {} }),
  )
  const world = installAnimation(createWorld({}), { capacity: 16, warn: () => {} })
  const skins = rig.skins.slice(0, 100).map(({ name }) => name)
  const eid = await timed(report, 'spawnSkeleton', () => spawnSkeleton(world, rig, { skin: skins }))
  for (const [track, { name }] of rig.animations.slice(0, 8).entries())
    await timed(report, 'play', () => play(world, eid, name, { track, loop: true }))
  for (let tick = 0; tick < TICKS; tick++) {
    world.time.delta = 0.4
    await timed(report, 'runPipeline', () => runPipeline(world))
  }
}

async function judge(files: readonly string[]): Promise<AmplifiedReport> {
  const report: AmplifiedReport = { outcome: 'loaded', message: '', slowestCall: '', slowest: 0, growthMb: 0 }
  const [skeleton, atlas] = files.map((file) => new Uint8Array(readFileSync(file)))
  try {
    await loadAndPlay(skeleton, atlas ?? null, report)
  } catch (error) {
    if (!(error instanceof OsteonError)) throw error
    report.outcome = error.code
    report.message = error.message
  }
  report.growthMb = (peakMemory() - startRss) / 2 ** 20
  return report
}

async function judgeAll(files: readonly (readonly string[])[]): Promise<void> {
  const reports: AmplifiedReport[] = []
  for (const one of files) {
    reports.push(await judge(one))
    // Leftovers of the last file are not the next one's doing.
    globalThis.gc?.()
  }
  process.stdout.write(`${JSON.stringify(reports)}\n`)
}

judgeAll(JSON.parse(process.argv[2]))
