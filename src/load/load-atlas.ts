/** Loads an atlas and its pages from an address or text, for rigs to share, and for what shows its regions. */
import { OsteonError } from '../base/errors'
import type { AtlasModel } from '../base/model/atlas'
import type { Limits } from '../base/model/limits'
import type { Reader } from '../base/model/reader'
import { type LoadedAtlas, receive } from './assets'
import { atlasFile, atlasIdentity, needAtlas, readAtlas } from './atlas'
import { acquire, type Entry, throwIfDropped } from './cache'
import { type AtlasInput, type AtlasOptions, type AtlasRequest, checkAtlasRequest } from './request'

/**
 * Loads an atlas with its images. If `assets` holds a rig's atlas with the same address and options, its pages, and so
 * its textures, are shared. Release it with `disposeAtlas`. If several readers can read the file, the first one does.
 *
 * @throws OsteonError `fetch-failed`, `unknown-format`, `missing-page`, `forbidden-page`, `decode-failed`, `too-large`,
 *   `aborted`, `disposed`, `bad-option`, `wrong-type`, and the reader's errors (`bad-atlas`).
 */
export async function loadAtlas(
  atlas: Exclude<AtlasInput, null>,
  options: AtlasOptions,
): Promise<LoadedAtlas> {
  if (atlas === null) throw new OsteonError('wrong-type', 'loadAtlas', 'atlas', 'expected an atlas, got null')
  const request = checkAtlasRequest(atlas, options, 'loadAtlas')
  const { assets, readers } = request
  const identity = [...atlasIdentity(request), ...readers]
  const entry = acquire(assets.sheets, identity, (own) => makeSheet(own, request))
  return receive(assets, entry, request)
}

async function makeSheet(entry: Entry<LoadedAtlas>, request: AtlasRequest): Promise<LoadedAtlas> {
  const content = await atlasFile(entry, request)
  throwIfDropped(entry)
  if (content === null) throw new OsteonError('wrong-type', 'loadAtlas', 'atlas', 'expected an atlas')
  return needAtlas(entry, content, chooseReader(content, request), request)
}

/** Chooses the first reader that can read it. If none can, chooses the last one, so that the caller gets its error. */
function chooseReader(content: string | Uint8Array | AtlasModel, { readers, limits }: AtlasRequest): Reader {
  if (typeof content !== 'string' && !(content instanceof Uint8Array)) return readers[0]
  const last = readers.length - 1
  const able = readers.findIndex((reader, index) => index === last || reads(reader, content, limits))
  return readers[able]
}

function reads(reader: Reader, content: string | Uint8Array, limits: Limits | undefined): boolean {
  try {
    readAtlas(content, reader, { source: 'atlas', limits, warn: () => {} })
    return true
  } catch {
    return false
  }
}
