/** Makes text from files safe for a terminal: no character may move the cursor, change colours or reverse the line. */

/** Unsafe characters: controls (escape sequences), format characters (bidirectional ones), lone surrogates, line separators. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

/** One line, with unsafe characters as `\u202e`, like in JSON. */
export function printableLine(text: string): string {
  return text.replace(UNSEEN, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  )
}
