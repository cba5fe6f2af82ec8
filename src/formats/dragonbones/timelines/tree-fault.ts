/** Finds blend trees that cannot be played: of files, and of cooked ones. */
import type { AnimationModel } from '../../../base/model/animation'
import { shown } from '../../shared/source-file'

/** Limit of driven animations; real files need far fewer. */
const MOST_DRIVEN = 2 ** 14
const MOST_DEPTH = 64

interface TreeFault {
  /** Name of the animation at which it was found. */
  readonly animation: string
  readonly code: 'cycle' | 'too-large'
  readonly message: string
}

/** Finds animations that drive themselves, directly or through others, or too many; null if there are none. */
export function findTreeFault(animations: readonly AnimationModel[]): TreeFault | null {
  const trees = new Map(animations.map(({ name, playback }) => [name, playback?.tree?.children ?? []]))
  let driven = 0
  for (const [animation, children] of trees) {
    driven += children.length
    if (driven > MOST_DRIVEN)
      return {
        animation,
        code: 'too-large',
        message: `animations drive others more than ${MOST_DRIVEN} times`,
      }
  }
  const heights = new Map<string, number>()
  const open = new Set<string>()
  let fault: TreeFault | null = null
  const tooDeep = (animation: string): TreeFault => ({
    animation,
    code: 'too-large',
    message: `more than ${MOST_DEPTH} animations drive one another in a row`,
  })
  /** @param above the animation that drives it. */
  const heightOf = (name: string, above: string): number => {
    const known = heights.get(name)
    if (known !== undefined) return known
    const message = `animation ${shown(name)} drives itself, by others or at once`
    if (open.has(name)) fault ??= { animation: above, code: 'cycle', message }
    if (open.size >= MOST_DEPTH) fault ??= tooDeep(above)
    if (fault) return 0
    open.add(name)
    let height = 0
    for (const { animation } of trees.get(name) ?? [])
      height = Math.max(height, heightOf(animation, name) + 1)
    open.delete(name)
    heights.set(name, height)
    return height
  }
  for (const name of trees.keys()) {
    if (heightOf(name, name) >= MOST_DEPTH) fault ??= tooDeep(name)
    if (fault) return fault
  }
  return null
}
