/** Fetches bytes from an address, up to a limit. */
import { OsteonError } from '../base/errors'
import { LENGTHS, type Limits } from '../base/model/limits'
import { aborted } from './cache'
import { nameOfUrl } from './source'

/** The part of `fetch` that loading uses. */
export type Fetch = (url: string, init: { signal: AbortSignal }) => Promise<Response>

/** The longest input of a kind. */
export interface MostBytes {
  /** The name in `limits`. */
  readonly kind: string
  readonly bytes: number
}

export function mostBytes(kind: keyof typeof LENGTHS, limits: Limits = {}): MostBytes {
  return { kind, bytes: limits[kind] ?? LENGTHS[kind] }
}

/** Refuses inputs that are too long. @throws OsteonError `too-large`. */
export function checkLength(length: number, { kind, bytes }: MostBytes, source: string): void {
  if (length <= bytes) return
  const message = `${length} bytes; at most ${bytes} are read (\`limits.${kind}\` says otherwise)`
  throw new OsteonError('too-large', source, '', message)
}

/**
 * Fetches a file. @throws OsteonError `fetch-failed` (network errors, and statuses other than 2xx, whose `cause` is the
 * response), `too-large`, `aborted`.
 */
export async function fetchBytes(
  url: string,
  most: MostBytes,
  how: { fetch?: Fetch; signal: AbortSignal },
): Promise<Uint8Array> {
  const source = nameOfUrl(url)
  return answerOf(url, how, async (response) => {
    const declared = Number(response.headers.get('content-length'))
    if (declared > most.bytes) await response.body?.cancel()
    checkLength(declared, most, source)
    return response.body
      ? await readAll(response.body, most, source)
      : new Uint8Array(await response.arrayBuffer())
  })
}

/** Fetches the first bytes of a file; fewer if it is shorter. @throws OsteonError `fetch-failed`, `aborted`. */
export async function fetchHead(
  url: string,
  count: number,
  how: { fetch?: Fetch; signal: AbortSignal },
): Promise<Uint8Array> {
  return answerOf(url, how, async ({ body }) => {
    const head = new Uint8Array(count)
    const reader = body?.getReader()
    let length = 0
    while (reader && length < count) {
      const { done, value } = await reader.read()
      if (done) break
      head.set(value.subarray(0, count - length), length)
      length += Math.min(value.length, count - length)
    }
    await reader?.cancel()
    return head.subarray(0, length)
  })
}

/** Returns the result of `read` for a response with a status of 2xx. */
async function answerOf(
  url: string,
  how: { fetch?: Fetch; signal: AbortSignal },
  read: (response: Response) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const { fetch, signal } = how
  if (!fetch) throw failed(url, 'there is no fetch here: pass `fetch` or the contents')
  try {
    const response = await fetch(url, { signal })
    if (!response.ok) {
      await response.body?.cancel()
      throw failed(url, `the server answered ${response.status} ${response.statusText}`.trimEnd(), response)
    }
    return await read(response)
  } catch (error) {
    if (signal.aborted) throw aborted(nameOfUrl(url), signal.reason)
    if (error instanceof OsteonError) throw error
    throw failed(
      url,
      `could not be fetched: ${error instanceof Error ? error.message : String(error)}`,
      error,
    )
  }
}

/** Reads a file from the user. @throws OsteonError `too-large`, or `fetch-failed` if it cannot be read. */
export async function blobBytes(blob: Blob, most: MostBytes, source: string): Promise<Uint8Array> {
  checkLength(blob.size, most, source)
  try {
    return new Uint8Array(await blob.arrayBuffer())
  } catch (error) {
    throw failed(
      source,
      `could not be read: ${error instanceof Error ? error.message : String(error)}`,
      error,
    )
  }
}

/** Counts bytes as they arrive, because a server may send no length or a false one. */
async function readAll(
  body: ReadableStream<Uint8Array>,
  most: MostBytes,
  source: string,
): Promise<Uint8Array> {
  const reader = body.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    length += value.length
    if (length > most.bytes) await reader.cancel()
    checkLength(length, most, source)
    chunks.push(value)
  }
  if (chunks.length === 1) return chunks[0]
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

function failed(url: string, message: string, cause?: unknown): OsteonError {
  const error = new OsteonError('fetch-failed', nameOfUrl(url), '', message)
  error.cause = cause
  return error
}
