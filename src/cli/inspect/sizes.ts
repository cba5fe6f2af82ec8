/** Measures the items of a skeleton, and finds unused ones: `osteon inspect --size`. */
import type { AtlasModel } from '../../base/model/atlas'
import { indexRegions } from '../../base/model/atlas-lookup'
import type { AttachmentModel } from '../../base/model/attachment'
import type { SkeletonModel, SkinEntryModel } from '../../base/model/skeleton'
import type { Rig } from '../../rig/rig'
import { layOutBlock } from '../../world/chunks/layout'
import { allEntries, EVERYTHING, regionsOf, shownEntries } from '../shown'
import type { Facts } from './fact-types'

/**
 * Measures memory in a game, in bytes: of one skeleton, of its world rows where a world keeps them, and of the tables
 * that all skeletons of the rig share.
 */
export function memoryFacts(rig: Rig): Facts {
  const { stride, worldStride } = layOutBlock(rig)
  // A stride is in words of four bytes, for four skeletons.
  return {
    bytesAnInstance: stride,
    bytesOfWorldRows: worldStride,
    bytesOfTables: rig.image().words.byteLength,
  }
}

/** Measures sizes. @param fileBytes length of the skeleton's file. @param atlas null: images are not counted. */
export function sizeFacts(
  model: SkeletonModel,
  rig: Rig,
  atlas: AtlasModel | null,
  fileBytes: number,
): Facts {
  const { skins, animations, events, slots } = model
  const named = skins.flatMap((skin) =>
    skin.entries.map((entry) => ({ name: `${skin.name}/${slots[entry.slot].name}/${entry.key}`, entry })),
  )
  const shown = new Set(shownEntries(model, EVERYTHING))
  const fired = new Set(
    animations.flatMap(({ timelines }) =>
      timelines.flatMap((timeline) =>
        timeline.type === 'event' ? timeline.keys.map(({ event }) => event) : [],
      ),
    ),
  )
  const filled = new Set(model.skins.flatMap(({ entries }) => entries.map(({ slot }) => slot)))
  const used = regionsOf(allEntries(model, null))
  return {
    bytesOfFile: fileBytes,
    bytesOfAnimations: largestFirst(rig.animations.map((it) => [it.name, it.image().words.byteLength])),
    bytesOfSkins: largestFirst(skins.map((it) => [it.name, sum(it.entries.map(geometryBytes))])),
    ...(atlas ? { bytesOfImages: imageBytes(model, atlas) } : {}),
    bytesOfAttachments: largestFirst(named.map(({ name, entry }) => [name, geometryBytes(entry)])),
    ...(atlas
      ? {
          regionsNeverUsed: [...new Set(atlas.regions.map(({ name }) => name))].filter((it) => !used.has(it)),
        }
      : {}),
    attachmentsNeverShown: named.filter(({ entry }) => !shown.has(entry)).map(({ name }) => name),
    slotsNeverFilled: slots.filter((_, slot) => !filled.has(slot)).map(({ name }) => name),
    eventsNeverFired: events.filter((_, event) => !fired.has(event)).map(({ name }) => name),
  }
}

/** Returns, for each skin, the pixels of its regions and of the default skin's, four bytes each. */
function imageBytes(model: SkeletonModel, atlas: AtlasModel): Record<string, number> {
  const index = indexRegions(atlas)
  const bytes = model.skins.map(({ name }): [string, number] => {
    const regions = [...regionsOf(allEntries(model, [name]))].map((path) => index.get(path))
    return [name, sum(regions.map((region) => (region ? region.width * region.height * 4 : 0)))]
  })
  return largestFirst(bytes)
}

/** Returns the bytes of points. A linked mesh shares its source's points, which count once. */
function geometryBytes({ attachment }: SkinEntryModel): number {
  if (!('vertices' in attachment)) return 0
  const own = isLinked(attachment) ? [] : [attachment.vertices, attachment.bones]
  const shape =
    attachment.type === 'mesh' && !isLinked(attachment) ? [attachment.uvs, attachment.triangles] : []
  return sum([...own, ...shape].map((list) => list?.byteLength ?? 0))
}

function isLinked(attachment: AttachmentModel): boolean {
  return attachment.type === 'mesh' && attachment.source !== null
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}

function largestFirst(entries: [name: string, bytes: number][]): Record<string, number> {
  return Object.fromEntries(entries.sort(([, a], [, b]) => b - a))
}
