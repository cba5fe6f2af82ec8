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
    const offset = syntaxErrorOffset(text)
    const lines = text.slice(0, offset).split('\n')
    const path = `line ${lines.length} column ${lines[lines.length - 1].length + 1}`
    const found = offset < text.length ? `found ${JSON.stringify(text[offset])}` : 'the text ends'
    throw new OsteonError('not-json', source, path, `not valid JSON: ${found} here`)
  }
}

/** White space; then, where there is a token, it and what it is: a mark, a string or another scalar. */
const TOKEN =
  /([ \t\n\r]*)(?:([{}[\],:])|("[ !#-[\]-\uffff]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[ !#-[\]-\uffff]*)*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null))?/y

/** Offset of the first character that JSON does not allow; engines' own messages differ too much. */
function syntaxErrorOffset(text: string): number {
  /** The marks that close what is open. */
  const open: string[] = []
  let expected: 'value' | 'key' | ':' | ',' = 'value'
  let empty = false
  TOKEN.lastIndex = 0
  for (;;) {
    const offset = TOKEN.lastIndex
    const [, space, mark, string, scalar] = TOKEN.exec(text) ?? ['', '']
    const start = offset + space.length
    if (mark === '}' || mark === ']') {
      if (!(empty || expected === ',') || open.pop() !== mark) return start
      expected = ','
    } else if (mark === ':' || mark === ',') {
      if (expected !== mark || open.length === 0) return start
      expected = mark === ',' && open[open.length - 1] === '}' ? 'key' : 'value'
    } else if (expected === 'key') {
      if (!string) return start
      expected = ':'
    } else if (expected !== 'value' || !(mark || string || scalar)) return start
    else if (mark) {
      open.push(mark === '{' ? '}' : ']')
      expected = mark === '{' ? 'key' : 'value'
    } else expected = ','
    empty = mark === '{' || mark === '['
  }
}
