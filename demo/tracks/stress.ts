/** Random commands, faster than the mixes between them. */
import type { Rig } from 'osteon'
import { createRandom, type Random } from '../crowd/random'
import type { Command } from './script'

export interface Stress {
  readonly random: Random
  /** Scene second of the next command. */
  due: number
}

/** Seconds between two commands. */
const PAUSES = [0.08, 0.5] as const

export const createStress = (seed: number, now: number): Stress => ({ random: createRandom(seed), due: now })

/** Commands that are due by now. The next call returns later ones. */
export function nextCommands(stress: Stress, now: number, lanes: number, rig: Rig): Command[] {
  const commands: Command[] = []
  while (stress.due <= now) {
    stress.due += stress.random.between(...PAUSES)
    commands.push(invent(stress.random, lanes, rig))
  }
  return commands
}

function invent(random: Random, lanes: number, { animations }: Rig): Command {
  const track = random.next() < 0.5 ? 0 : random.below(lanes)
  const animation = animations[random.below(animations.length)].name
  const chance = random.next()
  const verb =
    chance < 0.62 ? 'play' : chance < 0.8 ? 'queue' : chance < 0.96 || track === 0 ? 'fade' : 'clear'
  const fields: Command['fields'] = { mix: Number(random.between(0.05, 0.9).toFixed(2)) }
  // A short delay, so that queues do not grow.
  if (verb === 'queue') fields.delay = Number(random.between(0.1, 0.6).toFixed(2))
  if (verb === 'play' || verb === 'queue') {
    fields.loop = random.next() < 0.6
    fields.fadeIn = track > 0
    if (track > 0) fields.mask = random.next() < 0.7 ? 'upper' : 'lower'
    if (track > 0 && random.next() < 0.3) fields.alpha = 0.5
    if (track > 0 && random.next() < 0.2) fields.blend = 'add'
  }
  return { verb, track, animation, fields, queued: verb === 'fade' && random.next() < 0.4 }
}
