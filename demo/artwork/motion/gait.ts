/** The path of one foot through a cycle of walking or running; it lands at time 0. */
import type { Step } from './common'
import type { Key } from './keys'

export interface Gait {
  /** Seconds. */
  duration: number
  /** Part of the cycle that the foot is on the ground. */
  stance: number
  /** Places at which the ball of the foot lands and leaves the ground, relative to the setup pose. */
  land: number
  leave: number
  /** Distance of the heel behind the ball; the heel lands first if `strike` is above 0. */
  heel: number
  /** Degrees by which the toes point up on landing (negative: down, on tiptoe), and the heel on leaving. */
  strike: number
  push: number
  /** Highest lift of the ball behind the body, and the most that the foot then hangs; degrees. */
  kick: readonly [lift: number, hang: number]
  /** Place, lift and hang when the knee is highest. */
  knee: readonly [x: number, lift: number, hang: number]
  /** Distance by which the foot reaches ahead of its landing place. */
  reach: number
}

/** Speed over the ground at which the planted foot does not slide, units a second. */
export const paceOf = ({ land, leave, stance, duration }: Gait): number =>
  (land - leave) / (stance * duration)

/** The foot moves back at constant speed while on the ground: flat, then on its ball; then it swings. */
export function step(gait: Gait): Step {
  const { duration, stance, land, leave, heel, strike, push, kick, knee, reach } = gait
  const on = stance * duration
  const at = (swing: number): number => on + swing * (duration - on)
  const radians = (strike * Math.PI) / 180
  const contact = strike > 0 ? heel * Math.sin(radians) : 0
  const flat = strike === 0 ? [] : ([[0.14 * on, 0, 'straight']] as Key[])
  const away = paceOf(gait) * 0.1 * (duration - on)
  return {
    x: [
      [0, land, 'straight'],
      [on, leave],
      [at(0.22), leave - Math.min(away, 12)],
      [at(0.62), knee[0]],
      [at(0.9), land + reach],
      [duration, land],
    ],
    y: [
      [0, contact, contact ? undefined : 'straight'],
      ...(contact ? ([[0.14 * on, 0, 'straight']] as Key[]) : []),
      [on, 0],
      [at(0.3), kick[0]],
      [at(0.62), knee[1]],
      [at(0.9), contact + knee[1] * 0.3],
      [duration, contact],
    ],
    roll: [
      [0, strike, strike ? undefined : 'straight'],
      ...flat,
      [0.55 * on, 0],
      [on, -push],
      [at(0.28), -kick[1]],
      [at(0.62), -knee[2]],
      [at(0.9), strike * 1.15],
      [duration, strike],
    ],
  }
}
