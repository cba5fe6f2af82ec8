/** WebAssembly that asks before each load and each store: the module's own bytes, with calls around all addresses. */
import binaryen from 'assemblyscript/binaryen'

export interface Instrumented {
  bytes: Uint8Array
  /** By number: the instruction, and the line of the function that it is in. */
  sites: string[]
}

/** Both take the number of the load or store, its bytes, offset and address, and give the address back. */
const IMPORTS = ['load', 'store']
  .map((name) => `(import "guard" "${name}" (func $guard_${name} (param i32 i32 i32 i32) (result i32)))`)
  .join('\n')

/** @throws Error for instructions that reach memory in another way. */
export function instrument(bytes: Uint8Array): Instrumented {
  const module = binaryen.readBinary(bytes)
  const text = module.emitText()
  module.dispose()
  const other = /\((?:memory\.(?:fill|copy|init|grow)|\w+\.atomic\.\w+|table\.\w+)/.exec(text)
  if (other) throw new Error(`${other[0]} is not guarded`)
  const ends = closings(text)
  const sites: string[] = []
  const inserted: [at: number, what: string][] = [[text.indexOf('(import'), `${IMPORTS}\n`]]
  for (const { 0: match, 1: type, 2: kind, 3: rest, index } of text.matchAll(
    /\((i32|i64|f32|f64|v128)\.(load|store)([a-z0-9_]*)[^()]*/g,
  )) {
    const child = index + match.length
    const offset = Number(/offset=(\d+)/.exec(match)?.[1] ?? 0)
    inserted.push([
      child,
      `(call $guard_${kind} (i32.const ${sites.length}) (i32.const ${widthOf(type, rest)}) (i32.const ${offset}) `,
    ])
    inserted.push([ends[child], ')'])
    sites.push(`${match.trim().slice(1)} of ${functionAt(text, index)}`)
  }
  inserted.sort(([a], [b]) => a - b)
  let guarded = ''
  let done = 0
  for (const [at, what] of inserted) {
    guarded += text.slice(done, at) + what
    done = at
  }
  const made = binaryen.parseText(guarded + text.slice(done))
  made.setFeatures(binaryen.Features.All)
  if (!made.validate()) throw new Error('the guarded module is not valid')
  const result = { bytes: made.emitBinary(), sites }
  made.dispose()
  return result
}

/** Bytes that an instruction reaches. @param rest the part of its name behind `load` or `store`. */
function widthOf(type: string, rest: string): number {
  const narrow = /^(\d+)(?:x(\d+))?/.exec(rest)
  if (narrow) return (Number(narrow[1]) * Number(narrow[2] ?? 1)) / 8
  return type === 'v128' ? 16 : Number(type.slice(1)) / 8
}

/** By the place of an opening bracket: the place of its closing bracket. */
function closings(text: string): Uint32Array {
  const ends = new Uint32Array(text.length)
  const open: number[] = []
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (quoted && char === '\\') at++
    else if (char === '"') quoted = !quoted
    else if (!quoted && char === '(') open.push(at)
    else if (!quoted && char === ')') ends[open.pop() ?? 0] = at + 1
  }
  return ends
}

function functionAt(text: string, index: number): string {
  const start = text.lastIndexOf('\n (func ', index)
  const line = text.slice(start, index).split('\n').length - 2
  return `${text.slice(start + 7, text.indexOf(' (', start + 7))}, line ${line}`
}
