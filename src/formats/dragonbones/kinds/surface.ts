/** The constraint kind of DragonBones' surfaces: bones that are lattices. */
import type { SurfaceTimeline } from '../../../base/model/animation'
import type { SurfaceModel } from '../../../base/model/constraint'
import { INHERIT_FLAG, INHERIT_FLAGS } from '../../../base/model/skeleton'
import { type ConstraintKind, type Emitter, type ProgramInput, touched } from '../../../rig/constraints/kind'
import { localOffset, worldOffset } from '../../../rig/program/ops'
import { floatWord } from '../../../rig/program/writer'
import { solveSurface } from './solve-surface'

export const surface: ConstraintKind<SurfaceModel, SurfaceTimeline> = {
  property: () => 0,
  adds: () => false,
  keys: ({ channels }) =>
    Array.from({ length: channels }, (_, row) => ({ field: row, channel: row, steps: null })),
  setup: ({ vertices }) => [...vertices],
  touches: ({ bone, children }) =>
    touched({ source: bone, reads: { world: [bone] }, writes: { world: [bone, ...children] } }),
  sort({ bone, children }, order) {
    const above = order.parent[bone]
    if (above >= 0) order.sortBone(above)
    order.append()
    order.resetChildren(bone)
    for (const own of [bone, ...childrenUnder(order.parent, bone, children)]) order.setSorted(own, true)
  },
  composes: ({ bone, children }, { bones }) => [bone, ...childrenUnder(bones.parent, bone, children)],
  bound(_, bounds) {
    bounds.unbounded = true
  },
  magnify({ bone, children }, { inverse, reach, size }) {
    for (const own of [bone, ...children]) size[own] = inverse[own] = reach[own] = Number.POSITIVE_INFINITY
  },
  emit: emitSurface,
  replaces: ({ bone }) => bone,
  solve: solveSurface,
}

/** Returns its children without those that offsets override. */
function childrenUnder(parent: Int16Array, bone: number, children: readonly number[]): number[] {
  return children.filter((child) => parent[child] === bone)
}

function emitSurface(model: SurfaceModel, emitter: Emitter): void {
  const { bone, columns, rows } = model
  const { input } = emitter
  const { parent } = input.bones
  const children = childrenUnder(parent, bone, model.children)
  const on = surfaceOf(input, parent[bone])
  const above = aboveOf(input, bone)
  emitter.stop([
    emitter.rows,
    worldOffset(bone),
    recordOf(input, input.constraints.models.indexOf(model)),
    columns,
    rows,
    floatWord(model.half),
    on >= 0 || parent[bone] < 0 ? -1 : worldOffset(parent[bone]),
    on < 0 ? -1 : recordOf(input, on),
    above < 0 ? -1 : worldOffset(above),
    above < 0 ? 0 : localOffset(above),
    above >= 0 && hasOwnScale(input, above) ? 1 : 0,
    children.length,
    ...children.flatMap((child) => emitter.group(child)),
  ])
}

/** Returns the world offset of a constraint's first record. */
function recordOf({ rows }: ProgramInput, constraint: number): number {
  return worldOffset(rows.worldOf?.[constraint] ?? 0)
}

/** Returns the number of the constraint of a bone that is a surface; -1 if the bone isn't one. */
function surfaceOf({ constraints }: ProgramInput, bone: number): number {
  return constraints.models.findIndex((model) => model.type === 'surface' && model.bone === bone)
}

/** Returns the nearest bone above that isn't a surface. */
function aboveOf(input: ProgramInput, bone: number): number {
  let above = input.bones.parent[bone]
  while (above >= 0 && surfaceOf(input, above) >= 0) above = input.bones.parent[above]
  return above
}

function hasOwnScale({ bones }: ProgramInput, bone: number): boolean {
  const code = bones.inherit[bone]
  return bones.parent[bone] < 0 || (code >= INHERIT_FLAGS && (code & INHERIT_FLAG.scale) === 0)
}
