/** Names of files in built pages. */

/** Atlases name their images, which are next to them: these keep their names. All other files get a hash. */
export function assetFileNames({ names }: { names: readonly string[] }): string {
  return names.some((name) => /\.(atlas|json|png)$/.test(name))
    ? 'assets/[name][extname]'
    : 'assets/[name]-[hash][extname]'
}
