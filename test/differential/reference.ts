/** Plays scripts on the official web runtime through its documented interface, and reads poses as goldens record them. */
import type { PhysicsMode } from 'osteon'
import { seededRandom } from '../../bench/kit/random'
import type { Dump, GoldenCase, GoldenEvent, Op } from '../golden/schema'
import { roundRows } from './disturb'
import type { Version } from './load-reference'
import {
  appliedOf,
  constraintsOf,
  poseOf,
  type ReferenceAttachment,
  type ReferenceBone,
  type ReferenceData,
  type ReferenceEntry,
  type ReferenceModule,
  type ReferenceSkeleton,
  type ReferenceSlot,
  type ReferenceState,
} from './reference-api'

/** A loaded skeleton of the reference. */
export interface Reference {
  readonly version: Version
  readonly module: ReferenceModule
  readonly data: ReferenceData
}

/** Errors to run with, see `Nudge`. */
export interface Errors {
  readonly angle: number
  readonly time: number
  readonly seed: number
  readonly steady?: boolean
  readonly physics?: boolean
  readonly floats?: boolean
}

const STILL: Errors = { angle: 0, time: 0, seed: 0 }

/** @throws Error where the runtime cannot read it. */
export function loadSkeleton(
  version: Version,
  module: ReferenceModule,
  json: string,
  atlasText: string,
  scale = 1,
): Reference {
  const { TextureAtlas, AtlasAttachmentLoader, SkeletonJson, FakeTexture } = module
  const texture = (page: { setTexture(texture: object): void }) =>
    FakeTexture ? new FakeTexture(page) : { setFilters() {}, setWraps() {}, dispose() {} }
  try {
    const atlas = new TextureAtlas(atlasText)
    for (const page of atlas.pages) page.setTexture(texture(page))
    const reader = new SkeletonJson(new AtlasAttachmentLoader(atlas))
    reader.scale = scale
    return { version, module, data: reader.readSkeletonData(json) }
  } catch {
    throw new Error(`the reference of ${version} cannot read it`)
  }
}

interface Player {
  readonly reference: Reference
  readonly skeleton: ReferenceSkeleton
  readonly state: ReferenceState
  readonly last: Map<number, ReferenceEntry>
  readonly nudge: Errors
  readonly random: () => number
  events: GoldenEvent[]
}

/**
 * Runs a script on a new skeleton.
 *
 * @returns a dump for every `dump` op; up to where the runtime throws without a reason, or holds values that are no finite numbers.
 */
export function playReference(reference: Reference, script: GoldenCase, nudge: Errors = STILL): Dump[] {
  const player = start(reference, script, nudge)
  const dumps: Dump[] = []
  for (const op of script.ops) {
    const play = PLAYERS[op.op]
    if (!play && op.op !== 'dump') throw new Error(`the reference is not taught to ${op.op}`)
    try {
      if (play) play(player, op)
      else if (!isSane(player.skeleton)) break
      else dumps.push(readReference(player, op.verts ?? true))
    } catch {
      break
    }
  }
  return dumps
}

function start(reference: Reference, script: GoldenCase, nudge: Errors): Player {
  const { module, data } = reference
  const skeleton = new module.Skeleton(data)
  if (nudge.floats) roundRows(skeleton)
  const state = new module.AnimationState(new module.AnimationStateData(data))
  const random = seededRandom(nudge.seed)
  const player: Player = {
    reference,
    skeleton,
    state,
    last: new Map(),
    nudge,
    random,
    events: [],
  }
  listen(player)
  if (script.skin !== null) setSkin(player, script.skin)
  toSetupPose(skeleton, 'both')
  if (script.fresh !== true) skeleton.updateWorldTransform(module.Physics?.none)
  return player
}

function listen(player: Player): void {
  const told = (kind: string) => (entry: ReferenceEntry) => {
    player.events.push(record(kind, entry))
  }
  player.state.addListener({
    start: told('start'),
    interrupt: told('interrupt'),
    end: told('end'),
    dispose(entry) {
      told('dispose')(entry)
      // Its object is used again: a script that writes to it later would change another entry.
      for (const [track, last] of player.last) if (last === entry) player.last.delete(track)
    },
    complete: told('complete'),
    event(entry, { data, intValue, floatValue, stringValue, time, volume, balance }) {
      const keyed = { event: data.name, int: intValue, float: floatValue, string: stringValue, time }
      const told = { ...record('event', entry), ...keyed }
      player.events.push(data.audioPath ? { ...told, audio: data.audioPath, volume, balance } : told)
    },
  })
}

