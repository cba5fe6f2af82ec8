/** Lists and loads a user's own files, chosen or dropped on the page. */
import { listRigs, loadRig, type Rig, type RigChoice, type Warn } from 'osteon'
import { cooked } from 'osteon/formats/cooked'
import { cookedDragonBones } from 'osteon/formats/cooked-dragonbones'
import { dragonBones } from 'osteon/formats/dragonbones'
import { spineBinary } from 'osteon/formats/spine-binary'
import { spineJson } from 'osteon/formats/spine-json'
import type { SkeletonData } from '../../src/base/model/reader'
import { loadBeside } from '../../src/hosts/figures/load-beside'
import { atlasNamesOf } from '../../src/hosts/figures/make-rig'
import type { Source } from './link'

/** Files by name or, of folders, by path. */
export type FilesByPath = ReadonlyMap<string, File>

export const READERS = [spineJson, spineBinary, dragonBones, cooked, cookedDragonBones]

const LOOKS_LIKE_A_SKELETON = /\.(json|dbbin|skel|rig)$/i

/**
 * Lists the skeletons of the files, each with each of its atlases, complete ones first. Throws an OsteonError or an Error
 * whose text tells the user why there is none.
 */
export async function choicesOf(files: FilesByPath): Promise<RigChoice[]> {
  // The atlas of the shorter name comes first.
  const sorted = new Map([...files].sort(([a], [b]) => a.length - b.length))
  const choices = await listRigs(sorted, { readers: READERS })
  if (choices.length > 0) return choices.sort((a, b) => lackOf(a) - lackOf(b))
  // Loading a file that is no skeleton gives the message that names its format.
  for (const [name, file] of files)
    if (LOOKS_LIKE_A_SKELETON.test(name)) await loadRig(file, null, { readers: READERS, name: stemOf(name) })
  throw new Error(
    'There is no skeleton among these files: add the .json, .skel or .dbbin file that Spine or DragonBones exported, or the .rig file that osteon cooked.',
  )
}

const stemOf = (name: string): string => name.replace(/\.[^.]*$/, '')

/** Rank of a choice by its missing parts: its atlas, an image, or features that Spine's essential edition does not export. */
function lackOf({ atlasFile, missing, name }: RigChoice): number {
  if (atlasFile === null) return 3
  return (missing.length > 0 ? 2 : 0) + (/-ess\b/i.test(name) ? 1 : 0)
}

/** A distinct label: the skeleton's file, and the atlas if there are several. */
export function labelOf(choice: RigChoice, choices: readonly RigChoice[]): string {
  const { atlasFile, skeletonFile } = choice
  const twins = choices.filter((other) => other.skeletonFile === skeletonFile)
  return twins.length > 1 && atlasFile ? `${skeletonFile} + ${atlasFile}` : skeletonFile
}

/**
 * Loads the rig of a choice. Throws OsteonError for errors in its files, and Error for a page image that is missing among
 * them.
 */
export async function loadChoice(choice: RigChoice, warn: Warn): Promise<Rig> {
  const { atlas, atlasFile, missing, name, pages, skeleton } = choice
  const options = { readers: READERS, name, warn }
  if (missing.length === 0) return loadRig(skeleton, atlas, { ...options, pages })
  // A skeleton that cannot be shown needs no images, so its own error comes first.
  await loadRig(skeleton, null, { ...options, warn: () => {}, images: false })
  const images =
    missing.length === 1 ? `the image ${missing[0]}: add it` : `the images ${listOf(missing)}: add them`
  throw new Error(`${atlasFile} needs ${images} to the files.`)
}

/**
 * Loads the rig of an address. @returns the rig, the address of its atlas, and the name of its reader. @throws
 * OsteonError as `loadRig` does.
 */
export async function loadSource({ src, atlas }: Source, warn: Warn): Promise<[Rig, string, string]> {
  let reader = ''
  const readers = READERS.map((one) => ({
    ...one,
    detect(data: SkeletonData) {
      const detects = one.detect(data)
      if (detects) reader = one.name
      return detects
    },
  }))
  const [rig, found] = await loadBeside(src, atlas ? [atlas] : atlasNamesOf(src), { readers, warn })
  return [rig, found, reader]
}

/** Message of the files that a choice without an atlas needs; null if it has one. */
export function lacksOf({ atlasFile, reader, skeletonFile }: RigChoice): string | null {
  if (atlasFile !== null) return null
  const name = stemOf(skeletonFile.replace(/^.*\//, '')).replace(/-(pro|ess)$|_ske$/, '')
  const [atlas, image] =
    reader === 'dragonbones' ? [`${name}_tex.json`, `${name}_tex.png`] : [`${name}.atlas`, `${name}.png`]
  return (
    `${skeletonFile} came alone, so only its bones can be shown. Open it together with its atlas, ` +
    `${atlas} as a rule, and with the images that the atlas names, such as ${image}.`
  )
}

/** `a, b and c` */
function listOf(names: readonly string[]): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`
}

/** Files of `<input type="file">`. */
export function pickedFiles({ files }: HTMLInputElement): FilesByPath {
  return new Map(Array.from(files ?? [], (file) => [file.webkitRelativePath || file.name, file]))
}

/** Calls `open` with files and folders dropped anywhere on the page; `hint` is visible while they hover. */
export function listenForDrops(hint: HTMLElement, open: (files: Promise<FilesByPath>) => void): void {
  let depth = 0
  const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false
  const show = (change: number): void => {
    depth = Math.max(0, depth + change)
    hint.hidden = depth === 0
  }
  document.addEventListener('dragenter', (event) => {
    if (carriesFiles(event)) show(1)
  })
  document.addEventListener('dragleave', (event) => {
    if (carriesFiles(event)) show(-1)
  })
  document.addEventListener('dragover', (event) => event.preventDefault())
  document.addEventListener('drop', (event) => {
    event.preventDefault()
    show(-depth)
    if (carriesFiles(event) && event.dataTransfer) open(droppedFiles(event.dataTransfer))
  })
}

/** All dropped files, with the contents of folders. They can be read only while the event lasts. */
function droppedFiles({ items }: DataTransfer): Promise<FilesByPath> {
  const found = new Map<string, File>()
  const reading = Array.from(items, async (item) => {
    const entry = item.webkitGetAsEntry()
    const file = item.getAsFile()
    if (entry?.isDirectory) await addFolder(entry as FileSystemDirectoryEntry, found)
    else if (file) found.set(file.name, file)
  })
  return Promise.all(reading).then(() => found)
}

async function addFolder(folder: FileSystemDirectoryEntry, found: Map<string, File>): Promise<void> {
  const reader = folder.createReader()
  for (;;) {
    // Browsers list a folder in batches of a hundred.
    const entries = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail))
    if (entries.length === 0) return
    for (const entry of entries)
      if (entry.isDirectory) await addFolder(entry as FileSystemDirectoryEntry, found)
      else {
        const file = await new Promise<File>((done, fail) => (entry as FileSystemFileEntry).file(done, fail))
        found.set(entry.fullPath.replace(/^\//, ''), file)
      }
  }
}
