/**
 * The recordings of 3.7 were made without directions, as that reference has other names for them: applications by
 * hand are neither mixed in nor out. They count as mixed in, except for values that are set only while mixing in: the flags of IK,
 * unless they start from the setup pose.
 */
import { type AnimationWorld, type ApplyOptions, applyAnimation, type Rig } from 'osteon'
import { LANES } from '../../../src/base/memory/lanes'
import { ANIMATION, CHANNEL, CHANNEL_KIND, CHANNEL_WORDS } from '../../../src/rig/animation/image'
import { loopTime } from '../../../src/tracks/commands/frames'
import { seatBase } from '../../../src/world/chunks/addresses'
import { chunkAt } from '../../../src/world/chunks/blocks'
import { happens } from './table'

/** Whether recordings of a version were made so. */
export function isUndirected(version: string): boolean {
  return happens('no directions', version)
}

/** `applyAnimation`, with values reset that it sets only while mixing in. */
export function applyUndirected(
  world: AnimationWorld,
  rig: Rig,
  eid: number,
  name: string,
  options: ApplyOptions,
): void {
  const { arena, blocks, skeletons } = world.animation
  const chunk = chunkAt(blocks, skeletons.chunk[eid])
  const local = seatBase(chunk, skeletons.seat[eid]) + chunk.layout.local
  const rows = options.blend === 'setup' ? [] : flagRows(rig, name, options)
  const before = rows.map((row) => arena.f32[local + row * LANES])
  applyAnimation(world, eid, name, { ...options, direction: 'mixIn' })
  rows.forEach((row, i) => {
    arena.f32[local + row * LANES] = before[i]
  })
}

/** Rows of the flags that have reached their first key. */
function flagRows(rig: Rig, name: string, { time = 0, loop }: ApplyOptions): number[] {
  const animation = rig.animations[rig.animationIndex.get(name) ?? -1]
  const { words } = animation.image()
  const floats = new Float32Array(words.buffer, words.byteOffset, words.length)
  const shown = loop ? loopTime(time, animation.duration) : time
  const rows: number[] = []
  for (let channel = 0; channel < words[ANIMATION.CHANNELS]; channel++) {
    const record = words[ANIMATION.CHANNEL_TABLE] + channel * CHANNEL_WORDS
    if (words[record + CHANNEL.KIND_WORD] !== CHANNEL_KIND.flag) continue
    if (shown >= floats[record + CHANNEL.FIRST]) rows.push(words[record + CHANNEL.ROW])
  }
  return rows
}
