/** `osteon inspect`: recognises files, and finds the atlas of a skeleton. */
import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { OsteonError, type Warning } from '../../base/errors'
import { dragonBones } from '../../formats/dragonbones'
import { mrtk } from '../../formats/mrtk'
import { spineJson } from '../../formats/spine-json'
import { looksLike } from '../../load/looks-like'
import { type Input, READERS, readInput } from '../files'
import type { Facts } from './fact-types'
import { atlasFacts, recordingFacts, skeletonFacts } from './facts'

/** The result of inspecting a file. `error` is null if it can be played. */
export interface Report {
  readonly file: string
  readonly facts: Facts | null
  readonly warnings: readonly Warning[]
  readonly error: { readonly code: string; readonly path: string; readonly message: string } | null
}

/**
 * Reports on one file. Never throws for the content of files.
 *
 * @param atlasFile the atlas of skeletons; null = one next to them.
 * @param sizes adds the bytes of each item of skeletons. @param feet bones of skeletons whose sliding is measured.
 */
export async function inspectFile(
  file: string,
  atlasFile: string | null,
  sizes = false,
  feet: readonly string[] = [],
): Promise<Report> {
  const warnings: Warning[] = []
  try {
    const input = readInput(file)
    const facts = await factsOf(input, atlasFile ?? atlasBeside(file), sizes, feet, (warning) =>
      warnings.push(warning),
    )
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
  sizes: boolean,
  feet: readonly string[],
  warn: (warning: Warning) => void,
): Promise<Facts> {
  const { bytes } = input
  if (mrtk.detect(bytes)) return recordingFacts(input, mrtk, warn)
  const looks = looksLike(bytes)
  if (looks === 'a texture atlas') return atlasFacts(input, spineJson, warn)
  if (looks === 'a DragonBones texture atlas') return atlasFacts(input, dragonBones, warn)
  const reader = READERS.find((it) => it.detect(bytes))
  if (!reader) throw unknownFormat(input)
  return skeletonFacts(input, reader, atlasFile === null ? null : readInput(atlasFile), sizes, feet, warn)
}

/** Returns the error for a file that nothing reads. */
export function unknownFormat({ name, bytes }: Input): OsteonError {
  const looks = looksLike(bytes) ?? 'nothing that is known'
  const message = `it is not a skeleton, atlas or recording; it looks like ${looks}`
  return new OsteonError('unknown-format', name, '', message)
}

/**
 * Returns `hero.atlas` or `hero_tex.json` for `hero-pro.json` and `hero_ske.json`; otherwise the only atlas of the
 * folder.
 */
export function atlasBeside(file: string): string | null {
  const folder = dirname(file)
  const stem = basename(file)
    .replace(/\.(json|skel|dbbin)$/, '')
    .replace(/[-_](pro|ess|ske)$/, '')
  const names = [`${stem}.atlas`, `${stem}_tex.json`]
  // Figures that exist in both formats have both.
  const named = (/_ske\.|\.dbbin$/.test(basename(file)) ? names.reverse() : names)
    .map((name) => join(folder, name))
    .find((it) => existsSync(it))
  if (named) return named
  const others = readdirSync(folder).filter((name) => name.endsWith('.atlas'))
  return others.length === 1 ? join(folder, others[0]) : null
}
