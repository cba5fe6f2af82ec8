/** Makes scripts by seed: common operations on tracks, and odd ones. */
import type { PhysicsMode } from 'osteon'
import type { GoldenCase, Op } from '../golden/schema'
import { type Dice, diceOf } from './dice'
import type { Version } from './load-reference'
import type { Subject } from './subjects'

/** How a script passes its time; every one keeps to one habit. */
const PACES: readonly ((dice: Dice) => number)[] = [
  () => 1 / 60,
  () => 1 / 60,
  () => 1 / 30,
  ({ next }) => 0.005 + next() * 0.05,
  ({ next }) => next() * 0.3,
  ({ pick, next }) => pick([0, 0, 1 / 60, 0.1, 0.25, 0.5, 2.5, -0.05, 0.001, next()]),
]

/** Most scripts play on few tracks, so that they meet. */
const TRACKS = [[0], [0, 1], [0, 0, 1, 2], [0, 1, 3], [1, 2]]

const MODES: readonly (readonly PhysicsMode[])[] = [
  ['update'],
  ['update'],
  ['update', 'update', 'update', 'none', 'pose', 'reset'],
]

interface Author {
  readonly dice: Dice
  readonly subject: Subject
  readonly tracks: readonly number[]
  /** Few animations that come again and again, or all of them. */
  readonly animations: readonly string[]
  readonly masked: boolean
  /** The physics mode of updates, again and again one of these. */
  readonly modes: readonly PhysicsMode[]
  readonly ops: Op[]
}

/** @returns the same script for the same seed and subject. */
export function randomScript(subject: Subject, seed: number): GoldenCase {
  const dice = diceOf(seed, 0x5bd1e995)
  const { animations } = subject.facts
  const author: Author = {
    dice,
    subject,
    tracks: dice.pick(TRACKS),
    animations: dice.chance(0.5) ? animations : [dice.pick(animations), dice.pick(animations)],
    // From 4.3 on it counts whether entries play one animation, and the reference has others for masks.
    masked: dice.chance(0.25) && subject.version < '4.3',
    modes: subject.facts.physics.length > 0 ? dice.pick(MODES) : ['update'],
    ops: [],
  }
  const pace = dice.pick(PACES)
  const busy = dice.pick([0.05, 0.15, 0.5])
  const everyTick = dice.chance(0.6)
  const ticks = 20 + Math.floor(dice.next() * 100)
  const id = `${subject.name}#${seed}`
  const skin = skinOf(author)
  if (dice.chance(0.8)) author.ops.push({ op: 'defaultMix', duration: secondsOf(dice) })
  OPS.set(author)
  for (let tick = 0; tick < ticks; tick++) {
    while (dice.chance(busy)) dice.pick(WEIGHTED)(author)
    author.ops.push({ op: 'update', dt: pace(dice), ...modeOf(author) })
    if (everyTick || dice.chance(0.06) || tick === ticks - 1)
      author.ops.push({ op: 'dump', verts: !everyTick || tick % 8 === 7 })
  }
  return { id, kind: 'state', skin, scale: 1, ops: author.ops, dumps: [], fresh: dice.chance(0.5) }
}

function modeOf({ dice, modes }: Author): Pick<Op, 'physics'> {
  const physics = dice.pick(modes)
  return physics === 'update' ? {} : { physics }
}

function skinOf({ dice, subject: { facts } }: Author): string | string[] | null {
  const { skins } = facts
  if (skins.length === 0 || dice.chance(0.1)) return null
  if (skins.length > 1 && dice.chance(0.2)) return [dice.pick(skins), dice.pick(skins)]
  return dice.pick(skins)
}

/** Of a mix, a delay, a clock: round numbers bring ties. */
function secondsOf({ pick, next }: Dice): number {
  return pick([0, 0.1, 0.2, 0.25, 0.5, next() * 0.3, next() * 0.3, next(), next() * 3])
}

function delayOf(dice: Dice): number {
  return dice.pick([0, 0, 0, secondsOf(dice), secondsOf(dice), -secondsOf(dice) / 2])
}

function weightOf({ pick, next }: Dice): number {
  return pick([0, 0.25, 0.5, 1, 1, next(), next(), next() * 1.5, -0.1])
}

