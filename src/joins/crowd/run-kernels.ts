/** Runs the kernels of crowds: copies the columns that they read into their memory, and says where everything is. */
import { growColumns } from '../../base/memory/columns'
import { growRecords } from '../../base/memory/records'
import type { CrowdWorld } from './component'
import { CLIP, COPY, CROWD, SENT } from './layout'
import { SECONDS } from './machine'
import { type CrowdMemory, FIRST_FIGURES } from './memory'
import type { Clips, CrowdState } from './state'

/** For each figure, the most entities whose columns are copied as they are. */
const MOST_ENTITIES = 3
/** Numbers of clips that are whole. */
const WHOLE = [CLIP.FIRST, CLIP.BUCKET, CLIP.TEXEL, CLIP.STRIDE, CLIP.CORNER]

/**
 * Moves the clocks of figures by `work[SECONDS]`, but for those to which something happens: a list of their places is in
 * `lists.special`. @returns its length.
 */
export function runClocks({ components }: CrowdWorld, crowd: CrowdState): number {
  const { count, ids, memory, work } = crowd
  const { Baked, Visibility } = components
  makeRoom(components, crowd)
  copyClips(crowd)
  const { animation, level, loop, speed, table, time } = memory.copies.columns
  const { byPlace } = memory
  if (byPlace)
    for (let i = 0; i < count; i++) {
      const eid = ids[i]
      table[i] = Baked.table[eid]
      animation[i] = Baked.animation[eid]
      loop[i] = Baked.loop[eid]
      level[i] = Visibility.level[eid]
      speed[i] = Baked.speed[eid]
      time[i] = Baked.time[eid]
    }
  else {
    table.set(Baked.table)
    animation.set(Baked.animation)
    loop.set(Baked.loop)
    level.set(Visibility.level)
    speed.set(Baked.speed)
    time.set(Baked.time)
  }
  writeRecord(crowd)
  const { start } = memory.record
  const { f64, i32 } = memory.arena
  f64[(start + CROWD.DELTA) >> 1] = work[SECONDS]
  memory.kernels.run.moveClocks(start)
  if (byPlace) for (let i = 0; i < count; i++) Baked.time[ids[i]] = time[i]
  else Baked.time.set(timesInUse(memory, Baked.time.length))
  return i32[start + CROWD.SPECIALS]
}

/** Returns the first copied times. A view is kept, because the next tick usually needs the same. */
function timesInUse(memory: CrowdMemory, length: number): Float64Array {
  const { time } = memory.copies.columns
  const { times } = memory
  if (times.length !== length || times.buffer !== time.buffer || times.byteOffset !== time.byteOffset)
    memory.times = time.subarray(0, length)
  return memory.times
}

/** Sorts the visible figures. The order is in `lists`, and the number of figures in `shown`. */
export function runOrder({ components }: CrowdWorld, crowd: CrowdState): void {
  const { memory } = crowd
  const { Baked, SortKey, Visibility } = components
  makeRoom(components, crowd)
  const { level, sortKey, table } = memory.copies.columns
  if (memory.byPlace) {
    const { count, ids } = crowd
    for (let i = 0; i < count; i++) {
      const eid = ids[i]
      table[i] = Baked.table[eid]
      level[i] = Visibility.level[eid]
      sortKey[i] = SortKey.value[eid]
    }
  } else {
    table.set(Baked.table)
    level.set(Visibility.level)
    sortKey.set(SortKey.value)
  }
  writeRecord(crowd)
  const { start } = memory.record
  memory.kernels.run.orderFigures(start)
  const { i32 } = memory.arena
  if (memory.shown !== i32[start + CROWD.SHOWN] || i32[start + CROWD.REORDERED] !== 0)
    noteChange(memory, SENT)
  memory.shown = i32[start + CROWD.SHOWN]
}

/** Fills the instances of the figures that `runOrder` has sorted. */
export function runFill(world: CrowdWorld, crowd: CrowdState): void {
  const { memory } = crowd
  growRecords(memory.arena, memory.instances, memory.lists.capacity)
  copyColumns(world, crowd)
  const { start } = memory.record
  memory.kernels.run.fillInstances(start)
  memory.specials = memory.arena.i32[start + CROWD.SPECIALS]
}

/** Brings the columns that the GPU reads up to date, but for those of fades, and notes which changed. */
export function runLooks(world: CrowdWorld, crowd: CrowdState): void {
  const { memory } = crowd
  copyColumns(world, crowd)
  const { start } = memory.record
  const fades = crowd.fadeCount - 1 > crowd.freeFades.length
  memory.arena.i32[start + CROWD.FADES] = fades || memory.faded ? 1 : 0
  memory.faded = fades
  memory.kernels.run.findLooks(start)
  const others = memory.arena.i32[start + CROWD.OTHERS]
  for (let column = COPY.second; column <= COPY.fading; column++)
    if (((others >> column) & 1) !== 0) noteChange(memory, column)
}

/** Notes that a column of SENT changed, or with SENT, the order. */
export function noteChange(memory: CrowdMemory, column: number): void {
  memory.versions[column] = ++memory.version
}

