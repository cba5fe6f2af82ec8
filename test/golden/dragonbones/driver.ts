/** Recorded poses of DragonBones armatures: loads, plays and compares them, by the public API. */

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { createWorld } from 'bitecs'
import {
  type AnimationWorld,
  currentEntry,
  despawnSkeleton,
  getAttachment,
  getBone,
  getColorOffset,
  getDrawOrder,
  getEntry,
  getSlotColor,
  getWorldVertices,
  installAnimation,
  loadRig,
  OsteonError,
  play,
  type Rig,
  spawnSkeleton,
} from 'osteon'
import { boneControls } from 'osteon/bone-controls'
import { dragonBones } from 'osteon/formats/dragonbones'
import { plainKernels } from 'osteon/kernels/plain'
import type { AttachmentModel } from 'osteon/model'
import { childOf, nesting } from 'osteon/nesting'
import { runPipeline } from 'osteon/systems'
import { SKIN_FIRST_PASS, SKIN_PASS_WORDS } from '../../../src/rig/attachments/table'
import { clashingSlots, withoutVertices } from '../accidents/clashing-meshes'
import { unflip } from '../accidents/unflipped-surfaces'
import { addFault, type Tally } from '../tally'
import { compareChildren, compareEvents, comparePose, compareScript, type Pose } from './compare'
import { type Adding, addingSlots, addsAlone, addUp, animationOf } from './deforms'
import { type BoundingBoxes, runHits } from './hits'
import { type EventOf, eventsOf, isPlayed, runScript, type Sample, type Script, updateCast } from './script'

interface GoldenAnimation {
  duration: number
  frameCount: number
  playTimes: number
  fadeInTime: number
  scale: number
  frames: Pose[]
  events: EventOf[]
}

interface GoldenArmature {
  bones: string[]
  slots: string[]
  slotParents: string[]
  frameRate: number
  size: number
  setup: Pose
  skins?: Record<string, Pose>
  boundingBoxes?: BoundingBoxes
  animations: Record<string, GoldenAnimation>
}

export interface DragonBonesGolden {
  sample: string
  source: 'json' | 'dbbin'
  runtime: string
  data: { file: string; armatures: Record<string, GoldenArmature> }[]
  scripted?: Script[]
}

type BareRig = Adding & { rig: Rig }

interface Loaded {
  readonly rig: Rig
  readonly frameRate: number
  readonly bare: BareRig | null
  /** Slots, by number in the file. */
  readonly clashing: readonly number[]
}

export function isDragonBonesGolden(content: object): content is DragonBonesGolden {
  return 'sample' in content && 'data' in content && 'runtime' in content
}

export interface DragonBonesFolders {
  goldens: string
  samples: string
  dump?: string
  kernels?: 'wasm' | 'plain'
  /** @default true */
  shortcuts?: boolean
}

interface DragonBonesRow {
  path: string
  cases: number
  tally: Tally
  unsupported: string[]
  refused: OsteonError | null
}

/** Plays one golden and compares. Features refused by name are not compared, and are listed in the row. */
export async function driveDragonBones<R extends DragonBonesRow>(
  row: R,
  golden: DragonBonesGolden,
  options: DragonBonesFolders,
): Promise<R> {
  const folder = sampleFolder(options, row.path, golden.sample)
  const world = installAnimation(createWorld({}), {
    capacity: 16,
    use: [boneControls, nesting],
    shortcuts: options.shortcuts ?? true,
    ...(options.kernels === 'plain' ? { kernels: plainKernels } : {}),
  })
  const unsupported: string[] = []
  const rigs = new Map<string, Loaded>()
  let cases = 0
  const data = []
  for (const entry of golden.data) {
    const armatures: Record<string, object> = {}
    for (const [name, armature] of Object.entries(entry.armatures)) {
      try {
        const rig = await loadArmature(folder, entry.file, name)
        const adding = addingSlots(join(folder, entry.file), rig, name)
        const bare = adding && { ...adding, rig: await loadArmature(folder, entry.file, name, adding.bare) }
        const clashing = bare ? clashingSlots(join(folder, entry.file), name) : []
        rigs.set(name, { rig, frameRate: armature.frameRate, bare, clashing })
        armatures[name] = runArmature(row.tally, world, rig, name, armature, bare)
        cases += 1 + Object.keys(armature.animations).length
      } catch (error) {
        if (!(error instanceof OsteonError)) throw error
        if (error.code !== 'unsupported-feature') return { ...row, refused: error }
        unsupported.push(`armature ${JSON.stringify(name)}: ${error.message}`)
      }
    }
    data.push({ ...entry, armatures })
  }
  const scripted = []
  for (const script of golden.scripted ?? []) {
    const loaded = rigs.get(script.armature)
    if (!loaded || !isPlayed(script)) {
      unsupported.push(loaded ? `script ${script.name}` : 'scripts')
      continue
    }
    const { bare, clashing, frameRate, rig } = loaded
    const run = (one: Rig) => readScript(world, one, script, frameRate)
    const samples = run(rig)
    const isAlone = addsAlone(script)
    if (bare && isAlone) {
      const poses = (list: readonly Sample[]) => list.map(({ pose }) => pose)
      const slots = bare.slots.get(animationOf(script)) ?? new Map()
      const over = (update: number) => script.samples[update - 1].states.some(({ completed }) => completed)
      addUp(poses(samples), poses(run(bare.rig)), slots, rig, over)
    }
    const left = isAlone ? [] : clashing
    const recorded = { ...script, samples: withoutVertices(script.samples, left) }
    compareScript(row.tally, recorded, withoutVertices(samples, left))
    scripted.push({ ...script, samples })
    cases++
  }
  if (options.dump) {
    const target = join(options.dump, row.path)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, gzipSync(JSON.stringify({ ...golden, data, scripted })))
  }
  return { ...row, cases, unsupported: [...new Set(unsupported)], byShare: true }
}

