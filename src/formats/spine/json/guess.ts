/**
 * Recognises a file's dialect by its structure, for files without a version. The first rule that matches wins. Nothing
 * is checked here: malformed values are ignored.
 */

import type { JsonObject } from '../../shared/place'
import { isObject } from '../../shared/values'
import type { Dialect } from '../maths'

export function dialectByStructure(json: JsonObject): Dialect {
  if (Array.isArray(json.constraints)) return '4.3'
  const { keys, hasLongCurve, hasNumberCurve } = traitsOf(json)
  const has = (word: RegExp): boolean => {
    for (const key of keys) if (word.test(key)) return true
    return false
  }

  if (Array.isArray(json.physics) || has(/^(physics|inherit)$/)) return '4.2'
  if (has(/^(attachments|sequence|timelines)$/)) return '4.1'
  if (
    hasLongCurve ||
    has(/^(rgba?2?|alpha|(translate|scale|shear)[xy]|value|mix(Rotate|X|Y|ScaleX|ScaleY|ShearY))$/)
  )
    return '4.0'
  if (Array.isArray(json.skins) || hasNumberCurve || has(/^c[234]$/)) return '3.8'
  return has(/^(compress|stretch|uniform|audio)$/) ? '3.7' : '3.6'
}

/** Traits of a dialect, from objects whose keys are words of the format, not names chosen by the author. */
interface Traits {
  /** Distinct keys. */
  readonly keys: Set<string>
  /** Whether a `curve` is a list of two channels or more. */
  hasLongCurve: boolean
  hasNumberCurve: boolean
}

/** Walks the file once and stores no list, because a file without a version may have any length. */
function traitsOf(json: JsonObject): Traits {
  const traits: Traits = { keys: new Set(), hasLongCurve: false, hasNumberCurve: false }
  const note = (one: JsonObject): void => {
    for (const key in one) traits.keys.add(key)
    const { curve } = one
    if (typeof curve === 'number') traits.hasNumberCurve = true
    else if (Array.isArray(curve) && curve.length >= 8) traits.hasLongCurve = true
  }
  const noteKeys = (timelines: unknown): void => eachValue(timelines, (keys) => eachItem(keys, note))
  const noteAttachments = (slots: unknown): void => eachObject(slots, (slot) => eachObject(slot, note))

  if (isObject(json.skeleton)) note(json.skeleton)
  for (const list of [json.bones, json.ik, json.transform, json.path]) eachItem(list, note)
  // From 3.8 on `skins` is a list. Before, a skin's name led straight to what is now in `attachments`.
  eachItem(json.skins, ({ attachments }) => noteAttachments(attachments))
  eachObject(json.skins, noteAttachments)
  eachObject(json.events, note)
  eachObject(json.animations, (animation) => {
    note(animation)
    for (const owners of [animation.bones, animation.slots, animation.path])
      eachObject(owners, (owner) => {
        note(owner)
        noteKeys(owner)
      })
    noteKeys(animation.ik)
    noteKeys(animation.transform)
  })
  return traits
}

function eachItem(list: unknown, visit: (one: JsonObject) => void): void {
  if (Array.isArray(list)) for (const one of list) if (isObject(one)) visit(one)
}

function eachValue(json: unknown, visit: (one: unknown) => void): void {
  if (isObject(json)) for (const key in json) visit(json[key])
}

function eachObject(json: unknown, visit: (one: JsonObject) => void): void {
  eachValue(json, (one) => {
    if (isObject(one)) visit(one)
  })
}
