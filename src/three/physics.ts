/** Has physics notice how the object of a figure moves and turns. */
import { Matrix4, Vector3 } from 'three'
import { shiftPhysics, turnPhysics } from '../api/pose/physics'
import { arctangent } from '../math/circular'
import type { FigureBody } from './body'

const inverse = new Matrix4()
const point = new Vector3()

/** Moves the memory of physics the other way, in the space of the object, since its last place. */
export function movePhysics(figure: FigureBody): void {
  const { world, eid, lastPlace, matrixWorld, physicsMovement } = figure
  const rig = world.animation.rigs[world.animation.skeletons.rig[eid]]?.rig
  if (!rig || rig.constraints.physics.size === 0) return
  figure.updateWorldMatrix(true, false)
  const { elements } = matrixWorld
  const { origin, axis } = lastPlace
  const hasMoved = lastPlace.isKnown && differs(elements, 12, origin)
  const hasTurned = lastPlace.isKnown && differs(elements, 0, axis)
  if ((hasMoved || hasTurned) && physicsMovement !== 0 && matrixWorld.determinant() !== 0) {
    inverse.copy(matrixWorld).invert()
    if (hasMoved) {
      const { x, y } = point.fromArray(origin).applyMatrix4(inverse)
      shiftPhysics(world, eid, -x * physicsMovement, -y * physicsMovement)
    }
    if (hasTurned) {
      const { x, y } = point.fromArray(axis).transformDirection(inverse)
      turnPhysics(world, eid, 0, 0, -arctangent(y, x) * physicsMovement)
    }
  }
  for (let i = 0; i < 3; i++) {
    origin[i] = elements[12 + i]
    axis[i] = elements[i]
  }
  lastPlace.isKnown = true
}

function differs(elements: readonly number[], from: number, before: Float64Array): boolean {
  return elements[from] !== before[0] || elements[from + 1] !== before[1] || elements[from + 2] !== before[2]
}
