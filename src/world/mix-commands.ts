/**
 * What a compiled kernel is told of an application at full weight over the setup pose: a record each, in the arena, so that
 * one call does many.
 */

/** Words of a record. */
export const MIX_COMMAND_WORDS = 16
/** Two words: the time as float64, seconds; then its bits (`writeTimeBits`). */
export const MIX_COMMAND_TIME = 0
export const MIX_COMMAND_BITS = 2
/** Word index of the animation's image. */
export const MIX_COMMAND_IMAGE = 3
/** Word index of the lane's first row in the local section, among its slots, and among its deform rows. */
export const MIX_COMMAND_LOCAL = 4
export const MIX_COMMAND_SLOTS = 5
export const MIX_COMMAND_DEFORM = 6
/** As `sampleMix` takes them: the list of live channels, or -1; blend, setup or first; direction. */
export const MIX_COMMAND_CHANNELS = 7
export const MIX_COMMAND_BLEND = 8
export const MIX_COMMAND_DIRECTION = 9
/** u16 index of the numbers of the deform tracks that act, and of what is behind them. */
export const MIX_COMMAND_TRACKS = 10
export const MIX_COMMAND_TRACKS_END = 11

/** Room for so many. */
export const MIX_COMMANDS = 64
