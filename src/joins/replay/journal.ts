/** What a journal holds: one entry after another, each begins with its kind. */

/** Kinds of entries. Bytes hold these numbers, so only append. */
export const ENTRY = {
  /** A component comes: its number, the entity. */
  add: 1,
  /** A component is set: its number, the entity, the data. */
  set: 2,
  /** A component goes: its number, the entity. */
  remove: 3,
  /** Numbers that the game wrote to public columns: `writeChanges`. */
  columns: 4,
  /** A function gets the next number: its name. */
  name: 5,
  /** A call: bits of CALL, the function's number, arguments; then what the bits say. */
  call: 6,
  /** Hashes of a tick: of all clocks, of covered skeletons, and, if all are covered each time, of their bones. */
  hashes: 7,
  /** Other seconds from now on: of ticks, and `world.time.delta`. */
  delta: 8,
} as const

/** Bits of a call, in the order of what follows the arguments. */
export const CALL = {
  /** It opened a tick. */
  opens: 1,
  /** It added entities: their number, and their ids in the order in which they came. */
  makes: 2,
  /** It returned a number: that. */
  returns: 4,
  /** It threw: something other than a refusal, or a refusal before which skeletons came or went. */
  throws: 8,
  /** It belongs to the tick before it. */
  follows: 16,
} as const

/** Version of the journal. */
export const REPLAY_VERSION = 1

/** For each function that opens a tick: the place of its first system (PLACE). */
export const OPENING: ReadonlyMap<string, number> = /* @__PURE__ */ new Map([
  ['runPipeline', 1],
  ['timelineSampling', 1],
  ['mixing', 2],
  ['constraints', 3],
  ['worldTransform', 4],
  ['skinning', 5],
])

/** Functions that take the seconds of a tick. */
export const TIMED: ReadonlySet<string> = /* @__PURE__ */ new Set([...OPENING.keys(), 'bakedSampling'])

/** Functions that end a tick's work, after which hashes are taken. */
export const ENDING: ReadonlySet<string> = /* @__PURE__ */ new Set(['runPipeline', 'skinning'])

/** Functions that belong to the tick before them. */
export const FOLLOWING: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'mixing',
  'constraints',
  'worldTransform',
  'skinning',
  'boneTarget',
  'boneFollower',
])

/** Functions that change what a world has registered, which saved states leave as it is. */
export const LASTING: ReadonlySet<string> = /* @__PURE__ */ new Set([
  ...['addAttachment', 'addSkin', 'bake', 'registerTable', 'replaceImage', 'replaceRig', 'unregisterRig'],
])
