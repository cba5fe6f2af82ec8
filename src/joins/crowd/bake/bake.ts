/** Bakes animations into tables. */
import { listNames, OsteonError, refuseUnknown } from '../../../base/errors'
import type { NameOf, RigNames } from '../../../base/model/names'
import { ATTACHMENT_KIND } from '../../../rig/attachments/table'
import type { Rig } from '../../../rig/rig'
import { blendState } from '../../../streams/shown'
import type { KernelSource } from '../../../world/kernels'
import { checkMotion, type RootMotion } from '../../moving-bones/options'
import { rigPrint } from '../../save/rig-print'
import { type BakedTable, STAYS, TABLE_VERSION, type TableLoss, type TableParts } from '../table/table'
import { chooseFrames } from './frames'
import { mergeLayouts, type Part } from './parts'
import { createPoser, type Layout, type Poser } from './poses'
import { boxOf, writeAnimation } from './write'

/** How to bake. */
export interface BakeOptions<
  Skin extends string = string,
  Animation extends string = string,
  Bone extends string = string,
> {
  /** One table is made for each: a skin's name, several to combine in order, or null for none. @default [null] */
  skins?: readonly (Skin | readonly Skin[] | null)[]
  /** Names of animations. @default all animations of the rig */
  animations?: readonly Animation[]
  /**
   * Pixels by which vertices may be off between two frames. There are as many frames as this needs: few where an
   * animation rests, many where it is quick, two at the same time where it jumps. @default 0.5
   */
  slack?: number
  /** Pixels per world unit where figures are drawn largest. @default 1 */
  scale?: number
  /**
   * The bone whose travel moves the figures' `Transform`, as `rootMotion` of `osteon/root-motion` moves a skeleton's. The
   * table then holds the vertices without that travel, and worlds need the extension `rootMotions`.
   *
   * @default none: the travel is in the vertices
   */
  rootMotion?: RootMotion<Bone>
  /** The kernels to run, as for `installAnimation`. @default WebAssembly */
  kernels?: KernelSource
}

const OPTIONS = ['skins', 'animations', 'slack', 'scale', 'rootMotion', 'kernels']
/** Vertex numbers have 16 bits. */
const MOST_VERTICES = 65_534

/**
 * Bakes animations of a rig into tables, one for each skin. It runs the animations in a world of its own, so it may be
 * called anywhere: in a worker, or before the game. A figure's place, tint and flips are its own; what a table lacks is
 * listed in `BakedTable.lost`.
 *
 * A figure stands still at a frame, and its vertices are interpolated between two frames. Attachments, draw orders and
 * colours change at frames.
 *
 * @throws OsteonError `unknown-skin`, `unknown-animation`, `unknown-bone`, `bad-option`; `unsupported-feature` for a rig that shows
 *   others in its slots; `too-large` for more vertices than 16 bits can number, `no-kernels`, `out-of-memory`.
 */
export function bakeTables<N extends RigNames, S extends string, A extends string, B extends string>(
  rig: Rig<N>,
  options: BakeOptions<NameOf<N['skins'], S>, NameOf<N['animations'], A>, NameOf<N['bones'], B>> = {},
): BakedTable[] {
  refuseUnknown(options, OPTIONS, 'bake')
  const { skins = [null], slack = 0.5, scale = 1, kernels } = options
  const animations: readonly string[] = options.animations ?? [...rig.animationIndex.keys()]
  for (const [name, value] of Object.entries({ slack, scale }))
    if (!(value > 0 && Number.isFinite(value)))
      throw new OsteonError('bad-option', 'bake', name, `expected a number above 0, got ${value}`)
  for (const name of animations)
    if (!rig.animationIndex.has(name)) {
      const message = `"${rig.name}" has no animation ${JSON.stringify(name)}; it has ${listNames(rig.animationIndex.keys())}`
      throw new OsteonError('unknown-animation', 'bake', 'animations', message)
    }
  if (rig.nested.size > 0)
    throw new OsteonError('unsupported-feature', rig.name, 'nested', 'it shows other armatures in its slots')
  const lists = skins.map((skin) => (skin === null ? [] : typeof skin === 'string' ? [skin] : [...skin]))
  for (const name of lists.flat())
    if (!rig.skinIndex.has(name)) {
      const message = `"${rig.name}" has no skin ${JSON.stringify(name)}; it has ${listNames(rig.skinIndex.keys())}`
      throw new OsteonError('unknown-skin', 'bake', 'skins', message)
    }
  const { rootMotion } = options
  const motion =
    rootMotion === undefined ? STAYS : checkMotion(rig, rootMotion, 'bake', (bone) => boneNumber(rig, bone))
  return lists.map((list) => bakeOne(createPoser(rig, list, motion, kernels), animations, slack / scale))
}

