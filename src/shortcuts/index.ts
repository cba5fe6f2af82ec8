/**
 * The door to code that only makes a tick cheaper. A tick is complete without it: work that it leaves out is known to change no bit.
 *
 * A shortcut is told
 * - when a tick opens: `separateSleepers`;
 * - before anybody reads or writes a skeleton's entries: `catchUpClocks`;
 * - when a skeleton was sampled: `findRepeats`, and in the ticks after it: `mayRepeat`, `repeatFrom`;
 * - before chunks have their turns: `findVisiblePrograms`.
 *
 * `Chunk.runs` says that a chunk shows other slots.
 */
export { catchUpClocks, mayRepeat, repeatFrom } from './repeat'
export { findRepeats } from './repeat-until'
export { MOST_MOVES, separateSleepers } from './separate-sleepers'
export { findVisiblePrograms } from './visible-programs'
