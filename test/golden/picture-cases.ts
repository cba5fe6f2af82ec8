/** The list of recorded pictures, and where its files are. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { PictureCase } from './pictures-page/main'

export interface CaseList {
  format: string
  schema: number
  /** Pixels of a picture's side. */
  size: number
  cases: RecordedCase[]
}

export interface RecordedCase extends PictureCase {
  /** Files beside the list. */
  images: { grey: string; clear: string }
  /** How far a picture may be off: see the comparing program beside the list. */
  limits?: { share: number; off: number; mae: number }
}

/** Throws if the file is no such list. */
export function readCases(path: string): CaseList {
  const list: CaseList = JSON.parse(readFileSync(path, 'utf8'))
  if (list.format !== 'render-golden' || list.schema !== 1)
    throw new Error(`${path}: expected format "render-golden", schema 1, got ${list.format}, ${list.schema}`)
  return list
}

/** Where the files that a list names may be. @param cases the list. @param samples folder of the exports. */
export function caseFolders(cases: string, samples: string): string[] {
  return [dirname(resolve(cases)), join(resolve(samples), 'spine'), resolve(samples)]
}

/** The case with addresses that a page server has for its files: beside the list first, then among the samples. */
export function located(which: PictureCase, folders: readonly string[]): PictureCase {
  const items = which.items.map((item) => ({
    ...item,
    skeleton: addressOf(item.skeleton, folders),
    atlas: addressOf(item.atlas, folders),
  }))
  return { ...which, items }
}

function addressOf(file: string, folders: readonly string[]): string {
  const folder = folders.find((candidate) => existsSync(join(candidate, file)))
  if (!folder) throw new Error(`no ${file} in ${folders.join(', ')}`)
  return `/@fs${join(folder, file).split('/').map(encodeURIComponent).join('/')}`
}
