/**
 * Tells a file's dialect from its structure, for files that name no version. The first rule that matches
 * wins (spine-json §1.2). Nothing is checked here: what is malformed shows nothing.
 */
import { isObject, type JsonObject } from './values'

export function dialectByStructure(json: JsonObject): string {
  if (Array.isArray(json.constraints)) return '4.3'
  const marks = marksOf(json)
  if (marks.physics) return '4.2'
  if (marks.sequences) return '4.1'
  if (marks.splitTimelines) return '4.0'
  return Array.isArray(json.skins) || marks.namedCurves ? '3.8' : '3.6 or 3.7'
}

interface Marks {
  /** 4.2 */
  physics: boolean
  /** 4.1 */
  sequences: boolean
  /** 4.0 */
  splitTimelines: boolean
  /** 3.8 */
  namedCurves: boolean
}

const NEW_TIMELINES = new Set([
  ...['rgba', 'rgb', 'alpha', 'rgba2', 'rgb2'],
  ...['translatex', 'translatey', 'scalex', 'scaley', 'shearx', 'sheary'],
])
const NEW_MIXES = ['mixRotate', 'mixX', 'mixY', 'mixScaleX', 'mixScaleY', 'mixShearY']

function marksOf(json: JsonObject): Marks {
  const mixed = [...items(json.transform), ...items(json.path)]
  const marks: Marks = {
    physics: Array.isArray(json.physics) || items(json.bones).some((bone) => 'inherit' in bone),
    sequences: attachments(json.skins).some((one) => 'sequence' in one || 'timelines' in one),
    splitTimelines: mixed.some((one) => NEW_MIXES.some((mix) => mix in one)),
    namedCurves: false,
  }
  for (const animation of values(json.animations)) markAnimation(animation, marks)
  return marks
}

function markAnimation(animation: JsonObject, marks: Marks): void {
  if ('physics' in animation) marks.physics = true
  if ('attachments' in animation) marks.sequences = true
  for (const bone of values(animation.bones)) {
    if ('inherit' in bone) marks.physics = true
    if (items(bone.rotate).some((key) => 'value' in key)) marks.splitTimelines = true
  }
  for (const owner of [...values(animation.slots), ...values(animation.bones)])
    for (const [name, keys] of Object.entries(owner)) {
      if (NEW_TIMELINES.has(name)) marks.splitTimelines = true
      markKeys(items(keys), marks)
    }
  for (const keys of [...entries(animation.ik), ...entries(animation.transform)]) {
    if (items(keys).some((key) => NEW_MIXES.some((mix) => mix in key))) marks.splitTimelines = true
    markKeys(items(keys), marks)
  }
  for (const owner of values(animation.path)) for (const keys of entries(owner)) markKeys(items(keys), marks)
}

function markKeys(keys: JsonObject[], marks: Marks): void {
  for (const key of keys) {
    if (Array.isArray(key.curve) && key.curve.length >= 8) marks.splitTimelines = true
    if (typeof key.curve === 'number' || 'c2' in key || 'c3' in key || 'c4' in key) marks.namedCurves = true
  }
}

/** All attachments, whether `skins` is a list (3.8+) or an object. */
function attachments(skins: unknown): JsonObject[] {
  const slots = Array.isArray(skins) ? items(skins).map((skin) => skin.attachments) : entries(skins)
  return slots.flatMap((slot) => values(slot)).flatMap((keys) => values(keys))
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
