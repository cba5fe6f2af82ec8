/** Makes scripts of DragonBones by seed: calls that the recordings make, in any order and with any options. */
import type { Step } from '../../golden/dragonbones/script'
import { type Dice, diceOf } from '../dice'

/** The subject of a script. */
export interface Cast {
  readonly animations: readonly {
    readonly name: string
    readonly duration: number
    readonly frames: number
  }[]
  readonly bones: readonly string[]
  /** Ticks are never longer than this many seconds. */
  readonly longestTick: number
}

interface Author extends Cast, Dice {
  readonly layers: readonly number[]
  readonly steps: Step[]
  /** The entries started so far. */
  readonly started: Pick<Step, 'animation' | 'layer'>[]
}

/** How a script passes its time; every one keeps to one habit. */
const PACES: readonly ((author: Author) => number)[] = [
  () => 0.1,
  () => 1 / 60,
  ({ next }) => 0.01 + next() * 0.1,
  ({ next }) => next() * 0.4,
  ({ pick, next }) => pick([0, 0, 0.05, 0.1, 1e-4, next(), 3.7]),
]

/** Most scripts play on few layers, so that entries meet. */
const LAYERS = [[0], [0, 1], [0, 0, 1, 2]]

/** @returns the same script for the same seed and cast. */
export function randomSteps(cast: Cast, seed: number): Step[] {
  const dice = diceOf(seed, 0x2545f491)
  const { next, pick } = dice
  const animations = next() < 0.5 ? cast.animations : [pick(cast.animations), pick(cast.animations)]
  const author: Author = {
    ...{ ...cast, ...dice, animations },
    ...{ layers: pick(LAYERS), steps: [], started: [] },
  }
  const habit = pick(PACES)
  const pace = (one: Author) => Math.min(habit(one), cast.longestTick)
  const busy = pick([0.1, 0.3, 0.6])
  OPS.play(author)
  for (let tick = 4 + Math.floor(next() * 16); tick > 0; tick--) {
    author.steps.push({ op: 'advance', dt: pace(author) })
    while (next() < busy) pick(WEIGHTED)(author)
  }
  author.steps.push({ op: 'advance', dt: pace(author) })
  return author.steps
}

function secondsOf({ pick, next }: Author): number {
  return pick([0, 0.1, 0.2, 0.3, next() * 0.5, next()])
}

function timesOf({ pick }: Author): number {
  return pick([0, 0, -1, 1, 2])
}

function start(author: Author, step: Omit<Step, 'animation'>): void {
  const { name } = author.pick(author.animations)
  author.steps.push({ ...step, animation: name })
  author.started.push({ animation: name, ...(step.layer ? { layer: step.layer } : {}) })
}

/** Fields of a configuration; each is given in a part of all scripts. */
const FIELDS: Readonly<Record<string, (author: Author) => Partial<Step>>> = {
  layer: ({ layers, pick }) => ({ layer: pick(layers) }),
  layerAgain: ({ layers, pick }) => ({ layer: pick(layers) }),
  group: ({ pick }) => ({ group: pick(['a', 'b']) }),
  fadeInTime: (author) => ({ fadeInTime: secondsOf(author) }),
  fadeInTimeAgain: (author) => ({ fadeInTime: secondsOf(author) }),
  fadeOutTime: (author) => ({ fadeOutTime: secondsOf(author) }),
  playTimes: (author) => ({ playTimes: timesOf(author) }),
  fadeOutMode: ({ pick }) => ({ fadeOutMode: pick([0, 1, 2, 3, 3, 4]) }),
  fadeOutModeAgain: ({ pick }) => ({ fadeOutMode: pick([0, 1, 2, 3, 3, 4]) }),
  weight: ({ next, pick }) => ({ weight: pick([0, 0.5, next()]) }),
  timeScale: ({ next, pick }) => ({ timeScale: pick([-1, 0, 0.5, 2, next() * 2]) }),
  boneMask: ({ bones, chance }) => ({ boneMask: bones.filter(() => chance(0.5)) }),
  additive: () => ({ additive: true }),
  resetToPose: () => ({ resetToPose: false }),
  displayControl: () => ({ displayControl: false }),
  actionEnabled: () => ({ actionEnabled: false }),
  pauseFadeIn: () => ({ pauseFadeIn: false }),
  pauseFadeOut: () => ({ pauseFadeOut: false }),
  autoFadeOutTime: (author) => ({ autoFadeOutTime: secondsOf(author), playTimes: author.pick([1, 1, 2]) }),
}

