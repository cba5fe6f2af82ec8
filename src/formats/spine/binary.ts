/** Reads Spine binary skeletons (`.skel`), editor versions 3.6–4.3. */
import { OsteonError } from '../../base/errors'
import { openAccount } from '../../base/model/limits'
import type { Maths } from '../../base/model/maths'
import type { ReadOptions, SkeletonData } from '../../base/model/reader'
import type { SkeletonModel } from '../../base/model/skeleton'
import { baseName, type SourceFile, sourceFile, warnOf } from '../shared/source-file'
import { readBones, readSlots } from './binary/bones-and-slots'
import { readConstraints } from './binary/constraints'
import { versionIn } from './binary/container'
import { newContext } from './binary/context'
import { type Cursor, closeList, fail, need, openCursor, openItem } from './binary/cursor'
import { LAYOUTS, type Layout } from './binary/layouts'
import { readSliderAnimations } from './binary/mapped-constraints'
import { readSkins } from './binary/skins'
import { readAnimations } from './binary/timelines/animations'
import { readEvents } from './binary/timelines/events'
import * as read from './binary/values'
import { mathsOf } from './maths'
import { knownVersion, whyRefused } from './shared/version'

/** Whether the bytes begin like a binary skeleton of any version. Never throws. */
export function looksLikeSpineBinary(data: SkeletonData): boolean {
  return data instanceof Uint8Array && versionIn(data) !== null
}

/**
 * Reads a whole file: angles in radians, lengths times the loader scale, curves with absolute control points. The bytes
 * are not altered, and the model shares no memory with them.
 *
 * @throws OsteonError `not-a-skeleton`, `unsupported-version`, `bad-option` for a scale that is 0 or not finite, and
 *   one for every malformed place, with its offset and the path that it has in a JSON export.
 */
export function readSpineBinary(data: SkeletonData, options: ReadOptions): SkeletonModel {
  const { source, scale = 1, warn } = options
  const file = sourceFile(source, scale, openAccount(data, options.limits), warn)
  const version = data instanceof Uint8Array ? versionIn(data) : null
  if (!(data instanceof Uint8Array) || version === null) {
    const message = 'expected the bytes of a binary Spine skeleton: no version was found in it'
    throw new OsteonError('not-a-skeleton', source, '', message)
  }
  const known = knownVersion(version)
  if (known === null || known.noBinary !== null)
    throw new OsteonError(
      'unsupported-version',
      source,
      'skeleton.spine',
      known?.noBinary ?? whyRefused(version),
    )
  const { dialect, odd } = known
  if (odd !== null) warnOf(file, () => 'skeleton.spine', 'old-version', odd)
  return readLayout(data, LAYOUTS[dialect], mathsOf(dialect), file, scale)
}

/** Reads a file of a known layout to its last byte. Throws `trailing-data` if more bytes follow. */
export function readLayout(
  bytes: Uint8Array,
  layout: Layout,
  maths: Maths,
  file: SourceFile,
  scale: number,
): SkeletonModel {
  const cursor = openCursor(file, bytes)
  const { model, nonessential } = readHeader(cursor, layout, maths, scale)
  if (layout.stringTable) {
    cursor.strings = []
    const count = read.openList(cursor, 'strings')
    for (let i = 0; i < count; i++) {
      openItem(cursor, i)
      cursor.strings.push(read.required(cursor, undefined, read.textOf(cursor, undefined)))
    }
    closeList(cursor)
  }
  const context = newContext(cursor, layout, scale, nonessential, model)
  readBones(context)
  readSlots(context)
  readConstraints(context)
  readSkins(context)
  readEvents(context)
  readAnimations(context)
  if (layout.mixedConstraints) readSliderAnimations(context)
  const rest = bytes.length - cursor.at
  if (rest > 0) fail(cursor, undefined, 'trailing-data', `the skeleton is complete, but ${rest} bytes follow`)
  return model
}

/** Reads the header into a model with empty lists. */
function readHeader(cursor: Cursor, layout: Layout, maths: Maths, scale: number) {
  cursor.path.push('skeleton')
  const hash = layout.rawHash ? rawHashOf(cursor) : read.textOf(cursor, 'hash')
  const version = read.required(cursor, 'spine', read.textOf(cursor, 'spine'))
  const x = layout.origin ? read.numberOf(cursor, 'x') : 0
  const y = layout.origin ? read.numberOf(cursor, 'y') : 0
  const width = read.numberOf(cursor, 'width')
  const height = read.numberOf(cursor, 'height')
  const referenceScale = (layout.referenceScale ? read.numberOf(cursor, 'referenceScale') : 100) * scale
  const nonessential = read.flagOf(cursor, 'nonessential')
  const model: SkeletonModel = {
    name: baseName(cursor.file.source),
    format: 'spine',
    version,
    maths,
    hash: hash || null,
    x,
    y,
    width,
    height,
    referenceScale,
    fps: nonessential ? read.numberOf(cursor, 'fps') : 30,
    images: (nonessential && read.textOf(cursor, 'images')) || null,
    audio: (nonessential && layout.audio && read.textOf(cursor, 'audio')) || null,
    bones: [],
    slots: [],
    constraints: [],
    skins: [],
    defaultSkin: -1,
    events: [],
    animations: [],
  }
  cursor.path.pop()
  return { model, nonessential }
}

/** Returns a hash of eight bytes in JSON's form: base64 without padding. Eight zeros aren't a hash. */
function rawHashOf(cursor: Cursor): string | null {
  need(cursor, 'hash', 8)
  const bytes = cursor.bytes.subarray(cursor.at, cursor.at + 8)
  cursor.at += 8
  return bytes.some((byte) => byte !== 0) ? btoa(String.fromCharCode(...bytes)).slice(0, 11) : null
}
