/** A user's own files: sorted into skeleton, atlas and pages, then loaded like any other. */
import { loadRig, type Rig, type Warn } from 'osteon'
import { dragonBones } from 'osteon/formats/dragonbones'
import { spineBinary } from 'osteon/formats/spine-binary'
import { spineJson } from 'osteon/formats/spine-json'

export interface FileSet {
  /** Exports of one skeleton or of several, those with everything in them first: one of them is shown. */
  skeletons: readonly File[]
  atlases: readonly File[]
  /** By file name. */
  images: ReadonlyMap<string, File>
}

const READERS = [spineJson, spineBinary, dragonBones]

const SKELETON = /(?<!_tex)\.(json|dbbin|bin|skel(\.(bytes|txt))?)$/i
const IMAGE = /\.(png|webp|jpe?g|avif|gif)$/i
const ATLAS = /(_tex\.json|\.atlas(\.txt)?|\.txt)$/i

/** Says which file is what. Throws an Error whose text tells the user what is missing. */
export function sortFiles(files: readonly File[]): FileSet {
  const skeletons = files.filter(({ name }) => SKELETON.test(name))
  if (skeletons.length === 0)
    throw new Error(
      'There is no skeleton among these files: add the .json, .skel or .dbbin file that Spine or DragonBones exported.',
    )
  return {
    skeletons: skeletons.sort((a, b) => Number(isLean(a)) - Number(isLean(b))),
    atlases: files.filter(({ name }) => ATLAS.test(name) && !SKELETON.test(name)),
    images: new Map(files.filter(({ name }) => IMAGE.test(name)).map((file) => [file.name, file])),
  }
}

/** What Spine's essential edition can export. */
function isLean({ name }: File): boolean {
  return /-ess\b/i.test(name)
}

/** With several atlases the one named like the skeleton is meant, or like it and something more. */
export function pickAtlas(skeleton: File, atlases: readonly File[]): File | null {
  const stem = skeleton.name.replace(SKELETON, '').replace(/(-pro|-ess|_ske)$/i, '')
  const exact = atlases.find(({ name }) => name.replace(ATLAS, '') === stem)
  return exact ?? atlases.find(({ name }) => name.startsWith(stem)) ?? atlases[0] ?? null
}

const bytesOf = async (file: File): Promise<Uint8Array> => new Uint8Array(await file.arrayBuffer())

/**
 * Loads the rig of one of the skeletons. Throws OsteonError for what is wrong in them, and Error for a page image
 * that is missing among them.
 */
export async function loadFiles(skeleton: File, { atlases, images }: FileSet, warn: Warn): Promise<Rig> {
  const atlas = pickAtlas(skeleton, atlases)
  const options = { readers: READERS, name: skeleton.name.replace(SKELETON, ''), warn }
  const data = await bytesOf(skeleton)
  if (!atlas) return loadRig(data, null, options)
  const text = await bytesOf(atlas)
  try {
    return await loadRig(data, text, { ...options, pages: pagesOf(atlas.name, text, images) })
  } catch (error) {
    // A skeleton that cannot be shown at all needs no images: what is wrong with it is told first.
    await loadRig(data, null, { ...options, warn: () => {} })
    throw error
  }
}

function pagesOf(atlas: string, text: Uint8Array, images: ReadonlyMap<string, File>): Record<string, File> {
  const pages: Record<string, File> = {}
  const reader = /\.json$/i.test(atlas) ? dragonBones : spineJson
  for (const { name } of reader.readAtlas(text, { source: atlas }).pages) {
    const image = images.get(name) ?? images.get(name.replace(/^.*\//, ''))
    if (!image) throw new Error(`${atlas} needs the image ${name}: add it to the files.`)
    pages[name] = image
  }
  return pages
}

/** Calls `open` with files that are dropped anywhere on the page; `hint` shows while they hover. */
export function listenForDrops(hint: HTMLElement, open: (files: File[]) => void): void {
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
    const files = [...(event.dataTransfer?.files ?? [])]
    if (files.length > 0) open(files)
  })
}
