/** Opens recordings of worlds among a user's files, with the rigs, atlases and tables that they need. */
import { type AtlasPages, listRigs, loadAtlas, OsteonError, type Rig } from 'osteon'
import { betweenTicks } from 'osteon/between'
import { boneControls } from 'osteon/bone-controls'
import { budgets } from 'osteon/budget'
import { type BakedTable, crowds } from 'osteon/crowd'
import { inertialFades } from 'osteon/fades'
import { cooked, loadCooked } from 'osteon/formats/cooked'
import { cookedDragonBones } from 'osteon/formats/cooked-dragonbones'
import { looks } from 'osteon/looks'
import { nesting } from 'osteon/nesting'
import { openReplay, type Replay, type ReplayedCall, type ReplayNeeds, replayNeeds } from 'osteon/replay'
import { rootMotions } from 'osteon/root-motion'
import { sprites } from 'osteon/sprites'
import { type FilesByPath, loadChoice, READERS } from '../files'

/** A recording that can be played, as often as wanted at a time. */
export interface Recording {
  readonly name: string
  readonly bytes: number
  readonly needs: ReplayNeeds
  /** Plays it from its first tick, in a world of its own. */
  open(onCall?: (call: ReplayedCall) => void): Replay
}

/** What recordings are opened with. */
interface Things {
  readonly rigs: Rig[]
  readonly atlases: AtlasPages[]
  readonly tables: BakedTable[]
}

const EXTENSIONS = [
  ...[betweenTicks, boneControls, budgets, crowds, inertialFades],
  ...[looks, nesting, rootMotions, sprites],
]
/** How the bytes of a recording begin. */
const MAGIC = 'osteon\0'

/** Warnings were told when the game ran. */
const warn = (): void => {}

/** Returns the files that may be recordings: `openRecordings` refuses those that are not. */
export async function recordingsAmong(files: FilesByPath): Promise<string[]> {
  const found: string[] = []
  for (const [path, file] of files) if ((await file.slice(0, MAGIC.length).text()) === MAGIC) found.push(path)
  return found
}

/**
 * Opens recordings with what lies beside them, and with the demo's own characters where these are named.
 *
 * @throws OsteonError; MissingFiles with all that is missing by name; Error for an extension that is not here.
 */
export async function openRecordings(files: FilesByPath, paths: readonly string[]): Promise<Recording[]> {
  const rigs = await rigsAmong(files)
  const opened: Recording[] = []
  for (const path of paths) {
    const bytes = new Uint8Array(await (files.get(path) ?? new Blob()).arrayBuffer())
    const needs = replayNeeds(bytes)
    const use = needs.extensions.map((name) => {
      const found = EXTENSIONS.find((extension) => extension.name === name)
      if (found) return found
      throw new Error(`${path} needs the extension "${name}", which the viewer does not have.`)
    })
    const things = await withOwn(needs, { rigs, atlases: await atlasesAmong(files, needs), tables: [] })
    const open: Recording['open'] = (onCall) =>
      openReplay(bytes, { ...things, use, warn, ...(onCall && { onCall }) })
    try {
      open()
    } catch (error) {
      throw isMissing(error) ? missingError(path, error) : error
    }
    opened.push({ name: path, bytes: bytes.length, needs, open })
  }
  return opened
}

function isMissing(error: unknown): error is OsteonError {
  const codes = ['unknown-rig', 'unknown-table', 'bad-atlas']
  return error instanceof OsteonError && codes.includes(error.code)
}

/** Files are missing; the message names them, and says what to do. */
export class MissingFiles extends Error {}

function missingError(path: string, error: OsteonError): MissingFiles {
  const lines = error.message.replace(/^.*?openReplay at \w+: /, '').replace(/ \([\w-]+\)$/, '')
  return new MissingFiles(
    `${path} can't be played yet: ${lines.replaceAll(' of the recording', '')}. ` +
      'Now drop the skeleton with its atlas and images, or the cooked rig, that the game had when it was recorded.',
  )
}

/** Loads all skeletons among the files, cooked ones too. */
async function rigsAmong(files: FilesByPath): Promise<Rig[]> {
  const rigs: Rig[] = []
  const seen = new Set<string>()
  for (const choice of await listRigs(files, { readers: READERS })) {
    if (choice.reader === null || seen.has(choice.skeletonFile)) continue
    seen.add(choice.skeletonFile)
    rigs.push(await loadChoice(choice, warn))
  }
  for (const [path, file] of files)
    if (path.endsWith('.rig')) {
      const options = {
        name: stemOf(path),
        readers: [cooked, cookedDragonBones],
        pages: imagesOf(files),
        warn,
      }
      rigs.push(await loadCooked(file, options))
    }
  return rigs
}

/** Loads the atlases that a recording names, as far as they are among the files. */
async function atlasesAmong(files: FilesByPath, { atlases }: ReplayNeeds): Promise<AtlasPages[]> {
  const found: AtlasPages[] = []
  for (const name of atlases)
    for (const [path, file] of files)
      if (/\.(atlas|json)$/.test(path) && stemOf(path) === stemOf(name))
        found.push(await loadAtlas(await file.text(), { readers: READERS, pages: imagesOf(files), warn }))
  return found
}

const imagesOf = (files: FilesByPath) => new Map([...files].map(([path, file]) => [baseOf(path), file]))
const baseOf = (path: string): string => path.replace(/^.*\//, '')
const stemOf = (path: string): string => baseOf(path).replace(/\.[^.]*$/, '')

/** Adds what the demo's own pages are made of, as far as a recording needs it. */
async function withOwn(needs: ReplayNeeds, { atlases, rigs, tables }: Things): Promise<Things> {
  const lost = needs.rigs.filter((name) => !rigs.some((rig) => rig.name === name))
  if (lost.length === 0 && atlases.length >= needs.atlases.length && needs.tables.length === 0)
    return { atlases, rigs, tables }
  const { ownThings } = await import('./own-things')
  const own = await ownThings({ ...needs, rigs: lost })
  return { rigs: [...rigs, ...own.rigs], atlases: [...atlases, ...own.atlases], tables: own.tables }
}