function record(kind: string, entry: ReferenceEntry): GoldenEvent {
  return { kind, track: entry.trackIndex, animation: entry.animation?.name ?? null }
}

/** Earlier names of entry fields. */
const BEFORE_4_2: Readonly<Record<string, string>> = {
  mixAttachmentThreshold: 'attachmentThreshold',
  mixDrawOrderThreshold: 'drawOrderThreshold',
}

const PLAYERS: Readonly<Record<string, (player: Player, op: Op) => void>> = {
  setAnimation({ state, last }, { track = 0, name, loop = false }) {
    last.set(track, state.setAnimation(track, name ?? '', loop))
  },
  addAnimation({ state, last }, { track = 0, name, loop = false, delay = 0 }) {
    last.set(track, state.addAnimation(track, name ?? '', loop, delay))
  },
  setEmptyAnimation({ state, last }, { track = 0, mixDuration = 0 }) {
    last.set(track, state.setEmptyAnimation(track, mixDuration))
  },
  addEmptyAnimation({ state, last }, { track = 0, mixDuration = 0, delay = 0 }) {
    last.set(track, state.addEmptyAnimation(track, mixDuration, delay))
  },
  setEmptyAnimations({ state }, { mixDuration = 0 }) {
    state.setEmptyAnimations(mixDuration)
  },
  clearTrack({ state }, { track = 0 }) {
    state.clearTrack(track)
  },
  clearTracks({ state }) {
    state.clearTracks()
  },
  setMix({ state }, { from = '', to = '', duration = 0 }) {
    state.data.setMix(from, to, duration)
  },
  defaultMix({ state }, { duration = 0 }) {
    state.data.defaultMix = duration
  },
  state({ state }, { set = {} }) {
    Object.assign(state, set)
  },
  entry({ state, last, reference: { module, version } }, { track = 0, which = 'last', set = {} }) {
    const entry = which === 'current' ? currentOf(state, track) : last.get(track)
    if (!entry) return
    for (const [field, value] of Object.entries(set))
      if (field === 'mixBlend') entry[field] = module.MixBlend?.[String(value)]
      else entry[(version >= '4.2' ? null : BEFORE_4_2[field]) ?? field] = value
  },
  skeleton({ skeleton }, { set = {} }) {
    Object.assign(skeleton, set)
  },
  bone({ skeleton }, { name, set }) {
    const bone = skeleton.findBone(name ?? '')
    if (bone) Object.assign(poseOf(bone), set)
  },
  ik({ skeleton }, { name, set }) {
    Object.assign(skeleton.findIkConstraint?.(name ?? '') ?? constraintPose(skeleton, name), set)
  },
  transform({ skeleton }, { name, set }) {
    Object.assign(skeleton.findTransformConstraint?.(name ?? '') ?? constraintPose(skeleton, name), set)
  },
  slider({ skeleton }, { name, set }) {
    Object.assign(constraintPose(skeleton, name), set)
  },
  attachment({ skeleton }, { slot = '', name = null }) {
    skeleton.setAttachment(slot, name)
  },
  skin(player, { skin = null }) {
    setSkin(player, skin)
  },
  setupPose({ skeleton }, { which }) {
    toSetupPose(skeleton, which)
  },
  world({ skeleton, reference: { module } }) {
    skeleton.updateWorldTransform(module.Physics?.update)
  },
  physics({ skeleton }, { name, set }) {
    Object.assign(skeleton.findPhysicsConstraint?.(name ?? '') ?? constraintPose(skeleton, name), set)
  },
  physicsReset({ skeleton }, { name }) {
    const old = skeleton.findPhysicsConstraint?.(name ?? '')
    if (old) old.reset()
    else constraintNamed(skeleton, name)?.reset?.(skeleton)
  },
  physicsTranslate({ skeleton }, { x = 0, y = 0 }) {
    skeleton.physicsTranslate?.(x, y)
  },
  physicsRotate({ skeleton }, { x = 0, y = 0, degrees = 0 }) {
    skeleton.physicsRotate?.(x, y, degrees)
  },
  update(player, { dt = 0, dts = [dt], n = 1, physics = 'update' }) {
    for (let i = 0; i < n; i++) for (const delta of dts) step(player, delta, physics)
  },
}