/** Plays a script, and reads its poses. */
export function readScript(world: AnimationWorld, rig: Rig, script: Script, frameRate: number): Sample[] {
  return runScript(world, rig, script, frameRate, (eid) =>
    unflip(readPose(world, eid, rig), world, eid, rig, fileOrder(rig)),
  )
}

function sampleFolder({ goldens, samples }: DragonBonesFolders, path: string, sample: string): string {
  const places = [
    join(samples, dirname(path), sample),
    join(samples, basename(goldens), dirname(path), sample),
  ]
  const found = places.find((place) => existsSync(place))
  if (found) return found
  throw new Error(`${path}: there is no ${places.join(', nor ')}`)
}

/** By slot: the alphas of slots and bones that the file gives them, which are one with their colours' here. */
const stillAlphas = new WeakMap<Rig, Map<string, number>>()

interface Faded {
  name: string
  parent?: string
  alpha?: number
}

function alphasOf(path: string, armature: string): Map<string, number> {
  const file = path.endsWith('.json') ? JSON.parse(readFileSync(path, 'utf8')) : { armature: [] }
  const { bone = [], slot = [] }: { bone?: Faded[]; slot?: Faded[] } =
    file.armature.find((one: { name: string }) => one.name === armature) ?? {}
  const bones = new Map(bone.map((one) => [one.name, one]))
  const alphaOf = ({ alpha = 1, parent = '' }: Faded): number => {
    const above = bones.get(parent)
    return alpha * (above ? alphaOf(above) : 1)
  }
  return new Map(slot.map((one) => [one.name, alphaOf(one)]))
}

export async function loadArmature(
  folder: string,
  file: string,
  armature: string,
  content?: Uint8Array,
): Promise<Rig> {
  const { atlas, pages } = atlasOf(folder, file)
  const rig = await loadRig(content ?? new Uint8Array(readFileSync(join(folder, file))), atlas, {
    ...{ readers: [dragonBones], armature, name: file, images: false, pages, warn: () => {} },
  })
  stillAlphas.set(rig, alphasOf(join(folder, file), armature))
  return rig
}

/** The atlas that lies beside a skeleton: named as it is, or the only one. */
function atlasOf(
  folder: string,
  file: string,
): { atlas: Uint8Array | null; pages: Record<string, Uint8Array> } {
  const names = readdirSync(folder).filter((name) => /tex.*\.json$/.test(name))
  const own = names.find((name) => name === file.replace(/_ske\.(json|dbbin)$/, '_tex.json')) ?? names[0]
  if (own === undefined) return { atlas: null, pages: {} }
  const atlas = new Uint8Array(readFileSync(join(folder, own)))
  const { imagePath } = JSON.parse(new TextDecoder().decode(atlas))
  const image = join(folder, imagePath)
  return { atlas, pages: existsSync(image) ? { [imagePath]: new Uint8Array(readFileSync(image)) } : {} }
}

