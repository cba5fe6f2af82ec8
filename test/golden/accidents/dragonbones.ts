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
  'children outlive their tree': {
    ...{ reference: 'dragonbones', versions: ['5.7'], rule: 'differential/dragonbones/core-player.ts' },
    what:
      'where a blend tree has faded out, its pool clears it one update late, and one more for each level: the children stay listed, ' +
      'without weight. They set bones, depths and meshes to the setup pose, and count as playing, so that the next fade-in has a length',
    proof:
      'scripts that give the children a weight of 0 just before, and the fade-in a length of 0, play as osteon does',
  },
  'ends of still fades go unnoticed': {
    ...{ reference: 'dragonbones', versions: ['5.7'], rule: 'differential/dragonbones/left-out.ts' },
    what:
      'in the update that ends the fade-in of a state whose time stands still, blended alphas and depths are worked out, but what ' +
      'shows them is not: alphas follow with the next change, and the draw order with the next sorting',
    proof:
      'the depth that the slot holds is that of the full weight; another state that keys an alpha, with the same shares, makes it ' +
      'show at once',
  },
  'ticks end with keys': {
    ...{ reference: 'dragonbones', versions: ['5.7'], rule: 'differential/dragonbones/judge.ts' },
    what: 'where a key, equal depths or a flat bone meet just with a tick, rounding decides what the tick shows',
    proof: 'ticks that are longer or shorter by a billionth or a millionth give the other answer',
  },
  'keys after the end are garbage': {
    ...{ reference: 'dragonbones', versions: ['5.7'], rule: 'differential/dragonbones/subjects.ts' },
    what: 'towards a key that starts after the end of its animation, a property goes to numbers of other data, or to none',
    proof:
      'the numbers depend on what else the file holds; in a file with one timeline they are NaN. Such keys are not played',
  },
  'surfaces do not flip': {
    ...{ reference: 'dragonbones', versions: ['5.7'], rule: 'golden/accidents/unflipped-surfaces.ts' },
    what: 'surfaces that hang on no bone, and all that hangs on them, stay where they are in a flipped armature',
    proof: 'the same surface below a bone at the origin flips',
  },
} as const satisfies Readonly<Record<string, Accident>>
