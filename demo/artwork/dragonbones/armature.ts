/**
 * Exports a character in DragonBones' format: `_ske.json` and `_tex.json`, over the same page. DragonBones has no transform
 * constraints, so poses under constraints are sampled frame by frame and written as keys.
 */
import { createWorld } from 'bitecs'
import {
  type AnimationWorld,
  applyAnimation,
  getBone,
  getSlotColor,
  installAnimation,
  loadRig,
  type Rig,
  setToSetupPose,
  spawnSkeleton,
} from 'osteon'
import { spineJson } from 'osteon/formats/spine-json'
import { constraints, worldTransform } from 'osteon/systems'
import { type Character, skeletonText } from '../rig/character'
import { round } from '../rig/round'
import type { AnimationJson, BoneJson, KeyJson } from '../rig/spine-json'
import { displayKeys, skinsOf, subTextures } from './displays'
import { type Channel, type Frame, framesOf, unwound } from './tracks'

/** Frames a second; all animations last a whole number of frames. */
const FRAME_RATE = 50
const DEGREES = 180 / Math.PI

/** Texts of both files. @param atlas text of the Spine atlas. */
export async function armatureTexts(
  character: Character,
  atlas: string,
): Promise<{ skeleton: string; textures: string }> {
  const { figure, name } = character
  const model = spineJson.readAtlas(atlas, { source: `${name}.atlas` })
  const [{ name: imagePath, width, height }] = model.pages
  const rig = await loadRig(new TextEncoder().encode(skeletonText(character)), atlas, {
    ...{ readers: [spineJson], name, images: false },
  })
  const { slots, bones } = figure
  const keys = displayKeys(figure)
  const armature = {
    name,
    type: 'Armature',
    frameRate: FRAME_RATE,
    bone: [...bones.values()].map(({ json: { name, parent, length, x = 0, y = 0, rotation = 0 } }) => ({
      ...{ name, parent, length },
      transform: { x, y: round(-y), skX: round(-rotation), skY: round(-rotation) },
    })),
    slot: slots.map(({ name, bone, attachment, blend }) => ({
      ...{ name, parent: bone },
      displayIndex: attachment === undefined ? -1 : (keys.get(name) ?? []).indexOf(attachment),
      ...(blend === 'additive' ? { blendMode: 'add' } : {}),
    })),
    skin: skinsOf(figure, model),
    animation: Object.entries(character.animations).map(([animation, json]) =>
      animationOf(character, rig, animation, json, keys),
    ),
    defaultActions: [{ gotoAndPlay: Object.keys(character.animations)[0] }],
  }
  return {
    skeleton: textOf({
      name,
      version: '5.5',
      compatibleVersion: '5.5',
      frameRate: FRAME_RATE,
      armature: [armature],
    }),
    textures: textOf({ name, imagePath, width, height, SubTexture: subTextures(model) }),
  }
}

const textOf = (file: object): string => `${JSON.stringify(file)}\n`

function animationOf(
  { figure }: Character,
  rig: Rig,
  name: string,
  json: AnimationJson,
  keys: ReadonlyMap<string, readonly string[]>,
): object {
  const length = rig.animations[rig.animationIndex.get(name) ?? 0].duration * FRAME_RATE
  const frames = Math.round(length)
  if (Math.abs(length - frames) > 1e-3) throw new Error(`${name} does not end with a frame`)
  const { poses, colors } = sampled(rig, name, frames)
  return {
    name,
    duration: frames,
    playTimes: 0,
    bone: [...figure.bones.values()].flatMap(({ json }, i) => boneFrames(json, poses[i])),
    slot: rig.slots.names.flatMap((slot, i) =>
      slotFrames(slot, frames, json.slots?.[slot]?.attachment ?? [], keys.get(slot) ?? [], colors[i]),
    ),
    ...(json.events ? { frame: eventFrames(json.events, frames) } : {}),
  }
}

/** A bone's pose under its parent, y down: x, y, angles of both axes in degrees, scales. */
type Local = readonly [x: number, y: number, angleX: number, angleY: number, scaleX: number, scaleY: number]

/** Samples each bone's pose and each slot's colour at each frame, relative to the setup pose. */
function sampled(rig: Rig, animation: string, frames: number): { poses: Local[][]; colors: number[][][] } {
  const world = installAnimation(createWorld({}), { capacity: 2 })
  const eid = spawnSkeleton(world, rig)
  const poses: Local[][] = rig.bones.names.map(() => [])
  const colors: number[][][] = rig.slots.names.map(() => [])
  for (let frame = 0; frame <= frames; frame++) {
    setToSetupPose(world, eid, 'both')
    applyAnimation(world, eid, animation, { time: frame / FRAME_RATE })
    constraints(world)
    worldTransform(world)
    poses.forEach((list, bone) => {
      list.push(localOf(world, eid, rig, bone))
    })
    colors.forEach((list, slot) => {
      list.push([...getSlotColor(world, eid, slot)])
    })
  }
  return { poses, colors }
}

