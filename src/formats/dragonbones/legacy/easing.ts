/** Reads tweens of keys of data versions 2.3 and 3.0. */
import { missing, type ObjectPlace } from '../../shared/place'
import { type Easings, eased, legacyCurve, type Tween } from '../timelines/easing'
import type { FrameKey } from '../timelines/tracks'
import { looseFlag, looseInteger, looseNumber } from '../values'

/** Returns the easing of an animation's keys without one of their own; null if they do not tween. */
export function commonEasing(animation: ObjectPlace): number | null {
  if (!looseFlag(animation, 'autoTween', true)) return null
  return easingAt(animation) ?? 0
}

function easingAt(at: ObjectPlace): number | null {
  const { tweenEasing } = at.value
  return missing(tweenEasing) || tweenEasing === 'NaN' ? null : looseNumber(at, 'tweenEasing', 0)
}

/**
 * Reads tweens. @param plain neither the animation nor the timeline is stretched: keys of less than two frames then do
 * not tween.
 */
export function legacyTweens(
  easings: Easings,
  keys: readonly FrameKey[],
  common: number | null,
  plain: boolean,
): Tween[] {
  return keys.map(({ at, length }, i) => {
    const next = keys[(i + 1) % keys.length].at
    if (!(length > 0) || keys.length === 1 || displayOf(next) < 0 || (plain && length < 2)) return 'step'
    const easing = at.value.tweenEasing === undefined ? common : easingAt(at)
    if (easing !== null) return easedBy(easings, easing)
    return Array.isArray(at.value.curve) ? legacyCurve(at, length) : 'step'
  })
}

function easedBy(easings: Easings, easing: number): Tween {
  if (easing === 0 || easing > 2 || easing < -2) return 'linear'
  if (easing > 1) return eased(easings, 'quadInOut', easing - 1)
  if (easing > 0) return eased(easings, 'quadOut', easing)
  return easing >= -1 ? eased(easings, 'quadIn', -easing) : eased(easings, 'outIn', -easing - 1)
}

/** Returns the number of the display that a slot's key shows; -1 if none. */
export function displayOf(at: ObjectPlace): number {
  return looseFlag(at, 'hide', false) ? -1 : looseInteger(at, 'displayIndex', 0)
}

/** Returns the progress of a tween at `part` of its time. */
export function progressOf(tween: Tween, part: number): number {
  if (typeof tween === 'string') return tween === 'step' ? 0 : part
  let [x0, y0] = [0, 0]
  for (let i = 0; i <= tween.length; i += 2) {
    const [x1, y1] = i < tween.length ? [tween[i], tween[i + 1]] : [1, 1]
    if (part <= x1) return y0 + ((y1 - y0) * (part - x0)) / (x1 - x0)
    x0 = x1
    y0 = y1
  }
  return 1
}
