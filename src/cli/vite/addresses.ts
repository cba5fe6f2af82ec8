/** Finds where Vite serves a file. */
import { isAbsolute, relative } from 'node:path'

/** Returns a file's path on the server: from `public`, from the root, or with `/@fs/` for files elsewhere. */
export function addressOf(
  file: string,
  { root, base, publicDir }: { root: string; base: string; publicDir: string },
): string {
  const inside = [publicDir, root]
    .filter((folder) => folder !== '')
    .map((folder) => relative(folder, file))
    .find((path) => !path.startsWith('..') && !isAbsolute(path))
  const path = (inside ?? `@fs/${file.replace(/^[\\/]/, '')}`).replaceAll('\\', '/')
  return (
    base +
    path
      .split('/')
      .map(encodeURIComponent)
      .join('/')
      .replace(/^%40fs/, '@fs')
  )
}
