/** The addresses of the examples' artwork. A built site renames files, so addresses are looked up by name. */
const FILES: Readonly<Record<string, URL>> = {
  'badger.json': new URL('../../demo/assets/badger.json', import.meta.url),
  'badger.atlas': new URL('../../demo/assets/badger.atlas', import.meta.url),
  'badger.png': new URL('../../demo/assets/badger.png', import.meta.url),
  'lamplighter.json': new URL('../../demo/assets/lamplighter.json', import.meta.url),
  'lamplighter.atlas': new URL('../../demo/assets/lamplighter.atlas', import.meta.url),
  'lamplighter.png': new URL('../../demo/assets/lamplighter.png', import.meta.url),
  'mouse.json': new URL('../../demo/assets/mouse.json', import.meta.url),
  'mouse.atlas': new URL('../../demo/assets/mouse.atlas', import.meta.url),
  'mouse.png': new URL('../../demo/assets/mouse.png', import.meta.url),
}

/** Returns the address of one of these files, or the name itself if it isn't one. */
export function artwork(name: string): string {
  return FILES[name]?.href ?? name
}