function toSetupPose(skeleton: ReferenceSkeleton, which: Op['which']): void {
  if (which !== 'slots') (skeleton.setupPoseBones ?? skeleton.setBonesToSetupPose)?.call(skeleton)
  if (which !== 'bones') (skeleton.setupPoseSlots ?? skeleton.setSlotsToSetupPose)?.call(skeleton)
}

function currentOf(state: ReferenceState, track: number): ReferenceEntry | null {
  return (state.getTrack ?? state.getCurrent)?.call(state, track) ?? null
}

function constraintNamed({ constraints = [] }: ReferenceSkeleton, name: Op['name']) {
  return constraints.find(({ data }) => data.name === name)
}

function constraintPose(skeleton: ReferenceSkeleton, name: Op['name']): object {
  return constraintNamed(skeleton, name)?.pose ?? {}
}

function step(player: Player, seconds: number, physics: PhysicsMode): void {
  const { skeleton, state, nudge, random } = player
  const { module } = player.reference
  const error = () => random() * 2 - 1
  const dt = seconds * (1 + (nudge.steady ? 1 : error()) * nudge.time)
  state.update(nudge.physics ? seconds : dt)
  skeleton.update?.(dt)
  state.apply(skeleton)
  if (nudge.angle !== 0)
    for (const bone of skeleton.bones.map(poseOf)) {
      bone.rotation += error() * nudge.angle * (180 / Math.PI)
      for (const field of ['x', 'y', 'scaleX', 'scaleY'] as const) bone[field] *= 1 + error() * nudge.angle
    }
  skeleton.updateWorldTransform(module.Physics?.[physics])
}

/**
 * Seconds of a slider, degrees of a bone, and parts of a colour, which weights far from 0 … 1 multiply apply after apply. Beyond, the
 * rounding of a float32 shows.
 */
const LATEST = 1e3
const MOST_TURNED = 100 * 360
const BRIGHTEST = 100

/**
 * Whether all values that animations write are finite, and times of sliders, rotations and colours are not too far. 'a mix without
 * length is no number': the runtime multiplies by 0/0 or 1/0, and a constraint of which the position is infinite may still place
 * its bones somewhere.
 */
function isSane(skeleton: ReferenceSkeleton): boolean {
  const { bones, slots } = skeleton
  const poses = [...bones, ...constraintsOf(skeleton)].map((it) => poseOf<object>(it))
  const colors = slots
    .map(poseOf)
    .flatMap(({ color, darkColor }) => (darkColor ? [color, darkColor] : [color]))
  return (
    [...poses, ...colors].every((pose) =>
      Object.values(pose).every((value) => typeof value !== 'number' || Number.isFinite(value)),
    ) &&
    poses.every((pose) => !('time' in pose && Math.abs(Number(pose.time)) > LATEST)) &&
    bones.every((bone) => Math.abs(poseOf(bone).rotation) <= MOST_TURNED) &&
    colors.every(({ r, g, b, a }) => Math.max(...[r, g, b, a].map(Math.abs)) <= BRIGHTEST)
  )
}

function setSkin(
  { skeleton, reference: { module, data } }: Player,
  names: string | readonly string[] | null,
): void {
  const find = (name: string) => {
    const skin = data.findSkin(name)
    if (!skin) throw new Error(`the reference knows no skin "${name}"`)
    return skin
  }
  if (names === null || typeof names === 'string') {
    skeleton.setSkin(names === null ? null : find(names))
    return
  }
  const united = new module.Skin('united')
  for (const name of names) united.addSkin(find(name))
  skeleton.setSkin(united)
}

