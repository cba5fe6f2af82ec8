/** The lists of recorded pictures, and where their files are. */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { PictureCase } from './pictures-page/main'

export interface CaseList {
  /** Pixels of a picture's side. */
  size: number
  cases: RecordedCase[]
}

export type RecordedCase = PictureCase & {
  /** Files beside the list: on grey, and perhaps on a transparent background. */
  images: { grey: string; clear?: string }
  /** How far a picture may be off: see the comparing program beside the list. */
  limits?: { share: number; off: number; mae: number }
}

/** A list as it is in its file. */
interface ListFile extends CaseList {
  format: string
  schema: number
}

/** By the `format` of a list: whose skeletons it shows. */
const KINDS: Readonly<Record<string, PictureCase['kind']>> = {
  'render-golden': 'spine',
  'dragonbones-render-golden': 'dragonbones',
}

/** Throws if the file is no such list. */
export function readCases(path: string): CaseList {
  const list: ListFile = JSON.parse(readFileSync(path, 'utf8'))
  const kind = KINDS[list.format]
  if (!kind || list.schema !== 1)
    throw new Error(
      `${path}: expected one of ${Object.keys(KINDS)}, schema 1, got ${list.format}, ${list.schema}`,
    )
  return { size: list.size, cases: list.cases.map((which) => upward({ ...which, kind } as RecordedCase)) }
}

/** In DragonBones' lists y points down, and a view is told by its upper left corner. */
function upward(which: RecordedCase): RecordedCase {
  if (which.kind !== 'dragonbones') return which
  const { x, y, size } = which.view
  return { ...which, view: { x, y: -y - size, size } }
}

/** Where the files that a list names may be. @param cases the list. @param samples folder of the exports. */
export function caseFolders(cases: string, samples: string): string[] {
  const own = resolve(samples)
  return [dirname(resolve(cases)), ...Object.values(KINDS).map((kind) => join(own, kind)), own]
}

/** The case with addresses that a page server has for its files: beside the list first, then among the samples. */
export function located(which: PictureCase, folders: readonly string[]): PictureCase {
  if (which.kind === 'spine') {
    const items = which.items.map((item) => ({
      ...item,
      skeleton: addressOf(item.skeleton, folders),
      atlas: addressOf(item.atlas, folders),
    }))
    return { ...which, items }
  }
  const items = which.items.map((item) => ({
    ...item,
    skeleton: addressOf(item.skeleton, folders),
    atlases: item.atlases.map((atlas) => addressOf(atlas, folders)),
    pages: Object.fromEntries(
      Object.entries(item.pages ?? {}).map(([name, file]) => [name, addressOf(file, folders)]),
    ),
  }))
  return { ...which, items }
}

function addressOf(file: string, folders: readonly string[]): string {
  const folder = folders.find((candidate) => existsSync(join(candidate, file)))
  if (!folder) throw new Error(`no ${file} in ${folders.join(', ')}`)
  return `/@fs${join(folder, file).split('/').map(encodeURIComponent).join('/')}`
}