function runArmature(
  tally: Tally,
  world: AnimationWorld,
  rig: Rig,
  name: string,
  golden: GoldenArmature,
  adding: BareRig | null,
): object {
  const { bones, slots, size } = golden
  same(tally, `${name} bones`, bones, rig.bones.names)
  const slotNames = fileOrder(rig).map((slot) => rig.slots.names[slot])
  same(tally, `${name} slots`, slots, slotNames)
  const read = (skin?: string) => {
    const eid = spawnSkeleton(world, rig, skin === undefined ? {} : { skin })
    advance(world, 0)
    const pose = readPose(world, eid, rig)
    despawnSkeleton(world, eid)
    return pose
  }
  const setup = read()
  comparePose(tally, golden.setup, setup, size, `${name} setup`)
  compareChildren(tally, golden.setup, setup, size, `${name} setup`)
  const { boundingBoxes } = golden
  const hits = boundingBoxes && { boundingBoxes: runHits(tally, world, rig, boundingBoxes, size, name) }
  const skins: Record<string, Pose> = {}
  for (const [skin, pose] of Object.entries(golden.skins ?? {})) {
    skins[skin] = read(skin)
    comparePose(tally, pose, skins[skin], size, `${name} skin ${skin}`)
  }
  const animations: Record<string, object> = {}
  for (const [animation, recorded] of Object.entries(golden.animations)) {
    const number = rig.animationIndex.get(animation)
    if (number === undefined) {
      addFault(tally, 'missing', `${name}/${animation}`, 'there is no such animation')
      continue
    }
    const { duration, playback } = rig.animations[number]
    const { playTimes, fadeInTime, scale } = playback ?? {
      playTimes: 1,
      fadeInTime: 0,
      scale: 1,
    }
    same(tally, `${name}/${animation} playTimes`, recorded.playTimes, playTimes)
    const times = sampleTimes(duration, recorded.frames)
    const { events, frames } = playFrames(world, rig, animation, times, name)
    const sums = adding?.slots.get(animation)
    if (adding && sums) {
      const bare = playFrames(world, adding.rig, animation, times, name)
      addUp(frames.slice(1), bare.frames.slice(1), sums, rig)
    }
    compareEvents(tally, recorded.events, events, `${name}/${animation}`)
    recorded.frames.forEach((pose, i) => {
      comparePose(tally, pose, frames[i], size, `${name}/${animation} #${i}`)
      compareChildren(tally, pose, frames[i], size, `${name}/${animation} #${i}`)
    })
    const frameCount = Math.round((duration / scale) * golden.frameRate)
    animations[animation] = {
      duration: duration / scale,
      frameCount,
      playTimes,
      fadeInTime,
      scale,
      frames,
      events,
    }
  }
  const slotParents = fileOrder(rig).map((slot) => rig.bones.names[rig.slots.bone[slot]])
  const { frameRate } = golden
  return {
    bones: rig.bones.names,
    slots: slotNames,
    slotParents,
    frameRate,
    setup,
    skins,
    ...hits,
    animations,
  }
}

/** Recorded times are rounded; these are the exact ones. */
function sampleTimes(duration: number, frames: readonly Pose[]): number[] {
  return frames.map(({ t = 0 }, i) => {
    if (duration === 0) return t
    if (i === 0) return 0
    return i === frames.length - 1 ? 1.1837 * duration : ((i - 1 + 0.37) / 12) * duration
  })
}

/** The first sample is that of a skeleton of its own. */
function playFrames(
  world: AnimationWorld,
  rig: Rig,
  animation: string,
  times: readonly number[],
  armature: string,
): { events: EventOf[]; frames: Pose[] } {
  const still = spawnSkeleton(world, rig)
  play(world, still, animation)
  advance(world, 0)
  const frames = [{ ...readPose(world, still, rig), t: times[0] }]
  const events: EventOf[] = []
  despawnSkeleton(world, still)
  const eid = spawnSkeleton(world, rig)
  const cast = [eid]
  updateCast(world, cast)
  play(world, eid, animation)
  let time = 0
  for (const t of times.slice(1)) {
    advance(world, t - time)
    time = t
    for (const event of eventsOf(world, cast, armature)) events.push({ sample: frames.length, ...event })
    updateCast(world, cast)
    frames.push({ ...readPose(world, eid, rig), t })
  }
  despawnSkeleton(world, eid)
  return { events, frames }
}

function advance(world: AnimationWorld, delta: number): void {
  world.time.delta = delta
  runPipeline(world)
}

