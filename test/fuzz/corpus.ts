/**
 * Files that damage starts from: the rigs of the tests, and the files of `corpus/`, each a pair of small files of our
 * own that reaches something else, or once broke something.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { playableJson } from '../fixtures/play'
import { RICH_DIALECTS, richAtlas, richRig } from '../fixtures/rigs/rich-rig'

export interface CorpusFile {
  name: string
  skeleton: string
  atlas: string
}

/** Kept files. Files without an atlas get the atlas of the rigs. */
export function keptFiles(): CorpusFile[] {
  const folder = process.env.FUZZ_CORPUS ?? fileURLToPath(new URL('./corpus', import.meta.url))
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => {
      const file = `${folder}/${name}`
      const atlas = file.replace(/json$/, 'atlas')
      return {
        name: name.replace(/\.json$/, ''),
        skeleton: readFileSync(file, 'utf8'),
        atlas: existsSync(atlas) ? readFileSync(atlas, 'utf8') : richAtlas(),
      }
    })
}

export function corpus(): CorpusFile[] {
  const rigs = RICH_DIALECTS.flatMap((dialect) => [
    { name: `rich ${dialect}`, skeleton: JSON.stringify(richRig(dialect)), atlas: richAtlas() },
    { name: `playable ${dialect}`, skeleton: JSON.stringify(playableJson(dialect)), atlas: richAtlas() },
  ])
  return [...rigs, ...keptFiles()]
}
