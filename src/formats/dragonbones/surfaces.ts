/** Reads surfaces, bones that are lattices, and the keys of their vertices. */
import type { SurfaceTimeline, TimelineModel } from '../../base/model/animation'
import type { SurfaceModel } from '../../base/model/constraint'
import { fail, missing, type ObjectPlace, spend, warnAt } from '../shared/place'
import { shown } from '../shared/source-file'
import { bounded } from '../shared/values'
import { verticesBlock } from './binary-geometry'
import type { Context } from './context'
import { MOST_SURFACE_VERTICES } from './limits'
import { tweenOf } from './timelines/easing'
import { curveKeys, framesOf, type Timing, type Track, timingOf } from './timelines/tracks'
import { looseEnum, looseInteger, looseList, looseText, numbersIn } from './values'

/** Half the width and half the height of a lattice in its own space. */
const HALF = 200
/** Bytes of a vertex: its rows, its keys, and its place in the world. */
const BYTES_OF_A_VERTEX = 300

export function isSurface(at: ObjectPlace): boolean {
  return looseEnum(at, 'type', { bone: 0, surface: 1 }, 'bone') === 'surface'
}

/** Adds the surface of a bone whose parent is already in the model. */
export function addSurface({ blocks, model, scale, surfaces }: Context, at: ObjectPlace, bone: number): void {
  const columns = bounded(looseInteger(at, 'segmentX', 0), at, 'segmentX', 1, MOST_SURFACE_VERTICES)
  const rows = bounded(looseInteger(at, 'segmentY', 0), at, 'segmentY', 1, MOST_SURFACE_VERTICES)
  const count = (columns + 1) * (rows + 1)
  let all = count
  for (const surface of surfaces.values()) all += surface.vertices.length / 2
  if (all > MOST_SURFACE_VERTICES)
    fail(at, undefined, 'too-large', `surfaces of more than ${MOST_SURFACE_VERTICES} vertices`)
  spend(at, count * BYTES_OF_A_VERTEX)
  const given =
    blocks !== null && !missing(at.value.offset)
      ? verticesBlock(blocks, at)
      : numbersIn(looseList(at, 'vertices'))
  if (given.length !== 2 * count)
    fail(at, 'vertices', 'bad-vertices', `expected ${2 * count} numbers, got ${given.length}`)
  const vertices = Float32Array.from(given, (value, i) => (i & 1 ? -value : value) * scale + 0)
  const { name } = model.bones[bone]
  surfaces.set(bone, {
    type: 'surface',
    name,
    skinRequired: false,
    bone,
    children: [],
    columns,
    rows,
    vertices,
    half: HALF * scale,
  })
}

/** Reads keys of a surface's vertices. A key adds to some vertices and does not move the others. */
export function readSurfaceKeys(
  context: Context,
  entry: ObjectPlace,
  animation: Timing,
  timelines: TimelineModel[],
): void {
  const { bones, easings, surfaces } = context
  const name = looseText(entry, 'name', '')
  const surface = surfaces.get(bones.get(name) ?? -1)
  if (!surface) {
    warnAt(entry, 'name', 'ignored-timeline', `there is no surface ${shown(name)}: its keys are left out`)
    return
  }
  const timing = timingOf(entry, animation)
  const keys = framesOf(looseList(entry, 'frame'), timing.frames)
  if (keys.length === 0) return
  const channels = surface.vertices.length
  spend(entry, 8 * keys.length * channels)
  const values = new Float64Array(keys.length * channels)
  keys.forEach(({ at }, key) => {
    const deltas = numbersIn(looseList(at, missing(at.value.value) ? 'vertices' : 'value'))
    const first = deltas.length > 0 ? looseInteger(at, 'offset', 0) : 0
    if (first < 0 || first + deltas.length > channels)
      fail(at, 'value', 'bad-vertices', `numbers ${first} to ${first + deltas.length}, of ${channels}`)
    values.set(deltas, key * channels + first)
  })
  const track = {
    positions: keys.map(({ position }) => position),
    tweens: keys.map(({ at, length }) => tweenOf(easings, at, length)),
    values,
    channels,
  }
  timelines.push(surfaceTimeline(context, entry, surface, track, timing))
}

/** Makes the timeline. @param track keys of the addends to each coordinate. */
export function surfaceTimeline(
  { model, scale }: Context,
  at: ObjectPlace,
  surface: SurfaceModel,
  track: Track,
  timing: Timing,
): SurfaceTimeline {
  const { channels } = track
  const factors = Array.from({ length: channels }, (_, i) => [i, i & 1 ? -scale : scale] as const)
  return {
    type: 'surface',
    constraint: model.constraints.indexOf(surface),
    bone: surface.bone,
    channels,
    ...curveKeys(at, track, timing, factors),
  }
}
