/** Spine skeletons and DragonBones armatures that stand behind each other in turn, of the project's own artwork. */
import { type AnimationWorld, createAssets, loadRig, loadRigs, play, type Rig, spawnSkeleton } from 'osteon'
import { VISIBILITY } from 'osteon/components'
import { dragonBones } from 'osteon/formats/dragonbones'
import { spineJson } from 'osteon/formats/spine-json'
import { runPipeline } from 'osteon/systems'

const SKELETON = new URL('../../../../demo/assets/badger.json', import.meta.url)
const ATLAS = new URL('../../../../demo/assets/badger.atlas', import.meta.url)
const PAGE = new URL('../../../../demo/assets/badger.png', import.meta.url)

/** Its side in pixels; the width of its view in world units. */
export const MIXED_SIZE = 256
const WIDE = 3200

export const MIXED_VIEW = { x: 0, y: 200, width: WIDE, height: WIDE }

/** `plain` and `shade` are armatures of one file; the uppermost slot of `shade` multiplies. */
type Kind = 'badger' | 'plain' | 'shade'

export type MixedRigs = Readonly<Record<Kind, Rig>>

/** One of the crowd. */
interface Standing {
  kind: Kind
  /** Which of `PHASES`. */
  phase: number
  x: number
  y: number
}

/** Seconds at which they stand still. */
const PHASES = [0.07, 0.19, 0.31, 0.43]

export async function loadMixed(): Promise<MixedRigs> {
  const assets = createAssets()
  const image = await (await fetch(PAGE)).blob()
  const atlas = await (await fetch(ATLAS)).text()
  const badger = await loadRig(SKELETON, atlas, {
    ...{ readers: [spineJson], assets, name: 'badger', pages: { 'badger.png': image }, filter: 'linear' },
  })
  const armatures = await loadRigs(puppets(), texturesOf(atlas), {
    ...{ readers: [dragonBones], assets, pages: { 'badger.png': image } },
  })
  const [plain, shade] = [...armatures.values()]
  return { badger, plain, shade }
}

/** A DragonBones atlas of the upright regions of the page. */
function texturesOf(text: string): string {
  const { pages, regions } = spineJson.readAtlas(text, { source: 'badger.atlas' })
  const [{ width, height }] = pages
  const SubTexture = regions
    .filter(({ rotate, name }) => rotate === 0 && name.startsWith('coal/'))
    .slice(0, 3)
    .map(({ x, y, width, height }, i) => ({ name: `part${i}`, x, y, width, height }))
  return JSON.stringify({ name: 'puppets', imagePath: 'badger.png', width, height, SubTexture })
}

function puppets(): object {
  const parts = [0, 1, 2]
  const transform = { y: -120 }
  const nod = { name: 'nod', duration: 24, playTimes: 0 }
  const rotateFrame = [
    { duration: 12, tweenEasing: 0 },
    { duration: 12, tweenEasing: 0, rotate: 60 },
    { duration: 0 },
  ]
  const armature = (name: string, blendMode: string) => ({
    name,
    bone: [
      { name: 'root' },
      ...parts.map((i) => ({ name: `bone${i}`, parent: i === 0 ? 'root' : `bone${i - 1}`, transform })),
    ],
    slot: parts.map((i) => ({
      ...{ name: `slot${i}`, parent: `bone${i}` },
      ...(i === 1 ? { color: { gO: 40, bO: -60, aM: 80 } } : {}),
      ...(i === 2 ? { blendMode } : {}),
    })),
    skin: [{ slot: parts.map((i) => ({ name: `slot${i}`, display: [{ name: `part${i}` }] })) }],
    animation: [{ ...nod, bone: parts.map((i) => ({ name: `bone${i}`, rotateFrame })) }],
  })
  return {
    ...{ name: 'puppets', version: '5.5', frameRate: 24 },
    armature: [armature('plain', 'add'), armature('shade', 'multiply')],
  }
}

/** From back to front: Spine, DragonBones, Spine, … @param shadeEvery so many armatures, one multiplies; 0 = none. */
export function mixedCrowd(count: number, shadeEvery: number): Standing[] {
  return Array.from({ length: 2 * count }, (_, i) => {
    const multiplies = shadeEvery > 0 && (i >> 1) % shadeEvery === 0
    const kind = i % 2 === 0 ? 'badger' : multiplies ? 'shade' : 'plain'
    // Golden angle: nobody stands where another does.
    const [angle, distance] = [i * 2.39996, WIDE * 0.45 * Math.sqrt((i + 1) / (2 * count))]
    return {
      kind,
      phase: (i >> 1) % PHASES.length,
      x: Math.cos(angle) * distance,
      y: Math.sin(angle) * distance,
    }
  })
}

function stand(world: AnimationWorld, rigs: MixedRigs, { kind, phase }: Standing): number {
  const eid = spawnSkeleton(world, rigs[kind])
  const animation = kind === 'badger' ? 'walk' : 'nod'
  play(world, eid, animation, { loop: true, mix: 0, trackTime: PHASES[phase] })
  return eid
}

/** All at once. Skeletons of a kind are made one after the other, so their age says nothing about their order. */
export function showCrowd(world: AnimationWorld, rigs: MixedRigs, crowd: readonly Standing[]): void {
  const { Transform, SortKey } = world.components
  for (const kind of ['shade', 'badger', 'plain'])
    crowd.forEach((one, i) => {
      if (one.kind !== kind) return
      const eid = stand(world, rigs, one)
      Transform.x[eid] = one.x
      Transform.y[eid] = one.y
      SortKey.value[eid] = i
    })
  world.time.delta = 0
  runPipeline(world)
}

/** One after the other, each alone: `drawOne` draws the world. */
export function showAlone(
  world: AnimationWorld,
  rigs: MixedRigs,
  crowd: readonly Standing[],
  drawOne: () => void,
): void {
  const { Transform, Visibility } = world.components
  const made = new Map<string, number>()
  for (const one of crowd) {
    const name = `${one.kind} ${one.phase}`
    if (!made.has(name)) made.set(name, stand(world, rigs, one))
  }
  world.time.delta = 0
  runPipeline(world)
  for (const one of crowd) {
    const shown = made.get(`${one.kind} ${one.phase}`) ?? 0
    for (const eid of made.values())
      Visibility.level[eid] = eid === shown ? VISIBILITY.full : VISIBILITY.noVertices
    Transform.x[shown] = one.x
    Transform.y[shown] = one.y
    runPipeline(world)
    drawOne()
  }
}

/** A canvas and its context, whose draw calls are counted. */
export function countedContext(): { gl: WebGLRenderingContext; calls: () => number } {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = MIXED_SIZE
  const gl = canvas.getContext('webgl', { antialias: false, preserveDrawingBuffer: true })
  if (!gl) throw new Error('this browser has no WebGL')
  let calls = 0
  const original = gl.drawElements.bind(gl)
  gl.drawElements = (...rest) => {
    calls++
    original(...rest)
  }
  return { gl, calls: () => calls }
}

export function pixelsOf(gl: WebGLRenderingContext): Uint8Array {
  const bytes = new Uint8Array(MIXED_SIZE * MIXED_SIZE * 4)
  gl.readPixels(0, 0, MIXED_SIZE, MIXED_SIZE, gl.RGBA, gl.UNSIGNED_BYTE, bytes)
  return bytes
}