function paceOf({ pick, next }: Dice): number {
  return pick([1, 1, 0.5, 2, 0, next() * 2, next() * 2, -1])
}

const FIELDS: Readonly<Record<string, (dice: Dice) => number | boolean | string>> = {
  alpha: weightOf,
  additive: ({ chance }) => chance(0.7),
  mixBlend: ({ pick }) => pick(['setup', 'first', 'replace', 'add', 'add']),
  holdPrevious: ({ chance }) => chance(0.7),
  reverse: ({ chance }) => chance(0.8),
  shortestRotation: ({ chance }) => chance(0.8),
  timeScale: paceOf,
  animationStart: ({ pick, next }) => pick([0, next() * 0.4, next()]),
  animationEnd: ({ pick, next }) => pick([0.25, 0.1 + next(), next() * 3]),
  trackTime: secondsOf,
  trackEnd: secondsOf,
  mixDuration: secondsOf,
  eventThreshold: ({ pick, next }) => pick([0, 0.5, 1, next()]),
  mixAttachmentThreshold: ({ pick, next }) => pick([0, 0.5, 1, next()]),
  mixDrawOrderThreshold: ({ pick, next }) => pick([0, 0.5, 1, next()]),
  alphaAttachmentThreshold: ({ pick, next }) => pick([0, 0.5, 1, next()]),
}

/** Fields that came later than 4.0, and fields that went. */
const SINCE: Readonly<Record<string, Version>> = {
  shortestRotation: '4.1',
  alphaAttachmentThreshold: '4.2',
  additive: '4.3',
}
const UNTIL: Readonly<Record<string, Version>> = { mixBlend: '4.2', holdPrevious: '4.2' }

function fieldsOf({ dice, subject: { version } }: Author): Op['set'] {
  const known = Object.keys(FIELDS).filter(
    (field) => (SINCE[field] ?? version) <= version && version <= (UNTIL[field] ?? version),
  )
  const set: Op['set'] = {}
  do {
    const field = dice.pick(known)
    set[field] = FIELDS[field](dice)
  } while (dice.chance(0.4))
  return set
}

function animationOf({
  dice,
  animations,
  masked,
  subject: { facts },
}: Author): Pick<Op, 'name' | 'loop' | 'mask'> {
  const name = dice.pick(animations)
  const loop = dice.chance(0.6)
  if (!masked || dice.chance(0.5)) return { name, loop }
  return { name, loop, mask: Math.floor(dice.next() * facts.masks.length) }
}

/** A new entry often gets fields of its own before it is first applied. */
function maybeFields(author: Author, track: number): void {
  if (author.dice.chance(0.5)) author.ops.push({ op: 'entry', track, which: 'last', set: fieldsOf(author) })
}

