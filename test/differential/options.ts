/** Options of both comparisons' command lines. */
import { InvalidArgumentError, Option } from 'commander'

export function wholeNumber(flags: string, description: string): Option {
  return new Option(flags, description).argParser((text) => {
    if (!/^\d+$/.test(text)) throw new InvalidArgumentError('expected a whole number')
    return Number(text)
  })
}
