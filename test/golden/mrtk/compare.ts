/** Compares two documents of a recording's evaluation, number by number. */
import { addError, addFault, type Tally } from '../tally'

/** Fields about the origin of the golden only. */
const IGNORED = new Set(['sha256', 'bytes', 'curveOrder', 'note'])

/** @param place of the two, in words. */
export function compareValues(tally: Tally, place: string, wanted: unknown, found: unknown): void {
  if (wanted === null || wanted === undefined) {
    if (found !== null && found !== undefined)
      addFault(tally, 'missing', place, 'there is more than expected')
  } else if (found === null || found === undefined) addFault(tally, 'missing', place, 'is not there')
  else if (typeof wanted === 'number') compareNumbers(tally, place, wanted, found, 1)
  else if (Array.isArray(wanted)) compareLists(tally, place, wanted, found)
  else if (typeof wanted === 'object')
    for (const [key, value] of Object.entries(wanted)) {
      if (IGNORED.has(key)) continue
      compareValues(tally, `${place}.${key}`, value, Object(found)[key])
    }
  else if (wanted !== found)
    addFault(tally, 'mismatches', place, `expected ${JSON.stringify(wanted)}, got ${JSON.stringify(found)}`)
}

function compareLists(tally: Tally, place: string, wanted: readonly unknown[], found: unknown): void {
  if (!Array.isArray(found) || found.length !== wanted.length) {
    addFault(tally, 'missing', place, `expected ${wanted.length} of them`)
    return
  }
  const sign = wanted.length === 7 ? signOf(wanted, found) : 1
  wanted.forEach((value, i) => {
    const here = `${place}[${i}]`
    if (typeof value === 'number') compareNumbers(tally, here, value, found[i], i >= 3 ? sign : 1)
    else compareValues(tally, here, value, found[i])
  })
}

/** Of a pose, whether its quaternion is the other one of the same rotation. */
function signOf(wanted: readonly unknown[], found: readonly unknown[]): number {
  let dot = 0
  for (let i = 3; i < 7; i++) dot += Number(wanted[i]) * Number(found[i])
  return dot < 0 ? -1 : 1
}

function compareNumbers(tally: Tally, place: string, wanted: number, found: unknown, sign: number): void {
  if (typeof found !== 'number') {
    addFault(tally, 'missing', place, 'is no number')
    return
  }
  addError(tally, Math.abs(wanted - sign * found) / Math.max(1, Math.abs(wanted)), place)
}
