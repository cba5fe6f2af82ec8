/** Moves baked figures whose table has a root motion, by what their clocks moved. */
import { TRACK_FLAG } from '../../world/entries'
import type { CrowdWorld } from '../crowd/component'
import type { CrowdState, RegisteredTable } from '../crowd/state'
import { AXES } from '../moving-bones/options'
import { findChannels } from './curve'
import { moveEntity } from './move'
import { type Curves, type FigureMotions, type MotionState, ROTATION, SPAN, X, Y } from './state'
import { mixWay } from './way'

/** Notes the clocks of all figures and fades, before they move. */
export function noteTimes({ components }: CrowdWorld, crowd: CrowdState, own: FigureMotions): void {
  const { count, fadeCount, fades, ids } = crowd
  if (own.times.length < count) own.times = new Float64Array(2 * count)
  if (own.fadeTimes.length < fadeCount) own.fadeTimes = new Float64Array(2 * fadeCount)
  const { fadeTimes, times } = own
  const { time } = components.Baked
  for (let i = 0; i < count; i++) times[i] = time[ids[i]]
  for (let row = 1; row < fadeCount; row++) fadeTimes[row] = fades.time[row]
}

/** Moves all figures of moving tables by what their clocks moved since `noteTimes`. @param mixOf see `TravelHooks`. */
export function moveFigures(
  world: CrowdWorld,
  crowd: CrowdState,
  { figures: own, scratch }: MotionState,
  mixOf: (crowd: CrowdState, row: number) => number,
): void {
  const { animation, flip, loop, table, time } = world.components.Baked
  const { count, fades, figures, ids, tables } = crowd
  const { fadeTimes, left, times } = own
  const { rest } = crowd
  if (!rest) return
  const { restRotation, restX, restY } = rest
  const { span, total } = scratch
  for (let i = 0; i < count; i++) {
    const eid = ids[i]
    const registered = tables[table[eid]]
    if (!registered || registered.table.motion.bone < 0 || times[i] === time[eid]) continue
    total[X] = total[Y] = total[ROTATION] = 0
    const row = figures.fade[eid]
    span[SPAN.WEIGHT] = 1
    if (row !== 0) {
      span[SPAN.BEFORE] = fadeTimes[row]
      span[SPAN.AFTER] = fades.time[row]
      addClip(crowd, own, scratch, registered, fades.animation[row], fades.loop[row])
      span[SPAN.WEIGHT] = mixOf(crowd, row)
    }
    span[SPAN.BEFORE] = times[i]
    span[SPAN.AFTER] = time[eid]
    addClip(crowd, own, scratch, registered, animation[eid], loop[eid])
    left[X] = restX[eid]
    left[Y] = restY[eid]
    left[ROTATION] = restRotation[eid]
    moveEntity(world, scratch, registered.rig.source, registered.table.motion.bone, eid, flip[eid], left)
    restX[eid] = left[X]
    restY[eid] = left[Y]
    restRotation[eid] = left[ROTATION]
  }
}

/** Mixes the way that a clip has for the bone into the travel of a figure. */
function addClip(
  { clips, firstClip }: CrowdState,
  own: FigureMotions,
  scratch: MotionState['scratch'],
  registered: RegisteredTable,
  animation: number,
  loop: number,
): void {
  const { number, rig, table } = registered
  const { span } = scratch
  const clip = firstClip[number] + animation
  const { channels, words } = own.curves[clip] ?? findCurves(own, registered, clip, clips.animation[clip])
  span[SPAN.START] = 0
  span[SPAN.END] = table.animations[animation].duration
  mixWay(scratch, rig.source, words, channels, table.motion, loop !== 0 ? TRACK_FLAG.loop : 0)
}

function findCurves(
  own: FigureMotions,
  { rig, table }: RegisteredTable,
  clip: number,
  animation: number,
): Curves {
  const { words: i32 } = rig.source.animations[animation].image()
  const words = { f32: new Float32Array(i32.buffer, i32.byteOffset, i32.length), i32 }
  const channels = new Int32Array(AXES)
  const isKeyed = findChannels(words, 0, table.motion.bone, channels)
  const curves = { words, channels: isKeyed ? channels : null }
  own.curves[clip] = curves
  return curves
}