const OPS = {
  play(author: Author) {
    start(author, { op: 'play', playTimes: timesOf(author) })
  },
  fadeIn(author: Author) {
    const { chance, layers, pick } = author
    const mode = chance(0.3) ? { fadeOutMode: pick([0, 1, 2, 4]) } : {}
    const group = chance(0.4) ? { group: pick(['a', 'b']) } : {}
    const playTimes = timesOf(author)
    start(author, {
      ...{ op: 'fadeIn', fadeInTime: secondsOf(author), playTimes, layer: pick(layers) },
      ...{ ...group, ...mode },
    })
  },
  config(author: Author) {
    const step: Step = { op: 'config' }
    for (const field of Object.values(FIELDS)) if (author.chance(0.25)) Object.assign(step, field(author))
    start(author, step)
  },
  range(author: Author) {
    const { animations, next, pick } = author
    const { name, duration } = pick(animations)
    const [position, length] = [next() * 0.6, 0.1 + next() * 0.6].map((part) => part * duration)
    const playTimes = timesOf(author)
    author.steps.push({ op: 'config', animation: name, position, duration: length, playTimes, fadeInTime: 0 })
  },
  goto({ animations, chance, next, pick, started, steps }: Author) {
    const { name, duration, frames } = pick(animations)
    const kind = pick(['Time', 'Frame', 'Progress'])
    const part = pick([0, 0.25, 0.5, 1, next(), next(), next() * 1.5])
    const value = kind === 'Time' ? part * duration : kind === 'Frame' ? Math.floor(part * frames) : part
    steps.push({ op: 'goto', animation: name, kind, value, ...(chance(0.5) ? { stop: true } : {}) })
    started.push({ animation: name })
  },
  weight({ next, pick, started, steps }: Author) {
    steps.push({ op: 'state', ...pick(started), field: 'weight', value: pick([0, 0.25, 0.5, 1, next()]) })
  },
  pace({ next, pick, started, steps }: Author) {
    const value = pick([1, 0, 0.5, 2, -1, next() * 2])
    steps.push({ op: 'state', ...pick(started), field: 'timeScale', value })
  },
  fadeOut(author: Author) {
    const one = author.pick(author.started)
    author.steps.push({ op: 'stateCall', ...one, call: 'fadeOut', args: [secondsOf(author)] })
  },
  timeScale({ pick, next, steps }: Author) {
    steps.push({ op: 'timeScale', value: pick([1, 1, 0.5, 3, 0, next() * 2]) })
  },
  flip({ chance, steps }: Author) {
    steps.push({ op: 'flip', x: chance(0.5), y: chance(0.5) })
  },
  boneOffset({ bones, chance, next, pick, steps }: Author) {
    const turn = { x: 5, y: -7, rotation: next() * 2 - 1, skew: chance(0.5) ? 0.1 : 0 }
    const mode = chance(0.3) ? { mode: 'override' } : {}
    steps.push({ op: 'boneOffset', bone: pick(bones), ...turn, ...mode, scaleX: 0.5 + next(), scaleY: 1 })
  },
}

const WEIGHTS: Readonly<Record<keyof typeof OPS, number>> = {
  ...{ play: 6, fadeIn: 20, config: 24, range: 3, goto: 6 },
  ...{ weight: 6, pace: 5, fadeOut: 6, timeScale: 2, flip: 1, boneOffset: 1 },
}

const WEIGHTED = (Object.keys(OPS) as (keyof typeof OPS)[]).flatMap((name) =>
  Array.from({ length: WEIGHTS[name] }, () => OPS[name]),
)
