/** Parses JSON from bytes or text, with the place of a syntax error. */
import { OsteonError } from '../../base/errors'
import { type Account, afford, beyondMemory, MOST_BYTES_A_CHARACTER } from '../../base/model/limits'
import type { SkeletonData } from '../../base/model/reader'
import { bytesOfValues, syntaxErrorOffset } from './scan'

/** Decodes UTF-8 bytes; a byte-order mark is dropped. Throws `not-json` if they are not UTF-8. */
function decodeText(data: string | Uint8Array, source: string): string {
  if (typeof data === 'string') return data.charCodeAt(0) === 0xfeff ? data.slice(1) : data
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(data)
  } catch {
    throw new OsteonError('not-json', source, '', 'the bytes are not UTF-8 text')
  }
}

/**
 * Parses a file; an object is returned as it is. Throws `not-json` with line and column; `too-large` for values that
 * the account cannot afford.
 */
export function parseJson(data: SkeletonData, source: string, account: Account): unknown {
  if (typeof data !== 'string' && !(data instanceof Uint8Array)) return data
  const text = decodeText(data, source)
  // A text that cannot cost too much is not scanned.
  if (text.length * MOST_BYTES_A_CHARACTER > account.left)
    if (!afford(account, bytesOfValues(text, account.left)))
      throw new OsteonError('too-large', source, '', beyondMemory(account, 'the values in it'))
  try {
    return JSON.parse(text)
  } catch {
    const offset = syntaxErrorOffset(text)
    const found = offset < text.length ? `found ${JSON.stringify(text[offset])}` : 'the text ends'
    throw new OsteonError('not-json', source, lineAndColumn(text, offset), `not valid JSON: ${found} here`)
  }
}

function lineAndColumn(text: string, offset: number): string {
  let line = 1
  let start = 0
  for (let end = text.indexOf('\n'); end >= 0 && end < offset; end = text.indexOf('\n', start)) {
    line++
    start = end + 1
  }
  return `line ${line} column ${offset - start + 1}`
}
