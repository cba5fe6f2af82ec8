/** The worker's side: reads skeletons, and answers with cooked files. */
import { OsteonError, type Warning } from '../../base/errors'
import type { AtlasModel } from '../../base/model/atlas'
import type { Reader } from '../../base/model/reader'
import type { SkeletonModel } from '../../base/model/skeleton'
import { cookModels } from '../../formats/cooked/container'
import { broughtBy } from '../../formats/cooked/reader'
import { writeTables } from '../../formats/cooked/tables/write'
import { joinModels } from '../../load/atlas'
import { readHere } from '../../load/rig-worker'
import type { Reply, Task } from './mail'

/** The part of a worker's own side that is used: a worker's `self`, or a `MessagePort`. */
export interface ReplyPort {
  /** Set by `serveRigs`. */
  onmessage: ((message: MessageEvent) => unknown) | null
  /** Sends an answer. */
  postMessage(reply: object, transfer: ArrayBuffer[]): void
}

/**
 * Reads what a page sends: the whole of a worker's script. Write a script of your own for formats that the default one
 * does not have, or to leave out some that it has, and name it in the option `create` of `rigWorker`.
 *
 * ```ts
 * import { spineJson } from 'osteon/formats/spine-json'
 * import { serveRigs } from 'osteon/worker'
 *
 * serveRigs([spineJson])
 * ```
 *
 * @param readers found by name: a page sends files for the readers that it was given itself. Skeletons of DragonBones
 *   need two, `dragonBones` and `cookedDragonBones`, as what was read is sent as a cooked file.
 * @param port where messages come from. @default the worker's own
 */
export function serveRigs(readers: readonly Reader[], port: ReplyPort = self as ReplyPort): void {
  const send = (reply: Reply) => port.postMessage(reply, reply.kind === 'read' ? [bufferOf(reply.file)] : [])
  port.onmessage = ({ data }: { readonly data: Task }) => send(replyTo(data, readers))
  send({ kind: 'ready' })
}

function replyTo(task: Task, readers: readonly Reader[]): Reply {
  const { reader: name, data, isWhole, options } = task
  const warnings: Warning[] = []
  const reader = readers.find((one) => one.name === name)
  if (!reader) return { kind: 'declined' }
  try {
    const warn = (warning: Warning) => warnings.push(warning)
    const models = readHere({ reader, data, isWhole, options: { ...options, warn } })
    const file = cookOrNull(models, atlasOf(reader, task), readers)
    return file === null ? { kind: 'declined' } : { kind: 'read', file, warnings }
  } catch (error) {
    // What no reader throws, such as a lack of memory, is for the page to meet.
    if (!(error instanceof OsteonError)) return { kind: 'declined' }
    const { code, source, path, message } = error
    return { kind: 'failed', error: { code, source, path, message }, warnings }
  }
}

/** Null without an atlas, and if it cannot be read: the page meets the error. */
function atlasOf(reader: Reader, { atlases = [], options }: Task): AtlasModel | null {
  try {
    const read = atlases.map((text) => reader.readAtlas(text, { ...options, warn: () => {} }))
    return read.length > 0 ? joinModels(read) : null
  } catch {
    return null
  }
}

/** Null for what no cooked file can hold. */
function cookOrNull(
  models: readonly SkeletonModel[],
  atlas: AtlasModel | null,
  readers: readonly Reader[],
): Uint8Array | null {
  try {
    const brought = broughtBy(readers, (one) => one.name === models[0].format)
    return cookModels(models, brought ? null : atlas, brought, writeTables)
  } catch {
    return null
  }
}

function bufferOf({ buffer }: Uint8Array): ArrayBuffer {
  return buffer as ArrayBuffer
}
