/** Finds which attachments and images of a skeleton its skins and animations can show. */
import { listNames, OsteonError } from '../base/errors'
import type { AnimationModel } from '../base/model/animation'
import type { AttachmentModel } from '../base/model/attachment'
import { sequencePath } from '../base/model/region-geometry'
import type { SkeletonModel, SkinEntryModel, SkinModel } from '../base/model/skeleton'

/** Names of the chosen skins and animations; null = all. */
export interface Choice {
  readonly skins: readonly string[] | null
  readonly animations: readonly string[] | null
}

export const EVERYTHING: Choice = { skins: null, animations: null }

/**
 * Returns the entries of skins that are shown without a call: by setup poses, by keys of animations, and in the same
 * way by armatures in slots. The default skin always counts, because others fall back on it.
 *
 * @throws OsteonError `unknown-skin`, `unknown-animation`.
 */
export function shownEntries(model: SkeletonModel, choice: Choice): SkinEntryModel[] {
  const skins = chosenSkins(model, choice.skins)
  const keys = keysOf(model, chosenAnimations(model, choice.animations))
  const own = skins.flatMap(({ entries }) => entries).filter(({ slot, key }) => keys[slot]?.has(key))
  return [...own, ...own.flatMap(({ attachment }) => nestedEntries(model, attachment))]
}

/** Returns all entries of a nested armature, because its animations are chosen during play. */
function nestedEntries(model: SkeletonModel, attachment: AttachmentModel): SkinEntryModel[] {
  const nested = attachment.type === 'armature' ? model.nested?.get(attachment.armature) : undefined
  return nested ? shownEntries(nested, EVERYTHING) : []
}

/** Returns all entries of skins, including those of nested armatures. */
export function allEntries(model: SkeletonModel, skins: readonly string[] | null): SkinEntryModel[] {
  const own = chosenSkins(model, skins).flatMap(({ entries }) => entries)
  return [...own, ...own.flatMap(({ attachment }) => nestedAll(model, attachment))]
}

function nestedAll(model: SkeletonModel, attachment: AttachmentModel): SkinEntryModel[] {
  const nested = attachment.type === 'armature' ? model.nested?.get(attachment.armature) : undefined
  return nested ? allEntries(nested, null) : []
}

/** Returns the names of atlas regions that attachments draw; for a sequence, those of all frames. */
export function regionsOf(entries: readonly SkinEntryModel[]): Set<string> {
  return new Set(entries.flatMap(({ attachment }) => pathsOf(attachment)))
}

function pathsOf(attachment: AttachmentModel): string[] {
  if (attachment.type !== 'region' && attachment.type !== 'mesh') return []
  const { path, sequence } = attachment
  if (!sequence) return [path]
  return Array.from({ length: sequence.count }, (_, frame) => sequencePath(path, sequence, frame))
}

function chosenSkins(model: SkeletonModel, names: readonly string[] | null): SkinModel[] {
  const unknown = names?.find((name) => !model.skins.some((skin) => skin.name === name))
  if (unknown !== undefined) throw refuse(model, 'unknown-skin', 'skin', unknown, model.skins)
  return model.skins.filter(
    (skin, i) => names === null || i === model.defaultSkin || names.includes(skin.name),
  )
}

/** Returns the chosen animations and those that they play: children of blend trees, and animations of sliders. */
function chosenAnimations(model: SkeletonModel, names: readonly string[] | null): AnimationModel[] {
  if (names === null) return model.animations
  const found = new Set<AnimationModel>()
  const add = (name: string) => {
    const animation = model.animations.find((one) => one.name === name)
    if (!animation) throw refuse(model, 'unknown-animation', 'animation', name, model.animations)
    if (found.has(animation)) return
    found.add(animation)
    for (const child of animation.playback?.tree?.children ?? []) add(child.animation)
  }
  for (const name of names) add(name)
  for (const constraint of model.constraints)
    if (constraint.type === 'slider') found.add(model.animations[constraint.animation])
  return [...found]
}

/** Returns, for each slot, the keys under which it shows something. */
function keysOf(model: SkeletonModel, animations: readonly AnimationModel[]): Set<string>[] {
  const keys = model.slots.map(({ attachment }) => new Set(attachment === null ? [] : [attachment]))
  for (const { timelines, playback } of animations)
    for (const timeline of [...timelines, ...(playback?.timelines ?? [])])
      if (timeline.type === 'attachment')
        for (const name of timeline.names) if (name !== null) keys[timeline.slot].add(name)
  return keys
}

function refuse(
  model: SkeletonModel,
  code: 'unknown-skin' | 'unknown-animation',
  what: string,
  name: string,
  known: readonly { name: string }[],
): OsteonError {
  const message = `there is no ${what} ${JSON.stringify(name)}; there are ${listNames(known.map((one) => one.name))}`
  return new OsteonError(code, model.name, '', message)
}
