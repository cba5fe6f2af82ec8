/** Recognises a web page, which servers send if there is no such file. */

/** How messages describe such a file. */
export const WEB_PAGE = 'a web page: no such file?'

export function isWebPage(data: string | Uint8Array | object): boolean {
  const head = typeof data === 'string' ? data : data instanceof Uint8Array ? headOf(data) : ''
  return /^\ufeff?\s*<(!doctype )?html/i.test(head.slice(0, 1024))
}

/** The first characters of a file. */
export function headOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes.subarray(0, 1024))
}
