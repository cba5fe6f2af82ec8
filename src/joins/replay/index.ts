/**
 * Recordings of whole worlds: a saved state, and every call and write that changed the world from then on. They play
 * again elsewhere with the same bits, forwards and back, and say where they went another way.
 *
 * @module osteon/replay
 */
export { compareReplays } from './compare'
export { type ReplayNeeds, replayNeeds } from './needs'
export { type Divergence, openReplay, type Replay, type ReplayedCall, type ReplayOptions } from './open'
export { type RecordOptions, record, type WorldRecording } from './record'
