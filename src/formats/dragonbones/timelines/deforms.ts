/** Reads deform keys of meshes. */
import type { DeformTimeline, TimelineModel } from '../../../base/model/animation'
import { BYTES_OF_A_KEY, BYTES_OF_AN_ARRAY } from '../../shared/limits'
import { missing, type ObjectPlace, spend, warnAt } from '../../shared/place'
import { shown } from '../../shared/source-file'
import { eachItem } from '../../shared/values'
import type { Context, MeshOf } from '../context'
import { bindDeltas, checkFinite } from '../geometry'
import { looseInteger, looseList, looseText, numbersIn } from '../values'
import { tweenOf } from './easing'
import { clockOf, curvesOf, framesOf, returns, type Timing, type Track, timesOf, timingOf } from './tracks'

export function readDeforms(
  context: Context,
  animation: ObjectPlace,
  whole: Timing,
  timelines: TimelineModel[],
): void {
  eachItem(looseList(animation, 'ffd'), (entry) => {
    const skin = context.skins.get(looseText(entry, 'skin', '') || 'default')
    const slot = context.slots.get(looseText(entry, 'slot', ''))
    const name = looseText(entry, 'name', '')
    const of = context.meshes.find((one) => one.skin === skin && one.slot === slot && one.mesh.name === name)
    readDeform(context, entry, whole, timelines, of)
  })
}

/** Reads a deform. @param of the mesh of the entry. */
export function readDeform(
  context: Context,
  entry: ObjectPlace,
  whole: Timing,
  timelines: TimelineModel[],
  of: MeshOf | undefined,
): void {
  if (!of) {
    const name = shown(looseText(entry, 'name', ''))
    warnAt(entry, 'name', 'ignored-timeline', `no mesh ${name} can have these keys: they are left out`)
    return
  }
  const timing = timingOf(entry, whole)
  const keys = framesOf(looseList(entry, 'frame'), timing.frames)
  if (keys.length === 0) return
  const track = {
    positions: keys.map(({ position }) => position),
    tweens: keys.map(({ at, length }) => tweenOf(context.easings, at, length)),
    values: [],
    channels: 0,
  }
  const shapesOf = (one: MeshOf) =>
    keys.map(({ at }) => {
      const deltas = numbersIn(looseList(at, missing(at.value.value) ? 'vertices' : 'value'))
      return shapeOf(at, one, deltas, deltas.length > 0 ? looseInteger(at, 'offset', 0) : 0, context.scale)
    })
  timelines.push(...deformTimelines(entry, of, track, shapesOf, timing))
}

/** The deltas of a key from the first nonzero one to the last. */
interface Shape {
  readonly first: number
  readonly deltas: Float32Array
}

export function shapeOf(
  at: ObjectPlace,
  { mesh, binding }: MeshOf,
  deltas: ArrayLike<number>,
  first: number,
  scale: number,
): Shape {
  if (deltas.length === 0) return { first: 0, deltas: new Float32Array(0) }
  spend(at, BYTES_OF_AN_ARRAY + 4 * sizeOf(mesh))
  const full = bindDeltas(binding, deltas, first, scale)
  checkFinite(at, full)
  const from = full.findIndex((delta) => delta !== 0)
  if (from < 0) return { first: 0, deltas: new Float32Array(0) }
  return { first: from, deltas: full.slice(from, full.findLastIndex((delta) => delta !== 0) + 1) }
}

function sizeOf({ bones, vertices, count }: MeshOf['mesh']): number {
  return bones ? (vertices.length / 3) * 2 : count * 2
}

/** Makes the timelines of a mesh and of all meshes that share its points. */
export function deformTimelines(
  at: ObjectPlace,
  of: MeshOf,
  track: Track,
  shapesOf: (one: MeshOf) => Shape[],
  timing: Timing,
): DeformTimeline[] {
  return [of, ...of.followers].map((one) => deformTimeline(at, one, track, shapesOf(one), timing))
}

function deformTimeline(
  at: ObjectPlace,
  { skin, slot, key, mesh }: MeshOf,
  track: Track,
  shapes: readonly Shape[],
  timing: Timing,
): DeformTimeline {
  const { times, keys } = timesOf(at, track.positions, timing, returns(track, timing))
  spend(at, times.length * (BYTES_OF_A_KEY + 16))
  const shown = Array.from(keys, (number) => shapes[number] ?? shapes[0])
  return {
    type: 'deform',
    skin,
    slot,
    key,
    channels: 1,
    times,
    values: new Float64Array(0),
    size: sizeOf(mesh),
    ...curvesOf(track.tweens, keys),
    ...clockOf(at, timing, track),
    offsets: Uint32Array.from(shown, ({ first }) => first),
    deltas: shown.map(({ deltas }) => deltas),
  }
}