function localOf(world: AnimationWorld, eid: number, rig: Rig, bone: number): Local {
  const [a, b, c, d, x, y] = getBone(world, eid, bone).slice()
  const above = rig.bones.parent[bone]
  const [pa, pb, pc, pd, px, py] = above < 0 ? [1, 0, 0, 1, 0, 0] : getBone(world, eid, above).slice()
  const over = 1 / (pa * pd - pb * pc)
  const [ia, ib, ic, id] = [pd * over, -pb * over, -pc * over, pa * over]
  const [la, lb, lc, ld] = [ia * a + ib * c, ia * b + ib * d, ic * a + id * c, ic * b + id * d]
  const [dx, dy] = [x - px, y - py]
  return [
    ia * dx + ib * dy,
    -(ic * dx + id * dy),
    -Math.atan2(lc, la) * DEGREES,
    -Math.atan2(-lb, ld) * DEGREES,
    Math.hypot(la, lc),
    Math.hypot(lb, ld),
  ]
}

/** Frames of a bone; none if it stays in the setup pose. */
function boneFrames(setup: BoneJson, poses: readonly Local[]): object[] {
  const { name, x = 0, y = 0, rotation = 0 } = setup
  const column = (part: number) => poses.map((pose) => pose[part])
  const angleX = unwound(column(2).map((angle) => angle + rotation))
  const skew = unwound(column(3).map((angle, i) => angle - column(2)[i]))
  const translateFrame = framesOf([
    { field: 'x', tolerance: 0.05, values: column(0).map((value) => value - x) },
    { field: 'y', tolerance: 0.05, values: column(1).map((value) => value + y) },
  ])
  const rotateFrame = framesOf([
    { field: 'rotate', tolerance: 0.05, values: angleX },
    { field: 'skew', tolerance: 0.05, values: skew },
  ])
  const scaleFrame = framesOf([
    { field: 'x', plain: 1, tolerance: 0.0005, values: column(4) },
    { field: 'y', plain: 1, tolerance: 0.0005, values: column(5) },
  ])
  return entryOf(name, { translateFrame, rotateFrame, scaleFrame })
}

function slotFrames(
  name: string,
  frames: number,
  shown: readonly KeyJson[],
  keys: readonly string[],
  colors: readonly number[][],
): object[] {
  const steps = shown.map(({ time = 0, name: key }) => ({
    frame: Math.round(Number(time) * FRAME_RATE),
    value: key === undefined || key === null ? -1 : keys.indexOf(String(key)),
  }))
  const displayFrame: Frame[] = steps.map(({ frame, value }, i) => ({
    duration: (steps[i + 1]?.frame ?? frames) - frame,
    ...(value === 0 ? {} : { value }),
  }))
  if (steps.length > 0 && steps[0].frame > 0) throw new Error(`slot ${name} has no key at 0`)
  const channels = ['rM', 'gM', 'bM', 'aM'].map(
    (field, i): Channel => ({
      field,
      plain: 100,
      tolerance: 0.5,
      values: colors.map((color) => color[i] * 100),
    }),
  )
  const colorFrame = framesOf(channels).map(({ duration, tweenEasing, ...value }) => ({
    ...{ duration, value },
    ...(tweenEasing === undefined ? {} : { tweenEasing }),
  }))
  return entryOf(name, { displayFrame, colorFrame })
}

function entryOf(name: string, lists: Readonly<Record<string, readonly object[]>>): object[] {
  const filled = Object.entries(lists).filter(([, list]) => list.length > 0)
  return filled.length === 0 ? [] : [{ name, ...Object.fromEntries(filled) }]
}

/** Frames of the whole armature, which carry its events. */
function eventFrames(events: readonly KeyJson[], frames: number): object[] {
  const at = events.map(({ time = 0 }) => Math.round(Number(time) * FRAME_RATE))
  const starts = [...new Set([0, ...at])].sort((a, b) => a - b)
  return starts.map((start, i) => {
    const here = events.filter((_, event) => at[event] === start).map(({ name }) => ({ name }))
    return { duration: (starts[i + 1] ?? frames) - start, ...(here.length > 0 ? { events: here } : {}) }
  })
}
