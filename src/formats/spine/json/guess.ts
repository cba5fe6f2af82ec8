/**
 * Tells a file's dialect from its structure, for files that name no version. The first rule that matches
 * wins. Nothing is checked here: what is malformed shows nothing.
 */
import type { Dialect } from '../maths'
import type { JsonObject } from './place'
import { isObject } from './values'

export function dialectByStructure(json: JsonObject): Dialect {
  const objects = objectsOf(json)
  const keys = new Set<string>()
  for (const one of objects) for (const key of Object.keys(one)) keys.add(key)
  const has = (word: RegExp) => [...keys].some((key) => word.test(key))
  const hasCurve = (is: (curve: unknown) => boolean) => objects.some(({ curve }) => is(curve))

  if (Array.isArray(json.constraints)) return '4.3'
  if (Array.isArray(json.physics) || has(/^(physics|inherit)$/)) return '4.2'
  if (has(/^(attachments|sequence|timelines)$/)) return '4.1'
  if (
    has(/^(rgba?2?|alpha|(translate|scale|shear)[xy]|value|mix(Rotate|X|Y|ScaleX|ScaleY|ShearY))$/) ||
    hasCurve((curve) => Array.isArray(curve) && curve.length >= 8)
  )
    return '4.0'
  if (Array.isArray(json.skins) || has(/^c[234]$/) || hasCurve((curve) => typeof curve === 'number'))
    return '3.8'
  return has(/^(compress|stretch|uniform|audio)$/) ? '3.7' : '3.6'
}

/** The objects of the file whose keys are words of the format, not names that somebody gave. */
function objectsOf(json: JsonObject): JsonObject[] {
  const animations = values(json.animations)
  const owners = animations.flatMap(({ bones, slots, path }) => [bones, slots, path]).flatMap(values)
  const constraints = animations.flatMap(({ ik, transform }) => [ik, transform])
  const timelines = [...owners, ...constraints].flatMap(entries)
  const lists = [[json.skeleton], json.bones, json.ik, json.transform, json.path, ...timelines]
  // From 3.8 on `skins` is a list; before, what is its `attachments` now was the value of a skin's name.
  const skins = [...items(json.skins).map(({ attachments }) => attachments), ...values(json.skins)]
  const attachments = skins.flatMap(values).flatMap(values)
  return [...lists.flatMap(items), ...attachments, ...values(json.events), ...animations, ...owners]
}

function items(list: unknown): JsonObject[] {
  return Array.isArray(list) ? list.filter(isObject) : []
}

function entries(json: unknown): unknown[] {
  return isObject(json) ? Object.values(json) : []
}

function values(json: unknown): JsonObject[] {
  return entries(json).filter(isObject)
}
