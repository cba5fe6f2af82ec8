/** Text of strangers for a terminal: nothing in it may move the cursor, change colours or turn the line around. */

/** Controls, among them escape sequences; format characters, among them bidirectional ones; lone surrogates; line separators. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

/** One line, with `\u202e` in place of such a character: as JSON has it. */
export function printableLine(text: string): string {
  return text.replace(UNSEEN, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  )
}

/** The same of several lines. */
export function printable(text: string): string {
  return text.split('\n').map(printableLine).join('\n')
}
