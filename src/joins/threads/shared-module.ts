/** The kernels as a module whose memory several threads share. */

import { MAXIMUM_PAGES } from '../../base/memory/arena'
import { shippedBytes } from '../../kernels/wasm'

/** Bytes before a module's first section. */
const HEADER = 8
const IMPORT_SECTION = 2
/** Kind of an import that is a memory. */
const MEMORY = 2
/** Limits of a memory that is shared: it has a maximum. */
const SHARED = 3

/**
 * Compiles kernels for shared memory. They use no atomic instructions: the module for one thread differs from this
 * one only in the type of memory that it imports.
 *
 * @throws Error of the engine if WebAssembly with SIMD cannot run.
 */
export function compileShared(bytes = shippedBytes()): WebAssembly.Module {
  return new WebAssembly.Module(shareMemory(bytes))
}

/**
 * Makes a module's memory shared. @param bytes a module whose only import is a memory. @returns the same module, with
 * shared memory.
 */
export function shareMemory(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  let at = HEADER
  while (bytes[at] !== IMPORT_SECTION) {
    const [size, body] = readNumber(bytes, at + 1)
    at = body + size
  }
  const [size, body] = readNumber(bytes, at + 1)
  const [count, first] = readNumber(bytes, body)
  const [moduleLength, moduleName] = readNumber(bytes, first)
  const [nameLength, name] = readNumber(bytes, moduleName + moduleLength)
  const kind = name + nameLength
  if (count !== 1 || bytes[kind] !== MEMORY) throw new Error('the module imports more than a memory')
  const [minimum] = readNumber(bytes, kind + 2)
  const section = [
    ...bytes.subarray(body, kind + 1),
    ...[SHARED, ...numberBytes(minimum), ...numberBytes(MAXIMUM_PAGES)],
  ]
  return Uint8Array.from([
    ...bytes.subarray(0, at + 1),
    ...numberBytes(section.length),
    ...section,
    ...bytes.subarray(body + size),
  ])
}

/** Reads a number of seven bits a byte, the lowest first. @returns it, and the place of the next byte. */
function readNumber(bytes: Uint8Array, at: number): [number, number] {
  let value = 0
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++]
    value |= (byte & 127) << shift
    if (byte < 128) return [value, at]
  }
}

function numberBytes(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...numberBytes(value >> 7)]
}
