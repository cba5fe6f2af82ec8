/**
 * The door to code that only makes a tick cheaper. A tick is complete without it: the work that it skips is known to
 * change no bit.
 *
 * Shortcuts are called
 * - when a tick opens: `separateSleepers`;
 * - by the doors to a skeleton, before its entries are read or written, and by the tick itself: `catchUpClocks`;
 * - when a skeleton was sampled: `findRepeats`, and in the following ticks: `mayRepeat`, `repeatFrom`;
 * - before chunks have their turns: `findVisiblePrograms`.
 *
 * `Chunk.runs` notes that a chunk shows other slots.
 */
export { catchUpClocks, mayRepeat, repeatFrom } from './repeat'
export { findRepeats } from './repeat-until'
export { MOST_MOVES, separateSleepers } from './separate-sleepers'
export { findVisiblePrograms, lacksProgram } from './visible-programs'
