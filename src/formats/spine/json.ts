/** Reads Spine skeleton JSON, editor versions 2.1–4.3. */
import { openAccount } from '../../base/model/limits'
import type { ReadOptions, SkeletonData } from '../../base/model/reader'
import type { SkeletonModel } from '../../base/model/skeleton'
import { child, missing, type ObjectPlace, refuse, root, within } from '../shared/place'
import { baseName, sourceFile } from '../shared/source-file'
import { parseJson } from '../shared/text'
import { asList, asObject, isObject, listOf, numberOf, numbersOf, textOf } from '../shared/values'
import { readBones, readSlots } from './json/bones-and-slots'
import { readConstraints } from './json/constraints'
import { newContext } from './json/context'
import { resolveSliders } from './json/mapped-constraints'
import { readSkins } from './json/skins'
import { readAnimations } from './json/timelines/animations'
import { readEvents } from './json/timelines/events'
import { type Version, versionOf } from './json/versions'
import { mathsOf } from './maths'

/**
 * Reads a whole file: angles in radians, lengths times the loader scale, curves with absolute control points. A parsed
 * object is not altered, and the model shares nothing with it.
 *
 * @throws OsteonError `not-json`, `not-a-skeleton`, `unsupported-version`, `bad-option` for a scale that is 0 or not
 *   finite, and one for every malformed place, with its path.
 */
export function readSpineJson(data: SkeletonData, options: ReadOptions): SkeletonModel {
  const { source, scale = 1, warn } = options
  const account = openAccount(data, options.limits)
  const from = sourceFile(source, scale, account, warn)
  const file = root(from, parseJson(data, source, account))
  if (!isObject(file.value)) return refuse(file, undefined, 'not-a-skeleton', 'an object')
  const at = asObject(file)
  if (!Array.isArray(at.value.bones)) refuse(at, 'bones', 'not-a-skeleton', 'a list, as Spine skeletons have')
  const header = child(at, 'skeleton', missing(at.value.skeleton) ? {} : at.value.skeleton)
  const version = versionOf(at, asObject(header))
  const context = newContext(version, scale, emptyModel(at, asObject(header), version, scale))
  readBones(context, asList(within(at, 'bones')))
  readSlots(context, listOf(at, 'slots'))
  readConstraints(context, at)
  readSkins(context, within(at, 'skins'))
  readEvents(context, within(at, 'events'))
  readAnimations(context, within(at, 'animations'))
  resolveSliders(context)
  return context.model
}

/** Reads the header into a model with empty lists. */
function emptyModel(at: ObjectPlace, header: ObjectPlace, version: Version, scale: number): SkeletonModel {
  return {
    name: baseName(at.file.source),
    format: 'spine',
    version: version.text,
    maths: mathsOf(version.dialect),
    hash: textOf(header, 'hash', null),
    ...numbersOf(header, { x: 0, y: 0, width: 0, height: 0, fps: 30 }),
    // Official runtimes do not scale the default if the whole header is missing.
    referenceScale: numberOf(header, 'referenceScale', 100) * (missing(at.value.skeleton) ? 1 : scale),
    images: textOf(header, 'images', null) || null,
    audio: textOf(header, 'audio', null) || null,
    bones: [],
    slots: [],
    constraints: [],
    skins: [],
    defaultSkin: -1,
    events: [],
    animations: [],
  }
}