function same(tally: Tally, place: string, expected: unknown, found: unknown): void {
  if (JSON.stringify(expected) !== JSON.stringify(found))
    addFault(
      tally,
      'mismatches',
      place,
      `expected ${JSON.stringify(expected)}, found ${JSON.stringify(found)}`,
    )
}

/**
 * The pose in the golden's words: y down.
 *
 * @param space from the world to the armature's own space.
 */
function readPose(world: AnimationWorld, eid: number, rig: Rig, space: Six = [1, 0, 0, 1, 0, 0]): Pose {
  const { bones, slots } = rig
  const b = bones.names.map((_, bone) => multiply(space, downward(getBone(world, eid, bone))))
  const o = [...getDrawOrder(world, eid)]
  const pose: Pose = { b, o, s: [], m: {}, v: {}, c: {} }
  for (let slot = 0; slot < slots.count; slot++) {
    const attachment = getAttachment(world, eid, slot)
    const [r, g, blue, a] = getSlotColor(world, eid, slot)
    const [or, og, ob, oa] = [...(getColorOffset(world, eid, slot) ?? [0, 0, 0, 0])].map((part) => part * 255)
    const plain = [r, g, blue, a].every((part) => part === 1) && [or, og, ob, oa].every((part) => part === 0)
    const looks = looksOf(world, eid, rig, slot, a, o.indexOf(slot))
    const shown = [displayOf(rig, slot, attachment), BLENDS[slots.blend[slot]]]
    const row = [...shown, looks.place, looks.depth, looks.global]
    const bare = [looks.own, r, g, blue, oa, or, og, ob]
    pose.s.push(plain || isPlain(bare) ? row : [...row, ...bare])
    if (attachment?.type === 'armature') {
      const place = multiply(b[slots.bone[slot]], downwardPlace(attachment.place))
      pose.m[slot] = place
      const child = childOf(world, eid, slot)
      if (child !== null) pose.c[slot] = readChild(world, child, rig, attachment.armature, [space, place])
    }
    if (attachment?.type !== 'region' && attachment?.type !== 'mesh') continue
    const points = [...(getWorldVertices(world, eid, slot) ?? [])].map((v, i) => (i & 1 ? -v : v))
    const vertices = points.flatMap((x, i) => (i & 1 ? [] : apply(space, x, points[i + 1])))
    if (attachment.type === 'mesh') pose.v[slot] = vertices
    const { place } = attachment
    if (!place) continue
    const on = isBent(rig, attachment) ? bentMatrix(rig, attachment, vertices) : b[slots.bone[slot]]
    const matrix = multiply(on, downwardPlace(place))
    // Where the image is not there, nothing has its size.
    const drawn = attachment.type === 'region' && vertices.length > 0
    const pivot = drawn ? apply(inverse(matrix), vertices[2], vertices[3]).map((v) => -v) : []
    pose.m[slot] = [...matrix, ...pivot]
  }
  return inFileOrder(pose, rig)
}

/** Where depths are keyed, slots lie sorted in the rig: their numbers, by their numbers in the file. */
function fileOrder({ rows: { looks, setup }, slots }: Rig): number[] {
  const all = [...Array(slots.count).keys()]
  if (!looks || looks.depth < 0) return all
  return all.sort((a, b) => setup[looks.place + a] - setup[looks.place + b])
}

/** A pose with the numbers that slots have in the file. */
function inFileOrder(pose: Pose, rig: Rig): Pose {
  const order = fileOrder(rig)
  const renamed = <Value>(record: Record<string, Value>) =>
    Object.fromEntries(
      order.flatMap((slot, number) => (slot in record ? [[number, record[slot]]] : [])),
    ) as Record<string, Value>
  return {
    ...pose,
    o: pose.o.map((slot) => order.indexOf(slot)),
    s: order.map((slot) => pose.s[slot]),
    m: renamed(pose.m),
    v: renamed(pose.v),
    c: renamed(pose.c),
  }
}

