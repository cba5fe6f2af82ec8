/** Bytes or text → parsed JSON, with the place of a syntax error. */
import { OsteonError } from '../../../errors'
import type { SkeletonData } from '../../../model/reader'

/** Text of UTF-8 bytes; a byte-order mark is dropped. Throws `not-json` if they are not UTF-8. */
function decodeText(data: string | Uint8Array, source: string): string {
  if (typeof data === 'string') return data.charCodeAt(0) === 0xfeff ? data.slice(1) : data
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(data)
  } catch {
    throw new OsteonError('not-json', source, '', 'the bytes are not UTF-8 text')
  }
}

/** The parsed file; an object is given back as it is. Throws `not-json` with line and column. */
export function parseJson(data: SkeletonData, source: string): unknown {
  if (typeof data !== 'string' && !(data instanceof Uint8Array)) return data
  const text = decodeText(data, source)
  try {
    return JSON.parse(text)
  } catch {
    const before = text.slice(0, syntaxErrorOffset(text))
    const line = before.split('\n').length
    const column = before.length - before.lastIndexOf('\n')
    const found =
      text[before.length] === undefined ? 'the text ends' : `found ${JSON.stringify(text[before.length])}`
    throw new OsteonError(
      'not-json',
      source,
      `line ${line} column ${column}`,
      `not valid JSON: ${found} here`,
    )
  }
}

const TOKEN =
  /[ \t\n\r]*(?:([{}[\],:])|("[ !#-[\]-\uffff]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[ !#-[\]-\uffff]*)*")|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null)/y
const SPACE = /[ \t\n\r]*/y

/** Offset of the first character that JSON does not allow; engines' own messages differ too much. */
function syntaxErrorOffset(text: string): number {
  const open: string[] = []
  let expected: 'value' | 'first' | 'key' | 'firstKey' | ':' | ',' = 'value'
  let offset = 0
  for (;;) {
    SPACE.lastIndex = offset
    const space = SPACE.exec(text)
    const start = offset + (space ? space[0].length : 0)
    TOKEN.lastIndex = offset
    const token = TOKEN.exec(text)
    if (!token) return start
    const mark = token[1]
    if (mark === '}' || mark === ']') {
      const closes = expected === ',' || expected === (mark === '}' ? 'firstKey' : 'first')
      if (!closes || open.pop() !== mark) return start
      expected = ','
    } else if (mark === ':' || mark === ',') {
      if (expected !== mark || open.length === 0) return start
      expected = mark === ',' && open[open.length - 1] === '}' ? 'key' : 'value'
    } else if (expected === 'key' || expected === 'firstKey') {
      if (token[2] === undefined) return start
      expected = ':'
    } else if (expected !== 'value' && expected !== 'first') return start
    else if (mark === undefined) expected = ','
    else {
      open.push(mark === '{' ? '}' : ']')
      expected = mark === '{' ? 'firstKey' : 'first'
    }
    offset = TOKEN.lastIndex
  }
}
