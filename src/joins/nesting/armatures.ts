/** Nested armatures: children that displays of their holders show and hide, and their animations. */

import { addComponent, addEntity, set } from 'bitecs'
import { reserveEntity } from '../../../components/columns'
import { writeTransform } from '../../../components/transform'
import { cosine, sine } from '../../base/math/circular'
import { LANES, SLOT, slotRow } from '../../base/memory/lanes'
import type { ArmatureModel, PlaceModel } from '../../base/model/attachment'
import type { Rig } from '../../rig/rig'
import { editSeated } from '../../tick/doors/edit'
import { readSeated } from '../../tick/doors/read'
import { ensureSeated } from '../../tick/settle'
import { copyPace } from '../../tick/shadow'
import { editInTurn, startAnimation } from '../../tick/start-animation'
import { currentEntry } from '../../tracks/entries/rows'
import { clearAllTracks } from '../../tracks/player/empty'
import { chunkAt } from '../../world/chunks/blocks'
import { MIXED, markLane, SKINNED, SOLVED } from '../../world/chunks/marks'
import { registeredRigOf } from '../../world/chunks/registry'
import { ACTIVITY, LEVEL } from '../../world/skeletons'
import { STEP, TICK } from '../../world/state'
import type { AnimationWorld } from '../../world/world-type'
import { putInto } from './rows'
import { CHILD_KIND, type ChildColumns, type NestedState } from './state'

/** Spawns the armatures of all displays of a skeleton. They come with their holder, and are hidden until shown. */
export function growArmatures(world: AnimationWorld, state: NestedState, eid: number): void {
  const rig = rigOf(state, eid)
  rig.attachments.models.forEach((model, number) => {
    const inner = model.type === 'armature' ? rig.nested.get(model.armature) : undefined
    if (model.type !== 'armature' || !inner) return
    const child = spawnChild(world, inner)
    const row = putInto(state, eid, rig.attachments.slot[number], child, CHILD_KIND.skeleton)
    const { rows } = state.nesting
    rows.attachment[row] = number + 1
    rows.shown[row] = 0
    placeRow(rows, row, model.place)
    if (isDisplayed(state, row)) start(state, row, model)
    else setLevel(world, child, LEVEL.frozen)
    rows.shown[row] = isDisplayed(state, row) ? 1 : 0
  })
}

function spawnChild(world: AnimationWorld, rig: Rig): number {
  const { Skeleton, Transform, Visibility } = world.components
  const child = addEntity(world)
  reserveEntity(world, child)
  addComponent(world, child, Transform)
  writeTransform(Transform, child, {})
  addComponent(world, child, Visibility)
  addComponent(world, child, set(Skeleton, { rig }))
  ensureSeated(world, child)
  return child
}

/** Sets the place of the display in the space of its slot's bone. */
function placeRow(rows: ChildColumns, row: number, place: PlaceModel): void {
  const { x, y, rotation, shearY, scaleX, scaleY } = place
  rows.slotA[row] = cosine(rotation) * scaleX
  rows.slotC[row] = sine(rotation) * scaleX
  rows.slotB[row] = -sine(rotation + shearY) * scaleY
  rows.slotD[row] = cosine(rotation + shearY) * scaleY
  rows.slotX[row] = x
  rows.slotY[row] = y
}

/** Gives shown armatures the time scale of their holders. */
export function followPace({ components }: AnimationWorld, state: NestedState): void {
  const { timeScale } = components.Skeleton
  const { order, places, rows } = state.nesting
  for (let i = 0; i < places.size; i++) {
    const row = order[i]
    if (!isShown(rows, row)) continue
    const pace = timeScale[rows.holder[row]]
    if (timeScale[rows.entity[row]] !== pace) timeScale[rows.entity[row]] = pace
  }
}

/** Starts the animation of the same name on shown armatures, when their holder starts one. */
export function followHolder(state: NestedState, holder: number, animation: number): void {
  const { name } = rigOf(state, holder).animations[animation]
  for (let row = state.skeletons.carries[holder]; row !== 0; row = state.nesting.rows.next[row]) {
    if (!isShown(state.nesting.rows, row)) continue
    const child = state.nesting.rows.entity[row]
    const number = rigOf(state, child).animationIndex.get(name)
    if (number === undefined || hasEntryOf(state, child, number)) continue
    editInTurn(state, child)
    startAnimation(state, child, number)
  }
}

/** Returns whether it is a nested armature that is shown. */
function isShown({ attachment, shown }: ChildColumns, row: number): boolean {
  return attachment[row] !== 0 && shown[row] !== 0
}

