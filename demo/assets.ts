/** Addresses of the demo's artwork. Only this file knows where the artwork lies; a built site renames it. Runs in pages and workers. */

/**
 * @param file its name in `demo/assets`.
 *
 * Throws if there is none: a built site knows the address of each file, and of no other.
 */
export function assetOf(file: string): URL {
  const address = new URL(`./assets/${file}`, import.meta.url)
  if (address.pathname.endsWith('/undefined')) throw new Error(`there is no artwork "${file}"`)
  return address
}

/** An atlas's only page by name, as loading takes it. @param name of the PNG, without its ending. */
export async function pageOf(name: string): Promise<Record<string, Blob>> {
  const page = await fetch(assetOf(`${name}.png`))
  return { [`${name}.png`]: await page.blob() }
}