const OPS = {
  set(author: Author) {
    const track = author.dice.pick(author.tracks)
    author.ops.push({ op: 'setAnimation', track, ...animationOf(author) })
    maybeFields(author, track)
  },
  add(author: Author) {
    const track = author.dice.pick(author.tracks)
    author.ops.push({ op: 'addAnimation', track, ...animationOf(author), delay: delayOf(author.dice) })
    maybeFields(author, track)
  },
  fade({ dice, tracks, ops }: Author) {
    ops.push({ op: 'setEmptyAnimation', track: dice.pick(tracks), mixDuration: secondsOf(dice) })
  },
  queueFade({ dice, tracks, ops }: Author) {
    const mixDuration = secondsOf(dice)
    ops.push({ op: 'addEmptyAnimation', track: dice.pick(tracks), mixDuration, delay: delayOf(dice) })
  },
  fadeAll({ dice, ops }: Author) {
    ops.push({ op: 'setEmptyAnimations', mixDuration: secondsOf(dice) })
  },
  clear({ dice, tracks, ops }: Author) {
    ops.push({ op: 'clearTrack', track: dice.pick(tracks) })
  },
  clearAll({ ops }: Author) {
    ops.push({ op: 'clearTracks' })
  },
  entry(author: Author) {
    const { dice, tracks, ops } = author
    const which = dice.pick(['current', 'current', 'last'] as const)
    ops.push({ op: 'entry', track: dice.pick(tracks), which, set: fieldsOf(author) })
  },
  mix({ dice, animations, ops }: Author) {
    const [from, to] = [dice.pick(animations), dice.pick(animations)]
    ops.push({ op: 'setMix', from, to, duration: secondsOf(dice) })
  },
  defaultMix({ dice, ops }: Author) {
    ops.push({ op: 'defaultMix', duration: secondsOf(dice) })
  },
  timeScale({ dice, ops }: Author) {
    ops.push({ op: 'state', set: { timeScale: paceOf(dice) } })
  },
  place({ dice: { pick, next }, ops }: Author) {
    ops.push({ op: 'skeleton', set: { x: next() * 200 - 100, scaleX: pick([1, -1, 0.5 + next()]) } })
  },
  skin(author: Author) {
    const skin = skinOf(author)
    if (skin !== null) author.ops.push({ op: 'skin', skin })
  },
  attachment({ dice, subject: { facts }, ops }: Author) {
    const { name, attachments } = dice.pick(facts.slots)
    const attachment = dice.chance(0.3) || attachments.length === 0 ? null : dice.pick(attachments)
    ops.push({ op: 'attachment', slot: name, name: attachment })
  },
  setupPose({ dice, ops }: Author) {
    ops.push({ op: 'setupPose', which: dice.pick(['bones', 'slots', 'both']) })
  },
  bone({ dice, subject: { facts }, ops }: Author) {
    const name = dice.pick(facts.bones)
    if (dice.chance(0.5)) ops.push({ op: 'bone', name, set: { rotation: dice.next() * 720 - 360 } })
    else ops.push({ op: 'bone', name, set: { x: dice.next() * 50, scaleX: dice.next() + 0.5 } })
  },
  ik({ dice, subject: { facts }, ops }: Author) {
    if (facts.ik.length > 0) ops.push({ op: 'ik', name: dice.pick(facts.ik), set: { mix: dice.next() } })
  },
  transform({ dice, subject: { facts }, ops }: Author) {
    if (facts.transform.length === 0) return
    const set = { mixRotate: dice.next(), mixX: dice.next() }
    ops.push({ op: 'transform', name: dice.pick(facts.transform), set })
  },
  physics({ dice, subject: { facts }, ops }: Author) {
    if (facts.physics.length === 0) return
    const field = dice.pick(['mix', 'mix', 'wind', 'gravity', 'inertia'])
    const value = field === 'mix' ? dice.pick([0, 0, 1, dice.next()]) : dice.next()
    ops.push({ op: 'physics', name: dice.pick(facts.physics), set: { [field]: value } })
  },
  physicsReset({ dice, subject: { facts }, ops }: Author) {
    if (facts.physics.length > 0) ops.push({ op: 'physicsReset', name: dice.pick(facts.physics) })
  },
  physicsMove({ dice, subject: { facts }, ops }: Author) {
    if (facts.physics.length === 0) return
    const place = { x: dice.next() * 100 - 50, y: dice.next() * 100 - 50 }
    if (dice.chance(0.5)) ops.push({ op: 'physicsTranslate', ...place })
    else ops.push({ op: 'physicsRotate', ...place, degrees: dice.next() * 360 - 180 })
  },
  slider({ dice, subject: { facts }, ops }: Author) {
    if (facts.sliders.length === 0) return
    const field = dice.pick(['mix', 'time'])
    ops.push({ op: 'slider', name: dice.pick(facts.sliders), set: { [field]: dice.next() } })
  },
}

const WEIGHTS: Readonly<Record<keyof typeof OPS, number>> = {
  set: 30,
  add: 20,
  fade: 6,
  queueFade: 6,
  fadeAll: 2,
  clear: 2,
  clearAll: 1,
  entry: 15,
  mix: 3,
  defaultMix: 3,
  timeScale: 2,
  place: 2,
  skin: 2,
  attachment: 1,
  setupPose: 1,
  bone: 1,
  ik: 1,
  transform: 1,
  slider: 1,
  physics: 1,
  physicsReset: 1,
  physicsMove: 1,
}

const WEIGHTED = (Object.keys(OPS) as (keyof typeof OPS)[]).flatMap((name) =>
  Array.from({ length: WEIGHTS[name] }, () => OPS[name]),
)
