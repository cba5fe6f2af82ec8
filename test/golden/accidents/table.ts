/**
 * Accidents of official runtimes, and of recordings of them. osteon does not repeat them. Each accident is named here once,
 * with how it was proven and the file whose rule deals with it; comparisons ask by name whether it happens.
 */
import { DRAGONBONES_ACCIDENTS } from './dragonbones'

export interface Accident {
  readonly reference: 'spine' | 'dragonbones' | 'mrtk'
  /** Versions that have it. */
  readonly versions: readonly string[]
  /** The accident in words. */
  readonly what: string
  /** How it is known to be an accident, or a tie that rounding decides. */
  readonly proof: string
  /** The file that deals with it, from `test` on. */
  readonly rule: string
}

const SPINE_ACCIDENTS = {
  'reverse stays': {
    ...{ reference: 'spine', versions: ['4.0'], rule: 'golden/accidents/reused-entries.ts' },
    what: 'a track entry that is used again is still reversed',
    proof: 'the same script on a new state runs forwards',
  },
  'weight stays': {
    ...{ reference: 'spine', versions: ['3.7', '3.8', '4.0'], rule: 'golden/accidents/reused-entries.ts' },
    what: 'a track entry that is used again has the summed weight of its former use, by which one that adds leaves its mix',
    proof: 'the same script on a new state leaves it earlier',
  },
  'first weight is missing': {
    ...{ reference: 'spine', versions: ['3.7', '3.8'], rule: 'golden/accidents/reused-entries.ts' },
    what: 'a track entry that is used for the first time has no summed weight, which counts as not 0',
    proof: 'builds in other languages start from 0',
  },
  'blend stays': {
    ...{ reference: 'spine', versions: ['3.7'], rule: 'golden/accidents/reused-entries.ts' },
    what: 'a track entry that is used again keeps its blend',
    proof: 'the same script on a new state replaces',
  },
  'slots are unmarked': {
    ...{ reference: 'spine', versions: ['3.8'], rule: 'golden/accidents/unmarked-slots.ts' },
    what: 'what a slot shows before a track first keeps an attachment in it is not put back',
    proof: 'builds in other languages put it back',
  },
  'no directions': {
    ...{ reference: 'spine', versions: ['3.7'], rule: 'golden/accidents/undirected.ts' },
    what: 'recordings apply animations by hand neither in nor out',
    proof: 'that runtime has other names for directions than the recorder',
  },
  'clips are listed wrongly': {
    ...{ reference: 'spine', versions: ['4.3'], rule: 'golden/accidents/recorded-clips.ts' },
    what: 'triangles behind a polygon that was cut join vertices of two polygons',
    proof: 'indices lag by one for each polygon that was cut; where a clip hides what is inside they do not',
  },
  'ticks end with steps': {
    ...{
      reference: 'spine',
      versions: ['3.7', '3.8', '4.0', '4.1', '4.2', '4.3'],
      rule: 'golden/accidents/unsettled.ts',
    },
    what: 'where a step of a simulation or a fade ends just with a tick, rounding decides whether it is taken',
    proof: 'ticks that are longer by a millionth give the other answer',
  },
  'shear of keys is lost': {
    ...{ reference: 'spine', versions: ['4.0', '4.1', '4.2'], rule: 'differential/subjects.ts' },
    what: "the JSON reader gives all keys of a transform timeline the first key's mixShearY",
    proof: 'binaries of the same skeleton keep it; both sides get data in which it is constant',
  },
  'a mix without length is no number': {
    ...{ reference: 'spine', versions: ['4.0', '4.1', '4.2'], rule: 'differential/judge-script.ts' },
    what:
      'the weight of an entry that is held until one without a mix is divided by 0: NaN, or ±Infinity after a tick below 0; and an ' +
      'entry that adds and is mixed out may make it throw',
    proof: 'bones, colours or values of constraints are no finite numbers; a script is followed up to there',
  },
  'angles of points': {
    ...{ reference: 'spine', versions: ['4.2'], rule: 'differential/reference.ts' },
    what: 'the rotation of point attachments is not in degrees',
    proof: 'it is that of the bone, converted the wrong way round: it is worked out from the bone',
  },
  'rotations remember a rounding': {
    ...{ reference: 'spine', versions: ['4.0', '4.1', '4.2', '4.3'], rule: 'differential/judge-script.ts' },
    what:
      'an entry at full weight adds what is missing to a rotation, and rounds: where a newer entry turns to the same angle, ' +
      'its memory finds a difference of the last bit or none, and so forgets its direction or keeps it. Before its first key it ' +
      'rounds alike; a mix that ends with a tick may leave a weight of all but 1; up to 4.1 the sum of the old turns and the ' +
      'difference rounds, too',
    proof:
      'from rotations of 0, where nothing is rounded, or with ticks that are off by 2e-16, it is as in osteon. In 4.3 it also ' +
      'happens after the first entry: an animation that is queued behind itself with a delay of 0 shows the same second, and ticks of other lengths move ' +
      'the tick in which the memory is lost',
  },
  'setup colours are doubles': {
    ...{ reference: 'spine', versions: ['4.0', '4.1', '4.2', '4.3'], rule: 'differential/judge-script.ts' },
    what:
      'a key of the setup colour is a float32, the setup colour a double: an upper entry of a weight far from 0 … 1 multiplies ' +
      'the difference in every tick',
    proof: 'with setup colours in float32 the colour stays, as in osteon',
  },
  'sums of ticks round': {
    ...{ reference: 'spine', versions: ['4.2', '4.3'], rule: 'differential/judge-script.ts' },
    what: 'where ticks are as long as steps of physics, or several of them, some steps are taken a tick later',
    proof: 'ticks that are longer or shorter by 1e-9 give either answer; osteon sums without rounding',
  },
  'half a turn has two ways': {
    ...{ reference: 'spine', versions: ['4.2', '4.3'], rule: 'differential/judge-script.ts' },
    what: 'a hanging bone with physics that is turned by exactly 180 degrees swings either way',
    proof: 'angles that are off by 1e-7 radians make it swing the other way',
  },
} as const satisfies Readonly<Record<string, Accident>>

const MRTK_ACCIDENTS = {
  'even rotations are ties': {
    ...{ reference: 'mrtk', versions: ['1.1'], rule: 'recordings/recorder.test.ts' },
    what: 'of an even, fast rotation several frames are equally far off, so that rounding decides which become keys and how many',
    proof:
      'float32s that are off by their last place give 98 to 104 keys; of a rotation that speeds up, always the same',
  },
} as const satisfies Readonly<Record<string, Accident>>

export const ACCIDENTS = { ...SPINE_ACCIDENTS, ...DRAGONBONES_ACCIDENTS, ...MRTK_ACCIDENTS }
export type AccidentName = keyof typeof ACCIDENTS

/** Whether a version of its reference has an accident. */
export function happens(name: AccidentName, version: string): boolean {
  const { versions }: Accident = ACCIDENTS[name]
  return versions.includes(version)
}

/** Accidents of one reference in words, for readers of a comparison. @param rules only accidents that these files deal with. */
export function tellAccidents(reference: Accident['reference'], rules: RegExp): string {
  return Object.values<Accident>(ACCIDENTS)
    .filter((accident) => accident.reference === reference && rules.test(accident.rule))
    .map(({ versions, what }) => `  ${versions.join(', ')}: ${what}`)
    .join('\n')
}
