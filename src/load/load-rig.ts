/** Loads a rig from addresses or bytes. */
import { listNames, OsteonError, type Warn } from '../base/errors'
import { memoryFor, openAccount } from '../base/model/limits'
import type { RigNames } from '../base/model/names'
import type { Reader, ReadOptions, SkeletonData } from '../base/model/reader'
import type { SkeletonModel } from '../base/model/skeleton'
import { checkSupported, compileRig } from '../rig/compile'
import type { Rig } from '../rig/rig'
import { type LoadedAtlas, receive } from './assets'
import { atlasFile, atlasIdentity, joinAtlases, limitsIdentity, makeAtlas } from './atlas'
import { acquire, type Entry, fileArrived, fileExpected, need, signalOf, throwIfDropped } from './cache'
import { blobBytes, checkLength, fetchBytes, mostBytes } from './fetch'
import { looksLike } from './looks-like'
import {
  type AtlasInputs,
  checkRequest,
  type LoadOptions,
  type LoadRequest,
  type SkeletonInput,
} from './request'
import { readSkeletons } from './rig-worker'
import { nameOfData, nameOfUrl } from './source'

/**
 * Loads a skeleton with its atlas and images. A failed load leaves nothing behind.
 *
 * @typeParam Names what `osteon types` wrote for the file. The compiler then checks names of animations, skins, slots,
 *   bones and constraints wherever the rig and its skeletons are used.
 * @throws OsteonError `unknown-format` if no reader recognises the file, or the atlas isn't one; `fetch-failed`,
 *   `missing-page`, `forbidden-page`, `decode-failed`, `too-large`, `aborted`, `disposed`, `bad-option`; the reader's
 *   errors; and the errors of `compileRig` (`unsupported-feature`, `missing-region`).
 */
export async function loadRig<Names extends RigNames = RigNames>(
  skeleton: SkeletonInput,
  atlas: AtlasInputs,
  options: LoadOptions,
): Promise<Rig<Names>> {
  const request = checkRequest(skeleton, atlas, options)
  const { assets } = request
  const rig: Rig = await receive(
    assets,
    acquire(assets.rigs, rigIdentity(request), (entry) => makeRig(entry, request)),
    request,
  )
  // The caller vouches for the names: the compiler cannot look into the file.
  return rig as Rig<Names>
}

function rigIdentity(request: LoadRequest): unknown[] {
  const { skeleton, scale, armature, name, resolveAttachment, readers, limits = {} } = request
  const content = 'url' in skeleton ? skeleton.url : skeleton.data
  const own = [content, scale, armature, name, resolveAttachment, ...limitsIdentity(limits)]
  return [...own, ...request.atlases.flatMap(atlasIdentity), ...readers]
}

/**
 * Loads all skeletons of a file that may have several (DragonBones), by name; for other files, the only one. They are
 * loaded and disposed of together: release them with `disposeRigs`.
 *
 * @throws OsteonError as `loadRig` does; `bad-option` if `armature` or `name` is given.
 */
export async function loadRigs(
  skeleton: SkeletonInput,
  atlas: AtlasInputs,
  options: LoadOptions,
): Promise<ReadonlyMap<string, Rig>> {
  for (const option of ['armature', 'name'] as const)
    if (options[option] !== undefined)
      throw new OsteonError(
        'bad-option',
        'loadRigs',
        option,
        'each skeleton has the name that its file gives it',
      )
  const request = checkRequest(skeleton, atlas, options)
  const { assets } = request
  return receive(
    assets,
    acquire(assets.families, rigIdentity(request), (family) => makeFamily(family, request)),
    request,
  )
}

async function makeRig(entry: Entry<Rig>, request: LoadRequest): Promise<Rig> {
  const file = await openFile(entry, request)
  const [model] = await readSkeletons({ ...file, isWhole: false }, request.worker)
  const [rig] = await compileModels(entry, request, file, [model], request.name)
  return rig
}

async function makeFamily(
  entry: Entry<ReadonlyMap<string, Rig>>,
  request: LoadRequest,
): Promise<ReadonlyMap<string, Rig>> {
  const file = await openFile(entry, request)
  const models = await readSkeletons({ ...file, isWhole: true }, request.worker)
  const rigs = await compileModels(entry, request, file, models)
  return new Map(rigs.map((rig, i) => [models[i].armature ?? rig.name, rig]))
}

