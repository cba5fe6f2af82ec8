/**
 * What a compiled kernel is told of an item of the apply list: a record each, in the arena, so that one call does
 * many.
 */

/** Words of a record. */
export const MIX_COMMAND_WORDS = 16
/** Float64s, two words each: the time, seconds; the weights of timelines that fade and of those that are held. */
export const MIX_COMMAND_TIME = 0
export const MIX_COMMAND_ALPHA = 2
export const MIX_COMMAND_HOLD = 4
/** The time's bits (`writeTimeBits`). */
export const MIX_COMMAND_BITS = 6
/** Word index of the animation's image. */
export const MIX_COMMAND_IMAGE = 7
/** Word index of the lane's first row in the local section, among its slots, and among its deform rows. */
export const MIX_COMMAND_LOCAL = 8
export const MIX_COMMAND_SLOTS = 9
export const MIX_COMMAND_DEFORM = 10
/** As `sampleMix` takes them: the list of live channels, or -1; the blend with its bits; the modes, or -1. */
export const MIX_COMMAND_CHANNELS = 11
export const MIX_COMMAND_BLEND = 12
export const MIX_COMMAND_MODES = 13
/** Beside the blend: it mixes out. */
export const MIX_COMMAND_OUT = 16
/**
 * The same, noted by `mixing` itself: its deform rows are all keyed at full weight, and only move on while the command holds.
 */
export const MIX_COMMAND_KEYED = 32
/** With that: they are the animation's first deform timelines in their order, so that the list need not be read. */
export const MIX_COMMAND_ORDERED = 64
/** Noted by `mixing` as well: channels that have one value at all times were stored, and stand in the rows while the command holds. */
export const MIX_COMMAND_STILL = 128
/** Word index of the deform applications that act, as in `DeformList`, and of what is behind them. */
export const MIX_COMMAND_TRACKS = 14
export const MIX_COMMAND_TRACKS_END = 15

/** Room for so many, and behind them for so many deform applications. */
export const MIX_COMMANDS = 64
export const MIX_COMMAND_DEFORMS = 1024