function readReference(player: Player, withVertices: boolean): Dump {
  const { reference, skeleton } = player
  const { version } = reference
  const { bones, slots } = skeleton
  const order = appliedOf(skeleton.drawOrder).map((slot) => slot.data.index)
  const poses = slots.map((slot) => appliedOf(slot))
  const dump: Dump = {
    bones: bones.flatMap((bone) => (bone.active ? matrixOf(bone) : [0, 0, 0, 0, 0, 0])),
    inactive: bones.flatMap((bone, index) => (bone.active ? [] : [index])),
    attachments: poses.map((pose) => pose.getAttachment()?.name ?? null),
    colors: poses.map(({ color: { r, g, b, a } }) =>
      r === 1 && g === 1 && b === 1 && a === 1 ? 1 : [r, g, b, a],
    ),
    dark: {},
    sequence: {},
    drawOrder: order.every((slot, place) => slot === place) ? null : order,
    bounds: null,
    events: player.events,
  }
  player.events = []
  for (const [index, pose] of poses.entries()) {
    const { darkColor, sequenceIndex } = pose
    if (darkColor && dump.dark) dump.dark[index] = [darkColor.r, darkColor.g, darkColor.b]
    const frames = pose.getAttachment()?.sequence?.regions.length ?? 0
    if (frames > (version === '4.3' ? 1 : 0) && sequenceIndex !== undefined && dump.sequence)
      dump.sequence[index] = sequenceIndex
  }
  if (withVertices) readVertices(dump, reference, skeleton)
  return dump
}

function matrixOf(bone: ReferenceBone): number[] {
  const { a, b, c, d, worldX, worldY } = appliedOf(bone)
  return [a, b, c, d, worldX, worldY]
}

function readVertices(dump: Dump, reference: Reference, skeleton: ReferenceSkeleton): void {
  const { module } = reference
  const vertices: Record<string, number[]> = {}
  const polys: Record<string, number[]> = {}
  const points: Record<string, number[]> = {}
  for (const slot of skeleton.slots) {
    const attachment = appliedOf(slot).getAttachment()
    if (!attachment || !slot.bone.active) continue
    const { index } = slot.data
    if (attachment instanceof module.PointAttachment) points[index] = pointOf(slot.bone, attachment)
    else if (isDrawn(attachment, module)) vertices[index] = verticesOf(attachment, slot, skeleton, reference)
    else polys[index] = verticesOf(attachment, slot, skeleton, reference)
  }
  Object.assign(dump, { vertices, polys, points })
}

function isDrawn(attachment: ReferenceAttachment, module: ReferenceModule): boolean {
  return attachment instanceof module.RegionAttachment || attachment instanceof module.MeshAttachment
}

function verticesOf(
  attachment: ReferenceAttachment,
  slot: ReferenceSlot,
  skeleton: ReferenceSkeleton,
  { module, version }: Reference,
): number[] {
  const out: number[] = []
  if (attachment instanceof module.RegionAttachment) {
    const offsets = attachment.getOffsets?.(appliedOf(slot))
    const rest = offsets === undefined ? [out, 0, 2] : [offsets, out, 0, 2]
    attachment.computeWorldVertices(version === '4.0' ? slot.bone : slot, ...rest)
    return out
  }
  const { MeshAttachment, BoundingBoxAttachment, ClippingAttachment, PathAttachment } = module
  for (const Kind of [MeshAttachment, BoundingBoxAttachment, ClippingAttachment, PathAttachment])
    if (attachment instanceof Kind) {
      const owner = version === '4.3' ? [skeleton, slot] : [slot]
      attachment.computeWorldVertices(...owner, 0, attachment.worldVerticesLength, out, 0, 2)
    }
  return out
}

/** Not asked of the runtime: 'angles of points' of the table. */
function pointOf(
  bone: ReferenceBone,
  { x, y, rotation }: { x: number; y: number; rotation: number },
): number[] {
  const [a, b, c, d, worldX, worldY] = matrixOf(bone)
  const [cos, sin] = [Math.cos((rotation * Math.PI) / 180), Math.sin((rotation * Math.PI) / 180)]
  const turn = Math.atan2(cos * c + sin * d, cos * a + sin * b)
  return [x * a + y * b + worldX, x * c + y * d + worldY, (turn * 180) / Math.PI]
}
