/** Accidents of DragonBones' official core; `table.ts` has the accidents of all references. */
import type { Accident } from './table'

export const DRAGONBONES_ACCIDENTS = {
  'fade-ins are told again': {
    ...{ reference: 'dragonbones', versions: ['5.7'], rule: 'differential/dragonbones/left-out.ts' },
    what: 'in every update it tells again that the fade-in of a state without weight is complete',
    proof: 'nothing fades then: its progress is 1 all the time',
  },
  'meshes of one name': {
    ...{ reference: 'dragonbones', versions: ['5.7'], rule: 'golden/accidents/clashing-meshes.ts' },
    what: 'deforms of meshes that share a name are blended as one, though they are in several slots',
    proof:
      'what is shown of them hangs on the number of updates, at the same time; where each mesh of the file has a name of its own, all ' +
      'recorded scripts agree, vertices included',
  },
  'ends are passed by': {
    ...{ reference: 'dragonbones', versions: ['5.7'], rule: 'differential/dragonbones/left-out.ts' },
    what: 'where one update goes from a loop before the last one past the end, timelines show their first key for ever, not their last',
    proof: 'with an update between the two they end at the last key',
  },
  'surfaces do not flip': {
    ...{ reference: 'dragonbones', versions: ['5.7'], rule: 'golden/accidents/unflipped-surfaces.ts' },
    what: 'surfaces that hang on no bone, and all that hangs on them, stay where they are in a flipped armature',
    proof: 'the same surface below a bone at the origin flips',
  },
} as const satisfies Readonly<Record<string, Accident>>
