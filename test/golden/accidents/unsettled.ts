/** Numbers that a script settles less exactly than they are compared: 'ticks end with steps' of the table, and flat bones. */
import { compareDump } from '../compare'
import type { Dump, GoldenCase, Op } from '../schema'
import { createTally } from '../tally'

/** The relative change of every step's time that reveals numbers which hang on timing. */
const LONGER = 1e-6
/** Its other test is to round numbers to float32: this is one unit in the last place of a script's numbers. */
const LARGER = 2 ** -23

/**
 * Where the product's own numbers move by half a limit or more when every step of the script is longer or shorter by a
 * millionth, and every pose that it writes by a float32's last place: where a step of the simulation ends just with one of the
 * script, say, or where a bone is so flat that float32s don't settle where it points.
 *
 * @param dumps the product's, of the script as it is. @param play plays another script.
 */
export function unsettledIn(
  script: GoldenCase,
  dumps: readonly Dump[],
  size: number,
  play: (script: GoldenCase) => readonly Dump[],
): Set<string> {
  const tally = createTally()
  for (const sign of [-1, 1])
    play(nudged(script, sign)).forEach((dump, index) => {
      compareDump(tally, dumps[index], dump, size, `${script.id}[${index}]`, script.strict)
    })
  return tally.close
}

/** @param sign 1 or -1. */
export function nudged(script: GoldenCase, sign: number): GoldenCase {
  return { ...script, ops: script.ops.map((op) => nudgedOp(op, sign)) }
}

function nudgedOp(op: Op, sign: number): Op {
  const { dt = 0, dts = [dt], set = {} } = op
  if (op.op === 'update') return { ...op, dts: dts.map((delta) => delta * (1 + sign * LONGER)) }
  if (op.op !== 'bone') return op
  const larger = Object.entries(set).map(([field, value]) => [field, Number(value) * (1 + sign * LARGER)])
  return { ...op, set: Object.fromEntries(larger) }
}
