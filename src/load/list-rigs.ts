/** Finds the skeletons among the files of a folder, with the atlas and the images of each. */
import { OsteonError } from '../base/errors'
import type { Reader } from '../base/model/reader'
import type { PageSource } from './image'
import { looksLike } from './looks-like'

/** Files by name or path: files dropped on a page, or contents under their names. */
export type RigFiles =
  | Iterable<File>
  | ArrayLike<File>
  | ReadonlyMap<string, FileContent>
  | { readonly [name: string]: FileContent }

/** A file, its bytes, or its text. */
export type FileContent = Blob | Uint8Array | ArrayBuffer | string

/**
 * A skeleton that can be loaded:
 * `loadRig(choice.skeleton, choice.atlas, { name: choice.name, pages: choice.pages, … })`.
 */
export interface RigChoice {
  /** The skeleton file's name, without folder and extension. */
  name: string
  /** Names of the files as given; `atlasFile` is null if there is no atlas, and `skeletonFile` for one that holds it. */
  skeletonFile: string
  atlasFile: string | null
  /** Format and version of the skeleton, for people: `a binary Spine skeleton, version 4.2.43`. */
  kind: string
  /** Name of the reader that recognises it. Null: none of the given readers does, and `loadRig` will throw. */
  reader: string | null
  skeleton: Blob | Uint8Array
  /** Null also for a cooked rig, which holds its atlas. */
  atlas: Blob | Uint8Array | null
  /** Images of the atlas, by the names that the atlas uses. */
  pages: ReadonlyMap<string, PageSource>
  /** Images that the atlas names but that are not among the files. */
  missing: readonly string[]
}

/**
 * Finds skeletons by their content and pairs each with the atlases whose names fit best: `hero-pro.skel` with
 * `hero-pro.atlas`, otherwise with `hero.atlas` and `hero-pma.atlas`, otherwise with every atlas. Several exports of
 * one skeleton, and several atlases that fit, give several choices. A cooked rig has the atlas that it holds. `loadRig`,
 * not this function, reports defects of a file.
 *
 * @param files from `<input type="file" multiple>`, `DataTransfer.files`, or contents by name.
 * @returns choices in the order of the skeletons' files; skeletons with a reader come first. Empty if there is none.
 * @throws OsteonError `bad-option` without readers, `wrong-type` for an argument that isn't a file, `fetch-failed` for
 *   a file that cannot be read.
 */
export async function listRigs(
  files: RigFiles,
  { readers }: { readers: readonly Reader[] },
): Promise<RigChoice[]> {
  if (!Array.isArray(readers) || readers.length === 0)
    throw new OsteonError('bad-option', 'listRigs', 'readers', 'expected a list of at least one reader')
  const skeletons: Skeleton[] = []
  const atlases: Atlas[] = []
  const images: Named[] = []
  for (const file of namedFiles(files)) {
    if (IMAGE.test(file.path)) images.push(file)
    else if (file.size <= MOST_BYTES) addFile(file, await bytesOf(file), readers, skeletons, atlases)
  }
  const choices = skeletons.flatMap((skeleton) => {
    if (skeleton.ownPages) return [choiceOf(skeleton, null, images, readers)]
    const fitting = atlasesFor(skeleton.file.path, atlases)
    return (fitting.length > 0 ? fitting : [null]).map((atlas) => choiceOf(skeleton, atlas, images, readers))
  })
  return [
    ...choices.filter(({ reader }) => reader !== null),
    ...choices.filter(({ reader }) => reader === null),
  ]
}

const IMAGE = /\.(png|jpe?g|webp|avif|gif|svg)$/i
/** Longer files cannot be skeletons, so they are not read. */
const MOST_BYTES = 2 ** 28

interface Named {
  /** The path as given; for dropped folders, including the folder. */
  readonly path: string
  readonly content: Blob | Uint8Array
  readonly size: number
}

interface Atlas extends Named {
  readonly bytes: Uint8Array
}

interface Skeleton {
  readonly file: Named
  readonly kind: string
  readonly reader: string | null
  /** Pages of the atlas that it holds; null: it holds none. */
  readonly ownPages: readonly string[] | null
}

/** Returns the files with their names. @throws OsteonError `wrong-type`. */
function namedFiles(files: RigFiles): Named[] {
  if (files instanceof Map) return [...files].map(([path, content]) => named(path, content))
  const isList = Symbol.iterator in files || typeof (files as ArrayLike<File>).length === 'number'
  if (!isList)
    return Object.entries(files as Record<string, FileContent>).map(([path, content]) => named(path, content))
  return Array.from(files as ArrayLike<File>, (file, i) => {
    if (typeof File === 'undefined' || !(file instanceof File))
      throw new OsteonError('wrong-type', 'listRigs', `files[${i}]`, 'expected a file')
    return named(file.webkitRelativePath || file.name, file)
  })
}