/** Returns whether an animation plays on any track, even one that fades out. */
function hasEntryOf(state: NestedState, eid: number, animation: number): boolean {
  const { animation: animationOf, older } = state.playback.entries
  for (let track = 0; track < state.skeletons.trackCount[eid]; track++)
    for (let row = currentEntry(state, eid, track); row >= 0; row = older[row])
      if (animationOf[row] === animation) return true
  return false
}

/** Plays an animation on the skeletons in a slot. A child shown since this tick advances from the next. */
export function playInSlot(state: NestedState, holder: number, slot: number, animation: string): void {
  for (let row = state.skeletons.carries[holder]; row !== 0; row = state.nesting.rows.next[row]) {
    const { rows } = state.nesting
    if (rows.slot[row] !== slot || (rows.kind[row] & CHILD_KIND.skeleton) === 0) continue
    if (rows.shown[row] === 0) continue
    const child = rows.entity[row]
    const number = rigOf(state, child).animationIndex.get(animation)
    if (number === undefined) continue
    if (rows.fresh[row] === 0) editInTurn(state, child)
    startAnimation(state, child, number)
  }
}

/** Shows and hides armatures. One shown in this tick is placed in it, and advances from the next. */
export function showArmatures(world: AnimationWorld, state: NestedState): void {
  const { order, places } = state.nesting
  for (let i = 0; i < places.size; i++) showRow(world, state, order[i])
}

/** Shows and hides the armatures of one holder. */
export function showFor(world: AnimationWorld, state: NestedState, holder: number): void {
  const { nesting, skeletons } = state
  for (let row = skeletons.carries[holder]; row !== 0; row = nesting.rows.next[row])
    showRow(world, state, row)
}

function showRow(world: AnimationWorld, state: NestedState, row: number): void {
  const { attachment, shown } = state.nesting.rows
  if (attachment[row] === 0) return
  const displayed = isDisplayed(state, row)
  if ((shown[row] !== 0) !== displayed) show(world, state, row, displayed)
}

function show(world: AnimationWorld, state: NestedState, row: number, displayed: boolean): void {
  const { rows } = state.nesting
  const child = rows.entity[row]
  rows.shown[row] = rows.fresh[row] = displayed ? 1 : 0
  setLevel(world, child, displayed ? LEVEL.full : LEVEL.frozen)
  editSeated(state, child)
  // Its clocks do not run in the tick that shows or hides it.
  state.skeletons.activity[child] &= ~(ACTIVITY.advances | ACTIVITY.posed)
  if (!displayed) {
    clearAllTracks(state, child)
    return
  }
  const model = rigOf(state, rows.holder[row]).attachments.models[rows.attachment[row] - 1]
  if (model.type === 'armature') start(state, row, model)
  poseFirst(state, child)
}

/**
 * Poses a nested armature that was just shown. It looks as it was left, until its clock goes on. While time stands
 * still, that happens at once.
 */
function poseFirst(state: NestedState, eid: number): void {
  const { blocks, skeletons, tick } = state
  const chunk = chunkAt(blocks, skeletons.chunk[eid])
  if (tick.seconds[TICK] === 0) {
    tick.seconds[STEP] = 0
    const player = state.players[skeletons.rig[eid]]
    player.advance(state, eid)
    player.apply(state, eid, chunk)
    markLane(state, chunk, skeletons.seat[eid], MIXED)
  }
  markLane(state, chunk, skeletons.seat[eid], SOLVED | SKINNED)
}

/** Returns whether the slot shows the attachment that is this armature. */
function isDisplayed(state: NestedState, row: number): boolean {
  const { arena, blocks, nesting, skeletons } = state
  const { rows } = nesting
  const holder = rows.holder[row]
  const slots = readSeated(state, holder) + chunkAt(blocks, skeletons.chunk[holder]).layout.slots
  return arena.i32[slotRow(slots, rows.slot[row]) + SLOT.ATTACHMENT * LANES] === rows.attachment[row] - 1
}

/** Plays the animations that the display names, one after another, otherwise the armature's own default animation. */
function start(state: NestedState, row: number, { actions }: ArmatureModel): void {
  const child = state.nesting.rows.entity[row]
  const { animationIndex, defaultAnimation } = rigOf(state, child)
  if (actions.length === 0 && defaultAnimation >= 0) startAnimation(state, child, defaultAnimation)
  for (const name of actions) {
    const number = animationIndex.get(name)
    if (number !== undefined) startAnimation(state, child, number)
  }
}

function setLevel(world: AnimationWorld, eid: number, level: number): void {
  world.components.Visibility.level[eid] = level
  copyPace(world, eid)
}

function rigOf(state: NestedState, eid: number): Rig {
  return registeredRigOf(state, eid).source
}