function boneNumber({ bones, name }: Rig, bone: string | number): number {
  const number = typeof bone === 'string' ? bones.index.get(bone) : bone
  if (number !== undefined && bones.names[number] !== undefined) return number
  const message = `"${name}" has no bone ${JSON.stringify(bone)}; it has ${listNames(bones.names)}`
  throw new OsteonError('unknown-bone', 'bake', 'bone', message)
}

function bakeOne(poser: Poser, animations: readonly string[], slack: number): BakedTable {
  const { motion, rig, skins } = poser
  const baked = animations.map((name) => {
    const { duration } = rig.animations[rig.animationIndex.get(name) as number]
    return { name, duration, frames: chooseFrames(poser, name, duration, slack) }
  })
  const { parts, of } = mergeLayouts([...poser.layouts.values()])
  const box = boxOf(baked.map(({ frames }) => frames))
  const columns = columnsOf(rig, parts)
  const placeOf = new Map(parts.map((part, i) => [part, i]))
  const numbers = new Map<Layout, number[]>(
    [...of].map(([layout, own]) => [layout, own.map((part) => placeOf.get(part) as number)]),
  )
  return {
    version: TABLE_VERSION,
    rig: rig.name,
    print: rigPrint(rig),
    skins,
    slack,
    ...box,
    motion,
    parts: columns,
    ...shapeOf(rig, parts, columns),
    animations: baked.map(({ name, duration, frames }) =>
      writeAnimation(name, duration, frames, numbers, columns, box),
    ),
    lost: [...clippingOf(rig), ...physicsOf(rig)],
  }
}

function columnsOf({ attachments, slots }: Rig, parts: readonly Part[]): TableParts {
  const { page, pageStart, indices } = attachments
  const count = parts.length
  const vertex = new Uint32Array(count + 1)
  const index = new Uint32Array(count + 1)
  parts.forEach(({ shown }, i) => {
    vertex[i + 1] = vertex[i] + shown.vertices
    index[i + 1] = index[i] + indices[shown.attachment]
  })
  if (vertex[count] > MOST_VERTICES)
    throw new OsteonError('too-large', 'bake', 'animations', `${vertex[count]} vertices of one table`)
  return {
    count,
    slot: Uint16Array.from(parts, ({ shown }) => shown.slot),
    attachment: Uint16Array.from(parts, ({ shown }) => shown.attachment),
    page: Uint16Array.from(parts, ({ shown }) => page[pageStart[shown.attachment] + shown.frame]),
    blend: Uint8Array.from(parts, ({ shown }) => blendState(slots.blend[shown.slot])),
    mode: Uint16Array.from(parts, ({ shown }) => shown.mode),
    vertex,
    index,
  }
}

/** Returns texture coordinates and triangles of all parts. */
function shapeOf({ attachments, image }: Rig, parts: readonly Part[], { vertex, index }: TableParts) {
  const { words } = image()
  const floats = new Float32Array(words.buffer, words.byteOffset, words.length)
  const uvs = new Float32Array(2 * vertex[parts.length])
  const triangles = new Uint16Array(index[parts.length])
  parts.forEach(({ shown: { attachment, frame, vertices } }, i) => {
    const from = attachments.uvs[attachment] + frame * vertices * 2
    uvs.set(floats.subarray(from, from + 2 * vertices), 2 * vertex[i])
    const first = attachments.triangles[attachment]
    for (let corner = 0; corner < attachments.indices[attachment]; corner++)
      triangles[index[i] + corner] = vertex[i] + words[first + corner]
  })
  return { uvs, triangles }
}

function physicsOf({ constraints, name }: Rig): TableLoss[] {
  const swinging = constraints.models.filter(({ type }) => type === 'physics').map((model) => model.name)
  if (swinging.length === 0) return []
  return [{ what: 'physics', message: `physics of "${name}" do not move: ${listNames(swinging)}` }]
}

function clippingOf({ attachments: { kind, models }, name }: Rig): TableLoss[] {
  const clips = models.filter((_, i) => kind[i] === ATTACHMENT_KIND.clipping).map((model) => model.name)
  if (clips.length === 0) return []
  return [{ what: 'clipping', message: `slots that "${name}" clips are drawn whole: ${listNames(clips)}` }]
}
