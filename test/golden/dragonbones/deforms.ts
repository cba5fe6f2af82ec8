/**
 * The reference's blending of deforms of meshes of one name: it blends them as one, so in each update all
 * but the first add to their meshes' deforms of the update before. Played here for comparison, never by the product.
 */
import { readFileSync } from 'node:fs'
import type { Rig } from 'osteon'
import type { Pose } from './compare'
import type { Script } from './script'

interface DeformEntry {
  slot: string
  name: string
  frame?: unknown[]
}

/** Slots whose deform keys add up, by whether they do so in the first update only. */
export type AddingSlots = ReadonlyMap<number, 'first' | 'always'>

export interface Adding {
  /** By animation; of unweighted meshes. */
  readonly slots: ReadonlyMap<string, AddingSlots>
  /** The file, but all slots show their first display: hidden meshes are deformed, too. */
  readonly bare: Uint8Array
}

/** @param path of a file; only JSON files have such meshes. */
export function addingSlots(path: string, rig: Rig, armature: string): Adding | null {
  if (!path.endsWith('.json')) return null
  const file = JSON.parse(readFileSync(path, 'utf8'))
  const found = new Map<string, AddingSlots>()
  const own = file.armature.find((one: { name: string }) => one.name === armature)
  for (const animation of (own.animation ?? []) as { name: string; ffd?: DeformEntry[]; slot?: unknown }[]) {
    const met = new Set<string>()
    const slots = new Map<number, 'first' | 'always'>()
    for (const { name: mesh, slot, frame = [] } of animation.ffd ?? []) {
      const index = rig.slots.index.get(slot)
      if (met.has(mesh) && index !== undefined) slots.set(index, frame.length > 1 ? 'always' : 'first')
      met.add(mesh)
    }
    if (slots.size > 0) found.set(animation.name, slots)
    delete animation.slot
  }
  if (found.size === 0) return null
  for (const slot of own.slot) delete slot.displayIndex
  return { slots: found, bare: new TextEncoder().encode(JSON.stringify(file)) }
}

/** The animation that a script plays. */
export function animationOf({ steps }: Script): string {
  return steps.find(({ animation }) => animation !== undefined)?.animation ?? ''
}

/** Whether a script plays one animation, once at a time: several at once are blended in yet other ways. */
export function addsAlone(script: Script): boolean {
  const name = animationOf(script)
  return script.samples.every(({ states }) => states.length <= 1 && states.every((one) => one.name === name))
}

/**
 * Makes the vertices of poses that were read in successive updates those of the reference.
 *
 * @param bare the same poses of the bare file. @param isOver whether all was over before an update: then nothing is added.
 */
export function addUp(
  poses: readonly Pose[],
  bare: readonly Pose[],
  slots: AddingSlots,
  rig: Rig,
  isOver: (update: number) => boolean = () => false,
): void {
  for (const [slot, when] of slots) {
    const mesh = meshOf(rig, slot)
    if (!mesh) continue
    const sums = new Float64Array(mesh.vertices.length)
    poses.forEach((pose, update) => {
      const [a, b, c, d, tx, ty] = pose.b[rig.slots.bone[slot]].map(Number)
      const over = 1 / (a * d - b * c)
      const deformed = bare[update].v[slot].map(Number)
      const shown: number[] = []
      for (let i = 0; i < deformed.length; i += 2) {
        const [x, y] = [deformed[i] - tx, deformed[i + 1] - ty]
        const [restX, restY] = [mesh.vertices[i], -mesh.vertices[i + 1]]
        if (update === 0 || (when === 'always' && !isOver(update))) {
          sums[i] += (d * x - c * y) * over - restX
          sums[i + 1] += (a * y - b * x) * over - restY
        }
        const [u, v] = [restX + sums[i], restY + sums[i + 1]]
        shown.push(a * u + c * v + tx, b * u + d * v + ty)
      }
      if (pose.v[slot]) pose.v[slot] = shown
    })
  }
}

function meshOf({ attachments }: Rig, slot: number): { vertices: Float32Array } | null {
  const found = attachments.models.find(
    (model, i) => attachments.slot[i] === slot && model.type === 'mesh' && !model.bones,
  )
  return found?.type === 'mesh' ? found : null
}
