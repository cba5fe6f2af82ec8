/** Updates one figure, before a tick and after it; physics notice how its object moves. */
import { type BufferGeometry, Matrix4, Mesh, type Object3D, Sphere, Vector3 } from 'three'
import { VISIBILITY } from '../../../components/visibility'
import { shiftPhysics, turnPhysics } from '../../api/pose/physics'
import { arctangent, hypotenuse } from '../../base/math/circular'
import { ACTIVITY, LEVEL } from '../../world/skeletons'
import { readRuns } from '../figures/runs'
import type { FigureBody } from './body'
import { FigureGeometry } from './geometry'
import { fillPiece, tintPiece } from './pieces'
import { castShadows, shareShadow } from './shadows'
import { leaveAttributes, type ThreeState, takeAttributes, threeStateOf } from './state'

/**
 * Prepares a figure for a tick. Invisible figures are not posed, but their time goes on and their events are emitted.
 */
export function prepareFigure(figure: FigureBody): void {
  const { Skeleton, Visibility } = figure.world.components
  const pace = figure.paused ? 0 : figure.timeScale
  if (Skeleton.timeScale[figure.eid] !== Math.fround(pace)) Skeleton.timeScale[figure.eid] = pace
  const level = isSeen(figure) ? VISIBILITY.full : VISIBILITY.timeOnly
  if (Visibility.level[figure.eid] !== level) Visibility.level[figure.eid] = level
  movePhysics(figure)
}

/**
 * Whether the world's vertices show a figure as it is now: it is not new, was visible at the last tick, and has not
 * changed since.
 */
export function isPosed({ eid, refreshed, world }: FigureBody): boolean {
  const { activity, level } = world.animation.skeletons
  return refreshed >= 0 && level[eid] === LEVEL.full && (activity[eid] & ACTIVITY.written) === 0
}

export function isSeen(figure: FigureBody): boolean {
  for (let above: Object3D | null = figure; above; above = above.parent) if (!above.visible) return false
  return figure.parent !== null
}

const inverse = new Matrix4()
const last = new Vector3()

/** Moves the memory of physics the opposite way, in the space of the object, since its last position. */
function movePhysics(figure: FigureBody): void {
  const { world, eid, lastPlace, matrixWorld, physicsMovement } = figure
  const rig = world.animation.rigs[world.animation.skeletons.rig[eid]]?.source
  if (!rig || rig.constraints.physics.size === 0) return
  figure.updateWorldMatrix(true, false)
  const { elements } = matrixWorld
  const { origin, axis } = lastPlace
  const hasMoved = lastPlace.isKnown && differs(elements, 12, origin)
  const hasTurned = lastPlace.isKnown && differs(elements, 0, axis)
  if ((hasMoved || hasTurned) && physicsMovement !== 0 && matrixWorld.determinant() !== 0) {
    inverse.copy(matrixWorld).invert()
    if (hasMoved) {
      const { x, y } = last.fromArray(origin).applyMatrix4(inverse)
      shiftPhysics(world, eid, -x * physicsMovement, -y * physicsMovement)
    }
    if (hasTurned) {
      const { x, y } = last.fromArray(axis).transformDirection(inverse)
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

/** Takes over buffers, bounds, draw calls, colours and positions of slots. */
export function refreshFigure(figure: FigureBody): void {
  const state = threeStateOf(figure.world)
  const { scene } = state
  const { eid, geometry, pieces } = figure
  const isNew = figure.refreshed < 0
  const moved = isNew || scene.moved[eid] > figure.refreshed
  const shaped = isNew || Math.max(scene.shaped[eid], scene.placed) > figure.refreshed
  const isSeen = figure.world.components.Visibility.level[eid] === VISIBILITY.full
  // An invisible figure is measured only when its box is read.
  if (!isSeen) geometry.boundingBox = geometry.boundingSphere = null
  else if (moved || shaped || !geometry.boundingBox) geometry.computeBoundingSphere()
  if (shaped) cut(figure, state)
  castShadows(figure, figure.runs, state.textures, shaped, figure.style.alphaTest)
  figure.refreshed = scene.stamp
  for (const piece of pieces) {
    if (piece.geometry.groups.length > 0) takeAttributes(piece.geometry, state)
    else leaveAttributes(piece.geometry)
  }
  updateLook(figure)
  if (figure.slots.size > 0) placeSlots(figure)
}

/** Gives all pieces the look of the figure. */
export function updateLook(figure: FigureBody): void {
  for (const piece of figure.pieces) {
    tintPiece(piece, figure.color, figure.opacity)
    if (piece === figure) continue
    shareShadow(piece, figure)
    piece.renderOrder = figure.renderOrder
    piece.layers.mask = figure.layers.mask
  }
}

/** Makes pieces of the runs. */
function cut(figure: FigureBody, { scene, textures }: ThreeState): void {
  const { runs, pieces, style } = figure
  readRuns(scene, figure.eid, runs)
  let run = fillPiece(figure, style, runs, 0, textures)
  let count = 1
  for (; run < runs.count; count++) {
    if (count === pieces.length) pieces.push(addPiece(figure))
    run = fillPiece(pieces[count], style, runs, run + 1, textures)
  }
  for (; count < pieces.length; count++) pieces[count].geometry.clearGroups()
}

/** A part of the figure in front of objects in a slot. A ray finds the figure itself. */
function addPiece(figure: FigureBody): FigureBody['pieces'][number] {
  const { geometry } = figure
  const piece = new Mesh(new FigureGeometry((out) => geometry.measure(out)), [])
  piece.raycast = () => {}
  piece.getVertexPosition = (index, target) => piece.geometry.readVertex(index, target)
  figure.add(piece)
  return piece
}

const center = new Vector3()

/**
 * Places the pieces' bounding spheres. Three.js sorts by their middles, so these are put on either side of the object,
 * and it is drawn between the pieces whenever the figure's front is visible.
 */
function placeSlots(figure: FigureBody): void {
  const { geometry, pieces, runs, slots, slotDepth } = figure
  let layer = 0
  for (let run = 0; run < runs.count; run++) {
    const slot = slots.get(runs.slot[run])
    if (!slot) continue
    slot.update(layer++)
    center.setFromMatrixPosition(slot.matrix)
    if (layer === 1) moveSphere(geometry, geometry, center.setZ(0))
    pieces[layer].position.z = layer * slotDepth
    moveSphere(pieces[layer].geometry, geometry, center.setZ(0))
  }
}

function moveSphere(geometry: BufferGeometry, whole: BufferGeometry, middle: Vector3): void {
  geometry.boundingSphere ??= new Sphere()
  const { boundingBox } = whole
  if (!boundingBox || boundingBox.isEmpty()) {
    geometry.boundingSphere.makeEmpty()
    return
  }
  const { min, max } = boundingBox
  const wide = Math.max(Math.abs(min.x - middle.x), Math.abs(max.x - middle.x))
  const high = Math.max(Math.abs(min.y - middle.y), Math.abs(max.y - middle.y))
  geometry.boundingSphere.center.copy(middle)
  geometry.boundingSphere.radius = hypotenuse(wide, high)
}