/** Of a slot: its depth and its place before that, its alpha by bones and itself, and the rest of the alpha that it shows. */
function looksOf(world: AnimationWorld, eid: number, rig: Rig, slot: number, shown: number, place: number) {
  const { looks } = rig.rows
  const still = stillAlphas.get(rig)?.get(rig.slots.names[slot]) ?? 1
  if (!looks) return { depth: 0, global: still, own: shown / still, place }
  const { arena, blocks, skeletons } = world.animation
  const chunk = blocks.chunks[skeletons.chunk[eid]]
  if (!chunk) throw new Error('no chunk')
  const seat = skeletons.seat[eid]
  const local = chunk.words + (seat >> 2) * chunk.layout.stride + (seat & 3) + chunk.layout.local
  const rowOf = (row: number) => arena.f32[local + row * 4]
  const own = looks.ownAlpha[slot] < 0 ? null : rowOf(looks.ownAlpha[slot])
  return {
    depth: looks.depth < 0 ? 0 : rowOf(looks.depth + slot),
    place: looks.depth < 0 ? place : rowOf(looks.place + slot),
    global: own === null ? still : shown / own,
    own: own ?? shown / still,
  }
}

function isPlain(colors: readonly number[]): boolean {
  return colors.every((value, i) => value === (i < 4 ? 1 : 0))
}

function readChild(
  world: AnimationWorld,
  eid: number,
  { nested }: Rig,
  armature: string,
  [space, place]: [Six, Six],
): Pose['c'][string] {
  const rig = nested.get(armature)
  if (!rig) throw new Error(`no armature ${armature}`)
  const entry = currentEntry(world, eid, 0)
  const { animation, animationTime } =
    entry === 0 ? { animation: null, animationTime: 0 } : getEntry(world, entry)
  const pose = readPose(world, eid, rig, multiply(inverse(place), space))
  return { armature, animation, time: animationTime, pose }
}

/** Whether a surface puts it elsewhere than its bone is. */
function isBent({ attachments, bent }: Rig, attachment: AttachmentModel): boolean {
  return bent !== null && bent.by[attachments.models.indexOf(attachment)] >= 0
}

/** From a bone's space to the armature's: the matrix that turns an image's corners into its vertices. */
function bentMatrix({ attachments, image }: Rig, attachment: AttachmentModel, vertices: number[]): number[] {
  const { words } = image()
  const first = attachments.skin[attachments.models.indexOf(attachment)] + SKIN_FIRST_PASS + SKIN_PASS_WORDS
  const [x0, y0, x1, y1, x2, y2] = Array.from(new Float32Array(words.buffer, 4 * first, 6), (v, i) =>
    i & 1 ? -v : v,
  )
  const [u0, v0, u1, v1, u2, v2] = vertices
  const corners = [x1 - x0, y1 - y0, x2 - x1, y2 - y1, x1, y1]
  return multiply([u1 - u0, v1 - v0, u2 - u1, v2 - v1, u1, v1], inverse(corners))
}

const BLENDS = ['normal', 'add', 'multiply', 'screen', 'erase']

function displayOf({ keys, attachments, skins }: Rig, slot: number, attachment: object | null): number {
  if (attachment === null) return -1
  for (const { entries } of skins)
    for (const [entry, number] of entries)
      if (Math.floor(entry / keys.length) === slot && attachments.models[number] === attachment)
        return Number(keys[entry % keys.length])
  return -1
}

export type Six = readonly number[]

/** From a, b, c, d, x, y of `getBone`, where (a, c) is the x axis and y points up. */
export function downward([a, b, c, d, x, y]: ArrayLike<number> & Iterable<number>): number[] {
  return [a, -c, -b, d, x, -y].map((value) => value + 0)
}

interface Place {
  x: number
  y: number
  rotation: number
  shearY: number
  scaleX: number
  scaleY: number
}

export function downwardPlace({ x, y, rotation, shearY, scaleX, scaleY }: Place): number[] {
  const angle = rotation + shearY
  return downward([
    Math.cos(rotation) * scaleX,
    -Math.sin(angle) * scaleY,
    Math.sin(rotation) * scaleX,
    Math.cos(angle) * scaleY,
    x,
    y,
  ])
}

export function multiply([a, b, c, d, x, y]: Six, [a2, b2, c2, d2, x2, y2]: Six): number[] {
  return [
    ...[a * a2 + c * b2, b * a2 + d * b2, a * c2 + c * d2, b * c2 + d * d2],
    ...[a * x2 + c * y2 + x, b * x2 + d * y2 + y],
  ]
}

export function inverse([a, b, c, d, x, y]: Six): number[] {
  const over = 1 / (a * d - b * c)
  return [d * over, -b * over, -c * over, a * over, (c * y - d * x) * over, (b * x - a * y) * over]
}

export function apply([a, b, c, d, tx, ty]: Six, x: number, y: number): [number, number] {
  return [a * x + c * y + tx, b * x + d * y + ty]
}
