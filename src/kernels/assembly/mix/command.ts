/** The record of a command (src/world/commands). Functions that mix it share its scratch words. */
import { ANIMATION, COMMAND } from '../layout'
import { word } from '../program/rows'

@unmanaged
export class Command {
  time: f64
  alpha: f64
  hold: f64
  /** Scratch: the first local, slot and deform row of the skeleton's lane, in bytes. */
  local: usize
  slots: usize
  deform: usize
  /** First record of the rig's skin table. */
  attachments: usize
  /** The bucket table's row for the time, and whether its integers have 32 bits. */
  entries: usize
  wide: i32
  /** The time as `bitsOf` returns it. */
  bits: i32
  /** Whether it is the skeleton's only command. */
  alone: i32
  /** Unused, up to the words that are set with the command. */
  free0: i32
  free1: i32
  imageWord: i32
  channels: i32
  blend: i32
  modesWord: i32
  deformsWord: i32
  deformsEnd: i32
  next: i32
  previous: i32
}

// @ts-ignore: decorator
@inline
export function commandAt(address: usize): Command {
  if (offsetof<Command>('imageWord') != COMMAND.IMAGE << 2 || offsetof<Command>() != COMMAND.WORDS << 2)
    ERROR('the fields are not where src/world/commands has them')
  return changetype<Command>(address)
}

/** Address of the command's animation image. */
// @ts-ignore: decorator
@inline
export function imageOf(command: Command): usize {
  return <usize>command.imageWord << 2
}

// @ts-ignore: decorator
@inline
export function channelsOf(image: usize): usize {
  return image + (word(image, ANIMATION.CHANNEL_TABLE) << 2)
}

// @ts-ignore: decorator
@inline
export function segmentsOf(image: usize): usize {
  return image + (word(image, ANIMATION.SEGMENT_TABLE) << 2)
}