function named(path: string, content: FileContent): Named {
  if (content instanceof Blob) return { path, content, size: content.size }
  if (typeof content === 'string') return named(path, new TextEncoder().encode(content))
  if (content instanceof ArrayBuffer) return named(path, new Uint8Array(content))
  if (content instanceof Uint8Array) return { path, content, size: content.length }
  throw new OsteonError('wrong-type', 'listRigs', path, 'expected a file, bytes or text')
}

async function bytesOf({ path, content }: Named): Promise<Uint8Array> {
  if (content instanceof Uint8Array) return content
  try {
    return new Uint8Array(await content.arrayBuffer())
  } catch (error) {
    const failed = new OsteonError('fetch-failed', path, '', 'the file could not be read')
    failed.cause = error
    throw failed
  }
}

/** Adds a file to the skeletons or the atlases; ignores other files. */
function addFile(
  file: Named,
  bytes: Uint8Array,
  readers: readonly Reader[],
  skeletons: Skeleton[],
  atlases: Atlas[],
): void {
  const kind = looksLike(bytes)
  const reader = readers.find((one) => one.detect(bytes))
  if (reader)
    skeletons.push({
      file,
      kind: kind ?? 'a skeleton',
      reader: reader.name,
      ownPages: ownPages(file, bytes, reader),
    })
  else if (kind !== null && /atlas/.test(kind)) atlases.push({ ...file, bytes })
  else if (kind !== null && /skeleton|cooked/.test(kind))
    skeletons.push({ file, kind, reader: null, ownPages: null })
}

/** Returns the page names of the atlas that a file holds; null if it holds none, or cannot be read. */
function ownPages(file: Named, bytes: Uint8Array, reader: Reader): string[] | null {
  try {
    const own = reader.readOwnAtlas?.(bytes, { source: file.path, warn: () => {} })
    return own?.pages.map(({ name }) => name) ?? null
  } catch {
    return null
  }
}

function choiceOf(
  { file, kind, ownPages, reader }: Skeleton,
  atlas: Atlas | null,
  images: readonly Named[],
  readers: readonly Reader[],
): RigChoice {
  const names = ownPages ?? (atlas ? pageNames(atlas, reader, readers) : [])
  const atlasFile = ownPages ? file.path : (atlas?.path ?? null)
  const pages = new Map<string, PageSource>()
  for (const name of names) {
    const image = atlasFile !== null && imageFor(name, atlasFile, images)
    if (image) pages.set(name, image.content)
  }
  return {
    name: nameOf(file.path).replace(/(.)\.[^.]*$/s, '$1'),
    skeletonFile: file.path,
    atlasFile,
    kind,
    reader,
    skeleton: file.content,
    atlas: atlas?.content ?? null,
    pages,
    missing: names.filter((name) => !pages.has(name)),
  }
}

/** Returns the page names of an atlas. Empty if it cannot be read: `loadRig` reports that. */
function pageNames(atlas: Atlas, reader: string | null, readers: readonly Reader[]): string[] {
  try {
    const own = readers.find(({ name }) => name === reader) ?? readers[0]
    const { pages } = own.readAtlas(atlas.bytes, { source: atlas.path, warn: () => {} })
    return pages.map(({ name }) => name)
  } catch {
    return []
  }
}

/** Returns the image at its place next to the atlas, otherwise the first with the same name. */
function imageFor(name: string, atlas: string, images: readonly Named[]): Named | undefined {
  const place = folderOf(atlas) + name
  return images.find(({ path }) => path === place) ?? images.find(({ path }) => nameOf(path) === nameOf(name))
}

/** Returns the atlases whose names share the most words with the skeleton's; all of them if none shares any. */
function atlasesFor(skeleton: string, atlases: readonly Atlas[]): readonly Atlas[] {
  const near = atlases.filter(({ path }) => folderOf(path) === folderOf(skeleton))
  const candidates = near.length > 0 ? near : atlases
  const words = wordsOf(skeleton)
  const common = candidates.map(({ path }) => {
    const other = wordsOf(path)
    const differs = other.findIndex((word, i) => word !== words[i])
    return differs < 0 ? other.length : differs
  })
  const most = Math.max(...common)
  return candidates.filter((_, i) => common[i] === most)
}

/** `art/hero-pro.skel` → hero, pro. */
function wordsOf(path: string): string[] {
  return nameOf(path)
    .toLowerCase()
    .replace(/\.[^.]*$/, '')
    .split(/[-_.@ ]+/)
}

function nameOf(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
}

function folderOf(path: string): string {
  return path.slice(0, path.length - nameOf(path).length)
}
