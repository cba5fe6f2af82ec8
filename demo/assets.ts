/** Addresses of the demo's artwork. Only this file knows where the artwork lies; a built site renames it. Runs in pages and workers. */

/** @param file its name in `demo/assets`. */
export const assetOf = (file: string): URL => new URL(`./assets/${file}`, import.meta.url)

/** An atlas's only page by name, as loading takes it. @param name of the PNG, without its ending. */
export async function pageOf(name: string): Promise<Record<string, Blob>> {
  const page = await fetch(assetOf(`${name}.png`))
  return { [`${name}.png`]: await page.blob() }
}
