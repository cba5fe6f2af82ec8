/** Reads where bones are in the space of their figure's object, and moves them there. */
import { checkFinite } from '../../../components/columns'
import { getBone } from '../../api/pose/read-pose'
import { setBone } from '../../api/pose/write-pose'
import { boneNumber, chunkOf } from '../../api/seat'
import type { AnimationWorld } from '../../world/world-type'
import { createMatrix, type Down, ownMatrix, worldMatrix } from './place'
import { sceneOf } from './scene'

/** A point in the figure's own space, in units of the skeleton. */
interface Point {
  x: number
  y: number
}

/** Fills `out` with a bone's position in the figure's own space. @throws OsteonError `no-skeleton`, `unknown-bone`. */
export function bonePosition<P extends Point>(
  world: AnimationWorld,
  eid: number,
  down: Down,
  bone: string | number,
  out: P,
): P {
  const [, , , , worldX, worldY] = getBone(world, eid, bone)
  const { a, b, c, d, x, y } = ownMatrix(sceneOf(world), eid, down, createMatrix())
  out.x = a * worldX + c * worldY + x
  out.y = b * worldX + d * worldY + y
  return out
}

/**
 * Moves a bone to a point of the figure's own space, by its local x and y. If its parent is scaled to a line, the bone
 * stays where it is.
 *
 * @throws OsteonError `no-skeleton`, `unknown-bone`, `not-finite`; everything stays as it was.
 */
export function putBone(
  world: AnimationWorld,
  eid: number,
  down: Down,
  bone: string | number,
  { x, y }: Readonly<Point>,
): void {
  checkFinite({ x, y }, eid, 'bone')
  const chunk = chunkOf(world, eid)
  const parent = chunk.rig.source.bones.parent[boneNumber(chunk, bone, eid)]
  if (parent < 0) {
    const { flipX, flipY } = world.animation.skeletons
    setBone(world, eid, bone, { x: flipX[eid] ? -x : x, y: down === (flipY[eid] === 0) ? -y : y })
    return
  }
  const to = worldMatrix(sceneOf(world), eid, down, createMatrix())
  const [a, b, c, d, originX, originY] = getBone(world, eid, parent)
  const determinant = a * d - b * c
  if (determinant === 0) return
  const dx = to.a * x + to.c * y + to.x - originX
  const dy = to.b * x + to.d * y + to.y - originY
  setBone(world, eid, bone, { x: (d * dx - b * dy) / determinant, y: (a * dy - c * dx) / determinant })
}
