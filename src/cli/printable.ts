/** Makes text from files safe for a terminal: no character may move the cursor, change colours or reverse the line. */

/**
 * Unsafe characters: controls (escape sequences), format characters (bidirectional ones), lone surrogates, line
 * separators.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

/** Returns one line, with unsafe characters written as `\u202e`, as in JSON. */
export function printableLine(text: string): string {
  return text.replace(UNSEEN, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  )
}

/** Returns several lines, with unsafe characters escaped in the same way. */
export function printable(text: string): string {
  return text.split('\n').map(printableLine).join('\n')
}