/** A skeleton file and its reader, while its atlas is loading. */
interface SkeletonFile {
  readonly data: SkeletonData
  readonly reader: Reader
  readonly options: ReadOptions & { warn: Warn }
  /** Rejects with the atlas's error, which is thrown only if the skeleton itself has no error. */
  readonly atlas: Promise<LoadedAtlas | null>
  /** For a worker. */
  readonly signal: AbortSignal | undefined
}

async function openFile(entry: Entry<unknown>, request: LoadRequest): Promise<SkeletonFile> {
  const { armature, assets, scale, skeleton } = request
  // An unusable skeleton is reported first; errors of its images do not matter then.
  const atlasArrives = Promise.all(request.atlases.map((one) => atlasFile(entry, one))).then(
    (contents) => ({ contents, error: null }),
    (error: unknown) => ({ contents: [], error }),
  )
  const data = await skeletonContent(entry, request)
  throwIfDropped(entry)
  const source =
    'url' in skeleton ? nameOfUrl(skeleton.url) : nameOfData(skeleton.data, request.name ?? 'skeleton')
  const reader = chooseReader(data, request.readers, source)
  const warn: Warn = (warning) => entry.warnings.push(warning)
  const options = {
    source,
    scale,
    armature,
    warn,
    limits: { ...request.limits, memory: memoryFor(data, request.limits) },
  }
  const { contents, error } = await atlasArrives
  throwIfDropped(entry)
  // Images load while the skeleton is read.
  const parts = contents.map((given, i) => {
    const content = given ?? reader.readOwnAtlas?.(data, options) ?? null
    if (content === null) return null
    const inside = 'url' in skeleton ? skeleton : { data: content }
    const one = given === null ? { ...request.atlases[i], atlas: inside } : request.atlases[i]
    const identity = [reader.readAtlas, ...atlasIdentity(one)]
    return need(
      entry,
      acquire(assets.atlases, identity, (own) => makeAtlas(own, content, reader, one)),
    )
  })
  const atlas = error !== null ? Promise.reject(error) : Promise.all(parts).then(joinAtlases)
  atlas.catch(() => {})
  return { data, reader, options, atlas, signal: request.worker && signalOf(entry) }
}

async function compileModels(
  entry: Entry<unknown>,
  { resolveAttachment }: LoadRequest,
  { atlas: arriving, options, reader }: SkeletonFile,
  models: readonly SkeletonModel[],
  name?: string,
): Promise<Rig[]> {
  for (const model of models) if (!model.compiled) checkSupported(model, options.source)
  const atlas = await arriving
  throwIfDropped(entry)
  const { source, warn, limits } = options
  const made = new Map<SkeletonModel, Rig>()
  const account = openAccount({}, limits)
  return models.map(
    (model) =>
      made.get(model) ??
      compileRig(model, atlas?.model ?? null, {
        source,
        name,
        warn,
        limits,
        made,
        account,
        player: reader.player,
        parts: reader.parts,
        pages: atlas?.pages ?? [],
        resolve: resolveAttachment,
      }),
  )
}

async function skeletonContent(
  entry: Entry<unknown>,
  { skeleton, name, fetch, limits }: LoadRequest,
): Promise<string | Uint8Array | object> {
  const most = mostBytes('skeleton', limits)
  if ('url' in skeleton) {
    fileExpected(entry)
    const bytes = await fetchBytes(skeleton.url, most, { fetch, signal: signalOf(entry) })
    fileArrived(entry)
    return bytes
  }
  const { data } = skeleton
  if (typeof data === 'string' || data instanceof Uint8Array)
    checkLength(data.length, most, name ?? 'skeleton')
  else if (data instanceof Blob) return blobBytes(data, most, nameOfData(data, name ?? 'skeleton'))
  return data
}

function chooseReader(
  data: string | Uint8Array | object,
  readers: readonly Reader[],
  source: string,
): Reader {
  const reader = readers.find((candidate) => candidate.detect(data))
  if (reader) return reader
  const known = listNames(readers.map(({ name }) => name))
  const kind = looksLike(data)
  const message = kind === null ? beginning(data) : `it looks like ${kind}`
  throw new OsteonError(
    'unknown-format',
    source,
    '',
    `none of the readers given (${known}) reads it: ${message}`,
  )
}

function beginning(data: string | Uint8Array | object): string {
  if (typeof data === 'object' && !(data instanceof Uint8Array)) return 'it is an object of another kind'
  const head = typeof data === 'string' ? data : new TextDecoder('latin1').decode(data.subarray(0, 40))
  return `it begins with ${JSON.stringify(head.slice(0, 40).replace(/[^\x20-\x7e\s]/g, '·'))}`
}
