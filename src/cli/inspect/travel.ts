/** Finds the animations whose bones end elsewhere than they began: candidates for root motion. */
import type { BoneProperty } from '../../base/model/animation'
import type { SkeletonModel } from '../../base/model/skeleton'

/** Channels of bone timelines that move a bone in its parent's space. */
const MOVES: Readonly<Partial<Record<BoneProperty, readonly ('x' | 'y')[]>>> = {
  translate: ['x', 'y'],
  translateX: ['x'],
  translateY: ['y'],
}
/** A travel below it is rounding. */
const LEAST = 0.01

/**
 * Returns how far each animation moves bones from its first key to its last, in units of the skeleton, as `walk root x`.
 * Only bones that are moved by no bone above them count: these carry the figure.
 */
export function travelOf({ animations, bones }: SkeletonModel): Record<string, number> {
  const travel: Record<string, number> = {}
  for (const { name, timelines } of animations) {
    const moved = new Map<number, { x: number; y: number }>()
    for (const timeline of timelines) {
      const axes = timeline.type === 'bone' ? MOVES[timeline.property] : undefined
      if (timeline.type !== 'bone' || !axes || timeline.times.length === 0) continue
      const { bone, channels, times, values } = timeline
      const own = moved.get(bone) ?? { x: 0, y: 0 }
      moved.set(bone, own)
      for (const [channel, axis] of axes.entries())
        own[axis] = values[(times.length - 1) * channels + channel] - values[channel]
    }
    for (const [bone, way] of moved) {
      let above = bones[bone].parent
      while (above >= 0 && !moved.has(above)) above = bones[above].parent
      if (above >= 0) continue
      for (const axis of ['x', 'y'] as const)
        if (Math.abs(way[axis]) >= LEAST)
          travel[`${name} ${bones[bone].name} ${axis}`] = Number(way[axis].toFixed(2))
    }
  }
  return travel
}
