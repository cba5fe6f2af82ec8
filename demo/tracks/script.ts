/**
 * Scripts: commands to tracks with times. A script is steps between semicolons: second, verb, track, animation and fields, as
 * in `0 play 0 walk loop; 1.5 play 0 run loop mix=0.3; 2 fade 1 mix=0.2 queued; 9 again`.
 */
import { BLENDS, CURVES, type Fields, MASKS } from './fields/fields'

const VERBS = ['play', 'queue', 'fade', 'clear'] as const

/** One command to a track. */
export interface Command {
  verb: (typeof VERBS)[number]
  track: number
  /** For `play` and `queue`. */
  animation: string
  fields: Partial<Fields>
  /** For `fade`: behind queued entries. */
  queued: boolean
}

export interface Step {
  /** Seconds from the script's start. */
  at: number
  /** 'again': the script starts anew. */
  command: Command | 'again'
}

/** The highest number of tracks that the page shows. */
export const MOST_TRACKS = 8

/** The script at the start: a crossfade, a masked blow on a track of its own, a queue, and an interrupted mix. */
export const OPENING = `
  0 play 0 walk loop;
  1.6 play 0 run loop mix=0.3;
  2.2 fade 1 mix=0;
  2.2 queue 1 strike mask=upper mix=0.15;
  2.2 fade 1 mix=0.3 queued;
  3.2 queue 0 idle loop delay=2.9 mix=0.5;
  6 play 0 jump mix=0.2;
  6.1 play 0 walk loop mix=0.6;
  6.3 play 0 run loop mix=0.5;
  7.2 fade 1 mix=0;
  7.2 queue 1 hit mask=upper blend=add alpha=0.8 mix=0.1;
  7.2 fade 1 mix=0.3 queued;
  8.4 play 0 idle loop mix=0.4;
  10.5 again
`

/** Fields that are numbers, by their names in scripts. */
const NUMBERS: Record<string, keyof Fields> = {
  mix: 'mix',
  alpha: 'alpha',
  speed: 'timeScale',
  delay: 'delay',
  events: 'eventThreshold',
  attachments: 'attachmentThreshold',
  order: 'drawOrderThreshold',
}

const NAMES: Record<string, [field: keyof Fields, names: readonly string[]]> = {
  blend: ['blend', BLENDS],
  mask: ['mask', MASKS],
  curve: ['mixInterpolation', CURVES],
}

const FLAGS: Record<string, keyof Fields> = {
  loop: 'loop',
  reverse: 'reverse',
  hold: 'holdPrevious',
  shortest: 'shortestRotation',
  fadein: 'fadeIn',
}

/** Steps in order of time. @throws Error whose text names the wrong step. */
export function parseScript(text: string): Step[] {
  const steps = text
    .split(';')
    .map((step) => step.trim())
    .filter((step) => step !== '')
    .map(parseStep)
  return steps.sort((a, b) => a.at - b.at)
}

function parseStep(text: string): Step {
  const wrong = (expected: string): Error => new Error(`script step “${text}”: expected ${expected}`)
  const [second, verb, trackText, ...words] = text.split(/\s+/)
  const at = Number(second)
  if (!(at >= 0 && at <= 3600)) throw wrong('a second, 0 to 3600, first')
  if (verb === 'again') {
    if (!(at > 0)) throw wrong('a second above 0 to start again at')
    return { at, command: 'again' }
  }
  const known = VERBS.find((name) => name === verb)
  if (!known) throw wrong(`one of ${VERBS.join(', ')}, again`)
  const track = Number(trackText)
  if (!trackText || !Number.isInteger(track) || track < 0 || track >= MOST_TRACKS)
    throw wrong(`a track, 0 to ${MOST_TRACKS - 1}`)
  const named = known === 'play' || known === 'queue'
  const animation = named ? words.shift() : ''
  if (animation === undefined) throw wrong('an animation')
  const command: Command = { verb: known, track, animation, fields: {}, queued: false }
  for (const word of words) readWord(command, word, wrong)
  return { at, command }
}

function readWord(command: Command, word: string, wrong: (expected: string) => Error): void {
  const [name, value] = word.split('=')
  const fields: Partial<Record<keyof Fields, unknown>> = command.fields
  if (value === undefined && name === 'queued') command.queued = true
  else if (value === undefined && Object.hasOwn(FLAGS, name)) fields[FLAGS[name]] = true
  else if (value && Object.hasOwn(NUMBERS, name)) {
    const number = Number(value)
    if (!Number.isFinite(number)) throw wrong(`a number for ${name}`)
    fields[NUMBERS[name]] = number
  } else if (value && Object.hasOwn(NAMES, name)) {
    const [field, names] = NAMES[name]
    if (!names.includes(value)) throw wrong(`${name} to be one of ${names.join(', ')}`)
    fields[field] = value
  } else {
    const flags = ['queued', ...Object.keys(FLAGS)].join(', ')
    throw wrong(`${flags} or ${[...Object.keys(NUMBERS), ...Object.keys(NAMES)].join('=, ')}=, not ${word}`)
  }
}
