/** The entries of the package, for builds and tools. */
import { fileURLToPath } from 'node:url'

/** The project's root folder, without a trailing slash. */
export const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '')

/** Every public entry of the package: its name in imports, and its source file from the root. */
export const ENTRIES: Readonly<Record<string, string>> = {
  osteon: 'src/api/index.ts',
  'osteon/model': 'src/base/model/index.ts',
  'osteon/components': 'components/index.ts',
  'osteon/systems': 'systems/index.ts',
  'osteon/kernels/plain': 'src/kernels/plain.ts',
  'osteon/render': 'src/render/index.ts',
  'osteon/render/webgl': 'src/render/webgl/index.ts',
  'osteon/render/mesh': 'src/render/mesh.ts',
  'osteon/phaser': 'src/hosts/phaser/index.ts',
  'osteon/three': 'src/hosts/three/index.ts',
  'osteon/pixi': 'src/hosts/pixi/index.ts',
  'osteon/element': 'src/hosts/element/index.ts',
  'osteon/react': 'src/hosts/react/index.ts',
  'osteon/react/pixi': 'src/hosts/react/pixi/index.ts',
  'osteon/react/three': 'src/hosts/react/three/index.ts',
  'osteon/debug': 'src/joins/debug/index.ts',
  'osteon/formats/spine-binary': 'src/formats/spine-binary.ts',
  'osteon/formats/spine-json': 'src/formats/spine-json.ts',
  'osteon/formats/dragonbones': 'src/formats/dragonbones.ts',
  'osteon/formats/mrtk': 'src/formats/mrtk.ts',
  'osteon/formats/cooked': 'src/formats/cooked.ts',
  'osteon/formats/cooked-dragonbones': 'src/formats/cooked-dragonbones.ts',
  'osteon/recordings': 'src/joins/recordings/index.ts',
  'osteon/save': 'src/joins/save/index.ts',
  'osteon/between': 'src/joins/between/index.ts',
  'osteon/bone-controls': 'src/joins/bone-controls/index.ts',
  'osteon/budget': 'src/joins/budget/index.ts',
  'osteon/fades': 'src/joins/fades/index.ts',
  'osteon/looks': 'src/joins/looks/index.ts',
  'osteon/root-motion': 'src/joins/root-motion/index.ts',
  'osteon/retarget': 'src/joins/retarget/index.ts',
  'osteon/compressed': 'src/joins/compressed/index.ts',
  'osteon/sprites': 'src/joins/sprites/index.ts',
  'osteon/nesting': 'src/joins/nesting/index.ts',
  'osteon/crowd': 'src/joins/crowd/index.ts',
  'osteon/recorder': 'src/joins/recordings/recorder/index.ts',
  'osteon/replay': 'src/joins/replay/index.ts',
  'osteon/threads': 'src/joins/threads/index.ts',
  'osteon/worker': 'src/joins/rig-worker/index.ts',
  'osteon/hot': 'src/api/hot.ts',
  'osteon/vite': 'src/cli/vite/index.ts',
}

/** Scripts that entries start by their address, beside them: name in the package, source file. */
export const SCRIPTS: Readonly<Record<string, string>> = {
  'rig-worker': 'src/joins/rig-worker/script.ts',
}

/** Entries of types alone: their modules are empty. */
export const TYPE_ENTRIES: readonly string[] = ['osteon/model']

/** Entries that run in Node alone: no page has them. */
export const NODE_ENTRIES: readonly string[] = ['osteon/vite']

/** Entries of other engines' objects: they load the engine, and some engines load in pages alone. */
export const ENGINE_ENTRIES: readonly string[] = [
  'osteon/phaser',
  'osteon/pixi',
  'osteon/react',
  'osteon/react/pixi',
  'osteon/react/three',
  'osteon/three',
]

/** Matches packages that users install beside osteon; they are never bundled into it. */
export const EXTERNAL =
  /^(bitecs|regl|gl-matrix|phaser|pixi[.]js|three|react|@pixi[/]react|@react-three[/]fiber)(\/|$)/

/** Lets Vite resolve the package's own entries to their sources, as tsconfig.json's `paths` do for tsc. */
export function sourceAliases(): { find: RegExp; replacement: string }[] {
  return Object.entries(ENTRIES).map(([name, file]) => ({
    find: new RegExp(`^${name}$`),
    replacement: `${ROOT}/${file}`,
  }))
}
