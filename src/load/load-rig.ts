/** Loads a rig from addresses or bytes. */
import { listNames, OsteonError, type Warn } from '../base/errors'
import { memoryFor, openAccount } from '../base/model/limits'
import type { RigNames } from '../base/model/names'
import type { Reader } from '../base/model/reader'
import type { SkeletonModel } from '../base/model/skeleton'
import { checkSupported, compileRig } from '../rig/compile'
import type { Rig } from '../rig/rig'
import { receive } from './assets'
import { atlasFile, atlasIdentity, fetchFile, joinAtlases, limitsIdentity, needAtlas } from './atlas'
import { acquire, type Entry, signalOf, throwIfDropped } from './cache'
import { blobBytes, checkLength, mostBytes } from './fetch'
import { looksLike } from './looks-like'
import {
  type AtlasInputs,
  checkRequest,
  type LoadOptions,
  type LoadRequest,
  type SkeletonInput,
} from './request'
import { readSkeletons } from './rig-worker'
import { nameOf } from './source'

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
  const entry = acquire(assets.rigs, rigIdentity(request), (own) => makeRig(own, request))
  // The caller vouches for the names: the compiler cannot look into the file.
  return (await receive(assets, entry, request)) as Rig<Names>
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
  const entry = acquire(assets.families, rigIdentity(request), (own) => makeRigs(own, request, true))
  return receive(assets, entry, request)
}

async function makeRig(entry: Entry<Rig>, request: LoadRequest): Promise<Rig> {
  const [rig] = (await makeRigs(entry, request, false)).values()
  return rig
}

/** Makes all rigs of a file, or the one that the request names, by name. */
async function makeRigs(
  entry: Entry<unknown>,
  request: LoadRequest,
  isWhole: boolean,
): Promise<ReadonlyMap<string, Rig>> {
  const { armature, atlases, name, scale, skeleton, worker } = request
  // An unusable skeleton is reported first; errors of its atlases do not matter then.
  const files = Promise.allSettled(atlases.map((one) => atlasFile(entry, one)))
  const data = await skeletonContent(entry, request)
  throwIfDropped(entry)
  const source = nameOf(skeleton, name ?? 'skeleton')
  const reader = chooseReader(data, request.readers, source)
  const warn: Warn = (warning) => entry.warnings.push(warning)
  const limits = { ...request.limits, memory: memoryFor(data, request.limits) }
  const options = { source, scale, armature, warn, limits }
  const contents = await files
  throwIfDropped(entry)
  // Images load while the skeleton is read.
  const arriving = Promise.all(
    contents.map((file, i) => {
      if (file.status === 'rejected') return Promise.reject(file.reason)
      const content = file.value ?? reader.readOwnAtlas?.(data, options) ?? null
      if (content === null) return null
      const own = 'url' in skeleton ? skeleton : { data: content }
      const request = file.value === null ? { ...atlases[i], atlas: own } : atlases[i]
      return needAtlas(entry, content, reader, request)
    }),
  )
  arriving.catch(() => {})
  const signal = worker && signalOf(entry)
  // With images of the caller's own, rigs are compiled here.
  const texts = worker && !request.resolveAttachment ? textsOf(contents) : []
  const read = await readSkeletons({ reader, data, isWhole, options, atlases: texts, signal }, worker)
  for (const model of read.skeletons) if (!model.compiled) checkSupported(model, source)
  const atlas = joinAtlases(await arriving)
  throwIfDropped(entry)
  const made = new Map<SkeletonModel, Rig>()
  const compiling = {
    source,
    name,
    warn,
    limits,
    made,
    account: openAccount({}, limits),
    player: reader.player,
    parts: reader.parts,
    pages: atlas?.pages ?? [],
    resolve: request.resolveAttachment,
  }
  const shown = atlas && { ...atlas.model, regions: (read.atlas ?? atlas.model).regions }
  const rigs = new Map<string, Rig>()
  for (const model of read.skeletons) {
    const rig = made.get(model) ?? compileRig(model, shown, compiling)
    rigs.set(model.armature ?? rig.name, rig)
  }
  return rigs
}

/** Texts of atlases; none if one of them is given in another form. */
function textsOf(contents: readonly PromiseSettledResult<unknown>[]): (string | Uint8Array)[] {
  const texts = contents.map((one) => (one.status === 'fulfilled' ? one.value : null))
  return texts.every((one) => typeof one === 'string' || one instanceof Uint8Array) ? texts : []
}

function skeletonContent(
  entry: Entry<unknown>,
  { skeleton, name, fetch, limits }: LoadRequest,
): string | Uint8Array | object | Promise<Uint8Array> {
  const most = mostBytes('skeleton', limits)
  if ('url' in skeleton) return fetchFile(entry, skeleton.url, most, fetch)
  const { data } = skeleton
  if (typeof data === 'string' || data instanceof Uint8Array)
    checkLength(data.length, most, name ?? 'skeleton')
  else if (data instanceof Blob) return blobBytes(data, most, nameOf(skeleton, name ?? 'skeleton'))
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
