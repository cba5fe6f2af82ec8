/** Tells Spine JSON from other files by its top-level keys, without parsing the whole. Never throws. */
import type { SkeletonData } from '../../model/reader'
import { isObject } from './json/values'

/** A JSON object with a list `bones`, and not the `armature` list that DragonBones files have. */
export function looksLikeSpineJson(data: SkeletonData): boolean {
  try {
    if (typeof data === 'string') return textHasBones(data)
    if (data instanceof Uint8Array) return startsObject(data) && textHasBones(new TextDecoder().decode(data))
    return isObject(data) && Array.isArray(data.bones) && !Array.isArray(data.armature)
  } catch {
    return false // A getter of a stranger's object threw.
  }
}

const BRACE = 0x7b

function startsObject(bytes: Uint8Array): boolean {
  let i = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
  while (i < bytes.length && bytes[i] <= 0x20) i++
  return bytes[i] === BRACE
}

/** A string with what follows it, or a bracket. Strings of the depth wanted are looked at. */
const PIECE = /"[ !#-[\]-\uffff]*(?:\\.[ !#-[\]-\uffff]*)*"|[{}[\]]/g
const VALUE = /\s*:\s*(\[?)/y

function textHasBones(text: string): boolean {
  if (!/^\ufeff?\s*\{/.test(text)) return false
  let depth = 0
  for (const match of text.matchAll(PIECE)) {
    const piece = match[0]
    if (piece === '{' || piece === '[') depth++
    else if (piece === '}' || piece === ']') depth--
    else if (depth === 1 && (piece === '"bones"' || piece === '"armature"')) {
      VALUE.lastIndex = match.index + piece.length
      const value = VALUE.exec(text)
      if (!value || value[1] === '') continue
      return piece === '"bones"'
    }
    if (depth === 0) break
  }
  return false
}
