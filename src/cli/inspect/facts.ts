/** Collects the facts of a file for `osteon inspect`: counts, features, and memory in a game. */
import type { Warn } from '../../base/errors'
import type { AtlasModel } from '../../base/model/atlas'
import type { Reader } from '../../base/model/reader'
import type { SkeletonModel } from '../../base/model/skeleton'
import type { RecordingModel, RecordingReader } from '../../formats/mrtk/model/recording'
import { loadRig } from '../../load'
import type { Input } from '../files'
import type { Facts } from './fact-types'
import { memoryFacts, sizeFacts } from './sizes'
import { slidesOf } from './slides'
import { travelOf } from './travel'

/**
 * Collects facts of a skeleton. @param atlas null leaves the images out. @param feet bones whose sliding is measured.
 * @throws OsteonError for a file that cannot be
 * read or played.
 */
export async function skeletonFacts(
  { name, bytes }: Input,
  reader: Reader,
  atlas: Input | null,
  sizes: boolean,
  feet: readonly string[],
  warn: Warn,
): Promise<Facts> {
  const model = reader.readSkeleton(bytes, { source: name, warn: () => {} })
  const rig = await loadRig(bytes, atlas?.bytes ?? null, { readers: [reader], name, base: atlas?.url, warn })
  return {
    kind: 'skeleton',
    format: reader.name,
    version: model.version,
    atlas: atlas?.name ?? 'none given, none next to it',
    bones: model.bones.length,
    slots: model.slots.length,
    skins: model.skins.map((skin) => skin.name),
    attachments: tally(model.skins.flatMap(({ entries }) => entries.map((it) => it.attachment.type))),
    constraints: tally(model.constraints.map(({ type }) => type)),
    animations: Object.fromEntries(
      rig.animations.map((it) => [it.name, seconds(it.playback?.seconds ?? it.duration)]),
    ),
    travel: travelOf(model),
    ...(feet.length > 0 ? { slides: slidesOf(rig, feet) } : {}),
    events: model.events.map((event) => event.name),
    uses: featuresOf(model),
    ...memoryFacts(rig),
    ...(sizes ? sizeFacts(model, rig, atlas && readAtlasOf(atlas, reader), bytes.length) : {}),
  }
}

function readAtlasOf({ name, bytes }: Input, reader: Reader): AtlasModel {
  return reader.readAtlas(bytes, { source: name, warn: () => {} })
}

/** Collects facts of an atlas. @throws OsteonError for a file that cannot be read. */
export function atlasFacts({ name, bytes }: Input, reader: Reader, warn: Warn): Facts {
  const { pages, regions } = reader.readAtlas(bytes, { source: name, warn })
  return {
    kind: 'atlas',
    pages: pages.map((page) => `${page.name} (${page.width} x ${page.height})`),
    regions: regions.length,
    bytesOfImages: pages.reduce((total, { width, height }) => total + width * height * 4, 0),
  }
}

/** Collects facts of a recording. @throws OsteonError for a file that cannot be read. */
export function recordingFacts({ name, bytes }: Input, reader: RecordingReader, warn: Warn): Facts {
  const model: RecordingModel = reader.readRecording(bytes, { source: name, warn })
  return {
    kind: 'recording',
    format: reader.name,
    version: model.version,
    seconds: seconds(model.duration),
    keys: model.times.length,
    markers: model.markers.length,
    holds: (['camera', 'hands', 'gaze'] as const).filter((part) => model[part]),
  }
}

function seconds(duration: number): number {
  return Number(duration.toFixed(4))
}

function tally(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}

function featuresOf(model: SkeletonModel): string[] {
  const { slots, skins, animations } = model
  const attachments = skins.flatMap(({ entries }) => entries.map(({ attachment }) => attachment))
  const timelines = new Set(animations.flatMap((animation) => animation.timelines.map(({ type }) => type)))
  const features: [name: string, used: boolean][] = [
    ['weighted meshes', attachments.some((it) => it.type === 'mesh' && it.bones !== null)],
    ['clipping', attachments.some(({ type }) => type === 'clipping')],
    ['sequences', attachments.some((it) => 'sequence' in it && it.sequence !== null)],
    ['two-colour tint', slots.some(({ dark }) => dark !== null)],
    ['blend modes', slots.some(({ blend }) => blend !== 'normal')],
    ['bones of skins', skins.some(({ bones }) => bones.length > 0)],
    ['constraints of skins', skins.some(({ constraints }) => constraints.length > 0)],
    ['deform', timelines.has('deform')],
    ['draw order', timelines.has('drawOrder')],
    ['events', timelines.has('event')],
  ]
  return features.filter(([, used]) => used).map(([name]) => name)
}
