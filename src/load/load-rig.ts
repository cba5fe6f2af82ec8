/** The way from addresses or bytes to a rig: the only place where files are fetched. */
import { listNames, OsteonError } from '../errors'
import { memoryFor } from '../model/limits'
import type { Reader } from '../model/reader'
import { checkSupported, compileRig } from '../rig/compile'
import type { Rig } from '../rig/rig'
import { type LoadedAtlas, receive } from './assets'
import { atlasFile, atlasIdentity, limitsIdentity, makeAtlas } from './atlas'
import { acquire, type Entry, fileArrived, fileExpected, need, throwIfDropped } from './cache'
import { blobBytes, checkLength, fetchBytes, mostBytes } from './fetch'
import { looksLike } from './looks-like'
import {
  type AtlasInput,
  checkRequest,
  type LoadOptions,
  type LoadRequest,
  type SkeletonInput,
} from './request'
import { nameOfData, nameOfUrl } from './source'

/**
 * Loads a skeleton with its atlas and images. Nothing half-built stays behind a failure.
 *
 * @throws OsteonError `unknown-format` if no reader knows the file; `fetch-failed`, `missing-page`,
 *   `forbidden-page`, `decode-failed`, `too-large`, `aborted`, `disposed`, `bad-option`; what the reader finds wrong; and
 *   what `compileRig` refuses (`unsupported-feature`, `missing-region`).
 */
export async function loadRig(
  skeleton: SkeletonInput,
  atlas: AtlasInput,
  options: LoadOptions,
): Promise<Rig> {
  const request = checkRequest(skeleton, atlas, options)
  const { assets } = request
  return receive(
    assets,
    acquire(assets.rigs, rigIdentity(request), (rig) => makeRig(rig, request)),
    request,
  )
}

function rigIdentity(request: LoadRequest): unknown[] {
  const { skeleton, scale, armature, name, resolveAttachment, readers, limits = {} } = request
  const content = 'url' in skeleton ? skeleton.url : skeleton.data
  const own = [content, scale, armature, name, resolveAttachment, ...limitsIdentity(limits)]
  return [...own, ...atlasIdentity(request), ...readers]
}

async function makeRig(entry: Entry<Rig>, request: LoadRequest): Promise<Rig> {
  const { skeleton, assets, resolveAttachment } = request
  // Whether the skeleton can be used at all is told first: what is wrong with its images does not matter before.
  const atlasArrives = atlasFile(entry, request).then(
    (content) => ({ content, error: null }),
    (error: unknown) => ({ content: null, error }),
  )
  const data = await skeletonContent(entry, request)
  throwIfDropped(entry)
  const source =
    'url' in skeleton ? nameOfUrl(skeleton.url) : nameOfData(skeleton.data, request.name ?? 'skeleton')
  const reader = chooseReader(data, request.readers, source)
  const { content: atlasContent, error } = await atlasArrives
  throwIfDropped(entry)
  const identity = [reader.readAtlas, ...atlasIdentity(request)]
  // Images load while the skeleton is read.
  const pending =
    atlasContent !== null
      ? need(
          entry,
          acquire(assets.atlases, identity, (atlas) => makeAtlas(atlas, atlasContent, reader, request)),
        )
      : null
  const warn = (warning: (typeof entry.warnings)[number]) => entry.warnings.push(warning)
  const limits = { ...request.limits, memory: memoryFor(data, request.limits) }
  const model = reader.readSkeleton(data, {
    source,
    scale: request.scale,
    armature: request.armature,
    warn,
    limits,
  })
  checkSupported(model, source)
  if (error !== null) throw error
  const atlas: LoadedAtlas | null = await pending
  throwIfDropped(entry)
  return compileRig({ ...model, name: request.name ?? model.name }, atlas?.model ?? null, {
    source,
    pages: atlas?.pages ?? [],
    resolve: resolveAttachment,
    warn,
    limits,
    machine: reader.machine,
  })
}

async function skeletonContent(
  entry: Entry<Rig>,
  { skeleton, name, fetch, limits }: LoadRequest,
): Promise<string | Uint8Array | object> {
  const most = mostBytes('skeleton', limits)
  if ('url' in skeleton) {
    fileExpected(entry)
    const bytes = await fetchBytes(skeleton.url, most, { fetch, signal: entry.abort.signal })
    fileArrived(entry)
    return bytes
  }
  const { data } = skeleton
  if (data instanceof Blob) return blobBytes(data, most, nameOfData(data, name ?? 'skeleton'))
  if (typeof data === 'string' || data instanceof Uint8Array)
    checkLength(data.length, most, name ?? 'skeleton')
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
