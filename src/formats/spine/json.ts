/** Spine skeleton JSON, editor versions 3.8–4.2, → model. */
import { OsteonError } from '../../errors'
import type { ReadOptions, SkeletonData } from '../../model/reader'
import type { SkeletonModel } from '../../model/skeleton'
import { readAnimations } from './json/animations'
import { readBones, readSlots } from './json/bones-and-slots'
import { readConstraints } from './json/constraints'
import { newContext } from './json/context'
import { readEvents } from './json/events'
import { fail, type Place, root, sourceFile, within } from './json/place'
import { readSkins } from './json/skins'
import { parseJson } from './json/text'
import { asObject, isObject, type JsonObject, listOf, missing, numberOf, shown, textOf } from './json/values'
import { type Version, versionOf } from './json/versions'
import { mathsOf } from './maths'

/**
 * Reads a whole file: angles in radians, lengths times the loader scale, curves with absolute control
 * points (spine-json). A parsed object is not altered, and what is returned shares nothing with it.
 *
 * @throws OsteonError `not-json`, `not-a-skeleton`, `unsupported-version`, `bad-option` for a scale that
 * is 0 or not finite, and one for every malformed place (spine-json §11), with its path.
 */
export function readSpineJson(data: SkeletonData, options: ReadOptions): SkeletonModel {
  const { source, scale = 1, warn } = options
  if (!Number.isFinite(scale) || scale === 0)
    throw new OsteonError(
      'bad-option',
      source,
      'scale',
      `expected a number that is not 0, got ${shown(scale)}`,
    )
  const at = root(sourceFile(source, scale, warn))
  const json = parseJson(data, source)
  if (!isObject(json)) return fail(at, undefined, 'not-a-skeleton', `expected an object, got ${shown(json)}`)
  if (!Array.isArray(json.bones))
    return fail(
      at,
      'bones',
      'not-a-skeleton',
      `not a Spine skeleton: expected a list, got ${shown(json.bones)}`,
    )
  const version = versionOf(json, at)
  const context = newContext(version.dialect, scale, emptyModel(json, version, scale, source, at))
  readBones(context, json.bones, within(at, 'bones'))
  readSlots(context, listOf(json, 'slots', at), within(at, 'slots'))
  readConstraints(context, json, at)
  readSkins(context, json.skins, within(at, 'skins'))
  readEvents(context, json, at)
  readAnimations(context, json, at)
  return context.model
}

/** The header (spine-json §2) and empty lists. */
function emptyModel(
  json: JsonObject,
  version: Version,
  scale: number,
  source: string,
  at: Place,
): SkeletonModel {
  const place = within(at, 'skeleton')
  const header = missing(json.skeleton) ? {} : asObject(json.skeleton, place)
  const referenceScale = numberOf(header, 'referenceScale', 100, place)
  return {
    name: baseName(source),
    format: 'spine',
    version: version.text,
    maths: mathsOf(version.dialect),
    hash: textOf(header, 'hash', null, place),
    x: numberOf(header, 'x', 0, place),
    y: numberOf(header, 'y', 0, place),
    width: numberOf(header, 'width', 0, place),
    height: numberOf(header, 'height', 0, place),
    // The runtimes that we match leave the default unscaled where the whole header is missing.
    referenceScale: missing(json.skeleton) ? referenceScale : referenceScale * scale,
    fps: numberOf(header, 'fps', 30, place),
    images: textOf(header, 'images', null, place),
    audio: textOf(header, 'audio', null, place),
    bones: [],
    slots: [],
    constraints: [],
    skins: [],
    defaultSkin: -1,
    events: [],
    animations: [],
  }
}

/** `art/hero.json` → `hero`. */
function baseName(source: string): string {
  const file = source.slice(Math.max(source.lastIndexOf('/'), source.lastIndexOf('\\')) + 1)
  const dot = file.lastIndexOf('.')
  return dot > 0 ? file.slice(0, dot) : file
}