/** Makes room for all figures, and lists the rows of their copies. */
function makeRoom({ Baked, SortKey, Transform, Visibility }: CrowdWorld['components'], crowd: CrowdState) {
  const { count, ids, memory } = crowd
  const { copies, lists } = memory
  const { rotation, scaleX, scaleY, x, y } = Transform
  const places = Math.max(x.length, y.length, rotation.length, scaleX.length, scaleY.length)
  const entities = Math.max(places, Baked.table.length, SortKey.value.length, Visibility.level.length)
  const byPlace = entities > MOST_ENTITIES * Math.max(count, FIRST_FIGURES)
  memory.rows = byPlace ? count : entities
  if (count > lists.capacity) growColumns(lists, Math.max(count, Math.ceil(1.25 * lists.capacity)))
  growColumns(copies, Math.max(byPlace ? lists.capacity : entities, crowd.fadeCount))
  growColumns(memory.tables, crowd.tables.length)
  if (memory.listed === crowd.structure && memory.byPlace === byPlace) return
  memory.listed = crowd.structure
  memory.byPlace = byPlace
  // A row may have been that of a figure that faded.
  memory.faded = true
  const { entity, row } = lists.columns
  for (let i = 0; i < count; i++) {
    entity[i] = ids[i]
    row[i] = byPlace ? i : ids[i]
  }
}

/** Writes where everything is. */
function writeRecord({ clips, count, memory, tables }: CrowdState): void {
  const { i32 } = memory.arena
  const { start } = memory.record
  i32[start + CROWD.COUNT] = count
  i32[start + CROWD.ROWS] = memory.rows
  i32[start + CROWD.TABLES] = tables.length
  i32[start + CROWD.CLIPS] = clips.count
  i32[start + CROWD.FIRST_CLIP] = memory.tables.offsets[0]
  i32[start + CROWD.DRAWN] = memory.tables.offsets[1]
  i32[start + CROWD.NUMBERS] = memory.numbers.offsets[0]
  i32[start + CROWD.TIMES] = memory.frames.offsets[0]
  i32[start + CROWD.RATES] = memory.frames.offsets[1]
  i32[start + CROWD.BUCKETS] = memory.buckets.offsets[0]
  i32[start + CROWD.INSTANCES] = 4 * memory.instances.start
  const { offsets } = memory.copies
  for (let i = 0; i < offsets.length; i++) i32[start + CROWD.COPIES + i] = offsets[i]
  const { offsets: lists } = memory.lists
  for (let i = 0; i < lists.length; i++) i32[start + CROWD.LISTS + i] = lists[i]
  const { offsets: own } = memory.figures
  for (let i = 0; i < own.length; i++) i32[start + CROWD.FIGURES + i] = own[i]
}

function copyClips({ clips, firstClip, memory }: CrowdState): void {
  if (memory.clips === clips.count) return
  memory.clips = clips.count
  growColumns(memory.numbers, clips.numbers.length)
  growColumns(memory.frames, clips.times.length)
  growColumns(memory.buckets, clips.buckets.length)
  memory.tables.columns.firstClip.set(firstClip)
  copyNumbers(clips, memory)
  memory.frames.columns.times.set(clips.times)
  memory.frames.columns.rates.set(clips.rates)
  memory.buckets.columns.buckets.set(clips.buckets)
}

/** Copies clips. What is whole is an integer there, in the first half of its place. */
function copyNumbers({ count, numbers }: Clips, { arena, numbers: to }: CrowdMemory): void {
  to.columns.numbers.set(numbers)
  const start = to.offsets[0] >> 2
  for (let clip = 0; clip < count; clip++)
    for (const field of WHOLE) {
      const at = CLIP.SIZE * clip + field
      arena.i32[start + 2 * at] = numbers[at]
    }
}

/** Copies all columns that the kernels read. */
function copyColumns({ components: { Baked, Transform } }: CrowdWorld, crowd: CrowdState): void {
  const { count, figures, ids, memory } = crowd
  copyClips(crowd)
  take(crowd, COPY.x, Transform.x)
  take(crowd, COPY.y, Transform.y)
  take(crowd, COPY.rotation, Transform.rotation)
  take(crowd, COPY.scaleX, Transform.scaleX)
  take(crowd, COPY.scaleY, Transform.scaleY)
  take(crowd, COPY.red, Baked.red)
  take(crowd, COPY.green, Baked.green)
  take(crowd, COPY.blue, Baked.blue)
  take(crowd, COPY.alpha, Baked.alpha)
  const to = memory.copies.columns
  if (memory.byPlace)
    for (let i = 0; i < count; i++) {
      const eid = ids[i]
      to.time[i] = Baked.time[eid]
      to.animation[i] = Baked.animation[eid]
      to.loop[i] = Baked.loop[eid]
      to.flip[i] = Baked.flip[eid]
      to.cycle[i] = figures.cycle[eid]
      to.fade[i] = figures.fade[eid]
    }
  else {
    to.time.set(Baked.time)
    to.animation.set(Baked.animation)
    to.loop.set(Baked.loop)
    to.flip.set(Baked.flip)
    to.cycle.set(figures.cycle)
    to.fade.set(figures.fade)
  }
  writeRecord(crowd)
}

/** Copies a column, and notes whether it changed. @param number of its copy. */
function take({ count, ids, memory }: CrowdState, number: number, column: Float32Array): void {
  const { arena, copies, kernels } = memory
  const { incoming } = copies.columns
  if (memory.byPlace) for (let i = 0; i < count; i++) incoming[i] = column[ids[i]]
  else incoming.set(column)
  const from = copies.offsets[COPY.incoming]
  const to = copies.offsets[number]
  const bytes = incoming.BYTES_PER_ELEMENT * memory.rows
  if (kernels.run.differ(from, to, bytes) === bytes) return
  arena.u8.copyWithin(to, from, from + bytes)
  noteChange(memory, number)
}
