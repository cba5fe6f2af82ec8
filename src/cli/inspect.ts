/** `osteon inspect`: recognises files, and finds the atlas of a skeleton. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { OsteonError, type Warning } from '../errors'
import { dragonBones } from '../formats/dragonbones'
import { mrtk } from '../formats/mrtk'
import { spineBinary } from '../formats/spine-binary'
import { spineJson } from '../formats/spine-json'
import { looksLike } from '../load/looks-like'
import { atlasFacts, type Facts, type Input, recordingFacts, skeletonFacts } from './facts'

/** The result of inspecting a file. `error` is null if it can be played. */
export interface Report {
  readonly file: string
  readonly facts: Facts | null
  readonly warnings: readonly Warning[]
  readonly error: { readonly code: string; readonly path: string; readonly message: string } | null
}

const READERS = [spineJson, spineBinary, dragonBones]

/** @param atlasFile the atlas of skeletons; null = an atlas beside them. Malformed files never throw. */
export async function inspectFile(file: string, atlasFile: string | null): Promise<Report> {
  const warnings: Warning[] = []
  try {
    const input = inputOf(file)
    const facts = await factsOf(input, atlasFile ?? atlasBeside(file), (warning) => warnings.push(warning))
    return { file, facts, warnings, error: null }
  } catch (error) {
    if (!(error instanceof OsteonError)) throw error
    const { code, path, message } = error
    return { file, facts: null, warnings, error: { code, path, message } }
  }
}

async function factsOf(
  input: Input,
  atlasFile: string | null,
  warn: (warning: Warning) => void,
): Promise<Facts> {
  const { name, bytes } = input
  if (mrtk.detect(bytes)) return recordingFacts(input, mrtk, warn)
  const looks = looksLike(bytes)
  if (looks === 'a texture atlas') return atlasFacts(input, spineJson, warn)
  if (looks === 'a DragonBones texture atlas') return atlasFacts(input, dragonBones, warn)
  const reader = READERS.find((it) => it.detect(bytes))
  if (!reader)
    throw new OsteonError(
      'unknown-format',
      name,
      '',
      `it is no skeleton, atlas or recording; it looks like ${looks ?? 'nothing that is known'}`,
    )
  return skeletonFacts(input, reader, atlasFile === null ? null : inputOf(atlasFile), warn)
}

/** `hero.atlas` or `hero_tex.json` for `hero-pro.json` and `hero_ske.json`; otherwise the only atlas of the folder. */
export function atlasBeside(file: string): string | null {
  const folder = dirname(file)
  const stem = basename(file)
    .replace(/\.(json|skel|dbbin)$/, '')
    .replace(/[-_](pro|ess|ske)$/, '')
  const named = [`${stem}.atlas`, `${stem}_tex.json`]
    .map((name) => join(folder, name))
    .find((it) => existsSync(it))
  if (named) return named
  const others = readdirSync(folder).filter((name) => name.endsWith('.atlas'))
  return others.length === 1 ? join(folder, others[0]) : null
}

function inputOf(file: string): Input {
  const name = basename(file)
  try {
    return { name, url: pathToFileURL(file).href, bytes: readFileSync(file) }
  } catch {
    throw new OsteonError('fetch-failed', name, '', 'the file cannot be read')
  }
}
