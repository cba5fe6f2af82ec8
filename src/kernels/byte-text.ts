/**
 * Bytes as printable text. The alphabet has no character that a string literal escapes; its last two are no digits but
 * say that the digit behind them means a higher byte. Hexadecimal digits are a tenth longer once they are packed.
 */

const ALPHABET = ' !#%&()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_abcdefghijklmnopqrstuvwxyz{|}~'
const DIGITS = ALPHABET.length - 2
/** Counted from here, most bytes of a WebAssembly module are below DIGITS. */
const FIRST = 253

/** What `decodeBytes` makes bytes of. */
export function encodeBytes(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) {
    const value = (byte - FIRST) & 255
    const high = Math.floor(value / DIGITS)
    if (high > 0) text += ALPHABET[DIGITS + high - 1]
    text += ALPHABET[value % DIGITS]
  }
  return text
}

/** @param text as `encodeBytes` writes it. */
export function decodeBytes(text: string): Uint8Array<ArrayBuffer> {
  const bytes: number[] = []
  let high = FIRST
  for (const character of text) {
    const digit = ALPHABET.indexOf(character)
    if (digit < DIGITS) {
      bytes.push(high + digit)
      high = FIRST
    } else high += (digit - DIGITS + 1) * DIGITS
  }
  return Uint8Array.from(bytes)
}
